/**
 * The public door: what an embedder imports.
 *
 * `Portcullis.layer(…)` provides `Portcullis`, whose `decide` answers allow or deny for a tool call; with
 * `Engine.layerFiles()` recorded authority is there alone, and `check` answers allow, ask or deny.
 */

// The gate, and live authority behind it.
export { Portcullis, type PortcullisOptions } from "./layers/PortcullisLayer.ts"
export type { CheckOptions, DecidedCall, DecideOptions, NodeRole } from "./services/Portcullis.ts"

// Links and terminals: how they are written, and what they are given.
export * as Authorizer from "./services/Authorizer.ts"
export { AuthorizerError } from "./services/Authorizer.ts"
export { fromPromise, type PlainAuthorize, type PlainLog, type PlainQuery } from "./services/PromiseAuthorizer.ts"
export { TerminalAuthorizer } from "./services/TerminalAuthorizer.ts"
export { AuthorizerLog } from "./services/AuthorizerLog.ts"
export { PermissionQuery, type QueriedPermission } from "./services/PermissionQuery.ts"
export { AuthorizerNameInvalid, AuthorizerNameTaken, AuthorizerRegistry } from "./services/AuthorizerRegistry.ts"
export * as Verdict from "./domain/Verdict.ts"
export type { AuthorizerVerdict, TerminalVerdict, WireVerdict } from "./domain/Verdict.ts"
export type { AskedCall, PromptPermissionDetails } from "./domain/Ask.ts"
export type { Decision, DeferCause, HandedToHost, TrailStep } from "./domain/Decision.ts"
export type { DecidedBy, LogEntry } from "./domain/log/Entry.ts"
export { boundedText } from "./domain/log/Details.ts"
export { maskText } from "./domain/log/MaskText.ts"

// What it stands on.
export { Operator, type OperatorPlaces } from "./services/Operator.ts"
export { PolicyFileMissing, type PolicySnapshot, PolicySource } from "./services/PolicySource.ts"
export { type TrustDifference, type TrustedFile, TrustError, TrustStore } from "./services/TrustStore.ts"
export { ApprovalError, ApprovalStore, type StoredApproval } from "./services/ApprovalStore.ts"
export { type LogFailure, ReviewLog } from "./services/ReviewLog.ts"

// How each part is provided.
export * as Live from "./layers/Live.ts"
export * as Chain from "./layers/Chain.ts"
export * as Registry from "./layers/Registry.ts"
export * as DenyingAuthorizer from "./layers/DenyingAuthorizer.ts"
export * as ApprovalStoreFile from "./layers/ApprovalStoreFile.ts"
export * as ReviewLogFile from "./layers/ReviewLogLayer.ts"
export * as NoReviewLog from "./layers/NoReviewLog.ts"
export * as Engine from "./layers/Engine.ts"
export * as PolicyFiles from "./layers/PolicyFiles.ts"
export * as ProcessOperator from "./layers/ProcessOperator.ts"
export * as TrustFile from "./layers/TrustFile.ts"
export { nodeWorkspaceView } from "./layers/NodeWorkspaceView.ts"

// What is asked and answered.
export type { ToolCall } from "./domain/ToolCall.ts"
export type { CheckedCall, PermissionCheckResult, ResultOrigin } from "./domain/CheckResult.ts"
export type { Access, Direction, Form, NameAccess, PathAccess, Proof, UnitAccess } from "./domain/Access.ts"
export type { Span } from "./domain/Span.ts"
export { type Floor, FloorClass } from "./domain/Floor.ts"
export { Mode } from "./domain/Mode.ts"
export { PermissionState } from "./domain/PermissionState.ts"
export type { Entry, WorkspaceView } from "./domain/WorkspaceView.ts"

// Text from outside, for people.
export { display } from "./domain/Display.ts"

// Policies as data.
export type { Origin, Rule, ScopeKind } from "./domain/Rule.ts"
export { Pattern } from "./domain/Pattern.ts"
export type { AuthorizerSource, ChainEntry, ModelDelegation, Scope, ScopeSettings } from "./domain/Scope.ts"
export { describeProblem, type Problem } from "./domain/Problem.ts"
export { Policy, policyJsonSchema } from "./domain/Policy.ts"
export { decodePolicy, type PolicySourceText } from "./domain/PolicyDocument.ts"

// A link's own settings file, told of by file, line and column as policies are.
export * as LinkSettings from "./layers/LinkSettings.ts"
export { type DocumentReader, keyBelow, openDocument } from "./domain/DocumentReader.ts"
export type { JsonNode, JsonProperty } from "./domain/JsonTree.ts"
