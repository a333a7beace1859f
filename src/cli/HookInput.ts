/**
 * Standard input, whole and bounded.
 */
import * as fs from "node:fs"

/** What stood on standard input. */
export type Input =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Unreadable"; readonly why: string }

/** More is no tool call, in bytes. */
export const maximumInput = 8 * 1024 * 1024

/** More is not even thrown away: whoever sends it may see the pipe break. */
const maximumDrained = 1024 * 1024 * 1024

/** How long a host may take to send what it has, in milliseconds, where reading does not wait by itself. */
const patienceMs = 10_000

const pauseMs = 2

const chunkBytes = 64 * 1024

/** Reads standard input to its end, or answers why it is no text. */
export const readInput = (): Input => {
  const chunks: Array<Uint8Array> = []
  let total = 0
  const until = Date.now() + patienceMs
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    let count: number
    try {
      count = fs.readSync(0, chunk, 0, chunkBytes, null)
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined
      if (code === "EOF") break
      if (code !== "EAGAIN") return unreadable("its input cannot be read")
      if (Date.now() > until) return unreadable("its input did not come")
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
      continue
    }
    if (count === 0) break
    total += count
    // Read on: a host whose pipe breaks may take that for a broken hook, and a broken hook for leave to go on.
    if (total <= maximumInput) chunks.push(chunk.subarray(0, count))
    if (total > maximumDrained) break
  }
  if (total > maximumInput) return unreadable(`the host sent more than ${maximumInput / 1024 / 1024} MiB`)
  try {
    return { _tag: "Text", text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)) }
  } catch {
    return unreadable("the host sent something that is not UTF-8")
  }
}

const unreadable = (why: string): Input => ({ _tag: "Unreadable", why })
