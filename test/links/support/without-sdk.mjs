/** Preloaded, it makes a process one in which the SDK is not installed. */
import { registerHooks } from "node:module"

registerHooks({
  resolve: (specifier, context, next) => {
    if (!specifier.startsWith("@anthropic-ai/")) return next(specifier, context)
    throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: "ERR_MODULE_NOT_FOUND" })
  }
})
