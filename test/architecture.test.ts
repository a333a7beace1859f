/**
 * Who may import whom, read from the import statements themselves.
 */
import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "..")

interface Import {
  readonly from: string
  /** Loaded when the line is reached, not before the file runs. */
  readonly dynamic: boolean
  /** Gone when the program runs. */
  readonly types: boolean
}

// After one of these a slash begins a regular expression; after anything else it divides.
const beforeRegex =
  /(?:^|[(,=:[!&|?{;+\-*%~^<>]|\b(?:return|typeof|case|in|of|delete|void|throw|new|yield|await|else|do))$/

/** Replaces every comment by a blank and every string by `"n"`, its place in `strings`. */
const mask = (source: string): { readonly code: string; readonly strings: ReadonlyArray<string> } => {
  const strings: Array<string> = []
  let code = ""
  // How many braces are open inside each template expression being read.
  const templates: Array<number> = []
  let at = 0
  const skip = (end: number): void => {
    at = end < 0 ? source.length : end
  }
  const template = (): void => {
    while (at < source.length) {
      if (source[at] === "\\") at += 2
      else if (source[at] === "`") return skip(at + 1)
      else if (source.startsWith("${", at)) {
        templates.push(0)
        return skip(at + 2)
      } else at += 1
    }
  }
  while (at < source.length) {
    const char = source.charAt(at)
    const open = templates.at(-1)
    if (source.startsWith("//", at)) skip(source.indexOf("\n", at))
    else if (source.startsWith("/*", at)) {
      const end = source.indexOf("*/", at + 2)
      skip(end < 0 ? end : end + 2)
      code += " "
    } else if (char === '"' || char === "'") {
      const start = (at += 1)
      while (at < source.length && source[at] !== char) at += source[at] === "\\" ? 2 : 1
      code += `"${strings.length}"`
      strings.push(source.slice(start, at))
      at += 1
    } else if (char === "`") {
      const [, text] = /^`([^`\\$]*)`/.exec(source.slice(at)) ?? []
      if (text === undefined) {
        at += 1
        code += "`"
        template()
      } else {
        code += `"${strings.length}"`
        strings.push(text)
        at += text.length + 2
      }
    } else if (open !== undefined && char === "}" && open === 0) {
      templates.pop()
      at += 1
      template()
    } else if (char === "/" && beforeRegex.test(code.trimEnd())) {
      let inClass = false
      for (at += 1; at < source.length && (inClass || source[at] !== "/"); at += 1) {
        if (source[at] === "\\") at += 1
        else if (source[at] === "[") inClass = true
        else if (source[at] === "]") inClass = false
      }
      at += 1
      code += "0"
    } else {
      if (open !== undefined && (char === "{" || char === "}")) {
        templates[templates.length - 1] = open + (char === "{" ? 1 : -1)
      }
      code += char
      at += 1
    }
  }
  return { code, strings }
}

