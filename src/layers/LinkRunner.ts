/**
 * The program a link's module runs in, for one ask. It speaks with the one who started it over descriptor 3, a line of
 * JSON each way, and waits for an answer by reading: the module may ask without a promise.
 */
import * as fs from "node:fs"
import { registerHooks } from "node:module"
import { pathToFileURL } from "node:url"
import type * as EffectModule from "effect/Effect"
import type { PromptPermissionDetails } from "../domain/Ask.ts"
import { detailsOf } from "../domain/log/Details.ts"
import type { PermissionState } from "../domain/PermissionState.ts"
import { type AuthorizerVerdict, verdictOf, verdictOfWire, type WireVerdict } from "../domain/Verdict.ts"
import type { Authorizer } from "../services/Authorizer.ts"
import type { AuthorizerLog } from "../services/AuthorizerLog.ts"
import type { PermissionQuery, QueriedPermission } from "../services/PermissionQuery.ts"

const channel = 3

/** What the module does to these changes nothing here. */
const { parse, stringify } = JSON
const exit = process.exit.bind(process)

let unread = Buffer.alloc(0)

/** Reads one line; where nobody is there any more there is nothing left to do. */
const heard = (): unknown => {
  const chunk = Buffer.alloc(64 * 1024)
  for (;;) {
    const end = unread.indexOf(10)
    if (end !== -1) {
      const line = unread.subarray(0, end).toString("utf8")
      unread = unread.subarray(end + 1)
      return parse(line)
    }
    const count = fs.readSync(channel, chunk, 0, chunk.length, null)
    if (count === 0) exit(1)
    unread = Buffer.concat([unread, chunk.subarray(0, count)])
  }
}

const say = (message: object): void => {
  const bytes = Buffer.from(`${stringify(message)}\n`)
  for (let at = 0; at < bytes.length;) at += fs.writeSync(channel, bytes, at)
}

const messageOf = (error: unknown): string => {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return "it threw something that cannot be told"
  }
}

/** Says the last word. */
const end = (message: object): never => {
  say(message)
  return exit(0)
}

const failed = (why: string, noVerdict = false): never => end({ say: "failed", why, noVerdict })

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Asks and answers what is answered. */
const asked = (message: object): unknown => {
  say(message)
  const reply = heard()
  if (isRecord(reply) && "answer" in reply) return reply["answer"]
  throw new Error(isRecord(reply) ? String(reply["error"]) : "no answer")
}

const checkPermission = (...args: ReadonlyArray<unknown>): QueriedPermission =>
  // What the other side answers is of that type; JSON does not say so.
  asked({ say: "check", args }) as QueriedPermission

const getToolPermission = (...args: ReadonlyArray<unknown>): PermissionState =>
  // As above.
  asked({ say: "tool", args }) as PermissionState

const logging =
  (level: "review" | "debug") =>
  (event: unknown, details: unknown = {}): void =>
    say({ say: "log", level, event: String(event), details: detailsOf(details, 16 * 1024) })

const plainLog = { review: logging("review"), debug: logging("debug") }

/** Where a module that has none of its own finds the packages a link is written with. */
const packages = (specifier: string): string | undefined => {
  if (specifier === "portcullis") {
    return new URL(import.meta.filename.endsWith(".ts") ? "../index.ts" : "./index.js", import.meta.url).href
  }
  return specifier === "effect" || specifier.startsWith("effect/") ? specifier : undefined
}

/** Of a specifier that is resolved as the module itself would. */
const asModule = "link:"

const resolveFor = (module: string): void => {
  registerHooks({
    resolve: (specifier, context, next) => {
      const forModule = specifier.startsWith(asModule)
      const name = forModule ? specifier.slice(asModule.length) : specifier
      try {
        return next(name, forModule ? { ...context, parentURL: module } : context)
      } catch (error) {
        const own = packages(name)
        if (own === undefined) throw error
        return next(own, { ...context, parentURL: import.meta.url })
      }
    }
  })
}

/** What a link's services are known by in its own copy of the package. */
interface Own {
  readonly PermissionQuery: typeof PermissionQuery
  readonly AuthorizerLog: typeof AuthorizerLog
}

/** What the module itself would load by a name; the hook above resolves it, which the compiler cannot follow. */
const load = <A>(name: string): Promise<A> => import(asModule + name)

/** Runs a link written with Effect, on the very copies of the packages that it was written with. */
const runEffect = (link: object, details: PromptPermissionDetails): Promise<AuthorizerVerdict | undefined> =>
  Promise.all([load<typeof EffectModule>("effect/Effect"), load<Own>("portcullis")]).then(([Effect, own]) =>
    runWith(Effect, own, link, details)
  )

const runWith = (
  Effect: typeof EffectModule,
  own: Own,
  link: object,
  details: PromptPermissionDetails
): Promise<AuthorizerVerdict | undefined> => {
  const query: PermissionQuery["Service"] = {
    checkPermission: (...args) => Effect.sync(() => checkPermission(...args)),
    getToolPermission: (...args) => Effect.sync(() => getToolPermission(...args))
  }
  const log: AuthorizerLog["Service"] = {
    review: (...entry) => Effect.sync(() => plainLog.review(...entry)),
    debug: (...entry) => Effect.sync(() => plainLog.debug(...entry))
  }
  // Whether it is one shows when it runs.
  const { authorize } = link as Authorizer
  return Effect.runPromise(
    authorize(details).pipe(
      Effect.provideService(own.PermissionQuery, query),
      Effect.provideService(own.AuthorizerLog, log)
    )
  ).then(verdictOf)
}

/** Answers what the default export says of the ask. */
const verdictBy = (link: unknown, ask: PromptPermissionDetails): Promise<AuthorizerVerdict | undefined> => {
  if (typeof link === "function") {
    const { signal } = new AbortController()
    const answer: unknown = Reflect.apply(link, undefined, [
      ask,
      { checkPermission, getToolPermission },
      plainLog,
      signal
    ])
    return Promise.resolve(answer).then(verdictOfWire)
  }
  if (isRecord(link) && typeof link["authorize"] === "function") return runEffect(link, ask)
  return failed("its module's default export is neither a function nor an authorizer")
}

/** Says what a module answered. */
const endWith = (loaded: Readonly<Record<string, unknown>>, verdict: AuthorizerVerdict | undefined): never => {
  if (verdict === undefined) return failed("it answered something that is no verdict", true)
  const link = loaded["default"]
  const provenance = loaded["provenance"] ?? (isRecord(link) ? link["provenance"] : undefined)
  return end({
    say: "verdict",
    verdict: wireOf(verdict),
    provenance: provenance === "model" ? provenance : undefined
  })
}

const wireOf = (verdict: AuthorizerVerdict): WireVerdict => {
  switch (verdict._tag) {
    case "Allow":
      return { kind: "allow" }
    case "Deny":
      return { kind: "deny", reason: verdict.reason }
    case "Defer":
      return { kind: "defer" }
  }
}

const broke = (error: unknown): never => failed(messageOf(error))
process.on("uncaughtException", broke)
process.on("unhandledRejection", broke)
process.on("beforeExit", () => failed("it waits for something that never comes"))

// Of that type as `ModuleLinks` writes it.
const start = heard() as { readonly ask: PromptPermissionDetails; readonly module: string }
const url = pathToFileURL(start.module).href
resolveFor(url)
import(url)
  .catch((error: unknown) => failed(`its module could not be loaded: ${messageOf(error)}`))
  .then((loaded: Readonly<Record<string, unknown>>) =>
    verdictBy(loaded["default"], start.ask).then((verdict) => endWith(loaded, verdict))
  )
  .catch(broke)
