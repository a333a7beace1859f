import * as fs from "node:fs"
import * as path from "node:path"
import { defineConfig, type TsdownPlugin, type UserConfig } from "tsdown"

/** Programs that are loaded at run time, as the files built beside the one that loads them. */
const apart: ReadonlyMap<string, string> = new Map([
  ["./main.ts", "./main.js"],
  ["./hook.ts", "./hook.cjs"],
  ["./chain.ts", "./chain.js"]
])

const programsStayApart: TsdownPlugin = {
  name: "programs-stay-apart",
  resolveId: (id) => {
    const file = apart.get(id)
    return file === undefined ? null : { id: file, external: true }
  }
}

/** Where `domain` asks for the reader of command lines. */
const readerModules: ReadonlySet<string> = new Set(["./shell/Analyze.ts", "./shell/ReadCommand.ts"])
const askers: ReadonlyArray<string> = ["/src/domain/Accesses.ts", "/src/domain/OperatorWrappers.ts"]

/** Puts the reader of command lines into a file beside the hook, which the first call of one of its functions loads. */
const readerOnDemand: TsdownPlugin = {
  name: "reader-on-demand",
  resolveId: (id, importer) => {
    if (id === "./hook-shell.cjs") return { id, external: true }
    return readerModules.has(id) && askers.some((asker) => importer?.endsWith(asker) === true) ? "\0reader" : null
  },
  load: (id) =>
    id === "\0reader"
      ? `let reader
const loaded = () => (reader ??= require("./hook-shell.cjs"))
export const analyze = (...args) => loaded().analyze(...args)
export const readCommand = (...args) => loaded().readCommand(...args)
export const isKnownCommand = (...args) => loaded().isKnownCommand(...args)`
      : null
}

/** Writes the licences of the packages a bundle holds, which their authors ask for. */
const licences: TsdownPlugin = {
  name: "licences",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules) : []))
    const directories = new Set(
      modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? [])
    )
    const texts = [...directories].toSorted().map((directory) => {
      const file = fs.readdirSync(directory).find((name) => /^licen[cs]e/i.test(name))
      if (file === undefined) throw new Error(`${directory} has no licence file`)
      const name = directory.slice(directory.lastIndexOf("/node_modules/") + "/node_modules/".length)
      return `${name}\n\n${fs.readFileSync(path.join(directory, file), "utf8").trim()}\n`
    })
    this.emitFile({
      type: "asset",
      fileName: "THIRD-PARTY-LICENSES.txt",
      source: texts.join(`\n${"-".repeat(72)}\n\n`)
    })
  }
}

const common: UserConfig = {
  format: "esm",
  platform: "node",
  target: "node22.19",
  fixedExtension: false,
  hash: false,
  // The package's main file is UMD, whose inner requires a bundle cannot follow.
  alias: { "jsonc-parser": path.resolve("node_modules/jsonc-parser/lib/esm/main.js") },
  dts: false,
  report: false,
  // How long a plugin took says nothing to who builds, and that the hook is CommonJS is meant.
  checks: { bundlerTimings: false, legacyCjs: false }
}

/** A program that needs nothing beside it: a start that resolves no package is several times faster. */
const program = (name: string, source = `src/cli/${name}.ts`): UserConfig => ({
  ...common,
  name,
  entry: { [name]: source },
  // The client for models is an optional peer, found where the operator installed it.
  alias: { ...common.alias, portcullis: path.resolve("src/index.ts") },
  deps: { alwaysBundle: [/^(?!@anthropic-ai\/sdk$)/], neverBundle: ["@anthropic-ai/sdk"], onlyBundle: false },
  minify: true,
  outputOptions: { comments: false }
})

export default defineConfig([
  {
    ...common,
    name: "library",
    entry: { index: "src/index.ts", links: "src/links.ts", pixir: "src/pixir.ts" },
    // The links import the package by its own name, as an outside author would.
    deps: {
      alwaysBundle: ["jsonc-parser"],
      neverBundle: ["portcullis", "@anthropic-ai/sdk"],
      onlyBundle: ["jsonc-parser"]
    },
    outputOptions: {
      // Both doors open on the shell reader; by itself it would be named after some module in it.
      chunkFileNames: ({ name }) => (name === "rolldown-runtime" ? "[name].js" : "shared.js")
    },
    dts: true,
    // Said of TypeScript 7.0 and cured by 7.1, which is not out.
    suppressWarnings: /`tsgo` generator on TypeScript 7\.0 is deprecated/
  },
  {
    ...common,
    name: "bin",
    entry: { bin: "src/cli/bin.ts" },
    target: "es2020",
    plugins: [programsStayApart]
  },
  { ...program("main"), plugins: [licences] },
  program("demo"),
  // Node starts a CommonJS program faster than a module, and an agent waits for this one before every tool.
  { ...program("hook"), format: "cjs", plugins: [readerOnDemand, programsStayApart] },
  { ...program("hook-shell"), format: "cjs" },
  program("chain"),
  program("link-runner", "src/layers/LinkRunner.ts")
])
