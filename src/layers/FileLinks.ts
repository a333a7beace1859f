/**
 * Links as the operator's files say where they come from. Nothing of them is loaded before an ask reaches them.
 */
import type { LinkSource } from "./ChainLinks.ts"
import { commandLink } from "./CommandLinks.ts"
import { moduleLink } from "./ModuleLinks.ts"

/**
 * Answers what makes links of modules and commands.
 *
 * @param uid of the user whose files these are; root may own them too
 */
export const source = (uid: number = process.getuid?.() ?? -1): LinkSource => {
  const owners = [uid, 0]
  return (name, from) => {
    switch (from._tag) {
      case "Module":
        return moduleLink(name, from.module, owners)
      case "Command":
        return commandLink(name, from.command, owners)
    }
  }
}
