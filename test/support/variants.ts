/**
 * Other ways to write a command line: around it, and within a simple command. Each runs what the line itself runs.
 */

/** A way to write it, and what it is called. */
export interface Variant {
  readonly how: string
  readonly text: string
  /** The files it reaches are another system's (`elsewhere`), or in a directory that cannot be known (`lost`). */
  readonly files: "here" | "elsewhere" | "lost"
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const delimited = (text: string): boolean => !text.includes("VARIANT_END")

type Way = readonly [how: string, write: (text: string) => string | undefined]

/** Around any text, in the shell that reads it: it still runs, and nothing that matters runs beside. */
export const harmlessAround: ReadonlyArray<Way> = [
  ["blanks around", (text) => `  ${text}\n\n`],
  ["behind a list", (text) => `true; ${text}`],
  ["behind a line", (text) => `true\n${text}`],
  ["in front of a line", (text) => `${text}\ntrue`],
  ["in a group", (text) => `{ ${text}\n}`],
  ["in a subshell", (text) => `( ${text}\n)`],
  ["behind &&", (text) => `true && { ${text}\n}`],
  ["behind ||", (text) => `false || { ${text}\n}`],
  ["in if", (text) => `if true; then\n${text}\nfi`],
  ["in else", (text) => `if false; then true; else\n${text}\nfi`],
  ["in case", (text) => `case x in x)\n${text}\n;; esac`],
  ["in a loop", (text) => `for v in 1; do\n${text}\ndone`],
  ["as a condition", (text) => `if { ${text}\n}; then true; fi`],
  ["behind a comment", (text) => `# a comment\n${text}`],
  ["in front of a pipe", (text) => `{ ${text}\n} | cat`],
  ["with its output away", (text) => `{ ${text}\n} > /dev/null 2>&1`]
]

/** Around any text: it still runs. */
export const around: ReadonlyArray<Way> = [
  ...harmlessAround,
  ["negated", (text) => `! { ${text}\n}`],
  ["behind a pipe", (text) => `true | { ${text}\n}`],
  ["in the background", (text) => `{ ${text}\n} &`],
  ["in while", (text) => `while true; do\n${text}\nbreak; done`],
  ["in until", (text) => `until { ${text}\n}; do break; done`],
  ["in a function", (text) => `f() {\n${text}\n}\nf`],
  ["in a function of a subshell", (text) => `function f {\n${text}\n}; (f)`],
  ["in $( )", (text) => `echo "$(${text}\n)"`],
  ["in an assignment", (text) => `V=$(${text}\n)`],
  ["in a here-document's $( )", (text) => (text.includes("<<") ? undefined : `cat <<EOF\n$(${text}\n)\nEOF`)],
  ["in <( )", (text) => `cat <(${text}\n)`],
  ["in >( )", (text) => `echo > >(${text}\n)`],
  ["in a default", (text) => `echo "\${V:-$(${text}\n)}"`],
  ["in [[ ]]", (text) => `[[ -n $(${text}\n) ]]`],
  ["timed", (text) => `time { ${text}\n}`],
  ["as a coprocess", (text) => `coproc { ${text}\n}`],
  ["for eval", (text) => `eval ${quoted(text)}`],
  ["for bash -c", (text) => `bash -c ${quoted(text)}`],
  ["for bash -lc", (text) => `bash -lc ${quoted(text)}`],
  ["for bash -e -o pipefail -c", (text) => `bash -e -o pipefail -c ${quoted(text)} name`],
  ["for bash by its path", (text) => `/bin/bash -c ${quoted(text)}`],
  ["for bash in bash", (text) => `bash -c ${quoted(`bash -c ${quoted(text)}`)}`],
  ["for bash behind wrappers", (text) => `env A=1 timeout -k 5 10 nice -n 5 bash -c ${quoted(text)}`],
  ["for bash behind wrappers in another order", (text) => `nice timeout 10 env -u A bash -c ${quoted(text)}`],
  ["for bash behind sudo", (text) => `sudo -u root -- bash -c ${quoted(text)}`],
  ["for bash behind xargs", (text) => `echo a | xargs -n 1 bash -c ${quoted(text)}`],
  ["for bash behind find", (text) => `find . -exec bash -c ${quoted(text)} \\;`],
  ["for bash as a here-string", (text) => `bash <<< ${quoted(text)}`],
  [
    "for bash as a here-document",
    (text) => (delimited(text) ? `bash <<'VARIANT_END'\n${text}\nVARIANT_END` : undefined)
  ],
  ["for bash from a pipe", (text) => `printf '%s\\n' ${quoted(text)} | bash`],
  ["for sh -c", (text) => `sh -c ${quoted(text)}`],
  ["for zsh -c", (text) => `zsh -c ${quoted(text)}`],
  ["for a trap", (text) => `trap ${quoted(text)} EXIT`],
  ["for su", (text) => `su root -c ${quoted(text)}`],
  ["for script", (text) => `script -q -c ${quoted(text)} /dev/null`],
  ["for watch", (text) => `watch -n 1 ${quoted(text)}`],
  ["for flock", (text) => `flock . -c ${quoted(text)}`],
  ["for ssh", (text) => `ssh host ${quoted(text)}`],
  ["for a container", (text) => `docker exec -it c bash -c ${quoted(text)}`]
]

/** A simple command of plain words, which means to a shell what it says. */
const plain = /^[A-Za-z_][\w-]*( [\w./:@%+,=-]+)*$/

const [firstOf, restOf] = [
  (text: string): string => text.split(" ", 1)[0] ?? "",
  (text: string): string => text.slice((text.split(" ", 1)[0] ?? "").length)
]

/** Words bash reads by themselves, and commands that are nothing without their shell. */
const reserved: ReadonlySet<string> = new Set(
  "if then else elif fi for while until do done case esac select function time coproc in eval exec".split(" ")
)

/** Within a command of plain words: harmless. */
export const harmlessWithin: ReadonlyArray<Way> = [
  ["more blanks", (text) => text.replaceAll(" ", "   \t")],
  ["each word in single quotes", (text) => text.split(" ").map(quoted).join(" ")],
  [
    "each word in double quotes",
    (text) =>
      text
        .split(" ")
        .map((word) => `"${word}"`)
        .join(" ")
  ],
  [
    "each word in $' '",
    (text) =>
      text
        .split(" ")
        .map((word) => `$'${word}'`)
        .join(" ")
  ],
  ["quotes within the words", (text) => text.replace(/\b([A-Za-z])([A-Za-z])/g, "$1''$2")],
  ["a backslash in its name", (text) => `\\${text}`],
  ["a continued line", (text) => text.replaceAll(" ", " \\\n  ")],
  ["a continued word", (text) => `${text.charAt(0)}\\\n${text.slice(1)}`],
  ["its complaints away", (text) => `${text} 2>/dev/null`],
  ["a redirect in front", (text) => `2>/dev/null ${text}`],
  ["a redirect within", (text) => `${firstOf(text)} 2>&1${restOf(text)}`],
  ["behind command", (text) => `command ${text}`],
  ["behind env", (text) => `env ${text}`],
  ["behind nice", (text) => `nice -n 5 ${text}`],
  ["behind timeout", (text) => `timeout --signal=KILL 5s ${text}`],
  ["behind nohup", (text) => `nohup -- ${text}`],
  ["behind time", (text) => `time ${text}`]
]

/** Within a command of plain words: it still runs. */
export const within: ReadonlyArray<Way> = [
  ...harmlessWithin,
  ["a hexadecimal name", (text) => `$'\\x${text.charCodeAt(0).toString(16)}'${text.slice(1)}`],
  ["its name in a variable", (text) => `V=${firstOf(text)}; $V${restOf(text)}`],
  ["all of it in a variable", (text) => `V=${quoted(text)}; $V`],
  ["its name by a loop", (text) => `for v in ${firstOf(text)}; do "$v"${restOf(text)}; done`],
  ["its name by a brace", (text) => `{${firstOf(text)},${restOf(text).trimStart().replaceAll(" ", ",")}}`],
  ["assignments in front", (text) => `A=1 B=2 ${text}`],
  ["a file for input", (text) => `</dev/null ${text}`],
  ["named by a path of the system", (text) => `/usr/bin/${text}`],
  ["named by a path", (text) => `./${text}`],
  ["behind builtin command", (text) => `builtin command ${text}`],
  ["behind exec", (text) => `exec ${text}`],
  ["behind exec -a", (text) => `exec -a ls ${text}`],
  ["behind env -S", (text) => `env -S ${quoted(text)}`],
  ["behind env -i", (text) => `env -i A=1 ${text}`],
  ["behind sudo", (text) => `sudo ${text}`],
  ["behind sudo, options among assignments", (text) => `sudo A=1 -u root ${text}`],
  ["behind doas", (text) => `doas -u root ${text}`],
  ["behind clustered options", (text) => `timeout -vk 5 10 ${text}`],
  ["behind an attached value", (text) => `timeout -k5 -sKILL 10 ${text}`],
  ["behind a shortened option", (text) => `timeout --kill 5 --sig=KILL 10 ${text}`],
  ["behind a number", (text) => `nice -5 ${text}`],
  ["behind stdbuf", (text) => `stdbuf -oL -e 0 ${text}`],
  ["behind setsid", (text) => `setsid -w ${text}`],
  ["behind xargs", (text) => `xargs -0 -n1 -P 4 ${text}`],
  ["behind xargs with a placeholder", (text) => `xargs -I % ${text} %`],
  ["behind find -exec", (text) => `find . -name x -exec ${text} \\;`],
  ["behind find -execdir +", (text) => `find . -type f -execdir ${text} {} +`],
  ["behind fd", (text) => `fd y -x ${text}`],
  ["behind busybox", (text) => `busybox ${text}`],
  ["behind strace", (text) => `strace -f -o trace ${text}`],
  ["behind flock", (text) => `flock -n lock ${text}`],
  ["behind ssh", (text) => `ssh -p 22 host ${text}`],
  ["behind npx", (text) => `npx -y ${text}`],
  ["behind docker run", (text) => `docker run --rm -d -h y image ${text}`],
  ["behind kubectl exec", (text) => `kubectl exec -it pod -c c -- ${text}`],
  ["an alias", (text) => `alias v=${quoted(text)}`],
  ["behind parallel", (text) => (text.includes(" ") ? `parallel -j4 ${text} ::: y` : undefined)]
]

const elsewhere: ReadonlySet<string> = new Set([
  "for ssh",
  "for a container",
  "behind ssh",
  "behind docker run",
  "behind kubectl exec"
])

/** What runs before it may change the directory. */
const lost: ReadonlySet<string> = new Set(["for a trap", "its name by a loop"])

const written = (ways: ReadonlyArray<Way>, text: string): ReadonlyArray<Variant> =>
  ways.flatMap(([how, write]) => {
    const made = write(text)
    return made === undefined
      ? []
      : [{ how, text: made, files: elsewhere.has(how) ? "elsewhere" : lost.has(how) ? "lost" : "here" }]
  })

/** Whether the ways to write a simple command are ways to write this text. */
export const isPlain = (text: string): boolean => plain.test(text) && !reserved.has(firstOf(text))

/** Answers other ways to write a text; each runs what it runs. */
export const variantsOf = (text: string): ReadonlyArray<Variant> => [
  ...written(around, text),
  ...(isPlain(text) ? written(within, text) : [])
]

/** Answers other ways to write a text that are as harmless as it is. */
export const harmlessVariantsOf = (text: string): ReadonlyArray<Variant> => [
  ...written(harmlessAround, text),
  ...(isPlain(text) ? written(harmlessWithin, text) : [])
]
