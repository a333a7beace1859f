import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { PathAccess } from "../../src/domain/Access.ts"
import { newBudget } from "../../src/domain/Budget.ts"
import { memoryView, type Tree } from "../../src/domain/MemoryView.ts"
import { isSafeDevice, pathAccesses, type PathRules, type Reached } from "../../src/domain/PathAccesses.ts"
import { groundOf } from "../../src/domain/Paths.ts"

const tree: Tree = {
  home: { u: { ".bashrc": "", w: {} } },
  w: {
    "a.ts": "",
    ".env": "",
    ".env.example": "",
    "id_rsa.pub": "",
    src: { "b.ts": "", "c.ts": "", out: { link: "/etc/passwd" } },
    conf: { deep: { "tls.pem": "" }, "x.ts": "" },
    linked: { key: { link: "/home/u/.ssh/id" }, plain: { link: "/elsewhere/x" } },
    lib: { "d.ts": "", nested: { ".git": { config: "" } } },
    node_modules: { pkg: { "test.pem": "" } },
    ".git": { config: "", hooks: {} },
    link: { link: "/elsewhere" },
    null: { link: "/dev/null" },
    loop: { link: "loop" }
  },
  elsewhere: { x: "" },
  etc: { passwd: "" },
  dev: { null: "", stdin: "" }
}

const plain: Omit<Reached, "readings"> = {
  cwds: ["/w"],
  glob: false,
  direction: "read",
  reach: "content",
  whole: false,
  skipsHidden: false,
  own: undefined,
  span: undefined
}

const reach = (
  path: string,
  more: Partial<Reached> = {},
  rules: PathRules = {},
  budget = newBudget()
): ReadonlyArray<PathAccess> => {
  const ground = groundOf({ cwd: "/w", workspace: "/w", roots: [], home: "/home/u", view: memoryView(tree) })
  return pathAccesses({ readings: [path], ...plain, ...more }, ground, budget, rules)
}

/** What an access would be judged by, in short. */
const short = (access: PathAccess): string =>
  [
    access.surface,
    access.value,
    ...(access.unresolved === undefined ? [] : ["unknown"]),
    ...(access.secret === undefined ? [] : ["secret"]),
    ...access.floors.map((floor) => floor.class)
  ].join(" ")

const shorts = (...given: Parameters<typeof reach>) => reach(...given).map(short)

const tree1 = { reach: "tree" } as const
const write = { direction: "write" } as const

describe("a path inside the workspace", () => {
  it("makes an access on path, and none on external_directory", () => {
    assert.deepStrictEqual(shorts("a.ts"), ["path /w/a.ts"])
    assert.deepStrictEqual(shorts("src/../a.ts", { own: "read" }), ["read /w/a.ts", "path /w/a.ts"])
  })

  it("is denied also by the surface of its direction", () => {
    const [read] = reach("a.ts")
    const [written] = reach("a.ts", write)
    const [unknown] = reach("a.ts", { direction: "unknown" })
    assert.deepStrictEqual(read?.deniedAlsoBy, ["read"])
    assert.deepStrictEqual(written?.deniedAlsoBy, ["write"])
    assert.deepStrictEqual(unknown?.deniedAlsoBy, ["read", "write"])
  })
})

describe("a path outside", () => {
  it("makes an access on external_directory besides, however it leaves", () => {
    for (const path of ["/etc/passwd", "../etc/passwd", "src/out", "link/x", "link/../etc/passwd"]) {
      assert.isTrue(
        reach(path).some(({ surface, inside }) => surface === "external_directory" && !inside),
        path
      )
    }
  })

  it("counts as outside when it is in any of the directories the command may stand in", () => {
    assert.deepStrictEqual(shorts("../a.ts", { cwds: ["/w/src", "/w"] }), ["path /w/a.ts", "external_directory /a.ts"])
  })

  it("might be any when its directory is lost, unless it is absolute", () => {
    assert.deepStrictEqual(shorts("a.ts", { cwds: [] }), ["external_directory a.ts unknown"])
    assert.deepStrictEqual(shorts("/w/a.ts", { cwds: [] }), ["path /w/a.ts"])
  })

  it("might be any when it loops", () => {
    assert.deepStrictEqual(shorts("loop/x"), ["path /w/loop/x", "external_directory /w/loop/x unknown"])
  })
})

describe("a device", () => {
  it("makes no access when its use reaches nothing", () => {
    for (const path of [
      "/dev/null",
      "//dev//null",
      "/dev/./null",
      "/dev/zero",
      "/dev/stdin",
      "/dev/tty",
      "/dev/fd/3"
    ]) {
      assert.isTrue(isSafeDevice(path), path)
      assert.deepStrictEqual(reach(path, write), [], path)
    }
  })

  it("is anything else's access", () => {
    for (const path of [
      "/dev/tcp/h/80",
      "/dev/sda",
      "/dev/fd/x",
      "/dev/fd/",
      "/dev/fd/3/x",
      "/dev/null/x",
      "dev/null",
      "/w/link/../../dev/null",
      "/dev/fd/../sda",
      "/proc/self/fd/1"
    ]) {
      assert.isFalse(isSafeDevice(path), path)
      assert.isAbove(reach(path, write).length, 0, path)
    }
    assert.isTrue(shorts("null", write).includes("external_directory /w/null"))
  })
})

describe("a secret's shape", () => {
  it("matters when contents are reached, in either form", () => {
    assert.deepStrictEqual(shorts(".env"), ["path /w/.env secret"])
    assert.deepStrictEqual(shorts(".env", write), ["path /w/.env secret"])
    assert.deepStrictEqual(shorts(".env", { reach: "names" }), ["path /w/.env"])
    assert.deepStrictEqual(shorts(".env.example"), ["path /w/.env.example"])
  })
})

