/**
 * `portcullis check` from a cold start, beside bare node, interleaved.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { median, shown, table, timed } from "./measure.ts"

const program = fileURLToPath(new URL("../dist/bin.js", import.meta.url))
if (!fs.existsSync(program)) throw new Error(`${program} is missing: run npm run build first`)
const home = fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-cold-"))
const env = { HOME: home, PATH: process.env["PATH"] ?? "" }
const run = (args: ReadonlyArray<string>): number =>
  timed(() => {
    const done = spawnSync(process.execPath, args, { env, cwd: home, stdio: ["ignore", "pipe", "pipe"] })
    if (done.status !== 0) throw new Error(`exit ${done.status}: ${done.stderr.toString()}`)
  })
const bare = ["-e", "0"]
const check = [program, "check", "--", "echo hello"]
for (let warm = 0; warm < 3; warm++) void [run(bare), run(check)]
const pairs = Array.from({ length: 21 }, () => [run(bare), run(check)] as const)
const [bareTime, checkTime] = [median(pairs.map(([a]) => a)), median(pairs.map(([, b]) => b))]
table("cold start, median of 21, interleaved", [
  ["node -e 0", shown(bareTime)],
  ["portcullis check", shown(checkTime)],
  ["ratio", (checkTime / bareTime).toFixed(2)]
])
fs.rmSync(home, { recursive: true, force: true })