const importsOf = (source: string): ReadonlyArray<Import> => {
  const { code, strings } = mask(source)
  const text = (index: string | undefined): string => strings[Number(index)] ?? ""
  const statics = code.matchAll(/(?<![\w$.])(?:import|export)\b(?:[\w$*,\s]|\{[^{}]*\})*?\bfrom\s*"(\d+)"/g)
  const bare = code.matchAll(/(?<![\w$.])import\s*"(\d+)"/g)
  const dynamics = code.matchAll(/(?<![\w$.])import\s*\(\s*"(\d+)"/g)
  return [
    ...[...statics, ...bare].map(([statement, index]) => ({
      from: text(index),
      dynamic: false,
      types: /^\w+\s+type\b(?!\s*(?:,|from\b))/.test(statement)
    })),
    ...[...dynamics].map(([, index]) => ({ from: text(index), dynamic: true, types: false }))
  ]
}

type Package =
  | "effect-stable"
  | "effect-unstable"
  | "node"
  | "pure"
  | "platform-node"
  | "portcullis"
  | "model-client"
  | "other"

const pure = new Set(["unbash", "jsonc-parser"])

/** Whether most of what an Effect module exports is promised not to change in a minor release. */
const isStable = (module: string): boolean => {
  const file = path.join(root, "node_modules", "effect", "src", `${module.slice("effect/".length)}.ts`)
  const tags = fs.existsSync(file) ? [...fs.readFileSync(file, "utf8").matchAll(/@stability (\w+)/g)] : []
  return tags.filter(([, tag]) => tag === "stable").length * 2 > tags.length
}

const packageOf = (from: string): Package => {
  if (from.startsWith("node:")) return "node"
  if (from.startsWith("effect/")) return isStable(from) ? "effect-stable" : "effect-unstable"
  if (from.startsWith("@effect/platform-node")) return "platform-node"
  if (from === "portcullis") return "portcullis"
  if (from === "@anthropic-ai/sdk") return "model-client"
  return pure.has(from) ? "pure" : "other"
}

interface Zone {
  readonly folders: ReadonlyArray<string>
  readonly packages: ReadonlyArray<Package>
}

/** The folders under src, and `door` for the files beside them; what each may import. */
const zones: Readonly<Record<string, Zone>> = {
  knowledge: { folders: ["knowledge"], packages: [] },
  domain: { folders: ["domain", "knowledge"], packages: ["effect-stable", "pure"] },
  services: { folders: ["domain", "knowledge", "services"], packages: ["effect-stable"] },
  layers: {
    folders: ["domain", "knowledge", "services", "layers"],
    packages: ["effect-stable", "effect-unstable", "node", "pure", "platform-node"]
  },
  hosts: { folders: ["domain", "knowledge", "services", "hosts"], packages: ["effect-stable", "node", "pure"] },
  // Of the house they know its public door alone, as whoever writes a link of their own.
  links: { folders: ["links"], packages: ["portcullis", "effect-stable", "node", "model-client"] },
  door: {
    folders: ["domain", "knowledge", "services", "layers", "hosts", "links", "door"],
    packages: ["effect-stable"]
  },
  cli: {
    folders: ["domain", "knowledge", "services", "layers", "hosts", "links", "door", "cli"],
    packages: ["effect-stable", "effect-unstable", "node", "pure", "platform-node", "portcullis", "other"]
  }
}

const zoneOf = (file: string): string => (file.includes("/") ? (file.split("/", 1)[0] ?? "") : "door")

/** What is wrong with the imports of `file`, a path below src. */
const importFaults = (file: string, source: string): ReadonlyArray<string> => {
  const name = zoneOf(file)
  const zone = zones[name]
  if (zone === undefined) return [`${file} stands in ${name}/, which is no folder of the house`]
  return importsOf(source).flatMap(({ dynamic, from, types }) => {
    const fault = (why: string): ReadonlyArray<string> => [`${file} imports ${from}: ${why}`]
    if (file === "cli/bin.ts" && !dynamic) return fault("an old Node would fail before it can say so")
    if (from === "effect") return fault("name the module, as in effect/Effect")
    if (!from.startsWith(".")) {
      const kind = packageOf(from)
      if (kind === "model-client" && name === "links" && !dynamic && !types) return fault("only a review loads it")
      return zone.packages.includes(kind) ? [] : fault(`${name} may not import ${kind}`)
    }
    const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), from))
    const data = ["../package.json", "../schema/policy.schema.json", "../schema/model-judge.schema.json"].includes(
      target
    )
    if (data) return name === "cli" ? [] : fault(`${name} may not read it`)
    if (target.startsWith("..")) return fault("it stands outside src")
    return zone.folders.includes(zoneOf(target)) ? [] : fault(`${name} may not import ${zoneOf(target)}`)
  })
}

const longest = 400

/** Tables may be as long as what they know. */
const lengthFaults = (file: string, source: string): ReadonlyArray<string> => {
  const lines = source.trimEnd().split("\n").length
  return zoneOf(file) === "knowledge" || lines <= longest ? [] : [`${file} has ${lines} lines, more than ${longest}`]
}

const sources = fs
  .readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => [file.split(path.sep).join("/"), fs.readFileSync(path.join(root, "src", file), "utf8")] as const)

describe("The house", () => {
  it("has files to look at", () => {
    assert.isAbove(sources.length, 10)
  })

  it("imports one way", () => {
    assert.deepStrictEqual(
      sources.flatMap(([file, source]) => importFaults(file, source)),
      []
    )
  })

  it("has no file too long to read", () => {
    assert.deepStrictEqual(
      sources.flatMap(([file, source]) => lengthFaults(file, source)),
      []
    )
  })
})

