/**
 * Texts for bash: snippets as they stand, put into each other, and broken in every way a shell can be broken.
 */
import structure from "../../cases/bash-structure.json" with { type: "json" }
import commands from "../../cases/commands.json" with { type: "json" }
import constructs from "../../cases/constructs.json" with { type: "json" }
import corpus from "../../cases/corpus.json" with { type: "json" }
import gate from "../../cases/policy-gate.json" with { type: "json" }
import { claimsOf } from "./Claims.ts"
import { composed } from "./Compose.ts"
import { isRunnable } from "./Sandbox.ts"

/** One text and where it comes from. */
export interface MadeText {
  readonly text: string
  /** The file its seed stands in, and what was done to it. */
  readonly kind: string
}

/** Answers a whole number from 0 up to but not including `below`. */
export type Random = (below: number) => number

/** Answers numbers that are the same for the same seed (mulberry32). */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

interface Source {
  readonly name: string
  /** Texts the engine takes whole: most of what is made comes from these. */
  readonly plain: ReadonlyArray<string>
  /** Texts that carry a floor already. */
  readonly floored: ReadonlyArray<string>
  readonly weight: number
}

const maxLength = 240

const sourceOf = (name: string, texts: ReadonlyArray<string>, weight: number): Source => {
  const usable = [...new Set(texts)].filter((text) => text.length <= maxLength && isRunnable(text))
  const floored = usable.filter((text) => claimsOf(text, "/w").excused)
  const set = new Set(floored)
  return { name, plain: usable.filter((text) => !set.has(text)), floored, weight }
}

let kept: ReadonlyArray<Source> | undefined

/** The snippets, sorted once by what the engine says of them. */
const sources = (): ReadonlyArray<Source> =>
  (kept ??= [
    sourceOf(
      "structure",
      structure.cases.map(({ command }) => command),
      3
    ),
    sourceOf("constructs", constructs.commands, 3),
    sourceOf(
      "gate",
      gate.cases.map(({ command }) => command),
      2
    ),
    sourceOf(
      "commands",
      commands.cases.map(({ command }) => command),
      1
    ),
    sourceOf("corpus", corpus.commands, 2)
  ])

const pick = <A>(random: Random, values: ReadonlyArray<A>, otherwise: A): A =>
  values[random(values.length)] ?? otherwise

/** How often a text is composed anew where it carries a floor: one that does can hide nothing. */
const composeAgain = 8

const compose = (random: Random): string => {
  let text = composed(random)
  for (let again = 0; again < composeAgain && (!isRunnable(text) || claimsOf(text, "/w").excused); again++) {
    text = composed(random)
  }
  return text
}

const draw = (random: Random): { readonly text: string; readonly source: string } => {
  if (random(4) === 0) return { text: compose(random), source: "composed" }
  const all = sources()
  let at = random(all.reduce((sum, { weight }) => sum + weight, 0))
  for (const { floored, name, plain, weight } of all) {
    at -= weight
    if (at < 0) return { text: pick(random, random(40) === 0 ? floored : plain, "k1"), source: name }
  }
  return { text: "k1", source: "structure" }
}

type Wrap = (text: string, other: () => string) => string

