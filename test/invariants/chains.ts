/**
 * Generated chains: links, terminals and logs that do anything, and calls that ask for many reasons.
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import type { Decision } from "../../src/domain/Decision.ts"
import type { LogEntry } from "../../src/domain/log/Entry.ts"
import { memoryView } from "../../src/domain/MemoryView.ts"
import { decodePolicy } from "../../src/domain/PolicyDocument.ts"
import type { ScopeKind } from "../../src/domain/Rule.ts"
import type { Scope } from "../../src/domain/Scope.ts"
import { allow, type AuthorizerVerdict, defer, deny } from "../../src/domain/Verdict.ts"
import * as Live from "../../src/layers/Live.ts"
import * as Registry from "../../src/layers/Registry.ts"
import { ApprovalStore } from "../../src/services/ApprovalStore.ts"
import { type Authorizer, AuthorizerError } from "../../src/services/Authorizer.ts"
import { AuthorizerLog } from "../../src/services/AuthorizerLog.ts"
import { Operator } from "../../src/services/Operator.ts"
import { PolicySource } from "../../src/services/PolicySource.ts"
import { type DecidedCall, Portcullis } from "../../src/services/Portcullis.ts"
import { ReviewLog } from "../../src/services/ReviewLog.ts"
import { TerminalAuthorizer } from "../../src/services/TerminalAuthorizer.ts"
import type { Behaviour, Chain } from "../spec/Chain.ts"

export const names = ["a", "b", "c", "d"] as const

// No sum of these meets a deadline to the millisecond, where either answer would be right.
export const times = { linkMs: 10, linksMs: 25, terminalMs: 30 } as const
const After = Schema.Literals([0, 4, 12, 40])

const behaviours = {
  Answers: { verdict: Schema.Literals(["Allow", "Deny", "Defer"]), afterMs: After },
  Refuses: { verdict: Schema.Literals(["Allow", "Deny", "Defer"]), afterMs: After },
  Fails: {},
  Dies: {},
  Throws: {},
  Garbage: {},
  NoEffect: {},
  Interrupts: {},
  Hangs: {}
}
export const BehaviourOf = Schema.TaggedUnion(behaviours)

const EntryOf = Schema.Struct({
  name: Schema.Literals(names),
  required: Schema.Boolean,
  registered: Schema.Boolean,
  // Half of them answer, or most chains would hold nothing but faults.
  behaviour: Schema.Union([Schema.TaggedStruct("Answers", behaviours.Answers), BehaviourOf])
})

const surfaces = ["bash", "write", "path", "external_directory"] as const
const few = <S extends Schema.Top>(item: S, most: number) => Schema.Array(item).check(Schema.isMaxLength(most))

/** Commands that ask for one cause or several. */
export const commands = [
  "make",
  "make; cat a.txt",
  "make > b.txt",
  "make; cat /out/k",
  "make; cat .env",
  "sudo make",
  "eval $X",
  "make; portcullis trust",
  "a <<\\\n-E"
] as const

export const World = Schema.Struct({
  entries: few(EntryOf, 4),
  terminal: BehaviourOf,
  allowed: few(Schema.Literals(surfaces), 3),
  excluded: few(Schema.Literals(surfaces), 1),
  command: Schema.Literals(commands),
  /** A rule that asks for `make`, so that what asks is no default. */
  ruled: Schema.Boolean,
  /** Something is wrong with the project's file, which clamps. */
  clamped: Schema.Boolean
})
export type World = typeof World.Type

/** The chain as the operator wrote it: a link stands in it once. */
export const chainOf = (world: World): Chain => {
  const entries = world.entries.filter(({ name }, place) => world.entries.findIndex((it) => it.name === name) === place)
  return {
    entries: entries.map(({ behaviour, name, registered, required }) => ({
      name,
      required,
      behaviour: registered ? behaviour : undefined
    })),
    terminal: world.terminal,
    delegation: { allowedSurfaces: world.allowed, excludedSurfaces: world.excluded },
    clamped: world.clamped,
    ...times
  }
}

const policyText = (world: World, chain: Chain): string =>
  JSON.stringify({
    permission: { bash: { "ls *": "allow", ...(world.ruled ? { "make *": "ask" } : {}) } },
    authorizerChain: chain.entries.map(({ name, required }) => ({ link: name, required })),
    modelDelegation: chain.delegation,
    authorizerTimeoutMs: chain.linkMs,
    askTimeoutMs: chain.linksMs,
    terminalTimeoutMs: chain.terminalMs
  })

const home = "/home/u"

/** A policy file as it would be read. */
export const scopeOf = (kind: ScopeKind, text: string): Scope =>
  decodePolicy(text, { kind, file: `/etc/${kind}.jsonc`, trusted: true, home, presets: [] })

const verdicts: Readonly<Record<AuthorizerVerdict["_tag"], AuthorizerVerdict>> = {
  Allow: allow,
  Deny: deny(),
  Defer: defer
}

