import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { readTool } from "../../src/domain/Tools.ts"

const pathsOf = (tool: string, input: unknown): ReadonlyArray<string> => {
  const reading = readTool({ tool, input })
  if (reading._tag !== "Paths") throw new Error(`${tool} reads as ${reading._tag}`)
  return reading.paths.map((path) => (path._tag === "At" ? `${reading.surface} ${path.reach} ${path.path}` : "unknown"))
}

const textsOf = (tool: string, input: unknown) => {
  const reading = readTool({ tool, input })
  if (reading._tag !== "Shell" && reading._tag !== "Other") throw new Error(`${tool} reads as ${reading._tag}`)
  return reading.texts.map((text) => `${text._tag} ${text.text}`)
}

const valuesOf = (tool: string, input: unknown): ReadonlyArray<string> => {
  const reading = readTool({ tool, input })
  if (reading._tag !== "Names") throw new Error(`${tool} reads as ${reading._tag}`)
  return reading.values
}

describe("a tool that reaches paths", () => {
  it("keeps its path in any of the fields that hosts use, and all of them count", () => {
    for (const field of ["path", "file_path", "filePath", "notebook_path", "absolute_path"]) {
      assert.deepStrictEqual(pathsOf("read", { [field]: "a" }), ["read content a"], field)
    }
    assert.deepStrictEqual(pathsOf("read", { path: "a", file_path: "b" }), ["read content a", "read content b"])
    assert.deepStrictEqual(pathsOf("read", { paths: ["a", "b"] }), ["read content a", "read content b"])
    assert.deepStrictEqual(pathsOf("write", { files: [{ path: "a" }, { filePath: "b" }, "c"] }), [
      "write content a",
      "write content b",
      "write content c"
    ])
  })

  it("writes when it edits, by whatever name", () => {
    for (const tool of ["write", "edit", "multi_edit", "notebook_edit"]) {
      assert.deepStrictEqual(pathsOf(tool, { path: "a" }), ["write content a"], tool)
    }
    assert.deepStrictEqual(pathsOf("edit", { path: "a", edits: [{ oldText: "x", newText: "y" }, { path: "b" }] }), [
      "write content a",
      "write content b"
    ])
  })

  it("reads contents when it greps, and names when it lists", () => {
    assert.deepStrictEqual(pathsOf("grep", { pattern: "/etc/passwd", path: "src" }), ["read tree src"])
    assert.deepStrictEqual(pathsOf("ls", { path: "src" }), ["read names src"])
    for (const tool of ["grep", "find", "glob", "ls"]) {
      assert.isAbove(pathsOf(tool, { pattern: "*.ts" }).length, 0)
      assert.match(pathsOf(tool, {})[0] ?? "", / \.$/, tool)
    }
  })

  it("reaches where its pattern begins", () => {
    assert.deepStrictEqual(pathsOf("glob", { pattern: "*.ts" }), ["read names ."])
    assert.deepStrictEqual(pathsOf("glob", { pattern: "src/**/*.ts" }), ["read names src"])
    assert.deepStrictEqual(pathsOf("find", { pattern: "/etc/*", path: "src" }), ["read names src", "read names /etc"])
    assert.deepStrictEqual(pathsOf("find", { pattern: "../x*/y", path: "src" }), [
      "read names src",
      "read names src/.."
    ])
    assert.deepStrictEqual(pathsOf("glob", { pattern: "/*" }), ["read names /"])
    assert.deepStrictEqual(pathsOf("glob", { pattern: "{/etc,src}/*" }), ["unknown"])
    assert.deepStrictEqual(pathsOf("glob", { pattern: "*/../../*" }), ["unknown"])
    assert.deepStrictEqual(pathsOf("read", { include: ["/etc/**"] }), ["read tree /etc"])
  })

  it("asks where it names none, or one that is no text", () => {
    for (const input of [
      undefined,
      null,
      7,
      "a",
      [],
      {},
      { path: 7 },
      { path: { a: 1 } },
      { paths: [7] },
      { paths: [] }
    ]) {
      assert.deepStrictEqual(pathsOf("read", input), ["unknown"], JSON.stringify(input))
    }
    assert.deepStrictEqual(pathsOf("ls", { path: 7 }), ["unknown"])
    assert.isTrue(pathsOf("read", { paths: Array.from({ length: 600 }, () => "a") }).includes("unknown"))
  })

  it("keeps nothing in what it inherits", () => {
    assert.deepStrictEqual(pathsOf("read", Object.create({ path: "a" })), ["unknown"])
  })
})

