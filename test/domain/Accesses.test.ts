import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { Access } from "../../src/domain/Access.ts"
import { accessesOf } from "../../src/domain/Accesses.ts"
import { memoryView } from "../../src/domain/MemoryView.ts"
import type { Places } from "../../src/domain/Places.ts"

const places: Places = {
  cwd: "/w",
  workspace: "/w",
  roots: [],
  home: "/home/u",
  view: memoryView({
    w: { "a.ts": "", src: { ".env": "", "b.ts": "" }, "~": { x: "" } },
    home: { u: { ".bashrc": "" } },
    etc: { passwd: "" }
  })
}

const of = (tool: string, input: unknown): ReadonlyArray<Access> => accessesOf({ tool, input }, places)

const short = (access: Access): string =>
  [
    access.surface,
    access.value,
    ...(access._tag === "Path" && access.unresolved !== undefined ? ["unknown"] : []),
    ...(access._tag === "Path" && access.secret !== undefined ? ["secret"] : []),
    ...access.floors.map((floor) => floor.class)
  ].join(" ")

const shorts = (tool: string, input: unknown) => of(tool, input).map(short)

describe("a tool that reaches a path", () => {
  it("makes an access on its canonical surface and on path", () => {
    assert.deepStrictEqual(shorts("read", { path: "a.ts" }), ["read /w/a.ts", "path /w/a.ts"])
    assert.deepStrictEqual(shorts("edit", { file_path: "/w/a.ts" }), ["write /w/a.ts", "path /w/a.ts"])
    assert.deepStrictEqual(shorts("ls", {}), ["read /w", "path /w"])
    assert.deepStrictEqual(shorts("read", { path: "../etc/passwd" }), [
      "read /etc/passwd",
      "path /etc/passwd",
      "external_directory /etc/passwd"
    ])
  })

  it("is judged in both readings of a home, the one inside and the one outside", () => {
    const [read, path, outside] = of("read", { path: "~/x" })
    assert.deepStrictEqual(
      read?.forms.map(({ spellings }) => spellings[0]),
      ["/w/~/x", "/home/u/x"]
    )
    assert.deepStrictEqual(path?.forms, read?.forms)
    assert.deepStrictEqual(outside?.surface, "external_directory")
    assert.strictEqual(outside?.value, "/home/u/x")
    assert.isTrue(shorts("write", { path: "$HOME/.bashrc" }).includes("write /w/$HOME/.bashrc self-protection"))
    assert.isTrue(shorts("read", { path: "~root/x" }).includes("external_directory ~root/x unknown"))
  })

  it("looks below what it searches, and not below what it lists", () => {
    assert.deepStrictEqual(shorts("grep", { pattern: "x" }), ["read /w", "path /w", "path /w/src/.env secret"])
    assert.deepStrictEqual(shorts("glob", { pattern: "**/*" }), ["read /w", "path /w"])
    assert.deepStrictEqual(shorts("grep", { pattern: "x", path: "a.ts" }), ["read /w/a.ts", "path /w/a.ts"])
  })

  it("might reach any path when it names none", () => {
    assert.deepStrictEqual(shorts("read", {}), ["read (no path) unknown", "external_directory (no path) unknown"])
  })
})

describe("an MCP call", () => {
  it("is one access, by whatever name it comes", () => {
    for (const [tool, input] of [
      ["mcp__github__get_issue", {}],
      ["mcp", { server: "github", tool: "get_issue" }]
    ] as const) {
      const [access, ...others] = of(tool, input)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(access?.value, "github:get_issue")
      assert.deepStrictEqual(access?.forms[0]?.spellings, ["github:get_issue", "github_get_issue", "github"])
    }
  })

  it("carries a floor when nobody names the server", () => {
    assert.deepStrictEqual(shorts("mcp", { tool: "delete" }), ["mcp delete opaque"])
    assert.deepStrictEqual(shorts("mcp", undefined), ["mcp * opaque"])
  })
})

