/**
 * A toy agent: it wants to make tool calls, and what is decided of each is what it does.
 *
 * Portcullis is a layer like any other. The link below decides nothing until the operator's policy names it:
 * `"authorizerChain": ["no-prod"]`.
 */
import * as Effect from "effect/Effect"
import { Authorizer, AuthorizerLog, DenyingAuthorizer, PermissionQuery, Portcullis, Verdict } from "portcullis"

/** Denies what reaches production, with a reason the agent can act on; leaves everything else to whoever is next. */
export const reviewer = Authorizer.make(
  "no-prod",
  Effect.fn("no-prod")(function* (ask) {
    const query = yield* PermissionQuery
    const piece = yield* query.checkPermission("bash", "kubectl get pods")
    yield* (yield* AuthorizerLog).review("looked", { state: piece.state })
    return ask.call.text.includes("--context prod") ? Verdict.deny("production needs a change ticket") : Verdict.defer
  })
)

/** The operator's policy decides first, then the links it names, then the terminal: here nobody, so it denies. */
export const guardFor = (places: Parameters<typeof Portcullis.userPolicy>[0] = {}) =>
  Portcullis.layer({ policy: Portcullis.userPolicy(places), links: [reviewer], terminal: DenyingAuthorizer.layer })

/** What the model wants to do next. */
export interface Wish {
  readonly tool: string
  readonly input: { readonly [field: string]: unknown }
}

/** What the model is told of a wish: what the tool answered, or why it did not run. */
export interface Turn {
  readonly wish: Wish
  readonly told: string
}

/**
 * Works through an agent's wishes. A tool runs only after an allow; of a deny the agent gets the reason, so that it can
 * do better at the next turn.
 *
 * @param run runs one tool, which nothing else here does
 */
export const agentLoop = Effect.fn("agentLoop")(function* (
  wishes: ReadonlyArray<Wish>,
  run: (wish: Wish) => Effect.Effect<string>,
  where: { readonly cwd: string; readonly session: string }
) {
  const portcullis = yield* Portcullis
  const turns: Array<Turn> = []
  for (const wish of wishes) {
    const decision = yield* portcullis.decide({ ...wish, ...where, agent: "builder" })
    const told =
      decision.decision === "allow" ? yield* run(wish) : `denied by ${decision.decidedBy}: ${decision.reason}`
    turns.push({ wish, told })
  }
  return turns
})
