/**
 * Every command with a grammar, by name.
 */
import { archives } from "./commands/archives.ts"
import { build } from "./commands/build.ts"
import { containers } from "./commands/containers.ts"
import { files } from "./commands/files.ts"
import { network } from "./commands/network.ts"
import { system } from "./commands/system.ts"
import { text } from "./commands/text.ts"
import type { Grammar } from "./grammar.ts"

/** Grammars by a command's exact name. */
export const commands: ReadonlyMap<string, Grammar> = new Map(
  [archives, build, containers, files, network, system, text].flatMap((family) => Object.entries(family))
)
