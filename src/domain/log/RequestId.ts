/**
 * What an ask is called in the log.
 */

/** Crockford's base 32, without the letters that are mistaken for digits or for each other. */
const digits = "0123456789abcdefghjkmnpqrstvwxyz"

/** How many random bytes an id is made of. */
export const idBytes = 10

/**
 * Answers a request id of 16 characters from ten random bytes: eighty bits, of which a person types the first few.
 */
export const requestIdOf = (bytes: Uint8Array): string => {
  let id = ""
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      id += digits[(held >> bits) & 31] ?? ""
    }
    held &= (1 << bits) - 1
  }
  return id
}
