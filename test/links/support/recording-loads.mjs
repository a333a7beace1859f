/** Preloaded, it prints at the end how many modules of the SDK were loaded, and finds the package by its own name. */
import { registerHooks } from "node:module"

const door = new URL("../../../src/index.ts", import.meta.url).href
const loaded = new Set()
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === "portcullis") return { url: door, shortCircuit: true }
    const resolved = next(specifier, context)
    if (resolved.url.includes("/@anthropic-ai/sdk/")) loaded.add(resolved.url)
    return resolved
  }
})
process.on("exit", () => process.stdout.write(`modules of the SDK: ${loaded.size}\n`))
