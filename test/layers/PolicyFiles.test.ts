import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Scope } from "../../src/domain/Scope.ts"
import * as PolicyFiles from "../../src/layers/PolicyFiles.ts"
import * as TrustFile from "../../src/layers/TrustFile.ts"
import { Operator } from "../../src/services/Operator.ts"
import { type PolicySnapshot, PolicySource } from "../../src/services/PolicySource.ts"
import { TrustStore } from "../../src/services/TrustStore.ts"
import { temporaryDirectory, uid, writeOwn } from "./Temporary.ts"

interface Ground {
  readonly root: string
  readonly user: string
  readonly workspace: string
  readonly project: string
  readonly managed: string
}

const newGround = (): Ground => {
  const root = temporaryDirectory()
  const workspace = path.join(root, "work")
  fs.mkdirSync(workspace)
  return {
    root,
    user: path.join(root, "config", "portcullis", "policy.jsonc"),
    workspace,
    project: path.join(workspace, ".portcullis", "policy.jsonc"),
    managed: path.join(root, "etc", "policy.jsonc")
  }
}

const provided = (ground: Ground, options: PolicyFiles.PolicyFilesOptions = {}) =>
  PolicyFiles.layer({ managedFile: ground.managed, managedOwner: uid, ...options }).pipe(
    Layer.provideMerge(TrustFile.layer),
    Layer.provideMerge(
      Layer.succeed(Operator, {
        home: path.join(ground.root, "home"),
        uid,
        configHome: path.join(ground.root, "config"),
        stateHome: path.join(ground.root, "state")
      })
    ),
    Layer.fresh
  )

const snapshotOf = (ground: Ground, options: PolicyFiles.PolicyFilesOptions = {}) =>
  PolicySource.use((source) => source.snapshot(ground.workspace)).pipe(Effect.provide(provided(ground, options)))

const shown = ({ scopes }: PolicySnapshot): ReadonlyArray<string> =>
  scopes.map(({ kind, problems, rules, trusted }) => {
    const doubts = `${trusted ? "" : " untrusted"}${problems.length > 0 ? " invalid" : ""}`
    return `${kind} ${rules.map((rule) => rule.pattern.source).join()}${doubts}`
  })

const scopeOf = ({ scopes }: PolicySnapshot, kind: Scope["kind"]): Scope =>
  scopes.find((scope) => scope.kind === kind) ?? assert.fail(`there is no ${kind} scope`)

const policy = (pattern: string): string => `{"permission": {"bash": {"${pattern}": "allow"}}}`

/** Past this a file's times tell its next change. */
const settle = Effect.sleep(150)

describe("policy files", () => {
  it.live("that do not exist make no scopes", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* snapshotOf(newGround()), { scopes: [], notices: [] })
    })
  )

  it.live("stand in order: preset, user, project, managed", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.user, `{"preset": "read-only", "permission": {"bash": {"u": "allow"}}}`)
      writeOwn(ground.project, policy("p"))
      writeOwn(ground.managed, policy("m"))
      const snapshot = yield* snapshotOf(ground)
      assert.deepStrictEqual(shown(snapshot), ["preset ", "user u", "project p untrusted", "managed m"])
      assert.strictEqual(scopeOf(snapshot, "preset").mode, "read_only")
      assert.strictEqual(scopeOf(snapshot, "preset").file, "read-only")
      assert.strictEqual(scopeOf(snapshot, "managed").file, ground.managed)
    })
  )

  it.live("of a project are trusted once pinned, and no longer when they change", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.project, policy("p"))
      yield* Effect.gen(function* () {
        const source = yield* PolicySource
        const store = yield* TrustStore
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), ["project p untrusted"])
        yield* store.trust(yield* store.diff(ground.project))
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), ["project p"])
        writeOwn(ground.project, policy("q"))
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), ["project q untrusted"])
        writeOwn(ground.project, policy("p"))
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), ["project p"])
        yield* store.forget(ground.project)
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), ["project p untrusted"])
      }).pipe(Effect.provide(provided(ground)))
    })
  )

  it.live("of one project are not trusted in another that links to them", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.project, policy("p"))
      const borrower = path.join(ground.root, "borrower")
      fs.mkdirSync(borrower)
      fs.symlinkSync(path.dirname(ground.project), path.join(borrower, ".portcullis"))
      const alias = path.join(ground.root, "alias")
      fs.symlinkSync(ground.workspace, alias)
      yield* Effect.gen(function* () {
        const source = yield* PolicySource
        const trust = yield* TrustStore
        yield* trust.trust(yield* trust.diff(ground.project))
        assert.deepStrictEqual(shown(yield* source.snapshot(alias)), ["project p"])
        assert.deepStrictEqual(shown(yield* source.snapshot(borrower)), ["project p untrusted"])
        const refused = yield* Effect.flip(trust.diff(PolicyFiles.projectFileOf(borrower)))
        assert.match(refused.message, /\.portcullis"?: is a link/)
      }).pipe(Effect.provide(provided(ground)))
    })
  )

  it.live("of one project are not trusted in another", () =>
    Effect.gen(function* () {
      const ground = newGround()
      const other = path.join(ground.root, "other")
      writeOwn(ground.project, policy("p"))
      writeOwn(PolicyFiles.projectFileOf(other), policy("p"))
      yield* Effect.gen(function* () {
        const source = yield* PolicySource
        const store = yield* TrustStore
        yield* store.trust(yield* store.diff(ground.project))
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), ["project p"])
        assert.deepStrictEqual(shown(yield* source.snapshot(other)), ["project p untrusted"])
      }).pipe(Effect.provide(provided(ground)))
    })
  )

  it.live("that cannot be opened safely make an invalid scope that says why", () =>
    Effect.gen(function* () {
      const ground = newGround()
      fs.mkdirSync(ground.user, { recursive: true })
      fs.mkdirSync(path.dirname(ground.project))
      fs.symlinkSync("/etc/hostname", ground.project)
      writeOwn(ground.managed, "{}")
      fs.chmodSync(ground.managed, 0o666)
      const { scopes } = yield* snapshotOf(ground)
      assert.deepStrictEqual(
        scopes.map(({ kind, problems }) => [kind, problems.length]),
        [
          ["user", 1],
          ["project", 1],
          ["managed", 1]
        ]
      )
      assert.match(scopes[0]?.problems[0]?.message ?? "", /is a directory/)
      assert.match(scopes[1]?.problems[0]?.message ?? "", /symbolic link/)
      assert.match(scopes[2]?.problems[0]?.message ?? "", /written by others/)
    })
  )

  it.live("that an administrator manages belong to root, unless the embedder says otherwise", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.managed, policy("m"))
      const snapshot = yield* snapshotOf(ground, { managedOwner: uid + 1 })
      assert.match(scopeOf(snapshot, "managed").problems[0]?.message ?? "", /^belongs to user/)
    })
  )

  it.live("take a preset that exists, and tell of one that does not", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.user, `{"preset": "standart"}`)
      const { scopes } = yield* snapshotOf(ground)
      assert.deepStrictEqual(
        scopes.map(({ kind, problems }) => [kind, problems[0]?.suggestion]),
        [["user", `did you mean "standard"?`]]
      )
    })
  )
})

