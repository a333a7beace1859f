import { assert, describe, it } from "@effect/vitest"
import { allowedBy, checksIn, commandAsked, commands, factsIn, git, pythonAsked } from "./asks.ts"
import type { OpaqueFacts } from "../../../src/links/model-judge/Facts.ts"
import type { Checked, Piece } from "../../../src/links/model-judge/Transcript.ts"
import { witnessOf } from "../../../src/links/model-judge/Witness.ts"

const allows = (...given: Parameters<typeof allowedBy>): boolean => {
  const { deferReason, verdict } = allowedBy(...given)
  if (verdict._tag === "Defer") assert.strictEqual(deferReason, "unfaithful")
  return verdict._tag === "Allow"
}

describe("an allow is faithful", () => {
  it("when its pieces are what the program runs", () => {
    assert.isTrue(allows(pythonAsked(`os.system("git status")`), commands("git status")))
  })

  it("when every command around the opaque one is among them", () => {
    const asked = commandAsked(`git add . && python3 -c 'os.system("git status")' | wc -l`, git)
    assert.isTrue(allows(asked, commands("git add .", "git status", "wc -l")))
  })

  it("however the program is quoted", () => {
    const status = commands("git status")
    for (const text of [
      `python3 -c "os.system('git status')"`,
      `python3 -c "os.system(\\"git status\\")"`,
      `node -e 'exec(\`git status\`)'`,
      `lua -e 'os.execute[[git status]]'`,
      `bash -c "ls; perl -e 'system q(git status)'"`
    ]) {
      const pieces = text.startsWith("bash") ? [...status, ...commands("ls")] : status
      assert.isTrue(allows(commandAsked(text, git), pieces), text)
    }
  })

  it("in any order, and however the model quotes", () => {
    const asked = commandAsked(`git add "a b" && python3 -c 'os.system("git status; ls")'`, git)
    assert.isTrue(allows(asked, commands("ls", "git status", "git add 'a b'")))
    assert.isTrue(allows(asked, commands("git status; ls", "git add a\\ b")))
  })

  it("when a shell of another language runs what was looked at", () => {
    assert.isTrue(allows(commandAsked("zsh -c 'git status'", git), commands("git status")))
    assert.isTrue(allows(commandAsked("bash <<EOF\ngit status\nEOF", git), commands("git status")))
  })

  it("when a word that may be a path is named on its surface", () => {
    const asked = commandAsked("frob notes.txt", { bash: { "frob *": "allow" }, path: { "*notes*": "ask" } })
    assert.isTrue(allows(asked, [...commands("frob notes.txt"), { surface: "path", value: "notes.txt" }]))
    assert.isFalse(allows(asked, commands("frob notes.txt")))
    assert.isFalse(allows(asked, [{ surface: "path", value: "notes.txt" }]))
  })
})

