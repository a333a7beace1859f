import { assert, describe, it } from "@effect/vitest"
import { groundOf } from "../../src/domain/Paths.ts"
import { decodePolicy } from "../../src/domain/PolicyDocument.ts"
import { resolveRules } from "../../src/domain/ResolvedRules.ts"
import type { Scope } from "../../src/domain/Scope.ts"
import type { Entry, WorkspaceView } from "../../src/domain/WorkspaceView.ts"

const directory: Entry = { kind: "directory", size: 0, executable: true }
const link: Entry = { kind: "link", size: 0, executable: true }

/** A disk of directories, in which some are links; it counts the looks. */
const newDisk = (links: Map<string, string>) => {
  const disk = { looks: 0 }
  const view: WorkspaceView = {
    lstat: (path) => {
      disk.looks += 1
      return links.has(path) ? link : directory
    },
    readlink: (path) => links.get(path),
    readdir: () => [],
    list: () => [],
    readFile: () => undefined
  }
  return Object.assign(disk, {
    ground: () => groundOf({ cwd: "/w", workspace: "/w", roots: [], home: "/home/u", view })
  })
}

const scopesOf = (permission: object): ReadonlyArray<Scope> => [
  decodePolicy(JSON.stringify({ permission, agents: { a: { permission } } }), {
    kind: "user",
    file: "/p",
    trusted: true,
    home: "/home/u",
    presets: []
  })
]

const resolvedOf = (scopes: ReadonlyArray<Scope>): ReadonlyArray<string | undefined> =>
  (scopes[0]?.rules ?? []).map(({ resolved }) => resolved?.expanded)

describe("rules on paths", () => {
  it("have a resolved form where a link stands in their literal directory, and nowhere else", () => {
    const disk = newDisk(
      new Map([
        ["/link", "/real"],
        ["/home/u/.ssh", "/keys"],
        ["/file", "/other"]
      ])
    )
    const scopes = scopesOf({
      path: {
        "/link/*": "deny",
        "/plain/*": "deny",
        "~/.ssh/id_*": "deny",
        "/link/a?b": "deny",
        "/file": "ask",
        "*.pem": "deny"
      },
      read: { "/link/x": "allow" },
      bash: { "/link/run *": "deny" },
      "*": { "/link/y": "deny", "/link/z": "allow" }
    })
    assert.deepStrictEqual(resolvedOf(resolveRules(scopes, disk.ground, 0)), [
      "/real/*",
      undefined,
      "/keys/id_*",
      "/real/a?b",
      "/other",
      undefined,
      "/real/x",
      undefined,
      "/real/y",
      undefined
    ])
    assert.strictEqual(resolveRules(scopes, disk.ground, 0)[0]?.agents.get("a")?.[0]?.resolved?.expanded, "/real/*")
  })

  it("are the very same while no link changes, and others once one does", () => {
    const links = new Map([["/link", "/one"]])
    const disk = newDisk(links)
    const scopes = scopesOf({ path: { "/link/*": "deny" } })
    const first = resolveRules(scopes, disk.ground, 0)
    assert.strictEqual(resolveRules(scopes, disk.ground, 0), first)
    links.set("/link", "/two")
    assert.deepStrictEqual(resolvedOf(resolveRules(scopes, disk.ground, 0)), ["/two/*"])
    links.delete("/link")
    assert.strictEqual(resolveRules(scopes, disk.ground, 0), scopes)
  })

  it("that name no directory cost no look", () => {
    const disk = newDisk(new Map())
    const scopes = scopesOf({ path: { "*.env": "deny" }, bash: { "/bin/rm *": "deny" } })
    assert.strictEqual(resolveRules(scopes, disk.ground, 0), scopes)
    assert.strictEqual(disk.looks, 0)
  })

  it("of very many directories are looked at once a second", () => {
    const links = new Map([["/d7", "/one"]])
    const disk = newDisk(links)
    const scopes = scopesOf({ path: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`/d${at}/*`, "deny"])) })
    assert.strictEqual(resolvedOf(resolveRules(scopes, disk.ground, 0))[7], "/one/*")
    const { looks } = disk
    links.set("/d7", "/two")
    assert.strictEqual(resolvedOf(resolveRules(scopes, disk.ground, 999))[7], "/one/*")
    assert.strictEqual(disk.looks, looks)
    assert.strictEqual(resolvedOf(resolveRules(scopes, disk.ground, 1000))[7], "/two/*")
  })
})
