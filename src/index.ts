/**
 * The public door: what an embedder imports.
 *
 * `Engine.layerFiles()` provides `Portcullis`, whose `check` answers allow, ask or deny for a tool call.
 */

// The gate and what it stands on.
export { Portcullis, type CheckOptions } from "./services/Portcullis.ts"
export { Operator, type OperatorPlaces } from "./services/Operator.ts"
export { PolicyFileMissing, type PolicySnapshot, PolicySource } from "./services/PolicySource.ts"
export { type TrustDifference, type TrustedFile, TrustError, TrustStore } from "./services/TrustStore.ts"

// How they are provided.
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

// Policies as data.
export type { Origin, Rule, ScopeKind } from "./domain/Rule.ts"
export type { Pattern } from "./domain/Pattern.ts"
export type { AuthorizerSource, ChainEntry, ModelDelegation, Scope, ScopeSettings } from "./domain/Scope.ts"
export { describeProblem, type Problem } from "./domain/Problem.ts"
export { Policy, policyJsonSchema } from "./domain/Policy.ts"
export { decodePolicy, type PolicySourceText } from "./domain/PolicyDocument.ts"
