/**
 * Links as an operator writes them, in the operator's own directory.
 */
import type { Home } from "./program.ts"

/** Writes a link's module, and answers its path. */
export const writeLink = (home: Home, name: string, text: string): string =>
  home.write(`.config/portcullis/links/${name}.mjs`, text)

/** Answers a policy whose chain is these modules, in this order; bash is delegated to them. */
export const chainOf = (home: Home, links: Readonly<Record<string, string>>, more: object = {}): unknown => ({
  authorizers: Object.fromEntries(
    Object.entries(links).map(([name, text]) => [name, { module: writeLink(home, name, text) }])
  ),
  authorizerChain: Object.keys(links),
  modelDelegation: { allowedSurfaces: ["bash"] },
  ...more
})

/** Denies production, allows staging, leaves the rest. */
export const noProd = `console.log("noise on stdout")
export default async (details, query, log) => {
  const { state } = query.checkPermission("bash", "kubectl get pods")
  log.review("looked", { state })
  if (details.call.text.includes("--context prod")) return { kind: "deny", reason: "production needs a change ticket" }
  return details.call.text.includes("--context staging") ? { kind: "allow" } : { kind: "defer" }
}
`