describe("a shell", () => {
  it("is read when its command is a text", () => {
    assert.deepStrictEqual(textsOf("bash", { command: "ls -l" }), ["Read ls -l"])
    assert.deepStrictEqual(textsOf("bash", { command: "ls", cmd: "rm x" }), ["Read ls", "Read rm x"])
  })

  it("is unread when it is anything else, and shows the words it holds", () => {
    for (const [input, text] of [
      [{ command: ["rm", "-rf", "x"] }, "rm -rf x"],
      [{ command: { a: 1 } }, ""],
      [{ command: 7 }, ""],
      [{}, ""],
      [undefined, ""],
      [["rm", "x"], "rm x"]
    ] as const) {
      assert.deepStrictEqual(textsOf("bash", input), [`Unread ${text}`], JSON.stringify(input))
    }
  })

  it("is unread when PowerShell or cmd reads it", () => {
    for (const tool of ["powershell", "pwsh", "cmd"]) {
      assert.deepStrictEqual(textsOf(tool, { command: "ls" }), ["Unread ls"])
      assert.deepStrictEqual(textsOf("bash", { command: "ls", shell: tool }), ["Unread ls"])
    }
    assert.deepStrictEqual(textsOf("bash", { command: "ls", shell: "C:\\Windows\\PowerShell.EXE" }), ["Unread ls"])
    assert.deepStrictEqual(textsOf("bash", { command: "ls", dialect: { name: "pwsh" } }), ["Read ls", "Unread "])
  })

  it("is opaque when another shell reads more than plain words", () => {
    const opaque = (input: unknown) => {
      const reading = readTool({ tool: "bash", input })
      return reading._tag === "Shell" && reading.texts.some((text) => text._tag === "Read" && text.opaque !== undefined)
    }
    assert.isTrue(opaque({ command: "ls *(x)", shell: "/bin/zsh" }))
    assert.isTrue(opaque({ command: "ls\nrm x", shell: "fish" }))
    assert.isFalse(opaque({ command: "git status", shell: "/bin/zsh" }))
    assert.isFalse(opaque({ command: "ls *(x)", shell: "/usr/bin/bash" }))
    assert.isFalse(opaque({ command: "ls *", shell: true }))
  })

  it("may be inside a tool nobody knows", () => {
    assert.deepStrictEqual(textsOf("Terminal", { command: "rm x" }), ["Read rm x"])
    assert.deepStrictEqual(textsOf("run", { cmd: "a", script: "b" }), ["Read a", "Read b"])
    assert.deepStrictEqual(textsOf("shell", { command: ["rm", "x"] }), ["Unread rm x"])
    assert.deepStrictEqual(textsOf("Terminal", { command: 7 }), [])
  })
})

describe("a tool judged by a name", () => {
  it("keeps it in its own fields", () => {
    assert.deepStrictEqual(valuesOf("skill", { skill: "pdf" }), ["pdf"])
    assert.deepStrictEqual(valuesOf("task", { subagent_type: "explore", prompt: "x" }), ["explore"])
    assert.deepStrictEqual(valuesOf("websearch", { query: "cats" }), ["cats"])
    assert.deepStrictEqual(valuesOf("webfetch", { url: "https://a.b/c", prompt: "https://x.y" }), ["https://a.b/c"])
  })

  it("makes one value for each address", () => {
    assert.deepStrictEqual(valuesOf("webfetch", { urls: ["https://a", "https://b", "https://a"] }), [
      "https://a",
      "https://b"
    ])
    assert.deepStrictEqual(valuesOf("webfetch", { prompt: "sum up <https://a.b/c> and (HTTP://d)" }), [
      "https://a.b/c",
      "HTTP://d"
    ])
  })

  it("is any when the input does not tell", () => {
    for (const input of [undefined, {}, { url: 7 }, { url: null }])
      assert.deepStrictEqual(valuesOf("webfetch", input), ["*"])
    assert.deepStrictEqual(valuesOf("webfetch", { urls: ["https://a", 7] }), ["https://a", "*"])
  })
})

describe("any tool and any input", () => {
  it.prop(
    "is read without throwing",
    [
      Schema.Literals(["bash", "read", "glob", "webfetch", "mcp", "mcp__a__b", "pwsh", "else", "__proto__"]),
      Schema.Json
    ],
    ([tool, input]) => {
      assert.isString(readTool({ tool, input })._tag)
      assert.isString(
        readTool({ tool, input: { command: input, path: input, pattern: input, url: input, server: input } })._tag
      )
    }
  )
})
