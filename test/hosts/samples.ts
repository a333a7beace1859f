/**
 * What hosts send, and what they are to be answered: recorded samples, as data.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Schema from "effect/Schema"

const directory = path.join(import.meta.dirname, "..", "cases", "hosts")

const Case = Schema.Struct({ exit: Schema.Finite, stdout: Schema.Unknown, stderr: Schema.String })

const Expected = Schema.fromJsonString(
  Schema.Struct({
    event: Schema.String,
    host_tool: Schema.NullOr(Schema.String),
    canonical: Schema.Record(Schema.String, Schema.Unknown),
    expect: Schema.Record(Schema.String, Case)
  })
)

export interface Sample extends Schema.Schema.Type<typeof Expected> {
  readonly name: string
  /** Exactly what the host sends. */
  readonly input: string
}

/** Answers a host's samples. */
export const samplesOf = (host: string): ReadonlyArray<Sample> =>
  fs
    .readdirSync(path.join(directory, host))
    .filter((file) => file.endsWith(".in.json"))
    .map((file) => {
      const name = file.slice(0, -".in.json".length)
      const read = (suffix: string): string => fs.readFileSync(path.join(directory, host, `${name}${suffix}`), "utf8")
      return { name, input: read(".in.json"), ...Schema.decodeUnknownSync(Expected)(read(".expected.json")) }
    })

/** Answers what is expected on stdout with the reasons filled in: a JSON value, or `""` for nothing. */
export const filledIn = (stdout: unknown, reason: string): unknown =>
  JSON.parse(JSON.stringify(stdout).replaceAll(/"\$\{(?:failure_)?reason\}"/g, () => JSON.stringify(reason)))

/** Answers what stands on stdout: a JSON value, or `""` for nothing. */
export const outOf = (text: string): unknown => (text === "" ? "" : JSON.parse(text))
