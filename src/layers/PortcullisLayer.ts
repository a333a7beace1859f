/**
 * Portcullis for an embedder: policies, links and a terminal in one layer.
 */
import * as Layer from "effect/Layer"
import type { Mode } from "../domain/Mode.ts"
import type { WorkspaceView } from "../domain/WorkspaceView.ts"
import type { ApprovalStore } from "../services/ApprovalStore.ts"
import * as Authorizer from "../services/Authorizer.ts"
import type { AuthorizerNameInvalid, AuthorizerNameTaken, AuthorizerRegistry } from "../services/AuthorizerRegistry.ts"
import type { Operator } from "../services/Operator.ts"
import type { PolicySource } from "../services/PolicySource.ts"
import { Portcullis as Service } from "../services/Portcullis.ts"
import type { ReviewLog } from "../services/ReviewLog.ts"
import type { TerminalAuthorizer } from "../services/TerminalAuthorizer.ts"
import * as ApprovalStoreFile from "./ApprovalStoreFile.ts"
import * as Engine from "./Engine.ts"
import * as Live from "./Live.ts"
import * as Registry from "./Registry.ts"
import * as ReviewLogLayer from "./ReviewLogLayer.ts"

/** What a program that decides tool calls is made of. */
export interface PortcullisOptions<Policies = never, EP = never, ET = never> {
  /** Where recorded authority is written down; `Portcullis.userPolicy()` is the operator's files. */
  readonly policy: Layer.Layer<Operator | PolicySource | Policies, EP>
  /** The links of this program. Each decides nothing until the operator's `authorizerChain` names it. */
  readonly links?: ReadonlyArray<Authorizer.Authorizer>
  /** Who decides what no link decides: there is no program without. */
  readonly terminal: Layer.Layer<TerminalAuthorizer, ET, ApprovalStore | Operator | PolicySource>
  /** By default `permission-review.jsonl` in the operator's state directory. */
  readonly log?: Layer.Layer<ReviewLog, never, Operator>
  /** By default files in the operator's state directory. */
  readonly approvals?: Layer.Layer<ApprovalStore, never, Operator>
  /** Stands in for the modes of the policies. */
  readonly mode?: Mode
  /** Files and directories that guard the agent besides the ones Portcullis knows, absolute. */
  readonly guarded?: ReadonlyArray<string>
  /** How the disk is looked at. */
  readonly view?: WorkspaceView
  /** Makes a link of what the operator's files say of it, where none is registered under its name. */
  readonly linkSource?: Live.LiveOptions["linkSource"]
}

/** What `Portcullis.layer` provides: itself, what it stands on, and the registry, for links that come later. */
export type Provided = Service | AuthorizerRegistry | ApprovalStore | Operator | PolicySource

const layer = <Policies = never, EP = never, ET = never>(
  options: PortcullisOptions<Policies, EP, ET>
): Layer.Layer<Provided | Policies, EP | ET | AuthorizerNameTaken | AuthorizerNameInvalid> => {
  const { approvals = ApprovalStoreFile.layer(), links = [], log = ReviewLogLayer.layer(), policy, terminal } = options
  const registered = links.map((link) => Authorizer.layer(link))
  const registry = Layer.provideMerge(Layer.mergeAll(Layer.empty, ...registered), Registry.layer)
  return Live.layer(options).pipe(
    Layer.provide(terminal),
    Layer.provideMerge(registry),
    Layer.provide(log),
    Layer.provideMerge(approvals),
    Layer.provideMerge(policy)
  )
}

/** The gate, and live authority behind it. */
export class Portcullis extends Service {
  /**
   * Provides it whole. A second link of a name, or one whose name cannot be a link's, fails the layer.
   */
  static readonly layer = layer

  /** The operator's policy files; what is left out is taken from the process. */
  static readonly userPolicy = Engine.policyFiles
}
