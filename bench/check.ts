/**
 * `check` in process: every labelled command, disk look-ups included, then the cost of ten thousand rules beside ten.
 */
import { checkerOf } from "../test/support/checker.ts"
import { labelledCommands, labelledGround, placed, removeGround } from "../test/support/fixtures.ts"
import { budget, median, quantile, shown, table, timed } from "./measure.ts"

const ground = labelledGround()
try {
  const commands = labelledCommands.map((one) => placed(one.command, ground))
  const check = checkerOf({ ground, policy: undefined, mode: "ask" })
  for (let warm = 0; warm < 20; warm++) for (const command of commands) check(command)
  const samples: Array<number> = []
  const worst = new Map<string, number>()
  for (let round = 0; round < 30; round++) {
    for (const command of commands) {
      const micros = timed(() => check(command))
      samples.push(micros)
      worst.set(command, Math.min(worst.get(command) ?? Number.POSITIVE_INFINITY, micros))
    }
  }
  const [p50, p99] = [quantile(samples, 0.5), quantile(samples, 0.99)]
  table(`check in process, ${commands.length} labelled commands × 30`, [
    ["p50", shown(p50), "budget 60 µs", budget(p50, 60)],
    ["p99", shown(p99), "budget 1 ms", budget(p99, 1000)]
  ])
  const slowest = [...worst].toSorted((a, b) => b[1] - a[1]).slice(0, 5)
  table(
    "slowest commands (best of 30)",
    slowest.map(([command, micros]) => [shown(micros), JSON.stringify(command).slice(0, 90)])
  )

  const rules = (count: number): string =>
    JSON.stringify({
      permission: {
        bash: Object.fromEntries(
          Array.from({ length: count }, (_, at) => [
            at % 2 === 0 ? `tool${at} run *` : `*.suffix${at}`,
            at % 3 === 0 ? "deny" : "allow"
          ])
        )
      }
    })
  const few = checkerOf({ ground, policy: rules(10), mode: "ask" })
  const many = checkerOf({ ground, policy: rules(10_000), mode: "ask" })
  const round = (checker: (command: string) => unknown): number =>
    timed(() => {
      for (const command of commands) checker(command)
    }) / commands.length
  for (let warm = 0; warm < 10; warm++) void [round(few), round(many)]
  // Interleaved, so that what else the machine does falls on both alike.
  const pairs = Array.from({ length: 30 }, () => [round(few), round(many)] as const)
  const [ten, thousands] = [median(pairs.map(([a]) => a)), median(pairs.map(([, b]) => b))]
  table("ten thousand rules beside ten, median per command", [
    ["10 rules", shown(ten)],
    ["10,000 rules", shown(thousands)],
    ["ratio", (thousands / ten).toFixed(2), "budget 1.5", budget(thousands / ten, 1.5)]
  ])
} finally {
  removeGround(ground)
}
