/**
 * Every published figure, in one run.
 */
import { execFileSync } from "node:child_process"
import * as os from "node:os"

process.stdout.write(`node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]?.model ?? "unknown processor"}\n\n`)
// A process each, so that one benchmark's garbage and optimised code are not another's.
for (const name of ["check", "adversarial", "cold", "hook", "path-typo"]) {
  execFileSync(process.execPath, [`${import.meta.dirname}/${name}.ts`], { stdio: "inherit" })
}
