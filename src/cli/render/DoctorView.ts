/**
 * A check-up as a person reads it: by what it is about, the state of each thing first.
 */
import type { Finding, Health } from "../doctor/Finding.ts"
import type { Paint } from "../../domain/display/Paint.ts"
import { hang } from "../../domain/display/Text.ts"

const marks: Readonly<Record<Health, string>> = { ok: "ok", warning: "note", fault: "fault" }

const painted = (health: Health, mark: string, paint: Paint): string => {
  switch (health) {
    case "ok":
      return paint.state("allow", mark)
    case "warning":
      return paint.state("ask", mark)
    case "fault":
      return paint.state("deny", mark)
  }
}

/** Answers findings as lines, under a heading wherever the area changes from `before`. */
export const doctorLines = (
  findings: ReadonlyArray<Finding>,
  paint: Paint,
  columns: number,
  before?: string | undefined
): ReadonlyArray<string> => {
  let area = before
  return findings.flatMap((finding) => {
    const heading = finding.area === area ? [] : [...(area === undefined ? [] : [""]), paint.heading(finding.area)]
    area = finding.area
    const mark = `  ${marks[finding.health].padEnd(6)}`
    const [first = "", ...more] = hang(mark, finding.text, columns)
    const advice = finding.advice === undefined ? [] : hang(" ".repeat(mark.length), finding.advice, columns)
    return [
      ...heading,
      `  ${painted(finding.health, marks[finding.health], paint)}${first.slice(2 + marks[finding.health].length)}`,
      ...more,
      ...advice.map((line) => paint.dim(line))
    ]
  })
}
