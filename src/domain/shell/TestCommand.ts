/**
 * Reads `test` and `[`: which of its words name files.
 *
 * bash manual, section 6.4.
 */
import { type Call, raise } from "./Call.ts"
import { reach, useOf } from "./Operands.ts"

const fileTests: ReadonlySet<string> = new Set("-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S".split(" "))
const comparisons: ReadonlySet<string> = new Set(["-nt", "-ot", "-ef"])
/** Evaluate a name, and with it a subscript. */
const nameTests: ReadonlySet<string> = new Set(["-v", "-R"])

/** Reads `test`. It changes nothing, whatever its words. */
export const readTest = (call: Call): void => {
  const { args } = call
  for (const [index, argument] of args.entries()) {
    const operator = argument.value
    const next = args[index + 1]
    if (operator === undefined || next === undefined) continue
    if (comparisons.has(operator)) {
      const left = args[index - 1]
      if (left !== undefined) reach(call, left, useOf("names"))
      reach(call, next, useOf("names"))
    } else if (nameTests.has(operator)) {
      if (next.value === undefined || next.value.includes("[")) {
        raise(call, "opaque", `${call.name} ${operator} evaluates a subscript`, next.word.span)
      }
    } else if (fileTests.has(operator) && next.value !== "]" && isUnary(args[index - 1]?.value)) {
      reach(call, next, useOf("names"))
    }
  }
}

/** Whether an operator that follows this word stands alone, for `-a` joins two tests too. */
const isUnary = (before: string | undefined): boolean =>
  before === undefined || before === "!" || before === "(" || before === "-a" || before === "-o"
