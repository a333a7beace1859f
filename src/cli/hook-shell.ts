/**
 * The hook's reader of command lines, a file of its own: only a call that holds a command line loads it.
 */
export { analyze } from "../domain/shell/Analyze.ts"
export { isKnownCommand, readCommand } from "../domain/shell/ReadCommand.ts"
