import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as net from "node:net"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { storedEntryOf } from "../../src/domain/log/StoredEntry.ts"
import { openLog } from "../../src/layers/LogReader.ts"
import { filesAside } from "../../src/layers/LogRotation.ts"
import { appendEntry, newRequestId } from "../../src/layers/ReviewLogFile.ts"
import { entry, fresh, read, script } from "./support/logs.ts"
import { temporaryDirectory } from "./Temporary.ts"

const modeOf = (file: string): number => fs.statSync(file).mode & 0o777

describe("the review log", () => {
  it("is made for its owner alone, and made so again when it is not", () => {
    const file = fresh()
    assert.strictEqual(appendEntry(file, entry()), "written")
    assert.strictEqual(modeOf(file), 0o600)
    assert.strictEqual(modeOf(path.dirname(file)), 0o700)
    fs.chmodSync(file, 0o644)
    assert.strictEqual(appendEntry(file, entry()), "written")
    assert.strictEqual(modeOf(file), 0o600)
    assert.deepStrictEqual(read(file).torn, 0)
  })

  it("begins a new line behind one that a crash tore", () => {
    const file = fresh()
    appendEntry(file, entry())
    fs.appendFileSync(file, '{"time":"2026-01-31T12:00')
    const next = entry()
    assert.strictEqual(appendEntry(file, next), "written")
    const { entries, torn } = read(file)
    assert.strictEqual(torn, 1)
    assert.strictEqual(entries.at(-1)?.stamp.requestId, next.requestId)
  })

  it("keeps as many files as it is told, the newest, and reads them in their order", () => {
    const file = fresh()
    for (let number = 0; number < 200; number++) {
      appendEntry(file, entry({ number, words: "word ".repeat(40) }), { maxBytes: 2000, keep: 3 })
    }
    assert.strictEqual(filesAside(file).length, 3)
    const numbers = read(file).entries.map(({ whole }) => JSON.stringify(whole["details"]))
    const place = (text: string): number => Number(/"number":(\d+)/.exec(text)?.[1])
    assert.strictEqual(place(numbers.at(-1) ?? ""), 199)
    for (const [at, text] of numbers.entries()) assert.strictEqual(place(text), 200 - numbers.length + at)
  })

  it("outgrows its size while another process rotates it, and takes a lock that nobody holds any more", () => {
    const file = fresh()
    const full = { maxBytes: 1000, keep: 3 }
    for (let number = 0; number < 4; number++) appendEntry(file, entry("word ".repeat(60)))
    const lock = `${file}.lock`
    fs.writeFileSync(lock, "")
    assert.strictEqual(appendEntry(file, entry(), full), "written")
    assert.strictEqual(filesAside(file).length, 0)
    fs.utimesSync(lock, 1, 1)
    appendEntry(file, entry(), full)
    appendEntry(file, entry(), full)
    assert.strictEqual(filesAside(file).length, 1)
    assert.strictEqual(read(file).entries.length, 7)
  })
})

describe("a log that cannot be written", () => {
  const bad: ReadonlyArray<readonly [string, RegExp, (file: string) => void]> = [
    ["a FIFO", /FIFO/, (file) => spawnSync("/usr/bin/mkfifo", [file])],
    ["a directory", /directory/, (file) => fs.mkdirSync(file)],
    ["a link to a device", /symbolic link/, (file) => fs.symlinkSync("/dev/full", file)],
    ["a dangling link", /symbolic link/, (file) => fs.symlinkSync(`${file}.target`, file)],
    [
      "below a file",
      /ENOTDIR|EEXIST/,
      (file) => {
        fs.rmdirSync(path.dirname(file))
        fs.writeFileSync(path.dirname(file), "")
      }
    ]
  ]

  for (const [name, why, make] of bad) {
    it(`is told of, and waited for by nobody: ${name}`, () => {
      const file = fresh()
      fs.mkdirSync(path.dirname(file), { recursive: true })
      make(file)
      const started = performance.now()
      const result = appendEntry(file, entry())
      assert.isBelow(performance.now() - started, 1000)
      assert.isObject(result)
      if (result !== "written") assert.match(result.why, why)
      assert.isFalse(fs.existsSync(`${file}.target`))
    })
  }

  it("is told of: a socket", async () => {
    const file = path.join(temporaryDirectory(), "log.jsonl")
    const server = net.createServer()
    await new Promise<void>((resolve) => server.listen(file, resolve))
    const result = appendEntry(file, entry())
    await new Promise((resolve) => server.close(resolve))
    assert.isObject(result)
    if (result !== "written") assert.match(result.why, /socket/)
  })

  it("is told of when it may not grow, and the next entry is whole", { timeout: 60_000 }, () => {
    const file = fresh()
    const limited = `ulimit -f 8; exec "$@"`
    const args = ["-c", limited, "sh", process.execPath, script, file, "40"]
    const { status, stderr } = spawnSync("/bin/sh", args, { env: { PATH: "/nonexistent" }, encoding: "utf8" })
    assert.strictEqual(status, 1)
    assert.match(stderr, /no space is left|may not grow/)
    const next = entry()
    assert.strictEqual(appendEntry(file, next), "written")
    const { entries, torn } = read(file)
    assert.isAtMost(torn, 1)
    assert.strictEqual(entries.at(-1)?.stamp.requestId, next.requestId)
  })
})

describe("reading the log", () => {
  it("passes over what is no entry, and counts it", () => {
    const file = fresh()
    appendEntry(file, entry())
    fs.appendFileSync(file, `\n{}\nnull\n[1]\n{"time":1}\n\u0000\u0001\n${"x".repeat(3_000_000)}\n`)
    fs.appendFileSync(file, Buffer.from([0xff, 0xfe, 0x0a]))
    appendEntry(file, entry())
    const { entries, torn } = read(file)
    assert.strictEqual(entries.length, 2)
    assert.strictEqual(torn, 7)
  })

  it("goes on where it stopped, through a rotation, and tells no line twice", () => {
    const file = fresh()
    const cursor = openLog(file)
    const seen: Array<string> = []
    const take = (): void => {
      for (const line of cursor.drain()) {
        if (line._tag === "Line") seen.push(storedEntryOf(line.text)?.stamp.requestId ?? "")
      }
    }
    const written: Array<string> = []
    take()
    for (let number = 0; number < 120; number++) {
      const next = entry({ number, words: "word ".repeat(20) })
      written.push(next.requestId)
      assert.strictEqual(appendEntry(file, next, { maxBytes: 1500, keep: 100 }), "written")
      if (number % 17 === 0) take()
    }
    fs.appendFileSync(file, '{"time":')
    take()
    cursor.close()
    assert.isAbove(filesAside(file).length, 5)
    assert.deepStrictEqual(seen, written)
  })
})

describe("a new request id", () => {
  it("differs from every other", () => {
    const made = new Set(Array.from({ length: 20_000 }, newRequestId))
    assert.strictEqual(made.size, 20_000)
  })
})
