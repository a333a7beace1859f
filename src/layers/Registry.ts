/**
 * The registry of links, in memory.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { linkNameFault } from "../domain/LinkName.ts"
import type { Authorizer } from "../services/Authorizer.ts"
import { AuthorizerNameInvalid, AuthorizerNameTaken, AuthorizerRegistry } from "../services/AuthorizerRegistry.ts"

const make = (): AuthorizerRegistry["Service"] => {
  const links = new Map<string, Authorizer>()
  return {
    register: Effect.fnUntraced(function* (link) {
      // Read once: what is registered stays what it was.
      const { authorize, name, provenance } = link
      const why = linkNameFault(name)
      if (why !== undefined) return yield* new AuthorizerNameInvalid({ name: String(name), why })
      if (links.has(name)) return yield* new AuthorizerNameTaken({ name })
      const registered: Authorizer = { name, authorize: (ask) => authorize.call(link, ask), provenance }
      links.set(name, registered)
      return Effect.sync(() => {
        // Taken back twice, it takes back nobody else's.
        if (links.get(name) === registered) links.delete(name)
      })
    }),
    find: (name) => Effect.sync(() => links.get(name)),
    names: Effect.sync(() => [...links.keys()].toSorted())
  }
}

/** Provides a registry without links. */
export const layer: Layer.Layer<AuthorizerRegistry> = Layer.sync(AuthorizerRegistry, make)