/** What a behaviour does, as a program. */
export const run = (behaviour: Behaviour): Effect.Effect<AuthorizerVerdict, AuthorizerError> => {
  switch (behaviour._tag) {
    case "Answers":
      return Effect.as(Effect.sleep(Duration.millis(behaviour.afterMs)), verdicts[behaviour.verdict])
    case "Refuses":
      return Effect.uninterruptible(
        Effect.as(Effect.sleep(Duration.millis(behaviour.afterMs)), verdicts[behaviour.verdict])
      )
    case "Fails":
      return Effect.fail(new AuthorizerError({ why: "it cannot tell" }))
    case "Dies":
      return Effect.die(new Error("broken"))
    case "Throws":
      throw new Error("broken at once")
    case "Garbage":
      // @ts-expect-error what a link written in JavaScript may answer
      return Effect.succeed({ _tag: "Perhaps", kind: "allow" })
    case "NoEffect":
      // @ts-expect-error what a link written in JavaScript may answer
      return Promise.resolve(allow)
    case "Interrupts":
      return Effect.interrupt
    case "Hangs":
      return Effect.never
  }
}

/** A link that behaves so; one that answers records first that it was asked. */
export const linkOf = (name: string, behaviour: Behaviour): Authorizer => ({
  name,
  authorize: () =>
    behaviour._tag === "Answers"
      ? AuthorizerLog.use((log) => Effect.andThen(log.review("asked", { behaviour }), run(behaviour)))
      : run(behaviour)
})

const terminalOf = (behaviour: Behaviour): TerminalAuthorizer["Service"] => ({
  decidedBy: "human",
  // @ts-expect-error a terminal written in JavaScript may defer, fail, or answer anything
  authorize: () => run(behaviour)
})

/** What a log may do. */
export const LogOf = Schema.Literals(["writes", "refuses", "dies", "throws", "interrupts", "hangs"])

const logOf = (does: typeof LogOf.Type, written: Array<LogEntry>): ReviewLog["Service"] => ({
  append: (entry) => {
    switch (does) {
      case "writes":
        return Effect.sync(() => {
          written.push(entry)
          return "written" as const
        })
      case "refuses":
        return Effect.succeed({ _tag: "LogFailure", file: "/log", why: "it is full" })
      case "dies":
        return Effect.die("the log is broken")
      case "throws":
        throw new Error("the log is broken")
      case "interrupts":
        return Effect.failCause(Cause.interrupt())
      case "hangs":
        return Effect.never
    }
  }
})

/** Where the world's calls stand. */
export const view = memoryView({ w: { "a.txt": "a", ".env": "k" }, out: { k: "k" }, "home/u": {} })

/** A store in which nothing is approved. */
export const nothingApproved: ApprovalStore["Service"] = {
  of: () => Effect.succeed([]),
  list: Effect.succeed([]),
  add: () => Effect.void,
  revoke: () => Effect.succeed(false),
  revokeAll: Effect.void,
  remember: () => Effect.void,
  approveCall: () => Effect.void,
  takeCall: () => Effect.succeed(false),
  problems: Effect.succeed([])
}

/** Provides Portcullis over policies given as data, with a terminal and a log. */
export const guard = (
  scopes: ReadonlyArray<Scope>,
  terminal: TerminalAuthorizer["Service"],
  log: ReviewLog["Service"]
) =>
  Live.layer({ view }).pipe(
    Layer.provideMerge(Registry.layer),
    Layer.provide([
      Layer.succeed(Operator, { home, uid: 1, configHome: `${home}/.config`, stateHome: `${home}/.state` }),
      Layer.succeed(PolicySource, { snapshot: () => Effect.succeed({ scopes, notices: [] }) }),
      Layer.succeed(TerminalAuthorizer, terminal),
      Layer.succeed(ApprovalStore, nothingApproved),
      Layer.succeed(ReviewLog, log)
    ])
  )

export const callOf = (command: string): DecidedCall => ({
  tool: "bash",
  input: { command },
  cwd: "/w",
  session: "here",
  agent: "helper"
})

/** How a world is decided, by the real parts. */
export interface Told {
  readonly decision: Decision
  readonly entries: ReadonlyArray<LogEntry>
}

export interface Variation {
  /** In which order the links are registered; all of the chain's and whatever else. */
  readonly register?: ReadonlyArray<Authorizer> | undefined
  readonly log?: typeof LogOf.Type | undefined
  readonly chain?: Chain | undefined
}

/** Decides a world's call while a test clock runs. */
export const decide = (world: World, variation: Variation = {}): Effect.Effect<Told> => {
  const { chain = chainOf(world), log = "writes" } = variation
  const entries: Array<LogEntry> = []
  const scopes = [
    scopeOf("user", policyText(world, chain)),
    ...(world.clamped ? [scopeOf("project", `{ "oops": 1 }`)] : [])
  ]
  const registered =
    variation.register ??
    chain.entries.flatMap(({ behaviour, name }) => (behaviour === undefined ? [] : [linkOf(name, behaviour)]))
  return Effect.gen(function* () {
    const portcullis = yield* Portcullis
    for (const link of registered) yield* Effect.orDie(portcullis.registerAuthorizer(link.name, link.authorize))
    const fiber = yield* Effect.forkChild(portcullis.decide(callOf(world.command)))
    // Long enough even for a log that is waited for at every step.
    yield* TestClock.adjust(Duration.minutes(2))
    return { decision: yield* Fiber.join(fiber), entries }
  }).pipe(Effect.provide(guard(scopes, terminalOf(chain.terminal), logOf(log, entries)), { local: true }))
}
