/**
 * When a rule matches, said as plainly as can be: one character at a time, every rule tried.
 */
import type { Form } from "../../src/domain/Access.ts"
import type { Rule } from "../../src/domain/Rule.ts"

const wild = (pattern: string, value: string): boolean => {
  if (pattern === "") return value === ""
  if (pattern.startsWith("*")) return wild(pattern.slice(1), value) || (value !== "" && wild(pattern, value.slice(1)))
  return value !== "" && (pattern[0] === "?" || pattern[0] === value[0]) && wild(pattern.slice(1), value.slice(1))
}

export const fits = (pattern: string, value: string): boolean =>
  wild(pattern, value) || (pattern.endsWith(" *") && wild(pattern.slice(0, -2), value))

const bare = (text: string) => text.normalize("NFC").toLowerCase()

export const speaks = (rule: Rule, surface: string): boolean =>
  rule.surface === surface || (rule.surface === "*" && surface !== "path" && surface !== "external_directory")

export const hits = ({ pattern, state }: Rule, surface: string, form: Form): boolean => {
  const folds = state !== "allow" && ["path", "external_directory", "read", "write"].includes(surface)
  const values = state === "allow" ? form.spellings : [...form.spellings, ...form.tighter]
  return values.some((it) => fits(pattern.expanded, it) || (folds && fits(bare(pattern.expanded), bare(it))))
}
