/**
 * Wrappers the operator names besides those that are known.
 */
import type { ReadCommand } from "./shell/Machine.ts"
import { isKnownCommand } from "./shell/ReadCommand.ts"
import type { CommandReading } from "./shell/Reading.ts"

/**
 * Answers a reader that looks through the operator's wrappers: `NAME COMMAND …` runs the command, and with an option
 * or an expansion in between the wrapper is a command like any other. What a known command does nobody can redefine.
 */
export const lookingThrough = (wrappers: ReadonlyArray<string>, read: ReadCommand): ReadCommand => {
  const named = new Set(wrappers.filter((name) => !isKnownCommand(name)))
  if (named.size === 0) return read
  return (command, surroundings): CommandReading => {
    const [word, next] = command.words
    const runs = next?.value
    if (word?.value === undefined || !named.has(word.value) || runs === undefined || runs.startsWith("-")) {
      return read(command, surroundings)
    }
    return {
      proof: { read: true },
      floors: [],
      paths: [],
      inner: [
        { _tag: "Command", command: { ...command, assignments: [], words: command.words.slice(1), redirects: [] } }
      ],
      transparent: true,
      unsettles: [],
      forgets: []
    }
  }
}
