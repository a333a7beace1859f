/**
 * The words of a find expression. GNU findutils manual, chapter 2; find(1) of BSD and macOS.
 */
import type { Kind } from "./grammar.ts"

/** Words without an argument that show or choose. */
export const findPlain: ReadonlySet<string> = new Set(
  (
    "-print -print0 -ls -empty -executable -readable -writable -true -false -not -a -and -o -or -depth -d -mount -xdev " +
    "-x -follow -noleaf -daystart -prune -quit -nouser -nogroup -ignore_readdir_race -noignore_readdir_race -warn " +
    "-nowarn -help -version --help --version ( ) ! ,"
  ).split(" ")
)

/** Words with one argument, and what that is. */
export const findWithArgument: Readonly<Record<string, Kind>> = {
  "-name": "text",
  "-iname": "text",
  "-path": "text",
  "-ipath": "text",
  "-wholename": "text",
  "-iwholename": "text",
  "-regex": "text",
  "-iregex": "text",
  "-regextype": "text",
  "-type": "text",
  "-xtype": "text",
  "-size": "text",
  "-mtime": "text",
  "-atime": "text",
  "-ctime": "text",
  "-mmin": "text",
  "-amin": "text",
  "-cmin": "text",
  "-maxdepth": "text",
  "-mindepth": "text",
  "-perm": "text",
  "-user": "text",
  "-group": "text",
  "-uid": "text",
  "-gid": "text",
  "-links": "text",
  "-inum": "text",
  "-lname": "text",
  "-ilname": "text",
  "-used": "text",
  "-fstype": "text",
  "-context": "text",
  "-printf": "text",
  "-flags": "text",
  "-newer": "names",
  "-anewer": "names",
  "-cnewer": "names",
  "-mnewer": "names",
  "-samefile": "names"
}

/** Words that write what they find to a file: how many arguments, of which the first is the file. */
export const findWrites: Readonly<Record<string, number>> = { "-fprint": 1, "-fprint0": 1, "-fls": 1, "-fprintf": 2 }

/** Words that run a command. */
export const findRuns: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir"])
