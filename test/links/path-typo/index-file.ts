/**
 * An index of git's written by hand, where a property would start a process for every run.
 */
import * as fs from "node:fs"
import * as path from "node:path"

/** Writes an index of version 2 that lists these ways, as git orders them. */
export const writeIndex = (workspace: string, ways: ReadonlyArray<string>): void => {
  const names = ways.map((way) => Buffer.from(way)).toSorted((a, b) => a.compare(b))
  const head = Buffer.alloc(12)
  head.write("DIRC")
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(names.length, 8)
  const entries = names.map((name) => {
    const entry = Buffer.alloc(Math.floor((62 + name.length + 8) / 8) * 8)
    entry.writeUInt32BE(0o100644, 24)
    entry.writeUInt16BE(Math.min(name.length, 0xfff), 60)
    name.copy(entry, 62)
    return entry
  })
  fs.mkdirSync(path.join(workspace, ".git"), { recursive: true })
  fs.writeFileSync(path.join(workspace, ".git", "index"), Buffer.concat([head, ...entries, Buffer.alloc(20)]))
}
