/**
 * How the endpoint's name is resolved: as the system does it, and no longer than a review takes.
 *
 * Node asks the system in a thread that nothing ends, and no process ends before its threads: where no name server
 * answers, the whole program would wait half a minute for one. A process of its own can be ended.
 */
import { execFile } from "node:child_process"
import type { LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"

/** Resolves the name in its environment, and says all of its addresses or the error's code. */
const program = `require("node:dns").lookup(process.env.NAME, { all: true }, (error, found) =>
  process.stdout.write(JSON.stringify(error === null ? { found } : { code: error.code })))`

/** This machine, whatever a name server says. */
const loopback: ReadonlyArray<LookupAddress> = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 }
]

/** What there is of an answer. */
type Found = ReadonlyArray<LookupAddress> | string

const foundIn = (text: string): Found => {
  try {
    const said: unknown = JSON.parse(text)
    if (typeof said !== "object" || said === null) return failed
    const [code, found] = [Reflect.get(said, "code"), Reflect.get(said, "found")]
    if (!Array.isArray(found)) return typeof code === "string" ? code : failed
    return found.flatMap(addressOf)
  } catch {
    return failed
  }
}

const failed = "EAI_AGAIN"

const addressOf = (value: unknown): ReadonlyArray<LookupAddress> => {
  if (typeof value !== "object" || value === null) return []
  const [address, family] = [Reflect.get(value, "address"), Reflect.get(value, "family")]
  return typeof address === "string" && (family === 4 || family === 6) ? [{ address, family }] : []
}

/** Answers a `lookup` for one request, that ends with `signal`. */
export const lookUp =
  (signal: AbortSignal | undefined): LookupFunction =>
  (name, options, callback) => {
    const answer = (found: Found): void => {
      const wanted = options.family === 4 || options.family === 6 ? options.family : undefined
      const addresses = typeof found === "string" ? [] : found.filter(({ family }) => family === (wanted ?? family))
      const [first] = addresses
      if (first === undefined) {
        const code = typeof found === "string" ? found : "ENOTFOUND"
        callback(Object.assign(new Error("the name cannot be resolved"), { code }), "")
      } else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    }
    if (name === "localhost") return answer(loopback)
    // Nothing of this process's environment goes along: the key is part of it.
    const env = { NAME: name, ELECTRON_RUN_AS_NODE: "1" }
    const limits = { cwd: "/", env, killSignal: "SIGKILL", maxBuffer: 64 * 1024, windowsHide: true } as const
    execFile(process.execPath, ["-e", program], { ...limits, ...(signal ? { signal } : {}) }, (_, said) =>
      answer(foundIn(said))
    )
  }
