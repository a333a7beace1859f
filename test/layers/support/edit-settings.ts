/**
 * A process that edits a settings file: adds keys of its own, or with the key `again` installs and uninstalls for ever.
 */
import * as Effect from "effect/Effect"
import { append } from "../../../src/domain/JsonEdit.ts"
import { readJsonTree } from "../../../src/domain/JsonTree.ts"
import { hooksIn, install, uninstall } from "../../../src/hosts/ClaudeSettings.ts"
import { type Change, changeSettings, type Settings } from "../../../src/layers/SettingsFile.ts"

const [, , file = "", lock = "", key = "", times = "0"] = process.argv

const added =
  (name: string) =>
  ({ backup, text = "{}" }: Settings): Change => {
    const { root } = readJsonTree(text)
    if (root?._tag !== "Object") throw new Error(`${file} is no object`)
    return { text: append(text, root, name, true), backup }
  }

const turned = ({ backup, text = "" }: Settings): Change => {
  const isIn = hooksIn(text).length > 0
  const edit = isIn ? uninstall(file, text, backup) : install(file, text, "/opt/portcullis/portcullis-hook")
  if (edit._tag === "Refused") throw new Error(JSON.stringify(edit.problems))
  return { text: edit.text, backup: isIn ? undefined : text }
}

for (let time = 0; time < Number(times); time++) {
  const change = key === "again" ? turned : added(`${key}${time}`)
  await Effect.runPromise(changeSettings(file, lock, (settings) => Effect.sync(() => change(settings))))
}
