/**
 * What giving a variable a value makes other programs do.
 */
import {
  commandVariables,
  executingEnds,
  executingPrefixes,
  executingVariables,
  harmlessBeginnings,
  harmlessVariables,
  idlePrograms,
  idleValues,
  programVariables
} from "../../knowledge/environment.ts"
import type { Floor } from "../Floor.ts"
import type { Span } from "../Span.ts"

/**
 * Answers the floor that giving the variable `name` a value raises.
 *
 * @param value The value when the text fixes it.
 */
export const environmentFloor = (
  name: string,
  value: string | undefined,
  span: Span | undefined
): Floor | undefined => {
  const decides = decidedBy(name)
  if (decides === undefined) return undefined
  if (value !== undefined && isIdle(name, value)) return undefined
  return { class: "executing-environment", cause: `${name} decides ${decides}`, span }
}

/** Whether with that value nothing new runs. */
const isIdle = (name: string, value: string): boolean =>
  (idlePrograms.has(value) && (programVariables.has(name) || executingEnds.test(name))) ||
  (Object.hasOwn(idleValues, name) && idleValues[name]?.test(value) === true)

/** Answers whether a variable's value is a command that other programs run. */
export const isCommandVariable = (name: string): boolean =>
  programVariables.has(name) || commandVariables.has(name) || executingEnds.test(name)

const decidedBy = (name: string): string | undefined => {
  const decides = executingVariables.get(name)
  if (decides !== undefined || harmlessVariables.has(name) || harmlessBeginnings.test(name)) return decides
  for (const [prefix, family] of executingPrefixes) {
    if (name.startsWith(prefix)) return family
  }
  return executingEnds.test(name) ? "which program runs" : undefined
}
