import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { PromptPermissionDetails } from "../../src/domain/Ask.ts"
import { askOf } from "../../src/domain/AskOf.ts"
import { decodePolicy } from "../../src/domain/PolicyDocument.ts"
import type { AuthorizerSource } from "../../src/domain/Scope.ts"
import { allow, defer, deny } from "../../src/domain/Verdict.ts"
import * as Engine from "../../src/layers/Engine.ts"
import { attempt } from "../../src/layers/FailClosed.ts"
import * as FileLinks from "../../src/layers/FileLinks.ts"
import { longestAnswer } from "../../src/layers/CommandLinks.ts"
import { AuthorizerLog } from "../../src/services/AuthorizerLog.ts"
import { PermissionQuery, type QueriedPermission } from "../../src/services/PermissionQuery.ts"
import { Portcullis } from "../../src/services/Portcullis.ts"
import { temporaryDirectory, uid, writeOwn } from "./Temporary.ts"

const directory = temporaryDirectory()
let count = 0
const place = (ending: string): string => path.join(directory, `link-${count++}${ending}`)

const module = (text: string): AuthorizerSource => {
  const file = place(".mjs")
  writeOwn(file, text)
  return { _tag: "Module", module: file }
}

/** A program in shell, whatever the system has besides. */
const shell = (text: string): AuthorizerSource => ({ _tag: "Command", command: ["sh", "-c", text] })

const askFor = (command: string): Effect.Effect<PromptPermissionDetails> =>
  Effect.gen(function* () {
    const gate = yield* Portcullis
    const checked = yield* gate.check({ tool: "bash", input: { command }, cwd: directory, workspace: directory })
    return askOf(checked, "r1")
  }).pipe(
    Effect.provide(Engine.layerFiles({ home: directory, managedFile: path.join(directory, "none") })),
    Effect.orDie
  )

interface Asked {
  readonly outcome: unknown
  readonly logged: ReadonlyArray<readonly [string, unknown]>
  readonly queried: ReadonlyArray<ReadonlyArray<unknown>>
  readonly tookMs: number
}

/** Asks a link within a deadline, as the chain's owner does. */
const asked = (source: AuthorizerSource, withinMs = 15_000, ask = askFor("touch x")): Effect.Effect<Asked> =>
  Effect.gen(function* () {
    const details = yield* ask
    const logged: Array<readonly [string, unknown]> = []
    const queried: Array<ReadonlyArray<unknown>> = []
    const [result] = details.results
    if (result === undefined) return yield* Effect.die("an ask has results")
    const started = Date.now()
    const link = FileLinks.source({ uid })("mine", source)
    if (link === undefined) return yield* Effect.die("its file says where it comes from")
    const outcome = yield* attempt(() => link.authorize(details), withinMs).pipe(
      Effect.provideService(PermissionQuery, {
        checkPermission: (...args) =>
          Effect.sync((): QueriedPermission => {
            queried.push(args)
            return { ...result, checks: details.results }
          }),
        getToolPermission: (...args) =>
          Effect.sync(() => {
            queried.push(args)
            return "deny" as const
          })
      }),
      Effect.provideService(AuthorizerLog, {
        review: (event, entry) => Effect.sync(() => void logged.push([event, entry])),
        debug: (event, entry) => Effect.sync(() => void logged.push([`debug ${event}`, entry]))
      })
    )
    return { outcome, logged, queried, tookMs: Date.now() - started }
  })

const answered = (value: unknown) => ({ _tag: "Answered", value })

/** Why there is no verdict; an answer or a timeout is a failure of the test. */
const whyOf = ({ outcome }: Asked): string => {
  const { _tag: tag, error } = outcome as { readonly _tag: string; readonly error?: { readonly why: string } }
  assert.strictEqual(tag, "Failed", JSON.stringify(outcome))
  return error?.why ?? ""
}

/** Whether a process that holds `text` in its command line is alive. */
const isRunning = (text: string): boolean =>
  fs.readdirSync("/proc").some((name) => {
    try {
      return /^\d+$/.test(name) && fs.readFileSync(`/proc/${name}/cmdline`, "utf8").includes(text)
    } catch {
      return false
    }
  })

