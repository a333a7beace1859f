/**
 * How a web address is spelled for the rules.
 */
import type { Form } from "./Access.ts"

/**
 * Answers an address's forms: as given, and as a client would read it, so that neither `HTTPS://` nor `/docs/../` gets
 * by a rule.
 */
export const urlForms = (address: string): ReadonlyArray<Form> => {
  const given: Form = { spellings: [address], tighter: [] }
  const read = URL.parse(address)
  if (read === null) return [given]
  const { href, origin } = read
  if (href === address) return [given]
  // `https://host` and `https://host/` are one address.
  const spellings = href === `${origin}/` ? [href, origin] : [href]
  return spellings.includes(address) ? [{ spellings, tighter: [] }] : [given, { spellings, tighter: [] }]
}
