/**
 * The terminal that asks the person at the controlling terminal.
 */
import * as path from "node:path"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type { PromptPermissionDetails } from "../domain/Ask.ts"
import { display } from "../domain/Display.ts"
import { paintFor } from "../domain/display/Paint.ts"
import { type Asked, choosing, stroke } from "../domain/prompt/Keys.ts"
import { keysLine, moreLines, type PromptLayout, promptLines } from "../domain/prompt/PromptView.ts"
import { suggest, type Suggested } from "../domain/Suggestion.ts"
import { allow, deny, type TerminalVerdict } from "../domain/Verdict.ts"
import { ApprovalStore } from "../services/ApprovalStore.ts"
import { Operator, type OperatorPlaces } from "../services/Operator.ts"
import { TerminalAuthorizer } from "../services/TerminalAuthorizer.ts"
import { withLongFileLock } from "./FileLock.ts"
import { makePrivateDirectory } from "./OwnFile.ts"
import { openRaw, type RawTerminal, standing } from "./Tty.ts"

/** How long nothing must have been typed before a key counts: what was typed ahead answers nothing. */
const quiet = Duration.millis(150)

/** How long another question on the same terminal is waited for. */
const waitMs = 240_000

/**
 * Asks the person at the controlling terminal. Where nobody can be asked there it dies, which the chain's owner counts
 * as a deny and tells apart from a person's.
 */
export const layer: Layer.Layer<TerminalAuthorizer, never, ApprovalStore | Operator> = Layer.effect(
  TerminalAuthorizer,
  Effect.gen(function* () {
    const store = yield* ApprovalStore
    const operator = yield* Operator
    return TerminalAuthorizer.of({ decidedBy: "human", authorize: (ask) => asking(ask, store, operator) })
  })
)

/** Why nobody could be asked. */
const unasked = (why: string): Error => new Error(why)

const asking = (
  ask: PromptPermissionDetails,
  store: ApprovalStore["Service"],
  operator: OperatorPlaces
): Effect.Effect<TerminalVerdict> =>
  Effect.suspend(() => {
    const { background, name } = standing()
    // Setting the mode of another program's terminal would stop this one.
    if (background) return Effect.die(unasked("the terminal belongs to another program"))
    const directory = path.join(operator.stateHome, "portcullis", "terminals")
    makePrivateDirectory(path.dirname(directory))
    makePrivateDirectory(directory)
    return withLongFileLock(path.join(directory, `${name}.lock`), waitMs, atTerminal(ask, store, operator.home))
  }).pipe(Effect.catchTag("LockBusy", () => Effect.die(unasked("another question stands on the terminal"))))

/** What comes from the terminal: text, or nothing more. */
type Heard = string | undefined

const atTerminal = (
  ask: PromptPermissionDetails,
  store: ApprovalStore["Service"],
  home: string
): Effect.Effect<TerminalVerdict> =>
  Effect.flatMap(Queue.unbounded<Heard>(), (heard) =>
    Effect.acquireUseRelease(
      Effect.sync(() =>
        openRaw({
          input: (text) => Queue.offerUnsafe(heard, text),
          lost: () => Queue.offerUnsafe(heard, undefined)
        })
      ),
      (terminal) => conversation(ask, store, terminal, heard, home),
      (terminal) => Effect.sync(terminal.close)
    )
  )

const conversation = (
  ask: PromptPermissionDetails,
  store: ApprovalStore["Service"],
  terminal: RawTerminal,
  heard: Queue.Queue<Heard>,
  home: string
): Effect.Effect<TerminalVerdict> =>
  Effect.gen(function* () {
    const layout: PromptLayout = {
      paint: paintFor(process.env, true),
      columns: terminal.columns,
      rows: terminal.rows,
      home
    }
    const suggested = suggest(ask)
    const say = (lines: ReadonlyArray<string>): void => terminal.write(`${lines.join("\n")}\n`)
    const end = (said: string, verdict: TerminalVerdict): TerminalVerdict => {
      terminal.write(`\r\u001b[K${layout.paint.dim(said)}\n`)
      return verdict
    }
    say(promptLines(ask, suggested, layout))
    yield* settle(heard)
    let asked: Asked = choosing
    for (;;) {
      const input = yield* hear(heard)
      const next = stroke(asked, input, suggested._tag === "Storable")
      switch (next._tag) {
        case "Stay":
          asked = next.asked
          if (asked._tag === "Telling") terminal.write(`\r\u001b[Kreason: ${tail(asked.text, layout.columns - 10)}`)
          break
        case "Burst":
          yield* settle(heard)
          break
        case "More":
          say([...moreLines(ask, layout), keysLine(suggested, layout)])
          break
        case "Once":
          return end("allowed once", allow)
        case "Session":
          return end(yield* keep(ask, suggested, store), allow)
        case "Deny":
          return end("denied", deny(next.reason))
      }
    }
  })

/** Keeps what was approved, and answers what to tell: a store that cannot be written leaves it at this once. */
const keep = (
  ask: PromptPermissionDetails,
  suggested: Suggested,
  store: ApprovalStore["Service"]
): Effect.Effect<string> =>
  suggested._tag === "Once" || ask.call.session === undefined
    ? Effect.succeed("allowed once")
    : store.add(ask.call.session, suggested.suggestions).pipe(
        Effect.as("allowed for this session"),
        Effect.catch((error) => Effect.succeed(`allowed once: ${display(error.why)}`))
      )

/** Waits until nothing more comes of itself; whatever came is let go. */
const settle = (heard: Queue.Queue<Heard>): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (;;) {
      const input = yield* Effect.timeoutOption(Queue.take(heard), quiet)
      if (Option.isNone(input)) return
      if (input.value === undefined) return yield* lost
    }
  })

const hear = (heard: Queue.Queue<Heard>): Effect.Effect<string> =>
  Effect.flatMap(Queue.take(heard), (input) => (input === undefined ? lost : Effect.succeed(input)))

const lost: Effect.Effect<never> = Effect.die(unasked("it was lost before anyone answered"))

const tail = (text: string, columns: number): string => {
  const shown = Array.from(display(text))
  return shown.length <= columns ? shown.join("") : `…${shown.slice(1 - columns).join("")}`
}