describe("an allow is unfaithful", () => {
  it("on the safe piece alone", () => {
    assert.isFalse(allows(pythonAsked(`os.system("git status; rm x")`), commands("git status")))
    assert.isFalse(allows(commandAsked(`zsh -c 'git status; rm x'`, git), commands("git status")))
    assert.isFalse(allows(pythonAsked(`os.system("git status"); os.system("rm x")`), commands("git status")))
    assert.isFalse(allows(commandAsked(`git add . && python3 -c 'f("git status")'`, git), commands("git status")))
  })

  it("wherever in it a text hides", () => {
    const every = { bash: { "*": "allow", "make *": "ask" } }
    for (const text of [
      `python3 -c 'os.system('"'"'make x'"'"')'`,
      `python3 -c $'os.system(\\'make x\\')'`,
      `perl -e 'system qw(make x)'`,
      `perl -e 'system q,make x,'`,
      `perl -e 'system qq zmake xz'`,
      `perl -e 'system q #here\n-make x-'`,
      `perl -e 'system q{{} ; make x}'`,
      `perl -e 'system <<"ls";\nmake x\nls\n'`,
      `perl -e 'system <<"";\nmake x\n\n'`,
      `perl -e 'system <DATA>\n__END__\nmake x'`,
      `perl <<'E'\nsystem q,make x,\nE`,
      `ruby -e 'system %-make x-'`,
      `ruby -e 'system %Q_make x_'`,
      `ruby -e 'system %s(make x).to_s'`,
      `php -r 'exec(<<< E\nmake x\nE\n);'`,
      `lua -e '-- say "\nos.execute("make x") -- "'`,
      `python3 -c 'os.system("ls" + "; make x")'`,
      `perl -e 'open F, "|make x"'`,
      `perl -e 'system <<E\nmake x\nE\n'`,
      `ruby -e '%x{make x}'`,
      `lua -e 'os.execute [==[make x]==]'`,
      `tclsh -c 'exec {make x}'`,
      `awk 'BEGIN{system("make x")}'`,
      `python3 <<E\nos.system('make x')\nE`,
      `python3 - <<'E'\n# don't\nos.system("make x")\nE`,
      `python3 -c 'os.system(sys.argv[1])' 'make x'`,
      `timeout 5 python3 -c 'os.system(sys.argv[1])' "make x"`
    ]) {
      assert.isFalse(allows(commandAsked(`ls; ${text}`, every), commands("ls")), text)
    }
  })

  it("without a piece", () => {
    assert.isFalse(allows(pythonAsked("print(1)"), []))
  })

  it("with a piece that was never checked", () => {
    const asked = pythonAsked(`os.system("git status")`)
    assert.isFalse(allows(asked, [], commands("git status")))
    assert.isFalse(allows(asked, commands("git status"), commands("git status", "status")))
    assert.isFalse(allows(asked, commands("git status"), commands("git status ")))
    assert.isFalse(allows(asked, [{ surface: "path", value: "git status" }], commands("git status")))
  })

  it("with a piece that asks or is denied", () => {
    const denying = { bash: { "*": "allow", "rm *": "deny" } }
    assert.isFalse(allows(pythonAsked(`os.system("make x")`), commands("make x")))
    assert.isFalse(allows(pythonAsked(`os.system("rm x")`, denying), commands("rm x")))
  })

  it("after any check was denied, though the piece is not reported", () => {
    const asked = pythonAsked(`os.system("git status")`, {
      bash: { "*": "allow", "rm *": "deny", "python3 *": "allow" }
    })
    assert.isFalse(allows(asked, commands("git status", "rm x"), commands("git status")))
  })

  it("with a piece that is not in the text", () => {
    const asked = pythonAsked(`os.system("git status")`, { bash: { "*": "allow" } })
    for (const other of ["git log", "status git", "git status -s", "echo", "git\u00a0log"]) {
      assert.isFalse(allows(asked, commands("git status", other)), other)
    }
  })

  it("with a piece made of words that stand apart", () => {
    const asked = pythonAsked(`os.system("git add a"); os.system("git rm b")`)
    assert.isFalse(allows(asked, commands("git add a", "git rm b", "git add b")))
    assert.isTrue(allows(asked, commands("git add a", "git rm b")))
  })

  it("with what a payload decodes to, and with the payload left out", () => {
    const encoded = commandAsked("echo Z2l0IHN0YXR1cw== | base64 -d | bash", git)
    const around = ["echo Z2l0IHN0YXR1cw==", "base64 -d"]
    assert.isFalse(allows(encoded, commands(...around)))
    assert.isFalse(allows(encoded, commands(...around, "git status")))
    assert.isFalse(allows(pythonAsked(`os.system(b64decode("Z2l0IHN0YXR1cwo"))`), commands("git status")))
  })

  it("with a piece that holds what cannot be seen", () => {
    const asked = pythonAsked(`os.system("git status")`)
    for (const odd of ["git status\u200b", "git \u202estatus", "git status\0", "\x07git status", "", " ", "''"]) {
      assert.isFalse(allows(asked, commands("git status", odd)), JSON.stringify(odd))
    }
  })

  it("when a piece covers a text in another reading only", () => {
    const asked = pythonAsked(`os.system("git status > /etc/x")`)
    assert.isFalse(allows(asked, commands("git status")))
  })

  it("when the commands around a piece change what it does", () => {
    const policy = { bash: { "*": "allow" }, path: { "*/src/a.ts": "deny" } }
    const cat = commands("cat a.ts")
    assert.isTrue(allows(pythonAsked(`f("cat a.ts")`, policy), cat))
    assert.isFalse(
      allows(commandAsked(`cd src && python3 -c 'f("cat a.ts")'`, policy), [...cat, ...commands("cd src")])
    )
    const linked = commandAsked(`ln -s src/a.ts b && python3 -c 'f("cat b")'`, { bash: { "*": "allow" } })
    assert.isFalse(allows(linked, commands("ln -s src/a.ts b", "cat b")))
  })

  it("when what arithmetic evaluates holds a command", () => {
    const asked = commandAsked("ls; x='a[$(make x)]'; ((x))", { bash: { "ls *": "allow" } })
    assert.isFalse(allows(asked, commands("ls")))
    assert.isFalse(allows(commandAsked("ls; read x; ((x))", { bash: { "*": "allow" } }), commands("ls", "read x")))
  })

  it("when a secret in the text was hidden from the model", () => {
    const asked = commandAsked(`python3 -c 'f("git status")' && git push "x:ghp_${"a".repeat(36)}"`, git)
    assert.isFalse(allows(asked, commands("git status", "git push 'x:[masked]'")))
  })

  it("whatever is reported of a text that cannot be witnessed", () => {
    assert.isFalse(allows(commandAsked("git add . && eval $X", git), commands("git add .", "$X", "eval $X")))
  })
})

