/**
 * Looking up in a table of knowledge by a name that comes out of a text.
 */

/** Answers what a table says of a name, and nothing that every object has by itself (`constructor`). */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
