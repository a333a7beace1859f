/**
 * Something wrong with a file a person wrote, told so that they can mend it.
 */
export interface Problem {
  readonly file: string
  /** 1-based; 0 when the file as a whole is meant. */
  readonly line: number
  readonly column: number
  /** The key the problem is at, as a path: `permission.bash`. Empty for the file as a whole. */
  readonly key: string
  /** What is wrong, with the offending text. */
  readonly message: string
  /** What to do about it. */
  readonly suggestion?: string | undefined
}
