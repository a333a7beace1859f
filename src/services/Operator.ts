/**
 * The person whose files grant authority, and where these are.
 */
import * as Context from "effect/Context"

/** Absolute paths, without a slash at the end. */
export interface OperatorPlaces {
  readonly home: string
  /** The user's id; their files may be owned by them or by root. */
  readonly uid: number
  /** `$XDG_CONFIG_HOME`, by default `~/.config`. */
  readonly configHome: string
  /** `$XDG_STATE_HOME`, by default `~/.local/state`. */
  readonly stateHome: string
  /**
   * Files and directories that guard the agent besides those in their usual places, absolute: the program itself, a
   * policy file named by hand, a host's settings.
   */
  readonly guarded?: ReadonlyArray<string> | undefined
}

export class Operator extends Context.Service<Operator, OperatorPlaces>()("portcullis/services/Operator") {}