/** A here-document's closing line must stand alone, so each ends its text with a line of its own. */
const wraps: ReadonlyArray<Wrap> = [
  (text) => `echo $(${text}\n)`,
  (text) => `{ ${text}\n}`,
  (text) => `(${text}\n)`,
  (text) => `if :; then ${text}\nfi`,
  (text) => `if ${text}\nthen k7; else k8; fi`,
  (text) => `for i in 1 2; do ${text}\ndone`,
  (text) => `while ${text}\nk7; do break; done`,
  (text, other) => `${text}\n${other()}`,
  (text, other) => `${other()} && ${text}`,
  (text, other) => `${other()} | ${text}`,
  (text, other) => `${text}\n{ ${other()}\n} | k7`,
  (text) => `f9() { ${text}\n}; f9`,
  (text) => `function g9 { ${text}\n}\ng9 a`,
  (text) => `x=$(${text}\n); echo "$x"`,
  (text) => `case a in a) ${text}\n;; esac`,
  (text) => `cat <<EE\n$(${text}\n)\nEE\n`,
  (text) => `! ${text}`,
  (text) => `k7 <(${text}\n)`,
  (text) => `{ ${text}\n} > c`,
  (text) => `k7 "a$(${text}\n)b"`,
  (text) => `k7 \${x:-$(${text}\n)}`,
  (text) => `[[ -n $(${text}\n) ]] && k7`,
  (text) => `a=(1 $(${text}\n) 2)`,
  (text) => `bash -c '${text.replaceAll("'", "'\\''")}'`,
  (text) => `eval '${text.replaceAll("'", "'\\''")}'`,
  (text) => `time ${text}`,
  (text) => `coproc { ${text}\n}`,
  (text) => `{ ${text}\n} &`,
  (text) => `trap '${text.replaceAll("'", "'\\''")}' EXIT`,
  (text) => `echo \`${text.replace(/[\\`$]/gu, "\\$&")}\n\``
]

const tokens: ReadonlyArray<string> = [
  ..."$( ) ` \" ' ${ } $(( )) <<< ; | && || & [[ ]] ( [ ] esac ;; done > < >& <( >( * ? {a,b} { , ~ $' \\ # $x".split(
    " "
  ),
  ...'${x@P} ${!x} @( $[ 0 = += [k \\` $ 2> {x}> &> |& ;& ;;& $" >> >| <> <& - -- .. .'.split(" "),
  ..." <<E\n|\nE\n|\n|{ | }|[[ | ]]|case x in |if |then |fi|for i in |do |while |until |else |elif |a=(|x=|! ".split(
    "|"
  ),
  ..." a | b |\t|k7 |k8;|-v |in |\\\n|select x |coproc |time |function f |f() |eval |exec |command |bash -c |cd |: ".split(
    "|"
  ),
  " <<-'E'\n",
  "\r",
  "\n\tE\n",
  "\u00a0",
  "é",
  " > c ",
  " 2>&1 ",
  " <<'F' ",
  "\nF\n"
]

const edit = (text: string, random: Random): string => {
  const at = random(text.length + 1)
  const length = 1 + random(6)
  switch (random(6)) {
    case 0:
    case 1:
      return text.slice(0, at) + pick(random, tokens, ";") + text.slice(at)
    case 2:
      return text.slice(0, at) + text.slice(at + length)
    case 3: {
      const from = random(text.length)
      return text.slice(0, at) + text.slice(from, from + 1 + random(16)) + text.slice(at)
    }
    case 4:
      return text.slice(0, at) + pick(random, tokens, ";") + text.slice(at + length)
    default: {
      const other = draw(random).text
      const from = random(other.length)
      return text.slice(0, at) + other.slice(from, from + 1 + random(20)) + text.slice(at)
    }
  }
}

const made = (random: Random): MadeText => {
  const { source, text: drawn } = draw(random)
  let text = drawn
  const how = random(10)
  const other = (): string => draw(random).text
  if (how === 0) return { text, kind: `${source}, as it stands` }
  const rounds = 1 + random(3)
  let wrapped = false
  let edited = false
  for (let round = 0; round < rounds; round++) {
    if (how >= 7 || (how >= 5 && round > 0)) {
      text = edit(text, random)
      edited = true
    } else {
      text = pick(random, wraps, (same) => same)(text, other)
      wrapped = true
    }
  }
  return { text, kind: `${source}, ${wrapped && edited ? "put in and broken" : wrapped ? "put in" : "broken"}` }
}

/** Answers the next text bash can be given. */
export const nextText = (random: Random): MadeText => {
  for (;;) {
    const one = made(random)
    if (isRunnable(one.text)) return one
  }
}
