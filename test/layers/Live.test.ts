import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as TestConsole from "effect/testing/TestConsole"
import type { Decision } from "../../src/domain/Decision.ts"
import type { LogEntry } from "../../src/domain/log/Entry.ts"
import { compile } from "../../src/domain/Pattern.ts"
import type { Scope } from "../../src/domain/Scope.ts"
import type { SessionApproval } from "../../src/domain/SessionApproval.ts"
import type { ToolCall } from "../../src/domain/ToolCall.ts"
import { allow, defer, deny } from "../../src/domain/Verdict.ts"
import * as Live from "../../src/layers/Live.ts"
import * as Registry from "../../src/layers/Registry.ts"
import { ApprovalStore } from "../../src/services/ApprovalStore.ts"
import * as Authorizer from "../../src/services/Authorizer.ts"
import { AuthorizerLog } from "../../src/services/AuthorizerLog.ts"
import { Operator } from "../../src/services/Operator.ts"
import { PermissionQuery } from "../../src/services/PermissionQuery.ts"
import { PolicySource } from "../../src/services/PolicySource.ts"
import { type DecidedCall, type DecideOptions, Portcullis } from "../../src/services/Portcullis.ts"
import { fromPromise, type PlainAuthorize } from "../../src/services/PromiseAuthorizer.ts"
import { ReviewLog } from "../../src/services/ReviewLog.ts"
import { TerminalAuthorizer } from "../../src/services/TerminalAuthorizer.ts"
import { callOf, nothingApproved, scopeOf, view } from "../invariants/chains.ts"

interface World {
  /** What the user's file says. */
  readonly policy?: object
  readonly others?: ReadonlyArray<Scope>
  /** In place of these. */
  readonly source?: PolicySource["Service"]
  readonly links?: ReadonlyArray<Authorizer.Authorizer>
  readonly terminal?: TerminalAuthorizer["Service"]
  readonly approvals?: Partial<ApprovalStore["Service"]>
  readonly log?: Partial<ReviewLog["Service"]>
  readonly options?: Live.LiveOptions
}

const denying: TerminalAuthorizer["Service"] = {
  decidedBy: "policy",
  authorize: () => Effect.succeed(deny("the terminal says no"))
}

const allowing: TerminalAuthorizer["Service"] = { decidedBy: "human", authorize: () => Effect.succeed(allow) }

const delegating = { authorizerChain: ["a", "b"], modelDelegation: { allowedSurfaces: ["bash"] } }

const link = (name: string, authorize: Authorizer.Authorizer["authorize"]) => Authorizer.make(name, authorize)
const says = (name: string, verdict: typeof allow | typeof defer | ReturnType<typeof deny>) =>
  link(name, () => Effect.succeed(verdict))

/** Provides a world, and what it writes down. */
const worldOf = (world: World) => {
  const entries: Array<LogEntry> = []
  const debugged: Array<LogEntry> = []
  const scopes = [scopeOf("user", JSON.stringify(world.policy ?? delegating)), ...(world.others ?? [])]
  const written = (into: Array<LogEntry>) => (entry: LogEntry) =>
    Effect.sync(() => {
      into.push(entry)
      return "written" as const
    })
  const layer = Live.layer({ view, ...world.options }).pipe(
    Layer.provideMerge(Layer.mergeAll(Layer.empty, ...(world.links ?? []).map((one) => Authorizer.layer(one)))),
    Layer.provideMerge(Registry.layer),
    Layer.provide([
      Layer.succeed(Operator, {
        home: "/home/u",
        uid: 1,
        configHome: "/home/u/.config",
        stateHome: "/home/u/.state"
      }),
      Layer.succeed(PolicySource, world.source ?? { snapshot: () => Effect.succeed({ scopes, notices: [] }) }),
      Layer.succeed(TerminalAuthorizer, world.terminal ?? denying),
      Layer.succeed(ApprovalStore, { ...nothingApproved, ...world.approvals }),
      Layer.succeed(ReviewLog, { append: written(entries), debug: written(debugged), ...world.log })
    ])
  )
  return { entries, debugged, layer: Layer.fresh(layer) }
}

/** Decides a command while the clock runs. */
const decide = (command: string | DecidedCall, options?: DecideOptions) =>
  Effect.gen(function* () {
    const portcullis = yield* Portcullis
    const call = typeof command === "string" ? callOf(command) : command
    const fiber = yield* Effect.forkChild(portcullis.decide(call, options))
    yield* TestClock.adjust(Duration.minutes(10))
    return yield* Fiber.join(fiber)
  })

