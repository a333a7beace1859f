/**
 * Devices whose use reaches nothing: they hold no data of anybody's, or are the streams the command already has.
 */
export const safeDevices: ReadonlyMap<string, string> = new Map([
  ["/dev/null", "takes everything and gives nothing"],
  ["/dev/zero", "gives zeros"],
  ["/dev/stdin", "the command's own input"],
  ["/dev/stdout", "the command's own output"],
  ["/dev/stderr", "the command's own errors"],
  ["/dev/tty", "the terminal the command stands on"]
])

/** Below this, a number is a descriptor the command already has open. */
export const descriptorDirectory = "/dev/fd/"
