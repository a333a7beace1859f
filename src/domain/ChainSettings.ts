/**
 * What the operator's files say of live authority, put together.
 */
import { noDelegation } from "./Envelope.ts"
import type { AuthorizerSource, ChainEntry, ModelDelegation, Scope, ScopeSettings } from "./Scope.ts"
import { isSound } from "./Scopes.ts"

/** How live authority is asked; durations in milliseconds. */
export interface ChainSettings {
  readonly chain: ReadonlyArray<ChainEntry>
  /** Where the operator's files say that links come from; the managed file has the last word on a name. */
  readonly authorizers: ReadonlyMap<string, AuthorizerSource>
  readonly delegation: ModelDelegation
  readonly authorizerTimeoutMs: number
  readonly askTimeoutMs: number
  readonly terminalTimeoutMs: number
  readonly debugLog: boolean
}

const defaults = { authorizerTimeoutMs: 10_000, askTimeoutMs: 15_000, terminalTimeoutMs: 300_000 } as const

/**
 * Answers the settings of the user's and the managed file; what a project's or a preset says is not looked at.
 *
 * The managed file's links come first, then those of the user's that it does not name. It narrows: a surface is
 * delegated only where every file that delegates names it, excluded where any does, and the shorter deadline holds.
 * While any file is invalid, a project's too, nothing is delegated: it may be the file that would exclude, or deny.
 */
export const chainSettingsOf = (scopes: ReadonlyArray<Scope>): ChainSettings => {
  const files = [...ofKind(scopes, "managed"), ...ofKind(scopes, "user")]
  const settings = files.filter(isSound).map((scope) => scope.settings)
  return {
    chain: chainOf(settings),
    authorizers: new Map(settings.toReversed().flatMap(({ authorizers }) => [...authorizers])),
    delegation:
      files.every(isSound) && scopes.every(({ problems }) => problems.length === 0)
        ? delegationOf(settings)
        : noDelegation,
    authorizerTimeoutMs: shortest(settings, "authorizerTimeoutMs"),
    askTimeoutMs: shortest(settings, "askTimeoutMs"),
    terminalTimeoutMs: shortest(settings, "terminalTimeoutMs"),
    debugLog: settings.some(({ debugLog }) => debugLog === true)
  }
}

const ofKind = (scopes: ReadonlyArray<Scope>, kind: Scope["kind"]): ReadonlyArray<Scope> =>
  scopes.filter((scope) => scope.kind === kind)

const chainOf = (settings: ReadonlyArray<ScopeSettings>): ReadonlyArray<ChainEntry> => {
  const chain = new Map<string, ChainEntry>()
  for (const { authorizerChain = [] } of settings) {
    for (const entry of authorizerChain) if (!chain.has(entry.link)) chain.set(entry.link, entry)
  }
  // What either file requires is required.
  const required = new Set(
    settings.flatMap(({ authorizerChain = [] }) => authorizerChain.filter((one) => one.required).map((one) => one.link))
  )
  return [...chain.values()].map(({ link }) => ({ link, required: required.has(link) }))
}

const delegationOf = (settings: ReadonlyArray<ScopeSettings>): ModelDelegation => {
  const given = settings.flatMap(({ modelDelegation }) => (modelDelegation === undefined ? [] : [modelDelegation]))
  const [first, ...rest] = given
  if (first === undefined) return noDelegation
  return {
    allowedSurfaces: first.allowedSurfaces.filter((surface) =>
      rest.every(({ allowedSurfaces }) => allowedSurfaces.includes(surface))
    ),
    excludedSurfaces: [...new Set(given.flatMap(({ excludedSurfaces }) => excludedSurfaces))]
  }
}

const shortest = (settings: ReadonlyArray<ScopeSettings>, key: keyof typeof defaults): number => {
  const given = settings.map((one) => one[key]).filter((value) => value !== undefined)
  return given.length === 0 ? defaults[key] : Math.min(...given)
}
