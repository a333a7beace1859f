/**
 * What the link `path-typo` takes to decide an ask in a workspace of 200,000 files, with git's index and without.
 */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import { registerHooks } from "node:module"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { Authorizer, DenyingAuthorizer, NoReviewLog, Portcullis } from "../src/index.ts"
import { budget, median, quantile, shown, table } from "./measure.ts"

// A link knows the package by its name: here that is its source.
const source = new URL("../src/index.ts", import.meta.url).href
registerHooks({ resolve: (name, context, next) => next(name === "portcullis" ? source : name, context) })
const { pathTypo } = await import("../src/links/path-typo.ts")

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-typo-")))
const workspace = path.join(root, "home", "work")
const [areas, packages, folders, files] = [20, 50, 10, 20]

/** 20 areas of 50 packages of 10 folders of 20 files. */
const ways: Array<string> = []
for (let area = 0; area < areas; area += 1) {
  for (let one = 0; one < packages; one += 1) {
    for (let folder = 0; folder < folders; folder += 1) {
      const directory = `area${area}/package-${one}/src/folder${folder}`
      fs.mkdirSync(path.join(workspace, directory), { recursive: true })
      for (let file = 0; file < files - 1; file += 1)
        ways.push(`${directory}/module-${"abcdefghijklmnopqrst"[file]}.ts`)
      ways.push(`${directory}/index.ts`)
    }
  }
}
const only = "area7/package-31/src/folder4/tokenizer.ts"
ways.push(only)
for (const way of ways) fs.closeSync(fs.openSync(path.join(workspace, way), "w"))

/** Has git track them all, without a blob of its own for each. */
const track = (version: string): void => {
  const empty = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
  const git = (args: ReadonlyArray<string>, input = "") => execFileSync("git", ["-C", workspace, ...args], { input })
  git(["init", "-q"])
  git(["config", "index.version", version])
  git(["update-index", "--index-info"], ways.map((way) => `100644 ${empty}\t${way}\n`).join(""))
}

const configHome = path.join(root, "config")
fs.mkdirSync(path.join(configHome, "portcullis"), { recursive: true })
fs.writeFileSync(path.join(configHome, "portcullis", "policy.jsonc"), '{ "authorizerChain": ["path-typo"] }', {
  mode: 0o600
})
/** What the link took of the last ask, in microseconds: of the clock, and of the processor. */
let took = { time: 0, busy: 0 }
const timedLink = Authorizer.make("path-typo", (ask) =>
  Effect.suspend(() => {
    const [start, used] = [process.hrtime.bigint(), process.cpuUsage()]
    return Effect.tap(pathTypo.authorize(ask), () =>
      Effect.sync(() => {
        const { system, user } = process.cpuUsage(used)
        took = { time: Number(process.hrtime.bigint() - start) / 1000, busy: system + user }
      })
    )
  })
)

const layer = Portcullis.layer({
  policy: Portcullis.userPolicy({
    home: path.join(root, "home"),
    uid: process.getuid?.() ?? 0,
    configHome,
    stateHome: path.join(root, "state"),
    managedFile: path.join(root, "etc", "policy.jsonc")
  }),
  links: [timedLink],
  terminal: DenyingAuthorizer.layer,
  log: NoReviewLog.layer
})

const asks = {
  "found directly": `/repo/${only}`,
  "found among all": `${root}/home/other/package-31/src/folder4/tokenizer.ts`,
  misspelled: `${root}/home/other/area7/package-31/src/folder4/tokeinzer.ts`,
  "nothing like it": "/repo/src/unheard-of.ts",
  "a name that is everywhere": "/repo/area7/src/index.ts",
  "it exists": path.join(root, "config")
}

const rounds = 9
const measured = (name: string, asked: string) =>
  Effect.gen(function* () {
    const portcullis = yield* Portcullis
    const times: Array<number> = []
    const busy: Array<number> = []
    let answer = ""
    for (let round = -2; round < rounds; round += 1) {
      const { decidedBy } = yield* portcullis.decide({ tool: "read", input: { path: asked }, cwd: workspace })
      if (round >= 0) {
        times.push(took.time)
        busy.push(took.busy)
      }
      answer = decidedBy === "authorizer:path-typo" ? "repaired" : "deferred"
    }
    // Half a second, and what one piece of work takes beyond it.
    const [time, worst] = [median(times), quantile(times, 1)]
    return [name, shown(time), shown(median(busy)), shown(worst), answer, budget(time, 600_000)]
  })

try {
  for (const kind of ["no index", "index, version 2", "index, version 4"]) {
    const [, version] = kind.split("version ")
    if (version !== undefined) track(version)
    const rows: Array<ReadonlyArray<string>> = [["", "median", "of it busy", "worst"]]
    for (const [name, asked] of Object.entries(asks)) {
      rows.push(await Effect.runPromise(measured(name, asked).pipe(Effect.provide(layer))))
    }
    table(`path-typo among ${ways.length.toLocaleString("en")} files, ${kind}`, rows)
  }
} finally {
  fs.rmSync(root, { recursive: true, force: true })
}
