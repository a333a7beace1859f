#!/usr/bin/env node
/**
 * The first file a shell starts: it checks the Node version in words any Node understands, then loads the program.
 */
const needed: readonly [number, number] = [22, 19]

const isTooOld = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major < needed[0] || (major === needed[0] && minor < needed[1])
}

const fail = (message: string): void => {
  process.exitCode = 70
  process.stderr.write(`${message}\n`)
}

/** Where compiled code is kept between starts, or nothing where no absolute place is known. */
const cacheDirectory = (env: NodeJS.ProcessEnv): string | undefined => {
  const { HOME: home, XDG_CACHE_HOME: cache } = env
  if (cache !== undefined && cache.startsWith("/")) return `${cache}/portcullis/compiled`
  if (home !== undefined && home.startsWith("/")) return `${home}/.cache/portcullis/compiled`
  return undefined
}

// No static import: an old Node resolves those before it runs a line, and would fail in its own words.
const start = async (): Promise<void> => {
  const { enableCompileCache } = await import("node:module")
  const directory = cacheDirectory(process.env)
  if (directory !== undefined) enableCompileCache(directory)
  // The hook is a program of its own: what the commands need would cost it several times its own start.
  if (process.argv[2] === "hook") await import("./hook.ts")
  else await import("./main.ts")
}

if (isTooOld(process.versions.node)) {
  fail(`portcullis needs Node ${needed.join(".")} or newer; this is ${process.versions.node}`)
} else {
  start().catch((error: unknown) => {
    fail(`portcullis could not start: ${error instanceof Error ? error.message : String(error)}`)
  })
}
