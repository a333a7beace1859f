import * as fs from "node:fs"
import type { LookupAddress } from "node:dns"
import * as os from "node:os"
import * as path from "node:path"
import { afterEach, assert, describe, it } from "@effect/vitest"
import { lookUp } from "../../../src/links/model-judge/Lookup.ts"

const { execPath } = process
const root = fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-lookup-"))

afterEach(() => {
  process.execPath = execPath
  fs.rmSync(root, { recursive: true, force: true })
})

/** Has this process start another program than Node. */
const starting = (script: string): void => {
  process.execPath = path.join(root, "program")
  fs.mkdirSync(root, { recursive: true })
  fs.writeFileSync(process.execPath, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

const found = (name: string, signal?: AbortSignal, all = true) =>
  new Promise<string | ReadonlyArray<LookupAddress>>((resolve) => {
    lookUp(signal)(name, { all }, (error, address) =>
      resolve(error === null ? (typeof address === "string" ? address : address) : (error.code ?? "no code"))
    )
  })

describe("the endpoint's name", () => {
  it("is resolved as the system does it", async () => {
    assert.strictEqual(await found("127.0.0.1", undefined, false), "127.0.0.1")
    assert.match(String(await found("endpoint.invalid")), /^(?:ENOTFOUND|EAI_AGAIN)$/)
  })

  it("is this machine where it is localhost, whatever anybody says", async () => {
    starting(`echo '{"found":[{"address":"192.0.2.1","family":4}]}'`)
    assert.deepStrictEqual(await found("localhost"), [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 }
    ])
    assert.deepStrictEqual(await found("x.example"), [{ address: "192.0.2.1", family: 4 }])
  })

  it("takes no longer than the review, though no name server answers", async () => {
    starting(`echo $$ > ${root}/pid\nexec sleep 60`)
    assert.strictEqual(await found("slow.example", AbortSignal.timeout(300)), "EAI_AGAIN")
    assert.isTrue(await isGone(Number(fs.readFileSync(`${root}/pid`, "utf8"))))
  })

  it("is resolved by a process that is not told the key", async () => {
    process.env["PORTCULLIS_TEST_KEY"] = "sk-1"
    starting(`/usr/bin/env > ${root}/env`)
    assert.strictEqual(await found("x.example"), "EAI_AGAIN")
    delete process.env["PORTCULLIS_TEST_KEY"]
    const env = fs.readFileSync(`${root}/env`, "utf8")
    assert.include(env, "NAME=x.example\n")
    assert.notInclude(env, "sk-1")
  })

  it("is not resolved where what resolves it says anything else, or cannot be started", async () => {
    for (const said of ["", "[]", "null", `{"found":1}`, `{"found":[]}`, `{"found":[{"address":1,"family":4}]}`]) {
      starting(`echo '${said}'`)
      assert.include(["EAI_AGAIN", "ENOTFOUND"], await found("x.example"), said)
    }
    process.execPath = "/nowhere/node"
    assert.strictEqual(await found("x.example"), "EAI_AGAIN")
  })
})

const isGone = async (pid: number): Promise<boolean> => {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return false
}