describe("a command as a link", () => {
  it.live("is given the ask on its input, and its verdict counts", () =>
    Effect.gen(function* () {
      const file = place(".json")
      const heard = yield* asked(shell(`cat > ${file}; echo '{ "kind": "deny", "reason": "use trash" }'`))
      assert.deepStrictEqual(heard.outcome, answered(deny("use trash")))
      const ask = JSON.parse(fs.readFileSync(file, "utf8"))
      assert.strictEqual(ask.requestId, "r1")
      assert.deepStrictEqual(ask.call.input, { command: "touch x" })
      assert.strictEqual(ask.asking[0].access.surface, "bash")
      for (const [text, verdict] of [
        ['{"kind":"allow"}', allow],
        ['{"kind":"defer"}', defer]
      ] as const) {
        assert.deepStrictEqual((yield* asked(shell(`printf '%s' '${text}'`))).outcome, answered(verdict))
      }
    })
  )

  const garbage: ReadonlyArray<readonly [string, string]> = [
    ["nothing", "true"],
    ["a word", "echo allow"],
    ["a string of JSON", `echo '"allow"'`],
    ["another kind", `echo '{"kind":"Allow"}'`],
    ["two verdicts", `echo '{"kind":"allow"}'; echo '{"kind":"allow"}'`],
    ["a word before its verdict", `echo ok; echo '{"kind":"allow"}'`],
    ["a verdict cut short", `printf '{"kind":"allow"'`],
    ["bytes that are no text", `printf '{"kind":"allow","x":"\\377"}'`],
    ["more than is read", `head -c ${longestAnswer + 1} /dev/zero`]
  ]
  for (const [what, script] of garbage) {
    it.live(`that answers ${what} gives no verdict`, () =>
      Effect.gen(function* () {
        const heard = yield* asked(shell(script))
        assert.notStrictEqual(whyOf(heard), "")
        assert.deepNestedInclude(heard, { "outcome.error.noVerdict": true })
      })
    )
  }

  it.live("gives no verdict when it fails, however it answered, and what it complains of is told", () =>
    Effect.gen(function* () {
      const failed = yield* asked(shell(`echo '{"kind":"allow"}'; echo 'no such model' >&2; exit 3`))
      assert.strictEqual(whyOf(failed), "it ended with exit code 3: no such model")
      const killed = yield* asked(shell(`echo '{"kind":"allow"}'; kill -9 $$`))
      assert.match(whyOf(killed), /^it was ended by SIGKILL/)
    })
  )

  it.live("may write to its standard error without end, and never reads its input", () =>
    Effect.gen(function* () {
      const chatty = shell(`head -c 2000000 /dev/zero >&2; echo '{"kind":"defer"}'`)
      assert.deepStrictEqual((yield* asked(chatty)).outcome, answered(defer))
    })
  )

  it.live("is killed at its deadline with all that it started", () =>
    Effect.gen(function* () {
      const mark = `${100_000 + Math.floor(Math.random() * 100_000)}.5`
      const { outcome, tookMs } = yield* asked(shell(`trap '' TERM; sleep ${mark} & sleep ${mark}`), 1500)
      assert.deepInclude(outcome, { _tag: "Fault", cause: "timed-out" })
      assert.isBelow(tookMs, 10_000)
      for (let tries = 0; tries < 50 && isRunning(mark); tries++) yield* Effect.sleep("50 millis")
      assert.isFalse(isRunning(mark))
    })
  )

  it.live("leaves nothing behind when it has answered", () =>
    Effect.gen(function* () {
      const mark = `${200_000 + Math.floor(Math.random() * 100_000)}.5`
      const { outcome } = yield* asked(shell(`sleep ${mark} & echo '{"kind":"defer"}'`))
      assert.deepStrictEqual(outcome, answered(defer))
      for (let tries = 0; tries < 50 && isRunning(mark); tries++) yield* Effect.sleep("50 millis")
      assert.isFalse(isRunning(mark))
    })
  )

  it.live("is not run unless it is found by itself and only its owner can write it", () =>
    Effect.gen(function* () {
      const program = place(".sh")
      const text = `#!/bin/sh\necho '{"kind":"allow"}'\n`
      writeOwn(program, text)
      const command = (...words: [string, ...Array<string>]): AuthorizerSource => ({ _tag: "Command", command: words })
      assert.match(whyOf(yield* asked(command(program))), /cannot be executed$/)
      fs.chmodSync(program, 0o755)
      assert.deepStrictEqual((yield* asked(command(program))).outcome, answered(allow))
      assert.deepStrictEqual((yield* asked(command("sh", program))).outcome, answered(allow))
      fs.chmodSync(program, 0o775)
      assert.match(whyOf(yield* asked(command(program))), /can be written by others$/)
      assert.match(whyOf(yield* asked(command("sh", program))), /can be written by others$/)
      assert.match(whyOf(yield* asked(command("./judge"))), /is not an absolute path$/)
      assert.match(whyOf(yield* asked(command("no-such-program"))), /is in no directory of the system's$/)
      assert.match(whyOf(yield* asked(command(path.join(directory, "none")))), /does not exist$/)
      const loose = path.join(directory, "loose")
      writeOwn(path.join(loose, "judge"), text)
      fs.chmodSync(path.join(loose, "judge"), 0o755)
      fs.chmodSync(loose, 0o777)
      assert.match(whyOf(yield* asked(command(path.join(loose, "judge")))), /others can replace it$/)
    })
  )
})

describe("a module as a link", () => {
  it.live("is a function of the ask, the query and the log", () =>
    Effect.gen(function* () {
      const heard = yield* asked(
        module(`export default async (details, query, log) => {
          const piece = query.checkPermission("bash", "kubectl get pods")
          log.review("looked", { state: piece.state, tool: query.getToolPermission("write", "builder") })
          log.debug("more")
          return { kind: "deny", reason: details.call.text + " needs a ticket" }
        }`)
      )
      assert.deepStrictEqual(heard.outcome, answered(deny("touch x needs a ticket")))
      assert.deepStrictEqual(heard.queried, [
        ["bash", "kubectl get pods", undefined],
        ["write", "builder"]
      ])
      assert.deepStrictEqual(heard.logged, [
        ["looked", { state: "ask", tool: "deny" }],
        ["debug more", {}]
      ])
    })
  )

  it.live(
    "may be an Authorizer, written with the packages that came with the program",
    () =>
      Effect.gen(function* () {
        const heard = yield* asked(
          module(`import * as Effect from "effect/Effect"
        import { Authorizer, AuthorizerLog, PermissionQuery, Verdict } from "portcullis"
        export default Authorizer.make("mine", Effect.fn("mine")(function*(ask) {
          const query = yield* PermissionQuery
          const { state } = yield* query.checkPermission("bash", "ls")
          yield* (yield* AuthorizerLog).review("looked", { state })
          return Verdict.deny(ask.requestId)
        }))`),
          60_000
        )
        assert.deepStrictEqual(heard.outcome, answered(deny("r1")))
        assert.deepStrictEqual(heard.logged, [["looked", { state: "ask" }]])
      }),
    90_000
  )

  const almost: ReadonlyArray<readonly [string, string]> = [
    ["a list in place of a kind", `export default () => ({ kind: ["allow"] })`],
    ["a kind that only reads so", `export default () => ({ kind: { toString: () => "allow" } })`],
    ["a kind of another case", `export default () => ({ kind: "ALLOW" })`],
    [
      "an effect of a tag of another case",
      `import * as Effect from "effect/Effect"
      export default { name: "mine", authorize: () => Effect.succeed({ _tag: "ALLOW" }) }`
    ]
  ]
  for (const [what, text] of almost) {
    it.live(`that answers ${what} gives no verdict`, () =>
      Effect.gen(function* () {
        const heard = yield* asked(module(text), 60_000)
        assert.deepNestedInclude(heard, { "outcome.error.noVerdict": true })
      })
    )
  }

  it.live("denies even where its reason cannot be read", () =>
    Effect.gen(function* () {
      const heard = yield* asked(module(`export default () => ({ kind: "deny", get reason() { throw 1 } })`), 60_000)
      assert.deepStrictEqual(heard.outcome, answered(deny()))
    })
  )

  const broken: ReadonlyArray<readonly [string, string, RegExp]> = [
    ["cannot be parsed", "export default (", /could not be loaded/],
    ["throws while it loads", `throw new Error("no key")`, /could not be loaded: no key/],
    ["exports nothing", "export const x = 1", /neither a function nor an authorizer/],
    ["exits while it loads", "process.exit(0)", /exit code 0 without an answer/],
    ["exits when it is asked", "export default () => process.exit(0)", /exit code 0 without an answer/],
    ["kills itself", `export default () => process.kill(process.pid, "SIGKILL")`, /SIGKILL without an answer/],
    ["throws", `export default () => { throw new Error("no model") }`, /^no model$/],
    ["rejects", `export default async () => { throw new Error("no model") }`, /^no model$/],
    ["waits for what never comes", "export default () => new Promise(() => {})", /never comes/],
    [
      "breaks beside its answer",
      `setTimeout(() => { throw new Error("late") }, 1)
      export default () => new Promise((resolve) => setTimeout(resolve, 5000, { kind: "allow" }))`,
      /^late$/
    ],
    ["answers nothing", "export default () => undefined", /no verdict/],
    ["answers another kind", `export default () => ({ kind: "Allow" })`, /no verdict/],
    ["answers a verdict of another form", `export default () => ({ _tag: "Allow" })`, /no verdict/],
    [
      "speaks out of turn",
      `import * as fs from "node:fs"
      export default () => { fs.writeSync(3, "{}\\n"); return { kind: "allow" } }`,
      /out of turn/
    ]
  ]
  for (const [what, text, why] of broken) {
    it.live(`that ${what} gives no verdict`, () =>
      Effect.gen(function* () {
        assert.match(whyOf(yield* asked(module(text))), why)
      })
    )
  }

  it.live("may print whatever it likes, and leave whatever it likes running", () =>
    Effect.gen(function* () {
      const heard = yield* asked(
        module(`console.log('{"kind":"allow"}'); console.error("x".repeat(1e6)); setInterval(() => {}, 1000)
        export default () => { console.log('{"kind":"allow"}'); return { kind: "defer" } }`)
      )
      assert.deepStrictEqual(heard.outcome, answered(defer))
    })
  )

  it.live("that blocks its thread is killed at its deadline", () =>
    Effect.gen(function* () {
      const blocking = module("export default () => { for (;;); }")
      const { outcome, tookMs } = yield* asked(blocking, 2000)
      assert.deepInclude(outcome, { _tag: "Fault", cause: "timed-out" })
      assert.isBelow(tookMs, 10_000)
    })
  )

  it.live("is not loaded unless only its owner can write it", () =>
    Effect.gen(function* () {
      const file = place(".mjs")
      writeOwn(file, `export default () => ({ kind: "allow" })`)
      const source: AuthorizerSource = { _tag: "Module", module: file }
      assert.deepStrictEqual((yield* asked(source)).outcome, answered(allow))
      fs.chmodSync(file, 0o666)
      assert.match(whyOf(yield* asked(source)), /can be written by others$/)
      fs.chmodSync(file, 0o644)
      const link = place(".mjs")
      fs.symlinkSync(file, link)
      assert.match(whyOf(yield* asked({ _tag: "Module", module: link })), /is a symbolic link/)
      assert.match(whyOf(yield* asked({ _tag: "Module", module: "link.mjs" })), /is not an absolute path$/)
      assert.match(whyOf(yield* asked({ _tag: "Module", module: `${file}.none` })), /does not exist$/)
    })
  )
})

describe("the files of links", () => {
  it.effect("are asked about before they are changed, whatever the rules allow", () => {
    const project = temporaryDirectory()
    const policyFile = path.join(project, "policy.jsonc")
    const authorizers = {
      mine: { module: path.join(project, "mine.mjs") },
      other: { command: ["sh", path.join(project, "other.sh")] }
    }
    writeOwn(policyFile, JSON.stringify({ authorizers, permission: { "*": "allow" } }))
    for (const name of ["mine.mjs", "other.sh", "third.mjs"]) writeOwn(path.join(project, name), "")
    const options = { home: temporaryDirectory(), policyFile, managedFile: path.join(project, "none") }
    const stateOf = (command: string) =>
      Effect.gen(function* () {
        const gate = yield* Portcullis
        const checked = yield* gate.check({ tool: "bash", input: { command }, cwd: project, workspace: project })
        return [checked.state, ...checked.floors]
      })
    return Effect.gen(function* () {
      for (const name of ["mine.mjs", "other.sh"]) {
        assert.deepStrictEqual(yield* stateOf(`cp third.mjs ${name}`), ["ask", "self-protection"])
      }
      assert.deepStrictEqual(yield* stateOf("cp mine.mjs third.mjs"), ["allow"])
    }).pipe(Effect.provide(Engine.layerFiles(options)))
  })

  it("are named by absolute paths, by the home, or by a program's bare name", () => {
    const decoded = (command: ReadonlyArray<string>) =>
      decodePolicy(JSON.stringify({ authorizers: { mine: { command } } }), {
        kind: "user",
        file: "/home/ada/policy.jsonc",
        trusted: true,
        home: "/home/ada",
        presets: []
      })
    for (const [command, read] of [
      [
        ["~/judge", "~"],
        ["/home/ada/judge", "~"]
      ],
      [["/opt//judge"], ["/opt/judge"]],
      [
        ["python3", "-I"],
        ["python3", "-I"]
      ]
    ] as const) {
      const { problems, settings } = decoded(command)
      assert.deepStrictEqual(problems, [])
      assert.deepStrictEqual(settings.authorizers.get("mine"), { _tag: "Command", command: read })
    }
    for (const command of [["./judge"], ["bin/judge"], ["/opt/../judge"]]) {
      const { problems, settings } = decoded(command)
      assert.strictEqual(problems.length, 1, command[0])
      assert.strictEqual(settings.authorizers.size, 0)
    }
  })
})