describe("what guards the agent", () => {
  it("puts a floor under writing it, and none under reading it", () => {
    assert.isTrue(shorts(".git/config", write).includes("path /w/.git/config self-protection"))
    assert.isTrue(shorts(".git/config", { direction: "unknown" }).includes("path /w/.git/config self-protection"))
    assert.deepStrictEqual(shorts(".git/config"), ["path /w/.git/config"])
  })

  it("counts as changed with a whole directory above it, seen or foreseen", () => {
    const gone = { ...write, ...tree1, whole: true }
    const guarded = (path: string) => reach(path, gone).some(({ floors }) => floors.length > 0)
    assert.isTrue(guarded(".git"))
    assert.isTrue(guarded("."))
    assert.isTrue(guarded("/home/u"))
    assert.isTrue(guarded("lib"), "a repository inside it")
    assert.isFalse(guarded("src"))
    assert.isFalse(guarded("conf"))
    assert.isFalse(guarded("node_modules"))
  })
})

describe("a walk below a directory", () => {
  it("meets the secrets in it, but not those of packages and of git itself", () => {
    assert.deepStrictEqual(shorts("conf", tree1), ["path /w/conf", "path /w/conf/deep/tls.pem secret"])
    assert.deepStrictEqual(shorts(".", tree1), [
      "path /w",
      "path /w/.env secret",
      "path /w/linked/key secret",
      "path /w/conf/deep/tls.pem secret"
    ])
    assert.deepStrictEqual(shorts(".", { ...tree1, skipsHidden: true }), [
      "path /w",
      "path /w/linked/key secret",
      "path /w/conf/deep/tls.pem secret"
    ])
    assert.deepStrictEqual(shorts("node_modules", tree1), ["path /w/node_modules"])
  })

  it("counts a link to a secret as the secret, since some programs follow", () => {
    assert.deepStrictEqual(shorts("linked", tree1), ["path /w/linked", "path /w/linked/key secret"])
  })

  it("is silent where nothing below matters, and where only names are shown", () => {
    assert.deepStrictEqual(shorts("src", tree1), ["path /w/src"])
    assert.deepStrictEqual(shorts(".", { reach: "names" }), ["path /w"])
    assert.deepStrictEqual(shorts("a.ts", tree1), ["path /w/a.ts"])
  })

  it("asks for what a rule restricts, and cannot be allowed past it", () => {
    const rules: PathRules = {
      restricts: (forms) =>
        forms.some(({ spellings }) => spellings.includes("src/c.ts") || spellings.includes("/elsewhere/x"))
          ? "deny"
          : undefined
    }
    assert.deepStrictEqual(shorts("src", tree1, rules), ["path /w/src", "path /w/src/c.ts unknown"])
    assert.isTrue(shorts("link", tree1, rules).includes("path /w/link/x unknown"))
    assert.deepStrictEqual(shorts("lib", tree1, rules), ["path /w/lib"])
  })

  it("asks where there is more than can be looked at", () => {
    assert.isTrue(shorts("src", tree1, {}, { names: 1, paths: 9 }).includes("path /w/src unknown secret"))
    for (const path of ["/", "/home", "/home/u"]) {
      assert.isTrue(shorts(path, tree1).includes(`path ${path} unknown secret`), path)
    }
  })
})

describe("a glob", () => {
  const glob = { glob: true } as const

  it("is the path of its own text", () => {
    assert.deepStrictEqual(shorts("*.ts", glob), ["path /w/*.ts"])
    assert.deepStrictEqual(shorts("/et[c]/pass*", glob), [
      "path /et[c]/pass*",
      "external_directory /et[c]/pass*",
      "path /etc/passwd",
      "external_directory /etc/passwd"
    ])
  })

  it("reaches what it could name, where that matters", () => {
    assert.deepStrictEqual(shorts(".en?", glob), ["path /w/.en?", "path /w/.env secret"])
    assert.isTrue(shorts("src/*", glob).includes("external_directory /w/src/out"))
    assert.isTrue(shorts(".gi*/config", { ...glob, ...write }).includes("path /w/.git/config self-protection"))
  })

  it("reaches what a rule restricts", () => {
    const rules: PathRules = {
      restricts: (forms) => (forms[0]?.spellings.includes("a.ts") === true ? "deny" : undefined)
    }
    assert.deepStrictEqual(shorts("*.ts", glob, rules), ["path /w/*.ts", "path /w/a.ts"])
    assert.deepStrictEqual(shorts("src/*.ts", glob, rules), ["path /w/src/*.ts"])
  })

  it("starts a walk at whatever it names", () => {
    assert.isTrue(shorts("co*", { ...glob, ...tree1 }).includes("path /w/conf/deep/tls.pem secret"))
  })

  it("might name anything when there is more than can be looked at", () => {
    assert.isTrue(shorts("*", glob, {}, { names: 1, paths: 9 }).includes("external_directory * unknown"))
  })
})

describe("any path", () => {
  const Direction = Schema.Literals(["read", "write", "unknown"])
  const Reach = Schema.Literals(["names", "content", "tree"])

  it.prop(
    "makes an access, or is a device that reaches nothing",
    { path: Schema.String, direction: Direction, reach: Reach, glob: Schema.Boolean, whole: Schema.Boolean },
    ({ path, ...more }) => {
      const found = reach(path, more)
      assert.strictEqual(found.length === 0, isSafeDevice(path))
      assert.isTrue(found.every((access) => access.unresolved !== undefined || access.forms.length > 0))
    }
  )
})
