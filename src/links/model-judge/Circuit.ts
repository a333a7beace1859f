/**
 * When a model that keeps failing is left alone, and for how long: data and pure functions.
 */
import type { DeferReason } from "./Transcript.ts"

/** This many failures in a row open the circuit. */
export const mostFailures = 3

/** Failures further apart than this are not in a row, in milliseconds. */
export const windowMs = 5 * 60_000

/** How long the circuit stays open the first time, in milliseconds; every time it fails again, twice as long. */
export const firstPauseMs = 30_000

/** It never stays open longer, whatever an endpoint asks for. */
export const longestPauseMs = 10 * 60_000

/** What is remembered of one endpoint and model. */
export interface Circuit {
  /** When it failed in a row, in milliseconds since the epoch. */
  readonly failures: ReadonlyArray<number>
  /** Until when nobody asks it; 0 while it is closed. */
  readonly openUntil: number
  /** How often it was opened in a row. */
  readonly openings: number
  /** Until when the one review that tries it again may take. */
  readonly probeUntil: number
  /** Whether a person was told that it is open. */
  readonly told: boolean
}

export const closed: Circuit = { failures: [], openUntil: 0, openings: 0, probeUntil: 0, told: false }

/** What a review that wants to begin is told. */
export type Admission =
  | { readonly _tag: "Admitted"; readonly probe: boolean }
  /** `leftMs` until it may be tried again. */
  | { readonly _tag: "Open"; readonly leftMs: number; readonly tell: boolean }

/** Answers whether a review may begin, and what is remembered then. */
export const admit = (
  circuit: Circuit,
  nowMs: number,
  probeMs: number
): { readonly admission: Admission; readonly circuit: Circuit } => {
  // A clock that was set back would keep it open for longer than anybody decided.
  if (circuit.openUntil === 0 || circuit.openUntil - nowMs > longestPauseMs) {
    return { admission: { _tag: "Admitted", probe: false }, circuit }
  }
  const probing = circuit.probeUntil > nowMs && circuit.probeUntil - nowMs <= probeMs
  if (circuit.openUntil <= nowMs && !probing) {
    return { admission: { _tag: "Admitted", probe: true }, circuit: { ...circuit, probeUntil: nowMs + probeMs } }
  }
  const leftMs = Math.max(circuit.openUntil, probing ? circuit.probeUntil : 0) - nowMs
  const tell = !circuit.told
  return { admission: { _tag: "Open", leftMs, tell }, circuit: tell ? { ...circuit, told: true } : circuit }
}

/** How a review ended, as far as the circuit cares. */
export interface Outcome {
  /** Absent when there was a report. */
  readonly reason?: DeferReason | undefined
  readonly retryAfterMs?: number | undefined
}

const counting: ReadonlySet<DeferReason | undefined> = new Set<DeferReason>(["auth-failed", "timeout", "call-failed"])

/** Why nobody was asked: what says nothing of the endpoint. */
const silent: ReadonlySet<DeferReason | undefined> = new Set<DeferReason>([
  "unconfigured",
  "circuit-open",
  "not-concerned"
])

/** Answers what is remembered after a review; `undefined` when that is nothing. */
export const after = (circuit: Circuit, outcome: Outcome, probe: boolean, nowMs: number): Circuit | undefined => {
  if (silent.has(outcome.reason)) return probe ? { ...circuit, probeUntil: 0 } : circuit
  if (!counting.has(outcome.reason)) return undefined
  const failures = [...circuit.failures.filter((at) => at <= nowMs && nowMs - at <= windowMs), nowMs].slice(
    -mostFailures
  )
  const open = circuit.openUntil !== 0
  // A review that began before it was opened says nothing new.
  if (open && !probe && circuit.openUntil > nowMs) return { ...circuit, failures }
  const asked = Math.max(0, outcome.retryAfterMs ?? 0)
  if (!probe && failures.length < mostFailures && asked === 0) return { ...circuit, failures }
  const openings = probe ? circuit.openings + 1 : 1
  // An endpoint that says how long is believed without waiting for more failures.
  const pause = failures.length >= mostFailures || probe ? firstPauseMs * 2 ** Math.min(openings - 1, 10) : 0
  const openUntil = nowMs + Math.min(longestPauseMs, Math.max(pause, asked))
  return { failures, openUntil, openings, probeUntil: 0, told: probe && circuit.told }
}
