/**
 * Links as the operator's files say where they come from. Nothing of them is loaded before an ask reaches them.
 */
import type { Authorizer } from "../services/Authorizer.ts"
import type { LinkSource } from "./ChainLinks.ts"
import { commandLink } from "./CommandLinks.ts"
import { moduleLink } from "./ModuleLinks.ts"

export interface FileLinksOptions {
  /** Of the user whose files these are; root may own them too. By default the user this process runs as. */
  readonly uid?: number
  /** The links that ship; a file that says where a link of the same name comes from has the last word. */
  readonly shipped?: ReadonlyArray<Authorizer>
}

/** Answers what makes links of modules and commands, and knows those that ship. */
export const source = ({ shipped = [], uid = process.getuid?.() ?? -1 }: FileLinksOptions = {}): LinkSource => {
  const owners = [uid, 0]
  const byName = new Map(shipped.map((link) => [link.name, link]))
  return (name, from) => {
    switch (from?._tag) {
      case "Module":
        return moduleLink(name, from.module, owners)
      case "Command":
        return commandLink(name, from.command, owners)
      case undefined:
        return byName.get(name)
    }
  }
}
