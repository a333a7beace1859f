/**
 * What the keys of a prompt mean, one piece of input at a time.
 */

/** Where the person is. */
export type Asked = { readonly _tag: "Choosing" } | { readonly _tag: "Telling"; readonly text: string }

/** What a piece of input comes to. */
export type Stroke =
  | { readonly _tag: "Stay"; readonly asked: Asked }
  /** Many characters at once where one was asked for: no person's key. */
  | { readonly _tag: "Burst" }
  | { readonly _tag: "More" }
  | { readonly _tag: "Once" }
  | { readonly _tag: "Session" }
  | { readonly _tag: "Deny"; readonly reason: string | undefined }

export const choosing: Asked = { _tag: "Choosing" }

/** The longest reason, in characters. */
const longestReason = 300

const interrupt = "\u0003"
const endOfInput = "\u0004"
const escape = "\u001b"

const denied: Stroke = { _tag: "Deny", reason: undefined }

/**
 * Answers what a piece of input means.
 *
 * To choose, a key counts only when it comes alone: what is pasted answers nothing. Ctrl-C denies wherever it stands.
 *
 * @param storable whether an approval for the session is offered
 */
export const stroke = (asked: Asked, input: string, storable: boolean): Stroke => {
  if (input.includes(interrupt)) return denied
  return asked._tag === "Choosing" ? choose(input, storable) : tell(asked.text, input)
}

const choose = (input: string, storable: boolean): Stroke => {
  switch (input) {
    case "y":
    case "Y":
      return { _tag: "Once" }
    case "s":
    case "S":
      return storable ? { _tag: "Session" } : { _tag: "Stay", asked: choosing }
    case "n":
    case "N":
    case escape:
    case endOfInput:
      return denied
    case "r":
    case "R":
      return { _tag: "Stay", asked: { _tag: "Telling", text: "" } }
    case "?":
      return { _tag: "More" }
    default:
      return Array.from(input).length > 1 ? { _tag: "Burst" } : { _tag: "Stay", asked: choosing }
  }
}

/** What terminals send for keys without a character, and around what is pasted. */
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O[ -~])/g

const tell = (before: string, input: string): Stroke => {
  if (input === escape) return denied
  let text = before
  for (const character of input.replace(sequences, "")) {
    switch (character) {
      case "\r":
      case "\n":
        return { _tag: "Deny", reason: text.trim() === "" ? undefined : text.trim() }
      case endOfInput:
        if (text === "") return denied
        break
      case "\u007f":
      case "\b":
        text = Array.from(text).slice(0, -1).join("")
        break
      case "\u0015":
        text = ""
        break
      default:
        if (character >= " " && Array.from(text).length < longestReason) text += character
    }
  }
  return { _tag: "Stay", asked: { _tag: "Telling", text } }
}
