import { assert, describe, it } from "@effect/vitest"
import type { Flow } from "../../../src/domain/shell/Flow.ts"
import { parseText } from "../../../src/domain/shell/Parse.ts"

/** A flow as text: what runs, where. */
const sketch = (flow: Flow): string => {
  switch (flow._tag) {
    case "Command":
      return flow.command.words.map((word) => word.shown).join(" ") || "-"
    case "Sequence":
      return `[${flow.steps.map(sketch).join("; ")}]`
    case "AndOr":
      return `${sketch(flow.left)} ${flow.operator} ${sketch(flow.right)}`
    case "Subshell":
      return `(${sketch(flow.body)})`
    case "Pipeline":
      return flow.stages.map(sketch).join("|")
    case "Not":
      return `!${sketch(flow.body)}`
    case "If":
      return `if ${sketch(flow.test)} ? ${sketch(flow.body)} : ${flow.otherwise === undefined ? "-" : sketch(flow.otherwise)}`
    case "Case":
      return `case ${flow.words.map((word) => word.shown).join(",")} {${flow.bodies.map(sketch).join(" ")}}`
    case "Loop":
      return `loop ${flow.name ?? "-"} ${flow.test === undefined ? "-" : sketch(flow.test)} {${sketch(flow.body)}}`
    case "Function":
      return `${flow.name}{${sketch(flow.body)}}`
    case "Redirected":
      return `${sketch(flow.body)}${flow.redirects.map(({ operator }) => operator).join("")}`
    case "Words":
      return `<${flow.words.map((word) => word.shown).join(" ")}>`
  }
}

describe("parseText", () => {
  const flows: Readonly<Record<string, string>> = {
    "k1; k2 & k3": "[k1; (k2); k3]",
    "k1 && k2 || k3": "k1 && k2 || k3",
    "! k1 | k2": "!(k1)|(k2)",
    "time -p k1": "k1",
    "{ k1; (k2); } > a": "[k1; (k2)]>",
    "if k1; then k2; elif k3; then k4; else k5; fi": "if k1 ? k2 : if k3 ? k4 : k5",
    "case x in a|b) k1;; c) k2;& esac": "case x,a,b,c {k1 k2}",
    "for i in a b; do k1; done": "loop i - {k1}",
    "while k1; do k2; done": "loop - k1 {k2}",
    "for ((i=0; i<3; i++)); do k1; done": "[<i=0>; loop - <i<3> {[k1; <i++>]}]",
    "select x in a; do k1; done": "loop x - {k1}",
    "f() { k1; } >a": "f{k1>}",
    "coproc N { k1; }": "[<N>; (k1)]",
    "[[ -f a && $x == b ]]": "<a $x b>",
    "((i++))": "<i++>",
    "X=1 > a": "-"
  }
  for (const [text, flow] of Object.entries(flows)) {
    it(`reads ${text}`, () => {
      assert.strictEqual(sketch(parseText(text).flow), flow)
    })
  }

  const shown: Readonly<Record<string, string>> = {
    "\\rm": "rm",
    "'r'm": "rm",
    "r\"m\" $'a\\x62'": "rm ab",
    "r\\\nm\ta": "rm a",
    "2>a rm <b x": "rm x",
    'X=1 rm "$Y" `k` {a,b}*': "rm $Y `k` {a,b}*"
  }
  for (const [text, unit] of Object.entries(shown)) {
    it(`takes the quotes from ${JSON.stringify(text)}`, () => {
      assert.strictEqual(sketch(parseText(text).flow), unit)
    })
  }

  it("finds a fixed word fixed, and no other", () => {
    const { flow } = parseText("k1 a'b'\\c ~ \\~ $x * {a,b} ''")
    assert.isTrue(flow._tag === "Command")
    const values = flow._tag === "Command" ? flow.command.words.map((word) => word.value) : []
    assert.deepStrictEqual(values, ["k1", "abc", undefined, "~", undefined, undefined, undefined, ""])
  })

  it("knows when no command stands in a text", () => {
    for (const text of ["", "  \n", "# k1", "X=1", "> a", "((1))"]) assert.isTrue(parseText(text).empty, text)
    for (const text of ["k1", "X=$(k1)", "f() { :; }", "(", "a\0"]) assert.isFalse(parseText(text).empty, text)
  })

  it("says which commands may read a pipe", () => {
    const piped = (text: string): ReadonlyArray<string> => {
      const found: Array<string> = []
      const all = (flows: ReadonlyArray<Flow>): void => {
        for (const flow of flows) visit(flow)
      }
      const visit = (flow: Flow): void => {
        if (flow._tag === "Command") {
          for (const word of flow.command.words) all(word.nested)
          for (const { target } of flow.command.redirects) all(target?.nested ?? [])
          if (flow.command.piped) found.push(flow.command.words[0]?.shown ?? "")
        } else if (flow._tag === "Sequence") all(flow.steps)
        else if (flow._tag === "Pipeline") all(flow.stages)
        else if (flow._tag === "Loop" || flow._tag === "Subshell" || flow._tag === "Redirected") visit(flow.body)
        else if (flow._tag === "Function") visit(flow.body)
      }
      visit(parseText(text).flow)
      return found
    }
    assert.deepStrictEqual(piped("k1 | k2; k3"), ["k2"])
    assert.deepStrictEqual(piped("k1 | { k2; k3 $(k4); }"), ["k2", "k4", "k3"])
    assert.deepStrictEqual(piped("for i in a; do k1; done < a"), ["k1"])
    assert.deepStrictEqual(piped("f() { k1; }"), ["k1"])
    assert.deepStrictEqual(piped("k1 > >(k2) 3< <(k3)"), ["k2"])
  })

  it("gives every command its place in the text, inside an escaped backtick the backtick's", () => {
    const text = "k1; echo `k2 \\`k3\\``"
    const { flow } = parseText(text)
    const second = flow._tag === "Sequence" ? flow.steps[1] : undefined
    const outer = second?._tag === "Command" ? second.command.words[1] : undefined
    const inner = outer?.nested[0]
    assert.isTrue(inner?._tag === "Subshell" && inner.body._tag === "Command")
    const span = inner?._tag === "Subshell" && inner.body._tag === "Command" ? inner.body.command.span : undefined
    assert.deepStrictEqual(span, outer?.span)
    assert.strictEqual(text.slice(span?.start, span?.end), "`k2 \\`k3\\``")
  })
})