describe("What the rules of the house forbid", () => {
  const cases: ReadonlyArray<readonly [file: string, allowed: string, forbidden: ReadonlyArray<string>]> = [
    ["knowledge/Git.ts", "./Grammar.ts", ["../domain/Rule.ts", "effect/Schema", "node:fs", "unbash"]],
    [
      "domain/shell/Units.ts",
      "../../knowledge/Git.ts",
      ["../../services/Policy.ts", "../../layers/Policy.ts", "../../index.ts", "node:path", "@effect/platform-node"]
    ],
    ["domain/Rule.ts", "effect/Schema", ["effect", "effect/FileSystem", "effect/cli/Command", "picocolors"]],
    ["domain/Policy.ts", "jsonc-parser", ["jsonc-parser/lib/umd/main.js", "./../cli/main.ts", "../../test/x.ts"]],
    ["services/Policy.ts", "../domain/Rule.ts", ["../layers/Policy.ts", "../hosts/Pi.ts", "node:fs", "effect/Path"]],
    [
      "layers/Policy.ts",
      "@effect/platform-node/NodeSocket",
      ["../hosts/Pi.ts", "../cli/main.ts", "../index.ts", "effect"]
    ],
    ["layers/Log.ts", "node:fs", ["../../package.json", "portcullis", "picocolors"]],
    [
      "hosts/Pi.ts",
      "../domain/ToolCall.ts",
      ["../layers/Policy.ts", "@effect/platform-node/NodeSocket", "../cli/x.ts"]
    ],
    ["links/path-typo.ts", "portcullis", ["../domain/Rule.ts", "../index.ts", "effect/FileSystem", "unbash"]],
    ["index.ts", "./layers/Policy.ts", ["./cli/main.ts", "effect/Terminal", "node:fs", "effect"]],
    ["cli/commands/SchemaCommand.ts", "../../../schema/policy.schema.json", ["../../../schema/other.json"]],
    ["pixir.ts", "./domain/tripwire/Tripwire.ts", ["./cli/main.ts", "effect/Terminal", "node:fs", "effect"]],
    ["cli/main.ts", "../../package.json", ["effect", "../../scripts/size.ts"]],
    ["extra/Thing.ts", "", ["./Other.ts"]]
  ]
  for (const [file, allowed, forbidden] of cases) {
    it(`in ${file}`, () => {
      if (allowed !== "") assert.deepStrictEqual(importFaults(file, `import { x } from "${allowed}"`), [])
      for (const from of forbidden) {
        assert.lengthOf(importFaults(file, `import * as X from "${from}"`), 1, `a name from ${from}`)
        assert.lengthOf(importFaults(file, `import type { X } from '${from}'`), 1, `a type from ${from}`)
        assert.lengthOf(importFaults(file, `export * from "${from}"`), 1, `all of ${from}`)
        assert.lengthOf(importFaults(file, `const x = await import("${from}")`), 1, `${from} when it is needed`)
      }
    })
  }

  it("before the version of Node is known", () => {
    assert.deepStrictEqual(importFaults("cli/bin.ts", `await import("./main.ts")`), [])
    assert.lengthOf(importFaults("cli/bin.ts", `import "./main.ts"`), 1)
    assert.lengthOf(importFaults("cli/bin.ts", `import * as fs from "node:fs"`), 1)
  })

  it("of a client for models", () => {
    const client = "@anthropic-ai/sdk"
    assert.deepStrictEqual(importFaults("links/model-judge/Client.ts", `const x = import("${client}")`), [])
    assert.deepStrictEqual(importFaults("links/model-judge/Client.ts", `import type X from "${client}"`), [])
    assert.lengthOf(importFaults("links/model-judge/Client.ts", `import X from "${client}"`), 1)
    assert.lengthOf(importFaults("links/model-judge/Client.ts", `import { type X } from "${client}"`), 1)
    assert.lengthOf(importFaults("layers/Live.ts", `const x = import("${client}")`), 1)
  })

  it("in length", () => {
    assert.deepStrictEqual(lengthFaults("domain/Rule.ts", "x\n".repeat(longest)), [])
    assert.lengthOf(lengthFaults("domain/Rule.ts", "x\n".repeat(longest + 1)), 1)
    assert.deepStrictEqual(lengthFaults("knowledge/Git.ts", "x\n".repeat(longest * 9)), [])
  })
})

describe("Reading imports", () => {
  const read = (source: string): ReadonlyArray<string> => importsOf(source).map(({ from }) => from)

  it("finds every form", () => {
    const source = [
      `import a from "a"`,
      `import b, { type c, d as e } from 'b'`,
      `import * as f from "c"; import type g from "d"`,
      `import {\n  h, // from "not this"\n  i\n} /* nor "this" */ from "e"`,
      `import "f"`,
      `export { j } from "g"`,
      `export * as k from "h"`,
      `export type { l } from "i"`,
      `import m from "j" with { type: "json" }`,
      `const n = await import("k"), o = import(\`l\`)`,
      `type p = import("m").q`,
      `import { "odd name" as r } from "n"`,
      `export { r as "odder name" } from "o"`
    ].join("\n")
    assert.sameMembers([...read(source)], [..."abcdefghijklmno"])
  })

  it("is not misled by comments, strings, templates and regular expressions", () => {
    const source = [
      `// import a from "a"`,
      `/* export * from "b" */`,
      `const c = 'import c from "c"'`,
      'const d = `import d from "d" ${"}" + `${{ e: `import("e")` }.e}`} import "f"`',
      `const g = /["'\`/]import "g"/.test("/") ? 4 / 2 / 1 : x.import("h")`,
      `const i = "\\"", j = '\\\\'; export const from = "j"`,
      `import k from "k"`
    ].join("\n")
    assert.deepStrictEqual(read(source), ["k"])
  })
})
