/**
 * The workspace the documents speak of, on the real disk.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { temporaryDirectory } from "../layers/Temporary.ts"

/** A workspace that holds `src`, `README.md` and `out`, a link to a directory outside. */
export const newWorkspace = (): { readonly workspace: string; readonly outside: string } => {
  const root = temporaryDirectory()
  const workspace = path.join(root, "workspace")
  const outside = path.join(root, "outside")
  fs.mkdirSync(path.join(workspace, "src"), { recursive: true })
  fs.mkdirSync(outside)
  fs.writeFileSync(path.join(workspace, "README.md"), "inside\n")
  fs.writeFileSync(path.join(outside, "x"), "outside\n")
  fs.symlinkSync(outside, path.join(workspace, "out"))
  return { workspace, outside }
}
