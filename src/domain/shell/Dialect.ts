/**
 * Whether a POSIX shell reads a text as bash does.
 */

// The word is of bash alone, or something else runs it: `time` is a keyword here and a program there, with options.
const bashOnly =
  /\$['"[]|&>|>&\s*[^\s\d&-]|\|&|[<>]\(|<<<|\(\(|\[\[(?:\s|$)|;&|;;&|\+=|[?*+@!]\(|\$\{!|\$\{#?\w*(?:[[/^,@]|:[^-+=?])|\w=\(|\btime\s+-(?!p\s)|\w\[[^\][]*\]\+?=|(?:^|[\s;&|(){}])(?:function|select|coproc|declare|typeset|source|let|shopt|builtin|mapfile|readarray|enable|pushd|popd|disown|history|caller)(?:[\s;&|()]|$)/u

/**
 * Answers whether `sh`, `dash`, `ash` and `ksh` read a text as bash does: it holds nothing these are known to read
 * otherwise.
 */
export const readsAsPosix = (text: string): boolean => !bashOnly.test(text) && !holdsBraceExpansion(text)

/** Answers whether some word could be a brace expansion, whatever its quotes. */
const holdsBraceExpansion = (text: string): boolean => {
  let list = false
  let open = false
  for (let at = 0; at < text.length; at++) {
    switch (text.charAt(at)) {
      case "{":
        if (!open) list = false
        open = text.charAt(at - 1) !== "$" || open
        break
      case " ":
      case "\t":
      case "\n":
        open = false
        list = false
        break
      case ",":
        list = list || open
        break
      case ".":
        list = list || (open && text.charAt(at + 1) === ".")
        break
      case "}":
        if (open && list) return true
        break
      default:
        break
    }
  }
  return false
}
