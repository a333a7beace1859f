/**
 * What the compiler holds: `tsc` covers this file, and each expected error is one it has to find.
 */
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import {
  type ApprovalStore,
  Authorizer,
  type AuthorizerError,
  AuthorizerLog,
  type AuthorizerRegistry,
  type AuthorizerVerdict,
  type Chain,
  type Decision,
  DenyingAuthorizer,
  type HandedToHost,
  Live,
  PermissionQuery,
  Portcullis,
  type PromptPermissionDetails,
  type ReviewLog,
  type TerminalAuthorizer,
  type TerminalVerdict,
  Verdict
} from "portcullis"

type LinkAuthorize = Authorizer.Authorizer["authorize"]
type Terminal = TerminalAuthorizer["Service"]

const deferring: LinkAuthorize = () => Effect.succeed(Verdict.defer)
const denying: Terminal = { decidedBy: "policy", authorize: () => Effect.succeed(Verdict.deny("nobody is here")) }
const policy = Portcullis.userPolicy({ home: "/nonexistent" })

describe("the compiler", () => {
  it("takes no link for a terminal", () => {
    // @ts-expect-error a link may defer and fail, and a terminal must decide
    const terminal: Terminal["authorize"] = deferring
    expectTypeOf<LinkAuthorize>().not.toExtend<Terminal["authorize"]>()
    assert.isFunction(terminal)
  })

  it("takes no terminal that defers", () => {
    const defers = () => Effect.succeed(Verdict.defer)
    // @ts-expect-error a terminal that defers is none
    const terminal: Terminal = { decidedBy: "human", authorize: defers }
    expectTypeOf<TerminalVerdict>().toEqualTypeOf<Verdict.Allow | Verdict.Deny>()
    expectTypeOf<Verdict.Defer>().not.toExtend<TerminalVerdict>()
    assert.isFunction(terminal.authorize)
  })

  it("takes no terminal that fails", () => {
    const fails = () => Effect.fail("nobody answered")
    // @ts-expect-error a terminal that fails has not decided
    const terminal: Terminal = { decidedBy: "human", authorize: fails }
    assert.isFunction(terminal.authorize)
  })

  it("takes no program without a terminal", () => {
    // @ts-expect-error the terminal is missing
    const guard = () => Portcullis.layer({ policy })
    // @ts-expect-error a link in the terminal's place is none
    const linked = () => Portcullis.layer({ policy, terminal: Authorizer.make("link", deferring) })
    expectTypeOf<Layer.Services<ReturnType<typeof Live.layer>>>().toEqualTypeOf<Live.Needs>()
    expectTypeOf<TerminalAuthorizer>().toExtend<Live.Needs>()
    const program = Portcullis.use((portcullis) => portcullis.decide({ tool: "bash", input: {}, cwd: "/" }))
    // @ts-expect-error what still needs a terminal does not run
    const run = () => Effect.runPromise(Effect.provide(program, Live.layer()))
    assert.isFunction(guard)
    assert.isFunction(linked)
    assert.isFunction(run)
  })

  it("gives a terminal no log", () => {
    const logs = () =>
      Effect.gen(function* () {
        yield* (yield* AuthorizerLog).review("seen")
        return Verdict.allow
      })
    // @ts-expect-error the log is a link's
    const terminal: Terminal = { decidedBy: "human", authorize: logs }
    const asks = () =>
      Effect.gen(function* () {
        const state = yield* (yield* PermissionQuery).getToolPermission("bash")
        return state === "deny" ? Verdict.deny() : Verdict.allow
      })
    const queries: Terminal = { decidedBy: "human", authorize: asks }
    assert.isFunction(terminal.authorize)
    assert.isFunction(queries.authorize)
  })

  it("lets a terminal stand as a link", () => {
    const link = Authorizer.make("denies", denying.authorize)
    expectTypeOf<Terminal["authorize"]>().toExtend<LinkAuthorize>()
    assert.strictEqual(link.name, "denies")
  })

  it("knows which answers are final", () => {
    type Linked = Effect.Success<ReturnType<typeof Chain.runLinks>>
    type Composed = Effect.Success<ReturnType<typeof Chain.composeAuthorizerChain>>
    expectTypeOf<Linked["verdict"]>().toEqualTypeOf<AuthorizerVerdict>()
    expectTypeOf<Composed["verdict"]>().toEqualTypeOf<TerminalVerdict>()
    expectTypeOf<ReturnType<Portcullis["Service"]["decide"]>>().toEqualTypeOf<Effect.Effect<Decision>>()
    expectTypeOf<ReturnType<Portcullis["Service"]["decideForHost"]>>().toEqualTypeOf<
      Effect.Effect<Decision | HandedToHost>
    >()
    expectTypeOf<HandedToHost>().not.toExtend<Decision>()
  })

  it("gives a link what it needs by tags alone", () => {
    expectTypeOf<LinkAuthorize>().toEqualTypeOf<
      (
        ask: PromptPermissionDetails
      ) => Effect.Effect<AuthorizerVerdict, AuthorizerError, PermissionQuery | AuthorizerLog>
    >()
    const greedy = () => Portcullis.use(() => Effect.succeed(Verdict.allow))
    // @ts-expect-error nothing else is there for a link
    const link = Authorizer.make("greedy", greedy)
    assert.strictEqual(link.name, "greedy")
  })

  it("provides a whole program from policies, links and a terminal", () => {
    const guard = Portcullis.layer({
      policy,
      links: [Authorizer.make("defers", deferring)],
      terminal: DenyingAuthorizer.layer
    })
    type Provided = Layer.Success<typeof guard>
    expectTypeOf<LivePortcullis | AuthorizerRegistry | ApprovalStore>().toExtend<Provided>()
    expectTypeOf<Layer.Services<typeof guard>>().toEqualTypeOf<never>()
    expectTypeOf<ReviewLog>().not.toExtend<Provided>()
  })
})

type LivePortcullis = Layer.Success<ReturnType<typeof Live.layer>>