const inWorld = (world: World, command = "make"): Effect.Effect<Decision, never> =>
  decide(command).pipe(Effect.provide(worldOf(world).layer), Effect.orDie)

const said = ({ decidedBy, decision, reason }: Decision) => [decision, decidedBy, reason]

describe("a decision", () => {
  it.effect("is the rules' where they allow or deny, and no link is asked", () => {
    const asked = link("a", () => Effect.die("nobody asks"))
    return Effect.gen(function* () {
      const world = { policy: { ...delegating, permission: { bash: { "rm *": "deny" } } }, links: [asked] }
      const allowed = yield* inWorld(world, "ls")
      assert.deepStrictEqual([allowed.decision, allowed.decidedBy, allowed.trail.length], ["allow", "mode", 0])
      const denied = yield* inWorld(world, "rm x")
      assert.deepStrictEqual([denied.decision, denied.decidedBy], ["deny", "policy"])
    })
  })

  it.effect("is the first link's that decides, with its reason for whoever called", () =>
    Effect.gen(function* () {
      const first = yield* inWorld({ links: [says("a", defer), says("b", deny("use\nthe other script"))] })
      assert.deepStrictEqual(said(first), ["deny", "authorizer:b", "use the other script"])
      assert.deepStrictEqual(first.trail, [
        { link: "a", verdict: "defer", cause: "deferred" },
        { link: "b", verdict: "deny", reason: "use the other script" }
      ])
      const second = yield* inWorld({ links: [says("a", allow), says("b", deny())] })
      assert.deepStrictEqual(said(second), ["allow", "authorizer:a", "the authorizer a allowed it"])
    })
  )

  it.effect("names a model as the one who decided", () =>
    Effect.gen(function* () {
      const model = Authorizer.make("a", () => Effect.succeed(allow), { provenance: "model" })
      assert.strictEqual((yield* inWorld({ links: [model] })).decidedBy, "authorizer:model")
    })
  )

  it.effect("is the terminal's where no link decides", () =>
    Effect.gen(function* () {
      const left = yield* inWorld({ links: [says("a", defer), says("b", defer)], terminal: allowing })
      assert.deepStrictEqual(said(left), ["allow", "human", "a person allowed it"])
      assert.deepStrictEqual(left.trail.at(-1), { link: "terminal", verdict: "allow", reason: "a person allowed it" })
    })
  )

  it.effect("takes the working directory for the workspace where none is named", () =>
    Effect.gen(function* () {
      const { checked } = yield* inWorld({}, "cat a.txt")
      assert.strictEqual(checked.call.workspace, "/w")
      assert.strictEqual(checked.state, "allow")
    })
  )

  it.effect("does not hang on what a link does to the ask it was given", () => {
    const greedy = link("a", (ask) =>
      Effect.sync(() => {
        Reflect.set(ask.results, "length", 0)
        for (const result of ask.asking) Reflect.set(result.access, "surface", "bash")
        Reflect.set(Object(ask.call.input), "command", "ls")
        return allow
      })
    )
    const input = { command: "make; cat /out/k" }
    return Effect.gen(function* () {
      const call = { ...callOf(""), input }
      const decision = yield* decide(call)
      assert.deepStrictEqual([decision.decision, decision.decidedBy], ["deny", "policy"])
      assert.strictEqual(decision.trail[0]?.cause, "envelope")
      assert.deepStrictEqual(input, { command: "make; cat /out/k" })
      assert.isAbove(decision.checked.results.length, 1)
    }).pipe(Effect.provide(worldOf({ links: [greedy] }).layer))
  })

  it.effect("is for this one request: an allow of a link is stored nowhere", () => {
    const stored: Array<string> = []
    const store: Partial<ApprovalStore["Service"]> = {
      add: (session) => Effect.sync(() => void stored.push(session)),
      approveCall: (id) => Effect.sync(() => void stored.push(id)),
      remember: (id) => Effect.sync(() => void stored.push(id))
    }
    let answers = 0
    const once = link("a", () => Effect.sync(() => (answers++ === 0 ? allow : defer)))
    return Effect.gen(function* () {
      assert.strictEqual((yield* decide("make")).decision, "allow")
      assert.deepStrictEqual(stored, [])
      assert.strictEqual((yield* decide("make")).decision, "deny")
      assert.lengthOf(stored, 1, "a denied ask is remembered for a person")
    }).pipe(Effect.provide(worldOf({ links: [once], approvals: store }).layer))
  })

  it.effect("follows what a person approved: for the session, and this very call once", () => {
    const approved: SessionApproval = {
      surface: "bash",
      pattern: compile("make *", "/home/u"),
      floors: [],
      session: "here"
    }
    const taken: Array<ToolCall> = []
    const approvals: Partial<ApprovalStore["Service"]> = {
      of: (session) => Effect.succeed(session === "here" ? [approved] : []),
      takeCall: (call) =>
        Effect.sync(() => {
          taken.push(call)
          return taken.length === 1
        })
    }
    return Effect.gen(function* () {
      const portcullis = yield* Portcullis
      assert.strictEqual((yield* decide("make all")).decidedBy, "session")
      const checked = yield* portcullis.check({ ...callOf("make all"), workspace: "/w" })
      assert.strictEqual(checked.state, "allow")
      assert.deepStrictEqual(taken, [], "only an ask can have been approved")
      assert.deepStrictEqual(said(yield* decide("cmake")), ["allow", "human", "a person approved this very call"])
      assert.strictEqual((yield* decide("cmake")).decision, "deny")
      const elsewhere = yield* decide({ ...callOf("make all"), session: "there" })
      assert.strictEqual(elsewhere.decision, "deny")
    }).pipe(Effect.provide(worldOf({ approvals }).layer))
  })

  it.effect("waits for no approvals that hang, and takes none that are broken", () =>
    Effect.gen(function* () {
      const broken: ReadonlyArray<Partial<ApprovalStore["Service"]>> = [
        { of: () => Effect.never, takeCall: () => Effect.never, remember: () => Effect.never },
        { of: () => Effect.die("x"), takeCall: () => Effect.die("x"), remember: () => Effect.die("x") }
      ]
      for (const approvals of broken) {
        assert.deepStrictEqual(said(yield* inWorld({ approvals })), ["deny", "policy", "the terminal says no"])
      }
    })
  )

  it.effect("denies where a person's terminal breaks, and does not say that a person did", () =>
    Effect.gen(function* () {
      const terminal = { decidedBy: "human" as const, authorize: () => Effect.die(new Error("no screen")) }
      const decision = yield* inWorld({ terminal })
      assert.deepStrictEqual([decision.decision, decision.decidedBy], ["deny", "fault"])
      assert.include(decision.reason, "no screen")
    })
  )

  it.effect("is a deny by the fault where the policies cannot be read and nobody answers", () => {
    const { entries, layer } = worldOf({ source: { snapshot: () => Effect.die("unreadable") } })
    return Effect.gen(function* () {
      const decision = yield* decide("ls")
      assert.strictEqual(decision.decision, "deny")
      assert.strictEqual(decision.checked.fault, true)
      assert.strictEqual(entries.at(-1)?.event, "decided")
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends in time for whoever stops listening", () => {
    const slow = link("a", () => Effect.as(Effect.sleep(Duration.seconds(3)), allow))
    return Effect.gen(function* () {
      const inTime = yield* decide("make", { limitMs: 6000 })
      assert.strictEqual(inTime.decidedBy, "authorizer:a")
      const cut = yield* decide("make", { limitMs: 4000 })
      assert.strictEqual(cut.trail[0]?.cause, "timed-out")
      const none = yield* decide("make", { limitMs: 1000 })
      assert.strictEqual(none.trail[0]?.cause, "no-time")
      assert.strictEqual(none.decision, "deny")
    }).pipe(Effect.provide(worldOf({ links: [slow], terminal: allowing }).layer))
  })
})

describe("the chain", () => {
  it.effect("is the user's and the managed file's, whatever a project says", () =>
    Effect.gen(function* () {
      const project = scopeOf("project", JSON.stringify(delegating))
      const sound: Scope = {
        ...project,
        problems: [],
        settings: { ...project.settings, ...scopeOf("user", JSON.stringify(delegating)).settings }
      }
      const world = { policy: {}, others: [sound], links: [says("a", allow)] }
      const decision = yield* inWorld(world)
      assert.deepStrictEqual([decision.decision, decision.trail.length], ["deny", 1])
    })
  )

  it.effect("begins with the managed file's links, and is delegated what both files delegate", () =>
    Effect.gen(function* () {
      const managed = (policy: object) => scopeOf("managed", JSON.stringify(policy))
      const links = [says("a", allow), says("m", deny("the house says no"))]
      const first = yield* inWorld({ links, others: [managed({ authorizerChain: ["m"] })] })
      assert.strictEqual(first.decidedBy, "authorizer:m")
      const narrowed = yield* inWorld({
        links: [says("a", allow)],
        others: [managed({ modelDelegation: { allowedSurfaces: ["write"] } })]
      })
      assert.strictEqual(narrowed.trail[0]?.cause, "envelope")
      const own = yield* inWorld({
        policy: { authorizerChain: ["a"], modelDelegation: { allowedSurfaces: ["write"] } },
        links: [says("a", allow)],
        others: [managed({ modelDelegation: { allowedSurfaces: ["bash"] } })]
      })
      assert.strictEqual(own.trail[0]?.cause, "envelope")
      const alone = yield* inWorld({
        policy: { authorizerChain: ["a"] },
        links: [says("a", allow)],
        others: [managed({ modelDelegation: { allowedSurfaces: ["bash"] } })]
      })
      assert.strictEqual(alone.decision, "allow")
    })
  )

  it.effect("delegates nothing while a file is invalid that might exclude it, or deny", () =>
    Effect.gen(function* () {
      const broken = scopeOf("managed", `{ "modelDelegation": { "excludedSurfaces": ["bash"] }, "oops": 1 }`)
      const torn = { ...scopeOf("project", `{ "permission": { "bash": { "make *": "den`), trusted: false }
      for (const others of [[broken], [torn]]) {
        const decision = yield* inWorld({
          policy: { ...delegating, permission: { bash: { "make *": "ask" } } },
          others,
          links: [says("a", allow)]
        })
        assert.deepStrictEqual([decision.decision, decision.trail[0]?.cause], ["deny", "envelope"])
      }
    })
  )

  it.effect("delegates in a project whose policy nobody trusts yet", () =>
    Effect.gen(function* () {
      const untrusted = { ...scopeOf("project", `{ "permission": { "bash": { "make x": "ask" } } }`), trusted: false }
      const decision = yield* inWorld({ others: [untrusted], links: [says("a", allow)] })
      assert.strictEqual(decision.decidedBy, "authorizer:a")
    })
  )

  it.effect("lets nobody allow after a required link that gave no answer, and everybody after one that deferred", () =>
    Effect.gen(function* () {
      const policy = { ...delegating, authorizerChain: [{ link: "a", required: true }, "b"] }
      const failing = link("a", () => Effect.fail(new Authorizer.AuthorizerError({ why: "no key" })))
      const hanging = link("a", () => Effect.never)
      for (const links of [[failing], [hanging], []]) {
        const allowed = yield* inWorld({ policy, links: [...links, says("b", allow)] })
        assert.deepStrictEqual([allowed.decision, allowed.trail[1]?.cause], ["deny", "required-missing"])
        const denied = yield* inWorld({ policy, links: [...links, says("b", deny())], terminal: allowing })
        assert.strictEqual(denied.decidedBy, "authorizer:b")
        const left = yield* inWorld({ policy, links: [...links, says("b", allow)], terminal: allowing })
        assert.deepStrictEqual([left.decision, left.decidedBy], ["allow", "human"])
      }
      const deferred = yield* inWorld({ policy, links: [says("a", defer), says("b", allow)] })
      assert.strictEqual(deferred.decidedBy, "authorizer:b")
    })
  )

  it.effect("keeps what is registered when the policies are read again", () =>
    Effect.gen(function* () {
      let scopes = [scopeOf("user", "{}")]
      const { layer } = worldOf({ source: { snapshot: () => Effect.sync(() => ({ scopes, notices: [] })) } })
      yield* Effect.gen(function* () {
        const portcullis = yield* Portcullis
        const takeBack = yield* portcullis.registerAuthorizer("a", () => Effect.succeed(allow))
        assert.strictEqual((yield* decide("make")).decision, "deny")
        scopes = [scopeOf("user", JSON.stringify(delegating))]
        assert.strictEqual((yield* decide("make")).decision, "allow")
        yield* takeBack
        assert.strictEqual((yield* decide("make")).trail[0]?.cause, "unregistered")
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("makes a link from what the operator's file says of it, where none is registered", () => {
    const policy = { ...delegating, authorizers: { a: { command: ["judge"] }, b: { module: "/opt/b.mjs" } } }
    const made: Array<string> = []
    const options: Live.LiveOptions = {
      linkSource: (name, source) => {
        made.push(`${name} ${source?._tag}`)
        return says(name, defer)
      }
    }
    return Effect.gen(function* () {
      const decision = yield* decide("make")
      assert.deepStrictEqual(made, ["a Command"])
      assert.deepStrictEqual(said(decision), ["deny", "authorizer:b", "mine"])
      assert.strictEqual((yield* decide("ls")).decision, "allow")
      assert.lengthOf(made, 1, "what asks nobody loads nothing")
    }).pipe(Effect.provide(worldOf({ policy, options, links: [says("b", deny("mine"))] }).layer))
  })

  it.effect("does not run on a node that relays, which says so", () => {
    const parent: TerminalAuthorizer["Service"] = { decidedBy: "parent", authorize: () => Effect.succeed(allow) }
    const { entries, layer } = worldOf({ terminal: parent, links: [says("a", deny())] })
    return Effect.gen(function* () {
      const portcullis = yield* Portcullis
      assert.strictEqual(yield* portcullis.ready, "relays")
      yield* portcullis.registerAuthorizer("late", () => Effect.succeed(deny()))
      const decision = yield* decide("make")
      assert.deepStrictEqual([decision.decision, decision.decidedBy], ["allow", "parent"])
      assert.deepStrictEqual(
        entries.map(({ event }) => event),
        ["authorizer_chain_delegated", "decided"]
      )
      assert.deepStrictEqual("details" in (entries[0] ?? {}) && Reflect.get(entries[0] ?? {}, "details"), {
        links: ["a", "b"],
        registered: ["a", "late"]
      })
    }).pipe(Effect.provide(layer))
  })
})

describe("a host that prompts by itself", () => {
  const forHost = (command: string) =>
    Effect.gen(function* () {
      const portcullis = yield* Portcullis
      const fiber = yield* Effect.forkChild(portcullis.decideForHost(callOf(command), { host: "claude" }))
      yield* TestClock.adjust(Duration.minutes(10))
      return yield* Fiber.join(fiber)
    })

  it.effect("is handed what no link decides, and nothing else", () => {
    const { entries, layer } = worldOf({ links: [says("a", defer), says("b", allow)] })
    return Effect.gen(function* () {
      assert.strictEqual((yield* forHost("ls"))._tag, "Decision")
      assert.strictEqual((yield* forHost("make"))._tag, "Decision")
      const handed = yield* forHost("make; cat .env")
      assert.strictEqual(handed._tag, "HandedToHost")
      assert.deepStrictEqual(
        handed.trail.map(({ cause }) => cause),
        ["deferred", "envelope"]
      )
      const last = entries.at(-1)
      assert.strictEqual(last?.event, "handed_to_host")
      assert.strictEqual(Reflect.get(last ?? {}, "host"), "claude")
    }).pipe(Effect.provide(layer))
  })

  it.effect("is handed nothing that had to be written down and was not", () => {
    const log: Partial<ReviewLog["Service"]> = {
      append: () => Effect.succeed({ _tag: "LogFailure", file: "/log", why: "it is full" })
    }
    return Effect.gen(function* () {
      const handed = yield* forHost("make")
      assert.deepStrictEqual([handed._tag, handed._tag === "Decision" && handed.decision], ["Decision", "deny"])
    }).pipe(Effect.provide(worldOf({ policy: { requireReviewLog: true }, log }).layer))
  })
})

describe("the log", () => {
  it.effect("tells an ask's way in order, every step under one request", () => {
    const talks = link("b", () =>
      Effect.gen(function* () {
        const log = yield* AuthorizerLog
        yield* log.review("looked", { state: "ask" })
        yield* log.debug("deeper", { n: 1 })
        return deny("no")
      })
    )
    const policy = { ...delegating, authorizerChain: ["gone", "b"], debugLog: true }
    const { debugged, entries, layer } = worldOf({ policy, links: [talks] })
    return Effect.gen(function* () {
      const { requestId } = yield* decide("make")
      assert.deepStrictEqual(
        entries.map(({ event }) => event),
        ["authorizer_chain_resolved", "authorizer_chain_unregistered_link", "link.b.looked", "decided"]
      )
      assert.deepStrictEqual(
        debugged.map(({ event }) => event),
        ["link.b.deeper"]
      )
      for (const entry of [...entries, ...debugged]) {
        assert.deepStrictEqual([entry.requestId, entry.session], [requestId, "here"])
        assert.match(entry.time, /^1970-01-01T00:00:00/)
        assert.notStrictEqual(entry.node, "")
      }
      assert.deepStrictEqual(Reflect.get(entries[0] ?? {}, "details"), { links: ["b"] })
    }).pipe(Effect.provide(layer))
  })

  it.effect("warns once of a name that nobody registered", () =>
    Effect.gen(function* () {
      yield* decide("make")
      yield* decide("make")
      const lines = (yield* TestConsole.errorLines).map(String).filter((line) => line.includes(`"a"`))
      assert.lengthOf(lines, 1)
      assert.include(lines[0] ?? "", "nobody registered")
    }).pipe(Effect.provide(worldOf({}).layer))
  )

  it.effect("takes no event of another's, and no details that cannot be told", () => {
    const cycle: Record<string, unknown> = {}
    cycle["self"] = cycle
    const hostile = Object.defineProperty({}, "x", {
      enumerable: true,
      get: () => {
        throw new Error("no")
      }
    })
    const forging = link("a", () =>
      Effect.gen(function* () {
        const log = yield* AuthorizerLog
        yield* log.review("decision\nlink.b.decision", { ok: 1 })
        yield* log.review("../decided", cycle)
        yield* log.review("", hostile)
        yield* log.review("big", { text: "x".repeat(20_000) })
        yield* log.debug("unseen", {})
        return defer
      })
    )
    const { debugged, entries, layer } = worldOf({ policy: { authorizerChain: ["a"] }, links: [forging] })
    return Effect.gen(function* () {
      yield* decide("make")
      const own = entries.slice(1, -1)
      assert.deepStrictEqual(
        own.map(({ event }) => event),
        ["link.a.decision_link_b_decision", "link.a.___decided", "link.a.event", "link.a.big"]
      )
      const details = own.map((entry) => JSON.stringify(Reflect.get(entry, "details")))
      assert.strictEqual(details[0], `{"ok":1}`)
      for (const text of details.slice(1)) assert.match(text, /^\{"note":"left out: /)
      assert.deepStrictEqual(debugged, [], "the debug log is kept only when it is asked for")
    }).pipe(Effect.provide(layer))
  })

  it.effect("makes a deny of what the operator requires it to tell and it cannot", () =>
    Effect.gen(function* () {
      const policy = { ...delegating, requireReviewLog: true }
      const logs: ReadonlyArray<Partial<ReviewLog["Service"]>> = [
        { append: () => Effect.succeed({ _tag: "LogFailure", file: "/log", why: "it is full" }) },
        { append: () => Effect.die("broken") },
        { append: () => Effect.never }
      ]
      for (const log of logs) {
        for (const command of ["ls", "make"]) {
          const decision = yield* inWorld({ policy, log, links: [says("a", allow)] }, command)
          assert.deepStrictEqual([decision.decision, decision.decidedBy], ["deny", "fault"])
        }
      }
      assert.strictEqual((yield* inWorld({ policy, links: [says("a", allow)] })).decision, "allow")
    })
  )

  it.effect("writes nothing where the operator wants none", () => {
    const { entries, layer } = worldOf({ policy: { ...delegating, log: false }, links: [says("a", allow)] })
    return Effect.gen(function* () {
      assert.strictEqual((yield* decide("make")).decision, "allow")
      assert.deepStrictEqual(entries, [])
    }).pipe(Effect.provide(layer))
  })
})

describe("registration", () => {
  it.effect("fails for a name that is taken or could be mistaken, and is taken back", () =>
    Effect.gen(function* () {
      const portcullis = yield* Portcullis
      assert.strictEqual(yield* portcullis.ready, "adjudicates")
      const register = (name: string) => portcullis.registerAuthorizer(name, () => Effect.succeed(allow))
      const takeBack = yield* register("a")
      assert.strictEqual((yield* Effect.flip(register("a")))._tag, "AuthorizerNameTaken")
      yield* takeBack
      const second = yield* register("a")
      yield* takeBack
      assert.strictEqual((yield* Effect.flip(register("a")))._tag, "AuthorizerNameTaken", "only its own is taken back")
      yield* second
      for (const name of ["", "A", "a.b", "a b", "-a", "model", "terminal", "x".repeat(65), "../a"]) {
        assert.strictEqual((yield* Effect.flip(register(name)))._tag, "AuthorizerNameInvalid", name)
      }
    }).pipe(Effect.provide(worldOf({}).layer))
  )

  it.effect("as a layer lasts as long as the layer", () =>
    Effect.gen(function* () {
      const own = Authorizer.layer(says("a", deny("only here")))
      assert.strictEqual((yield* decide("make").pipe(Effect.provide(own))).decidedBy, "authorizer:a")
      assert.strictEqual((yield* decide("make")).trail[0]?.cause, "unregistered")
      const twice = Effect.void.pipe(Effect.provide(own), Effect.provide(Authorizer.layer(says("a", defer))))
      assert.strictEqual((yield* Effect.flip(twice))._tag, "AuthorizerNameTaken")
    }).pipe(Effect.provide(worldOf({}).layer))
  )
})

describe("the promise door", () => {
  const answers = (authorize: PlainAuthorize) =>
    inWorld({ policy: { ...delegating, authorizerChain: ["a"] }, links: [fromPromise("a", authorize)] })

  it.live("takes a function that answers verdicts as the wire writes them", () =>
    Effect.gen(function* () {
      const world = (authorize: PlainAuthorize) => {
        const { entries, layer } = worldOf({
          policy: { ...delegating, authorizerChain: ["a"] },
          links: [fromPromise("a", authorize)]
        })
        return Effect.map(
          Portcullis.use((portcullis) => portcullis.decide(callOf("make"))).pipe(Effect.provide(layer), Effect.orDie),
          (decision) => ({ decision, entries })
        )
      }
      const asked = yield* world((details, query, log) => {
        const { state } = query.checkPermission("bash", "ls")
        log.review("looked", { state, tool: query.getToolPermission("bash") })
        log.debug("unseen")
        return Promise.resolve({ kind: "deny", reason: `not ${details.call.text}` })
      })
      assert.deepStrictEqual(said(asked.decision), ["deny", "authorizer:a", "not make"])
      assert.deepStrictEqual(Reflect.get(asked.entries[1] ?? {}, "details"), { state: "allow", tool: "ask" })
      assert.strictEqual((yield* world(() => ({ kind: "allow" }))).decision.decision, "allow")
      const causes = [
        // @ts-expect-error what a function written in JavaScript may answer
        yield* world(() => ({ _tag: "Allow" })),
        yield* world(() => Promise.reject(new Error("no key"))),
        yield* world(() => {
          throw new Error("at once")
        })
      ].map(({ decision }) => [decision.trail[0]?.cause, decision.trail[0]?.reason])
      assert.deepStrictEqual(causes, [
        ["no-verdict", "it answered something that is no verdict"],
        ["failed", "no key"],
        ["failed", "at once"]
      ])
    })
  )

  it.effect("aborts the signal of one whose answer is not waited for", () => {
    let aborted = false
    return Effect.gen(function* () {
      const decision = yield* answers((_details, _query, _log, signal) => {
        signal.addEventListener("abort", () => (aborted = true))
        return new Promise(() => {})
      })
      assert.strictEqual(decision.trail[0]?.cause, "timed-out")
      assert.isTrue(aborted)
    })
  })
})

describe("a link and a terminal", () => {
  it.effect("may ask what the rules say, of the snapshot that the ask was judged by", () => {
    let scopes = [scopeOf("user", JSON.stringify({ ...delegating, permission: { bash: { "make *": "ask" } } }))]
    const states: Array<string> = []
    const source = { snapshot: () => Effect.sync(() => ({ scopes, notices: [] })) }
    const asks = link("a", () =>
      Effect.gen(function* () {
        scopes = [scopeOf("user", `{"permission": {"bash": "deny"}}`)]
        const query = yield* PermissionQuery
        states.push((yield* query.checkPermission("bash", "ls")).state)
        return defer
      })
    )
    const terminal: TerminalAuthorizer["Service"] = {
      decidedBy: "policy",
      authorize: (ask) =>
        Effect.gen(function* () {
          const query = yield* PermissionQuery
          states.push((yield* query.checkPermission("bash", "make")).state, ask.trail?.[0]?.link ?? "")
          return deny()
        })
    }
    return Effect.gen(function* () {
      yield* decide("make")
      assert.deepStrictEqual(states, ["allow", "ask", "a"])
      assert.strictEqual((yield* decide("ls")).decision, "deny")
    }).pipe(Effect.provide(worldOf({ source, terminal, links: [asks] }).layer))
  })
})