describe("the witness", () => {
  const asked = pythonAsked(`os.system("git status")`)
  const facts = factsIn(asked)
  const opaque: OpaqueFacts = facts?.slice === "allow-capable" ? facts : assert.fail()
  const pieces: ReadonlyArray<Piece> = commands("git status")
  const held = (checks: ReadonlyArray<Checked>, more: Partial<OpaqueFacts> = {}): boolean =>
    witnessOf({ pieces }, checks, { ...opaque, ...more }).held

  it("believes no check of a tool for one of a piece", () => {
    assert.isTrue(held(checksIn(asked, pieces)))
    assert.isFalse(held([{ _tag: "Tool", tool: "git status", state: "allow" }]))
  })

  it("breaks on a tool that is denied", () => {
    assert.isFalse(held([...checksIn(asked, pieces), { _tag: "Tool", tool: "mcp", state: "deny" }]))
  })

  it("excuses a token for asking, never for a deny", () => {
    const token = { surface: "path", value: "/w/status" } as const
    const check = (state: "ask" | "deny"): ReadonlyArray<Checked> => [
      { _tag: "Permission", surface: "bash", value: "git status", state, values: ["git status"], asking: [token] }
    ]
    assert.isFalse(held(check("ask")))
    const named: ReadonlyArray<Piece> = [...pieces, { surface: "path", value: "status" }]
    const path: Checked = {
      _tag: "Permission",
      surface: "path",
      value: "status",
      state: "ask",
      values: ["/w/status"],
      asking: [token]
    }
    const report = { pieces: named }
    assert.isTrue(witnessOf(report, [...check("ask"), path], { ...opaque, promoted: [token] }).held)
    assert.isFalse(witnessOf(report, [...check("deny"), path], { ...opaque, promoted: [token] }).held)
    const elsewhere = { ...token, surface: "external_directory" } as const
    assert.isFalse(witnessOf(report, [...check("ask"), path], { ...opaque, promoted: [elsewhere] }).held)
  })
})
