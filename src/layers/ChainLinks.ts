/**
 * Which links an ask goes through: the operator's chain, bound to what is registered at that moment.
 */
import * as Effect from "effect/Effect"
import { type ChainSettings, chainSettingsOf } from "../domain/ChainSettings.ts"
import type { AuthorizerSource, Scope } from "../domain/Scope.ts"
import type { Authorizer } from "../services/Authorizer.ts"
import type { AuthorizerRegistry } from "../services/AuthorizerRegistry.ts"
import type { ChainLink } from "./Chain.ts"
import { failClosed } from "./FailClosed.ts"
import type { Journal } from "./Journal.ts"

/**
 * Makes the link of a name from where the operator's files say it comes from, and answers one that ships where they say
 * nothing of it; it loads nothing before an ask.
 */
export type LinkSource = (name: string, source: AuthorizerSource | undefined) => Authorizer | undefined

/** A registry that hangs has no links, after this many milliseconds. */
const findMs = 1000

/** Answers what binds an operator's chain to the registry. */
export const linksOf = (registry: AuthorizerRegistry["Service"], linkSource: LinkSource | undefined) => {
  const known = new WeakMap<ReadonlyArray<Scope>, ChainSettings>()

  /** Answers what the scopes say of live authority; the same object for the same scopes. */
  const settings = (scopes: ReadonlyArray<Scope>): ChainSettings => {
    const there = known.get(scopes) ?? chainSettingsOf(scopes)
    known.set(scopes, there)
    return there
  }

  const find = (name: string, { authorizers }: ChainSettings): Effect.Effect<Authorizer | undefined> =>
    Effect.map(
      failClosed(() => registry.find(name), { withinMs: findMs, onFault: () => undefined }),
      (registered) => registered ?? linkSource?.(name, authorizers.get(name))
    )

  /**
   * Answers the chain in the operator's order, and writes down what came of its names before any link runs. A node that
   * relays runs none, and writes that down instead.
   */
  const resolved = Effect.fnUntraced(function* (
    settings: ChainSettings,
    journal: Journal,
    options: { readonly tell: (text: string) => Effect.Effect<void>; readonly relays: boolean }
  ) {
    const { chain } = settings
    if (chain.length === 0) return []
    if (options.relays) {
      const registered = yield* failClosed(() => registry.names, { withinMs: findMs, onFault: () => [] })
      yield* journal.note("authorizer_chain_delegated", { links: chain.map(({ link }) => link), registered })
      return []
    }
    const links: Array<ChainLink> = []
    for (const { link: name, required } of chain) links.push({ name, required, link: yield* find(name, settings) })
    const there = links.filter(({ link }) => link !== undefined)
    yield* journal.note("authorizer_chain_resolved", { links: there.map(({ name }) => name) })
    for (const { link, name, required } of links) {
      if (link !== undefined) continue
      yield* journal.note("authorizer_chain_unregistered_link", { link: name, required })
      yield* options.tell(`the authorizer chain names ${JSON.stringify(name)}, which nobody registered: it is skipped`)
    }
    return links
  })

  return { settings, resolved }
}
