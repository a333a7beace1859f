/**
 * Which directories of a work tree git takes for repositories of their own: the links its index holds.
 *
 * gitformat-index(5).
 */

/** An entry's mode, as four bytes: a link to a commit of another repository. */
const linkMode = "\0\0\u{e0}\0"
const modes: ReadonlySet<number> = new Set([0o100644, 0o100755, 0o120000, 0o160000, 0o040000])
const gitlink = 0o160000

/** The greatest length of a name that an entry can say. */
const longest = 0xfff

/** The most links that are followed. */
const maxLinks = 64

/**
 * Answers the paths of an index's links; `undefined` when it cannot be read, or holds too many.
 *
 * @param index the file, one character a byte
 */
export const linksIn = (index: string): ReadonlyArray<string> | undefined => {
  // Of nearly every index that is all there is to see.
  if (!index.includes(linkMode)) return []
  return readEntries(index, 20) ?? readEntries(index, 32)
}

const number = (index: string, at: number, bytes: number): number => {
  let value = 0
  for (let byte = 0; byte < bytes; byte++) value = value * 256 + index.charCodeAt(at + byte)
  return value
}

/** @param hash how many bytes an object's name has */
const readEntries = (index: string, hash: number): ReadonlyArray<string> | undefined => {
  const version = number(index, 4, 4)
  if (!index.startsWith("DIRC") || version < 2 || version > 4) return undefined
  const links: Array<string> = []
  let at = 12
  let name = ""
  for (let left = number(index, 8, 4); left > 0; left--) {
    const mode = number(index, at + 24, 4)
    const flags = number(index, at + 40 + hash, 2)
    if (!modes.has(mode) || Number.isNaN(flags)) return undefined
    let from = at + 42 + hash + ((flags & 0x4000) === 0 ? 0 : 2)
    let kept = 0
    if (version === 4) {
      // So many bytes of the name before are left out.
      let byte = index.charCodeAt(from++)
      kept = byte & 127
      while (byte >= 128) {
        byte = index.charCodeAt(from++)
        kept = (kept + 1) * 128 + (byte & 127)
      }
      kept = name.length - kept
    }
    const end = index.indexOf("\0", from)
    if (end < 0 || kept < 0 || Number.isNaN(kept)) return undefined
    name = name.slice(0, kept) + index.slice(from, end)
    // It says its length too, so that an index of longer object names is not taken for one of shorter.
    if (name === "" || (flags & longest) !== Math.min(name.length, longest)) return undefined
    if (mode === gitlink) {
      if (links.length >= maxLinks) return undefined
      links.push(decoded(name))
    }
    // Before the fourth version an entry fills whole eights, of which at least one byte is empty.
    at = version === 4 ? end + 1 : at + Math.ceil((end + 1 - at) / 8) * 8
  }
  return links
}

const decoded = (bytes: string): string =>
  new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
