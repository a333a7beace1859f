/**
 * A process that appends entries to a log: `append-entries.ts FILE COUNT [MAX_BYTES KEEP]`; a count of 0 goes on for ever.
 */
import { noteOf } from "../../../src/domain/log/EntryOf.ts"
import { appendEntry, newRequestId, nodeName } from "../../../src/layers/ReviewLogFile.ts"

const [file = "", count = "1", maxBytes, keep] = process.argv.slice(2)
const options = maxBytes === undefined ? {} : { maxBytes: Number(maxBytes), keep: Number(keep) }
const last = count === "0" ? Infinity : Number(count)

for (let number = 1; number <= last; number++) {
  // Lines of every length, from less to more than a page of memory.
  const words = "word ".repeat((process.pid * 7 + number * 131) % 1500)
  const stamp = { time: new Date().toISOString(), requestId: newRequestId(), session: null, node: nodeName() }
  const result = appendEntry(file, noteOf("silent", stamp, { number, words }), options)
  if (result !== "written") {
    process.stderr.write(`${result.why}\n`)
    process.exitCode = 1
  }
}
