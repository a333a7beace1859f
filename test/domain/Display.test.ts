import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { display } from "../../src/domain/Display.ts"

describe("display", () => {
  it("leaves what a reader can see as it is", () => {
    for (const text of ["", "git status", "écoute 日本語 🎉", "a\\nb", "`~!@#$%^&*()_+-=[]{}|;':\",./<>?"]) {
      assert.strictEqual(display(text), text)
    }
  })

  it("escapes what would move the cursor, end the line or colour the screen", () => {
    assert.strictEqual(display("a\nb\r\tc"), "a\\nb\\r\\tc")
    assert.strictEqual(display("\u001b[2Jrm\u0000\u007f\u009b"), "\\x1b[2Jrm\\x00\\x7f\\x9b")
    assert.strictEqual(display("a\u2028b\u2029"), "a\\u{2028}b\\u{2029}")
  })

  it("escapes what would show text in another order than it runs, or hide it", () => {
    assert.strictEqual(display("ls \u202e gnp.exe"), "ls \\u{202e} gnp.exe")
    assert.strictEqual(display("a\u200bb\u200dc\ufeffd\u00ade"), "a\\u{200b}b\\u{200d}c\\u{feff}d\\xade")
    assert.strictEqual(display("x\u3164y\ufe0fz\u{e0041}"), "x\\u{3164}y\\u{fe0f}z\\u{e0041}")
    assert.strictEqual(display("rm\u00a0-rf\u3000/"), "rm\\xa0-rf\\u{3000}/")
  })

  it("escapes a surrogate that stands alone and keeps a pair", () => {
    assert.strictEqual(display("\ud83c"), "\\u{d83c}")
    assert.strictEqual(display("\ud83c\udf89"), "🎉")
  })

  it.prop(
    "shows any text on one line without a control character, and shows the same text again as it is",
    [Schema.String],
    ([text]) => {
      const shown = display(text)
      assert.isFalse(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(shown))
      assert.strictEqual(display(shown), shown)
    }
  )

  it("answers for a megabyte of controls within its time", () => {
    assert.strictEqual(display("\u0000".repeat(1_000_000)).length, 4_000_000)
  })
})
