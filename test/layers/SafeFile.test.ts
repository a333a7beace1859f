import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as net from "node:net"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { describeProblem } from "../../src/domain/Problem.ts"
import { identityOf, isMissing, maximumBytes, problemOf, readSafely } from "../../src/layers/SafeFile.ts"
import { temporaryDirectory, uid, writeOwn } from "./Temporary.ts"

const owners = [uid, 0]

const fresh = (): string => path.join(temporaryDirectory(), "policy.jsonc")

/** Answers what is told of a file, which has to be told within 50 ms. */
const refusal = (file: string, by: ReadonlyArray<number> = owners): string => {
  const before = performance.now()
  const read = readSafely(file, { owners: by })
  assert.isBelow(performance.now() - before, 50)
  if (read._tag !== "Refused") return assert.fail(`it is ${read._tag}`)
  return describeProblem(problemOf(read.refusal))
}

const readsText = (file: string, text: string): void => {
  const read = readSafely(file, { owners })
  assert.deepStrictEqual(read._tag === "Text" ? read.text : read, text)
}

describe("a file", () => {
  it("that its owner alone can write is read", () => {
    const file = fresh()
    writeOwn(file, `{"mode": "ask"} // ünïcode 🎈`)
    readsText(file, `{"mode": "ask"} // ünïcode 🎈`)
  })

  it("of exactly the limit is read, and one byte more is refused", () => {
    const file = fresh()
    writeOwn(file, " ".repeat(maximumBytes))
    readsText(file, " ".repeat(maximumBytes))
    writeOwn(file, " ".repeat(maximumBytes + 1))
    assert.match(refusal(file), /has 1048577 bytes, and at most 1048576 are read/)
  })

  it("of 2 MB is refused", () => {
    const file = fresh()
    writeOwn(file, "x".repeat(2_000_000))
    assert.match(refusal(file), /2000000 bytes/)
  })

  it("that is missing is missing, and so is one below a file", () => {
    const file = fresh()
    assert.deepStrictEqual(readSafely(file, { owners }), { _tag: "Missing" })
    assert.isTrue(isMissing(file))
    writeOwn(file, "")
    assert.isFalse(isMissing(file))
    assert.deepStrictEqual(readSafely(path.join(file, "below"), { owners }), { _tag: "Missing" })
  })

  it("with a NUL, or bytes that are not UTF-8, is refused as binary", () => {
    const file = fresh()
    writeOwn(file, `{"mode": "ask"}\0`)
    assert.match(refusal(file), /is not text in UTF-8/)
    writeOwn(file, Uint8Array.of(0x7b, 0x7d, 0xff, 0xfe))
    assert.match(refusal(file), /is not text in UTF-8/)
  })

  it("is read without its byte order mark", () => {
    const file = fresh()
    writeOwn(file, "\ufeff{}")
    readsText(file, "{}")
  })

  for (const [who, mode] of [
    ["its group", 0o664],
    ["others", 0o646],
    ["everyone", 0o666]
  ] as const) {
    it(`that ${who} can write is refused, with what to do`, () => {
      const file = fresh()
      writeOwn(file, "{}")
      fs.chmodSync(file, mode)
      assert.include(refusal(file), `can be written by others (mode 0${mode.toString(8)}) (chmod go-w "${file}")`)
    })
  }

  it("of another user is refused", () => {
    const file = fresh()
    writeOwn(file, "{}")
    assert.include(refusal(file, [uid + 1]), `belongs to user ${uid}, and may belong only to ${uid + 1}`)
  })

  it.skipIf(uid !== 0)("that was given to another user is refused", () => {
    const file = fresh()
    writeOwn(file, "{}")
    fs.chownSync(file, 65534, 65534)
    assert.match(refusal(file), /belongs to user 65534/)
  })
})

describe("what is no file", () => {
  it("as a link is refused, wherever it leads", () => {
    const directory = temporaryDirectory()
    writeOwn(path.join(directory, "real"), "{}")
    for (const target of ["real", "nowhere", "loop", "/etc/passwd"]) {
      const file = path.join(directory, target === "loop" ? "loop" : `to-${path.basename(target)}`)
      fs.symlinkSync(target, file)
      assert.match(refusal(file), /is a symbolic link, and is not followed/)
    }
  })

  it("as a directory is refused", () => {
    assert.match(refusal(temporaryDirectory()), /is a directory, not a regular file/)
  })

  it("as a FIFO is refused without waiting for a writer", () => {
    const file = fresh()
    execFileSync("/usr/bin/env", ["mkfifo", "-m", "600", file])
    assert.match(refusal(file), /is a FIFO, not a regular file/)
  })

  it("as a device is refused", () => {
    assert.match(refusal("/dev/null"), /is a device, not a regular file/)
  })

  it("as a socket is refused", () =>
    new Promise<void>((done) => {
      const file = fresh()
      const server = net.createServer().listen(file, () => {
        assert.match(refusal(file), /is a socket, not a regular file/)
        server.close(() => done())
      })
    }))
})

describe("a directory above it", () => {
  it("may be a link", () => {
    const directory = temporaryDirectory()
    writeOwn(path.join(directory, "real", "policy.jsonc"), "{}")
    fs.symlinkSync("real", path.join(directory, "link"))
    readsText(path.join(directory, "link", "policy.jsonc"), "{}")
  })

  it("that loops makes the file unreadable, not missing", () => {
    const directory = temporaryDirectory()
    fs.symlinkSync("loop", path.join(directory, "loop"))
    assert.match(refusal(path.join(directory, "loop", "policy.jsonc")), /cannot be read \(ELOOP\)/)
  })
})

describe("an identity", () => {
  it("stays while nothing changes, and tells every change", () => {
    const file = fresh()
    const seen = new Set([identityOf(file).key])
    const changes: ReadonlyArray<() => void> = [
      () => writeOwn(file, "a"),
      () => fs.appendFileSync(file, "b"),
      () => fs.utimesSync(file, 1, 1),
      () => fs.chmodSync(file, 0o600),
      () => {
        fs.writeFileSync(`${file}.new`, "ab")
        fs.renameSync(`${file}.new`, file)
      }
    ]
    for (const change of changes) {
      // The clock of the file system moves in steps of some milliseconds.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15)
      change()
      const { key } = identityOf(file)
      assert.strictEqual(identityOf(file).key, key)
      assert.isFalse(seen.has(key))
      seen.add(key)
    }
  })
})
