import { assert, describe, it } from "@effect/vitest"
import { isKind } from "../../src/domain/shell/OptionSyntax.ts"
import { commands } from "../../src/knowledge/commands.ts"
import {
  gitActs,
  gitConfigReads,
  gitDryRuns,
  gitForms,
  gitNested,
  gitOptions,
  gitReads
} from "../../src/knowledge/git.ts"
import type { Grammar } from "../../src/knowledge/grammar.ts"
import { interpreters, wrappers } from "../../src/knowledge/wrappers.ts"
import { isProven, unitOf } from "../domain/shell/commands.ts"

const words = (list = ""): ReadonlyArray<string> => list.split(" ").filter((word) => word !== "")

/** Every grammar there is, with those inside it. */
const every = function* (name: string, grammar: Grammar): Generator<readonly [string, Grammar]> {
  yield [name, grammar]
  for (const [sub, inner] of Object.entries(grammar.sub ?? {})) yield* every(`${name} ${sub}`, inner)
  if (grammar.other !== undefined) yield* every(`${name} …`, grammar.other)
}

const all: ReadonlyArray<readonly [string, Grammar]> = [
  ...[...commands].flatMap(([name, grammar]) => [...every(name, grammar)]),
  ...[gitReads, gitForms, gitActs].flatMap((table) =>
    Object.entries(table).map(([name, grammar]) => [`git ${name}`, grammar] as const)
  ),
  ...Object.entries(gitNested).flatMap(([name, table]) =>
    Object.entries(table).map(([sub, grammar]) => [`git ${name} ${sub}`, grammar] as const)
  ),
  ...Object.entries(gitDryRuns).map(([name, { grammar }]) => [`git ${name}`, grammar] as const),
  ["git", gitOptions] as const,
  ["git config", gitConfigReads] as const,
  ...Object.entries(wrappers).map(([name, { options }]) => [name, { options, does: "runs" }] as const),
  ...Object.entries(interpreters).map(([name, { options, oneDash }]) => {
    return [name, { options, does: "runs", ...(oneDash ? { oneDash } : {}) }] as const
  })
]

const option = /^!{0,2}(?:-#|-{1,2}[A-Za-z0-9?@%~,.:][^\s=[\]]*)(?:=[a-z-]*(?:,[a-z-]+)*|\[=[a-z-]*\])?$/
const kindsIn = (text: string): ReadonlyArray<string> =>
  (/=([a-z,-]*)\]?$/.exec(text)?.[1] ?? "").split(",").filter((kind) => kind !== "")

const namesOf = ({ options, oneDash }: Grammar): ReadonlySet<string> =>
  new Set(
    words(options).flatMap((text) => {
      const name = text.replace(/^!+/, "").replace(/\[?=.*$/, "")
      return oneDash === true || name.startsWith("--") ? [name] : Array.from(name.slice(1), (letter) => `-${letter}`)
    })
  )

describe("The tables of commands", () => {
  it("are written in the notation they say they are", () => {
    for (const [name, grammar] of all) {
      for (const text of words(grammar.options)) {
        assert.match(text, option, name)
        for (const kind of kindsIn(text)) assert.isTrue(isKind(kind), `${name} ${text}`)
      }
      for (const list of [grammar.operands, ...Object.values(grammar.when ?? {}).map(({ operands }) => operands)]) {
        const places = words(list)
        for (const place of places) assert.isTrue(isKind(place.replace(/^!|[*?]$/g, "")), `${name}: ${place}`)
        assert.isAtMost(places.filter((place) => place.endsWith("*")).length, 1, name)
      }
    }
  })

  it("speak in conditions only of options they have", () => {
    for (const [name, grammar] of all) {
      const names = namesOf(grammar)
      for (const condition of Object.keys(grammar.when ?? {})) {
        for (const one of words(condition)) assert.isTrue(names.has(one), `${name} ${one}`)
      }
    }
  })

  it("say of each command either that it reads or what it does", () => {
    for (const [name, { does, other, reads, sub }] of all) {
      assert.isTrue((reads === true) !== (does !== undefined) || (sub !== undefined && other !== undefined), name)
    }
  })
})

/** Commands whose own words are options of no kind: they print or ignore whatever they are given. */
const takesAnything = new Set(["echo", "true", "false", ":", "expr", "yes"])

const readers = [...commands].filter(([, { reads }]) => reads === true)
const gitReaders = Object.entries(gitReads)

describe("A command with a table", () => {
  it("is no proven read with an option the table lacks", () => {
    for (const [name] of readers) {
      if (!takesAnything.has(name)) assert.isFalse(isProven(`${name} --portcullis`), name)
    }
    for (const [name] of gitReaders) assert.isFalse(isProven(`git ${name} --portcullis`), name)
  })

  it("is no proven read with a long option cut short", () => {
    for (const [name, grammar] of readers) {
      const names = namesOf(grammar)
      for (const long of names) {
        const short = long.slice(0, -1)
        if (!long.startsWith("--") || long.length < 6 || names.has(short) || takesAnything.has(name)) continue
        assert.isFalse(isProven(`${name} ${short}`), `${name} ${short}`)
        assert.isFalse(isProven(`${name} ${short}=x`), `${name} ${short}=x`)
      }
    }
  })

  it("is no proven read with an option that is marked", () => {
    const marked = [...readers, ...gitReaders.map(([name, grammar]) => [`git ${name}`, grammar] as const)]
    let tried = 0
    for (const [name, grammar] of marked) {
      for (const text of words(grammar.options)) {
        if (!text.startsWith("!")) continue
        const flag = text.replace(/^!+/, "").replace(/\[?=.*$/, "")
        for (const spelled of [`${flag} x`, `${flag}=x`]) {
          tried++
          assert.isFalse(isProven(`${name} ${spelled} y`), `${name} ${spelled}`)
        }
      }
    }
    assert.isAbove(tried, 40)
  })

  it("stays a proven read with the options that are not", () => {
    let tried = 0
    for (const [name, grammar] of readers) {
      if (name === "tar" || name === "jq" || takesAnything.has(name)) continue
      for (const text of words(grammar.options)) {
        if (text.startsWith("!") || text === "-#" || grammar.oneDash === true) continue
        const flag = text.replace(/\[?=.*$/, "")
        if (!flag.startsWith("--")) continue
        const values = /[^[]=([a-z,]*)$/.exec(text)
        const value =
          values === null
            ? ""
            : ` ${(values[1] ?? "")
                .split(",")
                .map(() => "x")
                .join(" ")}`
        tried++
        assert.isTrue(unitOf(`${name} ${flag}${value}`).proof.read, `${name} ${flag}${value}`)
      }
    }
    assert.isAbove(tried, 300)
  })

  it("that is named in another case is another program", () => {
    for (const [name] of readers) {
      const upper = name.toUpperCase()
      if (upper !== name) assert.isFalse(isProven(upper), upper)
    }
  })
})
