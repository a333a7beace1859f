/**
 * The program's own judge, with a model that a real server on this machine plays.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, beforeAll, beforeEach, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { key, keyVariable } from "../../links/support/judge.ts"
import { type MessagesServer, type Script, serve } from "../../links/support/MessagesServer.ts"
import { addModelClient, build, type Home, makeHome, removeBuilt, type Run, runAlone } from "./program.ts"

/** Answers the home that the tests of a file share, each with it as new; the program there has the client for models. */
export const judgedHome = (): Home => {
  // Every answer is a process of its own, and a busy machine starts them slowly.
  vi.setConfig({ testTimeout: 120_000 })
  const home = makeHome()
  beforeAll(() => {
    build()
    addModelClient()
  }, 120_000)
  beforeEach(() => afresh(home))
  afterAll(() => {
    home.remove()
    removeBuilt()
  })
  return home
}

/** The environment in which the judge has its key. */
export const withKey = { [keyVariable]: key }

/** Writes the judge's settings, with what a test cares about, and answers the file. */
export const configureJudge = (home: Home, baseUrl: string, settings: object = {}): string =>
  home.write(
    ".config/portcullis/model-judge.jsonc",
    JSON.stringify({
      model: "qwen3-coder",
      baseUrl,
      apiKeyEnv: keyVariable,
      typoPatterns: ["*/packages/packages/*"],
      timeoutMs: 10_000,
      ...settings
    })
  )

/** A policy that asks the judge, lets it allow commands, and leaves most to it. */
export const judgedPolicy = {
  permission: { bash: { "git status": "allow", "rm *": "deny" } },
  authorizerChain: ["model-judge"],
  modelDelegation: { allowedSurfaces: ["bash"] }
}

/** Runs the program against a server that does these things in turn. */
export const against = (
  home: Home,
  script: Script,
  args: ReadonlyArray<string>,
  settings: object = {},
  input = ""
): Effect.Effect<Run & { readonly server: MessagesServer }> =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* serve(script)
      configureJudge(home, server.url, settings)
      const run = yield* Effect.promise(() => runAlone(home, args, input, withKey))
      return { ...run, server }
    })
  )

/** Output with what changes from run to run taken out. */
export const steadyJudge = (text: string, home: Home, server: MessagesServer): string =>
  text
    .replaceAll(home.home, "/home/ada")
    .replaceAll(server.url, "http://127.0.0.1:11434")
    .replaceAll(/(answered in|turns?,|p\d\d|reports \w+ in) \d+ ms/g, "$1 9 ms")

/** Puts a home back to where no command was run in it; compiled code stays. */
export const afresh = (home: Home): void => {
  for (const name of [".config", ".local"]) fs.rmSync(path.join(home.home, name), { recursive: true, force: true })
  home.policy(judgedPolicy)
}

/** Every file of a home but compiled code, with its text. */
export const filesIn = (home: Home): ReadonlyMap<string, string> =>
  new Map(
    fs
      .readdirSync(home.home, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes("/.cache/"))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [file, fs.readFileSync(file, "utf8")])
  )
