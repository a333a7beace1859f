/**
 * The person at the terminal, asked where no program's redirected input can answer.
 */
import * as fs from "node:fs"
import * as tty from "node:tty"
import * as Effect from "effect/Effect"
import { discardTyped, openTty } from "../layers/Tty.ts"
import { misuse, type Stop } from "./Exit.ts"

/** Longer answers are no answer. */
const maxAnswer = 1024

const open = (purpose: string): Effect.Effect<number, Stop> =>
  Effect.suspend(() => {
    const descriptor = openTty()
    if (descriptor !== undefined) return Effect.succeed(descriptor)
    return misuse(
      `${purpose} is a person's to decide, and there is no terminal to ask one at`,
      "Run it yourself, in a terminal; no flag stands in for the answer."
    )
  })

const readLine = (descriptor: number): Effect.Effect<string> =>
  Effect.callback<string>((resume) => {
    const stream = new tty.ReadStream(descriptor)
    let text = ""
    const end = (answer: string): void => {
      stream.destroy()
      resume(Effect.succeed(answer))
    }
    stream.setEncoding("utf8")
    stream.on("data", (chunk) => {
      text += String(chunk)
      const lineEnd = text.indexOf("\n")
      if (lineEnd !== -1) end(text.slice(0, lineEnd))
      else if (text.length > maxAnswer) end("")
    })
    stream.on("end", () => end(""))
    stream.on("error", () => end(""))
    return Effect.sync(() => {
      stream.destroy()
    })
  })

/**
 * Answers whether the person at the controlling terminal typed `yes` to `question`.
 *
 * Standard input and output have no part in it; without a controlling terminal it stops the program.
 *
 * @param purpose what the answer decides, as the start of a sentence
 */
export const confirm = (purpose: string, question: string): Effect.Effect<boolean, Stop> =>
  Effect.gen(function* () {
    const descriptor = yield* open(purpose)
    yield* Effect.sync(() => {
      discardTyped()
      fs.writeSync(descriptor, `${question} Type "yes" to do it: `)
    })
    const answer = yield* readLine(descriptor)
    return answer.trim().toLowerCase() === "yes"
  })

/** Stops the program unless there is a controlling terminal. */
export const demand = (purpose: string): Effect.Effect<void, Stop> =>
  Effect.map(open(purpose), (descriptor) => fs.closeSync(descriptor))
