/**
 * What a check-up finds.
 */

/** How bad it is: a fault lets calls run unseen or stops them all, a warning is worth knowing. */
export type Health = "ok" | "warning" | "fault"

/** One thing found. */
export interface Finding {
  /** What it is about, as a heading. */
  readonly area: string
  readonly health: Health
  /** One sentence without a full stop. */
  readonly text: string
  /** What to do about it. */
  readonly advice?: string | undefined
}

/** Answers a maker of findings about one thing. */
export const about = (area: string) => ({
  ok: (text: string): Finding => ({ area, health: "ok", text }),
  warning: (text: string, advice?: string): Finding => ({ area, health: "warning", text, advice }),
  fault: (text: string, advice?: string): Finding => ({ area, health: "fault", text, advice })
})
