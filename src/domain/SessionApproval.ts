/**
 * What a person approved for one session: a scoped fact, never a rule.
 */
import type { Access, Direction } from "./Access.ts"
import type { FloorClass } from "./Floor.ts"
import { matches, type Pattern } from "./Pattern.ts"

export interface SessionApproval {
  readonly surface: string
  /** An exact text is a `verbatim` pattern, or its wildcards would approve other texts. */
  readonly pattern: Pattern
  /** Where the path leads through links, which a path is matched by as well. */
  readonly resolved?: Pattern | undefined
  /** Which way the person saw a path used: the approval names no other use of it. */
  readonly direction?: Direction | undefined
  /** The floors the person saw when approving; the approval lifts no other. */
  readonly floors: ReadonlyArray<FloorClass>
  readonly session: string
}

/**
 * Answers whether an approval names an access: given in this session, on its surface, and matching every form exactly.
 *
 * @param session the call's session; without one nothing is approved
 */
export const approves = (approval: SessionApproval, access: Access, session: string | undefined): boolean =>
  session !== undefined &&
  approval.session === session &&
  approval.surface === access.surface &&
  (approval.direction === undefined || access._tag !== "Path" || access.direction === approval.direction) &&
  access.forms.length > 0 &&
  access.forms.every((form) => form.spellings.some((spelling) => matchesEither(approval, spelling)))

const matchesEither = ({ pattern, resolved }: SessionApproval, spelling: string): boolean =>
  matches(pattern, spelling) || (resolved !== undefined && matches(resolved, spelling))