describe("the file the operator names", () => {
  it.live("stands in for the user's", () =>
    Effect.gen(function* () {
      const ground = newGround()
      const named = path.join(ground.root, "named.jsonc")
      writeOwn(ground.user, policy("u"))
      writeOwn(named, policy("n"))
      const snapshot = yield* snapshotOf(ground, { policyFile: named })
      assert.deepStrictEqual(shown(snapshot), ["user n"])
      assert.strictEqual(scopeOf(snapshot, "user").file, named)
    })
  )

  it.live("has to exist from the start", () =>
    Effect.gen(function* () {
      const ground = newGround()
      const error = yield* Effect.flip(snapshotOf(ground, { policyFile: path.join(ground.root, "named.jsonc") }))
      assert.strictEqual(error._tag, "PolicyFileMissing")
    })
  )

  it.live("makes an invalid scope when it goes away later", () =>
    Effect.gen(function* () {
      const ground = newGround()
      const named = path.join(ground.root, "named.jsonc")
      writeOwn(named, policy("n"))
      yield* Effect.gen(function* () {
        const source = yield* PolicySource
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), ["user n"])
        fs.rmSync(named)
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), ["user  invalid"])
      }).pipe(Effect.provide(provided(ground, { policyFile: named })))
    })
  )
})

describe("a snapshot", () => {
  it.live("is the very same while nothing changed, and another once a file did", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.user, policy("a"))
      yield* Effect.gen(function* () {
        const source = yield* PolicySource
        const first = yield* source.snapshot(ground.workspace)
        assert.strictEqual(yield* source.snapshot(ground.workspace), first)
        yield* settle
        assert.strictEqual(yield* source.snapshot(ground.workspace), first)
        // Touched, but with the same text.
        fs.utimesSync(ground.user, 1, 1)
        assert.strictEqual(yield* source.snapshot(ground.workspace), first)
        writeOwn(ground.user, policy("b"))
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), ["user b"])
        assert.deepStrictEqual(shown(first), ["user a"])
        fs.rmSync(ground.user)
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), [])
        writeOwn(ground.project, policy("p"))
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), ["project p untrusted"])
      }).pipe(Effect.provide(provided(ground)))
    })
  )

  it.live("shows every write of many in a row, however close and alike", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.user, policy("0"))
      yield* Effect.gen(function* () {
        const source = yield* PolicySource
        for (let round = 0; round < 50; round++) {
          fs.writeFileSync(ground.user, policy(`${round % 10}`))
          assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), [`user ${round % 10}`])
        }
      }).pipe(Effect.provide(provided(ground)))
    })
  )

  it.live("sees a file become safe, and unsafe", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.user, policy("u"))
      yield* Effect.gen(function* () {
        const source = yield* PolicySource
        yield* settle
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), ["user u"])
        fs.chmodSync(ground.user, 0o666)
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), ["user  invalid"])
        fs.chmodSync(ground.user, 0o600)
        assert.deepStrictEqual(shown(yield* source.snapshot(ground.workspace)), ["user u"])
      }).pipe(Effect.provide(provided(ground)))
    })
  )

  it.live("tells that the trust store cannot be read where a project has a file", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(path.join(ground.root, "state", "portcullis", "trust.json"), "{")
      assert.deepStrictEqual((yield* snapshotOf(ground)).notices, [])
      writeOwn(ground.project, policy("p"))
      const snapshot = yield* snapshotOf(ground)
      assert.strictEqual(snapshot.notices.length, 1)
      assert.deepStrictEqual(shown(snapshot), ["project p untrusted"])
    })
  )
})
