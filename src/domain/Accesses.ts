/**
 * A tool call, taken apart into accesses.
 */
import type { Access, NameAccess, PathAccess } from "./Access.ts"
import { type Budget, newBudget } from "./Budget.ts"
import { lookingThrough } from "./OperatorWrappers.ts"
import { pathAccesses, type PathRules, unknownPathAccess } from "./PathAccesses.ts"
import { type Ground, groundOf, locate, readingsOf } from "./Paths.ts"
import type { Places } from "./Places.ts"
import { analyze } from "./shell/Analyze.ts"
import { readCommand } from "./shell/ReadCommand.ts"
import type { Surroundings } from "./shell/Reading.ts"
import { shellAccesses, textAccess } from "./ShellAccesses.ts"
import type { ToolCall } from "./ToolCall.ts"
import { readTool, type ToolPath, type ToolReading, type ToolText } from "./Tools.ts"
import { urlForms } from "./Urls.ts"

/** What the operator's rules and settings say that finding accesses depends on. */
export interface AccessOptions extends PathRules {
  /** Whether an asking or denying `path` rule other than `*` matches a bare token of a command in one of its directories. */
  readonly promotes?: ((token: string, cwds: ReadonlyArray<string>) => boolean) | undefined
  /** Names of further transparent wrappers. */
  readonly wrappers?: ReadonlyArray<string> | undefined
}

/** One call's state while it is taken apart. */
interface Work {
  readonly places: Places
  readonly options: AccessOptions
  readonly ground: () => Ground
  readonly budget: Budget
}

const startWork = (places: Places, options: AccessOptions): Work => {
  let ground: Ground | undefined
  return { places, options, ground: () => (ground ??= groundOf(places)), budget: newBudget() }
}

const toolPath = (path: ToolPath, surface: "read" | "write", work: Work): ReadonlyArray<PathAccess> => {
  work.budget.paths -= 1
  if (path._tag === "Unknown" || work.budget.paths < 0) {
    const [text, why] = path._tag === "Unknown" ? [path.text, path.why] : [path.path, "it is one path too many"]
    return [unknownPathAccess(text, why, surface, undefined, surface), unknownPathAccess(text, why, surface, undefined)]
  }
  const ground = work.ground()
  const readings = readingsOf(path.path, work.places.home)
  const found = pathAccesses(
    {
      readings,
      cwds: [work.places.cwd],
      glob: false,
      direction: surface,
      reach: path.reach,
      whole: false,
      skipsHidden: false,
      own: surface,
      span: undefined
    },
    ground,
    work.budget,
    work.options
  )
  if (!path.path.startsWith("~") || readings.length > 1) return found
  const why = "a host may read it as another user's home"
  return [...found, unknownPathAccess(path.path, why, surface, undefined)]
}

/** Where a shell starts: the call's directory, or the one its input names. */
const startsIn = (directory: string | null | undefined, work: Work) => {
  const { cwd, home } = work.places
  if (directory === undefined) return { cwds: [cwd], accesses: [] }
  if (directory === null) {
    const why = "the directory it starts in is not a text"
    return { cwds: [], accesses: [unknownPathAccess("", why, "unknown", undefined)] }
  }
  const readings = readingsOf(directory, home)
  const accesses = pathAccesses(
    {
      readings,
      cwds: [cwd],
      glob: false,
      direction: "read",
      reach: "names",
      whole: false,
      skipsHidden: false,
      own: undefined,
      span: undefined
    },
    work.ground(),
    work.budget,
    work.options
  )
  return { cwds: readings.map((reading) => locate(reading, cwd, work.ground()).written), accesses }
}

const textAccesses = (
  text: ToolText,
  cwds: ReadonlyArray<string>,
  work: Work,
  offset: number
): ReadonlyArray<Access> => {
  if (text._tag === "Unread") return [textAccess(text.text, [{ class: "unread", cause: text.why }], false)]
  const { places, options } = work
  const surroundings: Surroundings = {
    cwds,
    workspace: places.workspace,
    roots: places.roots,
    home: places.home,
    view: places.view,
    promotes: options.promotes ?? (() => false),
    variables: new Map()
  }
  const analysis = analyze(text.text, surroundings, lookingThrough(options.wrappers ?? [], readCommand))
  const read =
    text.opaque === undefined
      ? analysis
      : { ...analysis, floors: [...analysis.floors, { class: "opaque" as const, cause: text.opaque }] }
  return shellAccesses(text.text, read, work.ground, work.budget, options, offset)
}

const nameAccess = (surface: string, value: string, forms: NameAccess["forms"], why: string): NameAccess => ({
  _tag: "Name",
  surface,
  value,
  forms,
  floors: [],
  proof: { read: false, why }
})

const plainForm = (value: string): NameAccess["forms"] => [{ spellings: [value], tighter: [] }]

const whyNot: ReadonlyMap<string, string> = new Map([
  ["skill", "a skill may do anything its text says"],
  ["task", "an agent may do whatever its tools can"],
  ["webfetch", "an address may carry data out"],
  ["websearch", "a query may carry data out"]
])

const accessesOfNames = (surface: string, values: ReadonlyArray<string>, work: Work): ReadonlyArray<Access> => {
  const found: Array<Access> = []
  for (const value of values) {
    const forms = surface === "webfetch" ? urlForms(value) : plainForm(value)
    found.push(nameAccess(surface, value, forms, whyNot.get(surface) ?? "what it does is not known"))
    if (surface === "webfetch" && /^file:/i.test(value)) {
      found.push(...toolPath({ _tag: "At", path: value, reach: "content" }, "read", work))
    }
  }
  return found
}

const accessesOfReading = (reading: ToolReading, work: Work): ReadonlyArray<Access> => {
  switch (reading._tag) {
    case "Paths":
      return reading.paths.flatMap((path) => toolPath(path, reading.surface, work))
    case "Shell": {
      const start = startsIn(reading.directory, work)
      const found: Array<Access> = []
      for (const text of reading.texts) found.push(...textAccesses(text, start.cwds, work, found.length))
      return [...found, ...start.accesses]
    }
    case "Mcp": {
      const { call, serverKnown } = reading
      const access = nameAccess("mcp", call.value, call.forms, "what an MCP server's tool does is not known")
      if (serverKnown) return [access]
      return [{ ...access, floors: [{ class: "opaque", cause: "the call does not name its server" }] }]
    }
    case "Names":
      return accessesOfNames(reading.surface, reading.values, work)
    case "Other": {
      const found: Array<Access> = []
      for (const text of reading.texts) found.push(...textAccesses(text, [work.places.cwd], work, found.length))
      found.push(nameAccess(reading.surface, "*", plainForm("*"), "what this tool does is not known"))
      return found
    }
  }
}

/**
 * Answers everything a tool call would do, one access for each surface and thing; never none, for input of any shape.
 *
 * A command's units come first, in the order of its analysis.
 *
 * @param places where the call stands; its view is asked anew for each call
 */
export const accessesOf = (
  call: Pick<ToolCall, "tool" | "input">,
  places: Places,
  options: AccessOptions = {}
): ReadonlyArray<Access> => accessesOfReading(readTool(call), startWork(places, options))