describe("a tool judged by a name", () => {
  it("makes an access for each value", () => {
    assert.deepStrictEqual(shorts("skill", { skill: "pdf" }), ["skill pdf"])
    assert.deepStrictEqual(shorts("webfetch", { urls: ["https://a/", "https://b/"] }), [
      "webfetch https://a/",
      "webfetch https://b/"
    ])
    assert.deepStrictEqual(shorts("task", {}), ["task *"])
  })

  it("fetches an address as given and as a client reads it", () => {
    const [access] = of("webfetch", { url: "HTTPS://Good.example/docs/../private" })
    assert.deepStrictEqual(
      access?.forms.map(({ spellings }) => spellings),
      [["HTTPS://Good.example/docs/../private"], ["https://good.example/private"]]
    )
    assert.deepStrictEqual(
      of("webfetch", { url: "https://good.example" })[0]?.forms.map(({ spellings }) => spellings),
      [["https://good.example/", "https://good.example"]]
    )
  })

  it("reads a file when its address is one", () => {
    assert.isTrue(shorts("webfetch", { url: "file:///etc/passwd" }).includes("external_directory /etc/passwd"))
  })
})

describe("a shell", () => {
  it("makes an unread access of a command that is no text", () => {
    assert.deepStrictEqual(shorts("bash", { command: ["rm", "x"] }), ["bash rm x unread"])
    assert.deepStrictEqual(shorts("bash", {}), ["bash  unread"])
    assert.deepStrictEqual(shorts("powershell", { command: "ls" }), ["bash ls unread"])
  })

  it("makes one access of a text in which no command stands", () => {
    assert.deepStrictEqual(shorts("bash", { command: "# nothing" }), ["bash # nothing"])
  })

  it("starts where its input says, which is a path too", () => {
    assert.isTrue(shorts("bash", { command: "true", workdir: "/etc" }).includes("external_directory /etc"))
    assert.isTrue(shorts("bash", { command: "true", cwd: 7 }).some((access) => access.endsWith("unknown")))
    assert.isFalse(shorts("bash", { command: "true", cwd: "src" }).some((access) => access.startsWith("external")))
  })
})

describe("a wrapper the operator names", () => {
  const wrapped = (command: string) =>
    accessesOf({ tool: "bash", input: { command } }, places, { wrappers: ["inbox"] }).map((access) =>
      access._tag === "Unit" ? `${access.value} -> ${access.wraps?.inner.join() ?? "nothing"}` : access.surface
    )

  it("is looked through, unless an option or an expansion stands before the command", () => {
    assert.deepStrictEqual(wrapped("inbox npm test"), ["inbox npm test -> 1", "npm test -> nothing"])
    assert.strictEqual(wrapped("inbox -v npm test")[0], "inbox -v npm test -> nothing")
    assert.strictEqual(wrapped("inbox $X")[0], "inbox $X -> nothing")
    assert.deepStrictEqual(wrapped("outbox npm test"), ["outbox npm test -> nothing"])
  })

  it("is no command whose doing is known: that nobody can redefine", () => {
    const named = (command: string) =>
      accessesOf({ tool: "bash", input: { command } }, places, { wrappers: ["sudo", "bash", "rm", "python3.12"] })
    assert.deepStrictEqual(
      named("sudo ls").flatMap(({ floors }) => floors.map((floor) => floor.class)),
      ["privilege"]
    )
    for (const command of ["bash ls", "rm ls", "python3.12 ls"]) {
      const [unit] = named(command)
      assert.isUndefined(unit?._tag === "Unit" ? unit.wraps : [], command)
    }
  })
})

describe("a tool nobody knows", () => {
  it("is its own surface, and its command line is judged as one besides", () => {
    assert.deepStrictEqual(shorts("Zzz", { a: 1 }), ["Zzz *"])
    const found = of("Terminal", { command: "rm x" })
    assert.isTrue(found.some((access) => access.surface === "bash" && access.value === "rm x"))
    assert.isTrue(found.some((access) => access.surface === "Terminal" && access.value === "*"))
  })
})

describe("any call", () => {
  const Tool = Schema.Literals(["bash", "read", "write", "grep", "find", "webfetch", "mcp", "skill", "cmd", "Zzz"])

  it.prop(
    "makes at least one access, and the same each time",
    { tool: Tool, input: Schema.Json },
    ({ tool, input }) => {
      const inputs = [input, { command: input, path: input, pattern: input, url: input, tool: input, cwd: input }]
      for (const one of inputs) {
        const found = of(tool, one)
        assert.isAbove(found.length, 0)
        assert.deepStrictEqual(of(tool, one), found)
        for (const access of found) {
          if (access._tag === "Unit") for (const place of access.wraps?.inner ?? []) assert.isDefined(found[place])
        }
      }
    }
  )
})
