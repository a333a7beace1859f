/**
 * The file a host's settings name: a small POSIX shell script around the hook, which answers when the hook cannot.
 *
 * A host takes silence, half an answer and no answer in time for leave to go on. So the script starts the hook, watches
 * it from outside, and passes on only a whole answer.
 */
import { answerText } from "./Host.ts"

export interface WrapperOptions {
  /** Absolute path of the Node that runs the hook. */
  readonly node: string
  /** Absolute path of the hook's program. */
  readonly program: string
  /** The operator's places at the time of installing, absolute; a project's settings cannot say others. */
  readonly home: string
  readonly configHome: string
  readonly stateHome: string
  /** Seconds after which the hook is killed; the host's own limit must be later. */
  readonly watchdogSeconds?: number | undefined
}

/** Seconds the hook has. */
export const watchdogSeconds = 20

/** What the hook prints under the wrapper for a deliberate nothing, which is then told from a program that just ended. */
export const silenceMark = "-"

/** The word that tells the hook it runs under the wrapper. */
export const wrappedFlag = "--wrapped"

/**
 * What makes a program load other code than its own, or Node run in another way.
 *
 * Sources: `node --help`, the manual pages ld.so(8) and dyld(1), POSIX `sh`.
 */
const cleared: ReadonlyArray<string> = [
  "NODE_OPTIONS",
  "NODE_PATH",
  "NODE_REPL_EXTERNAL_MODULE",
  "NODE_DEBUG",
  "NODE_DEBUG_NATIVE",
  "NODE_V8_COVERAGE",
  "NODE_PRESERVE_SYMLINKS",
  "NODE_PRESERVE_SYMLINKS_MAIN",
  "NODE_REDIRECT_WARNINGS",
  "NODE_PENDING_DEPRECATION",
  "NODE_ICU_DATA",
  "NODE_EXTRA_CA_CERTS",
  "NODE_DISABLE_COMPILE_CACHE",
  "NODE_COMPILE_CACHE_PORTABLE",
  "OPENSSL_CONF",
  "OPENSSL_MODULES",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "LD_PRELOAD",
  "LD_AUDIT",
  "LD_LIBRARY_PATH",
  "DYLD_INSERT_LIBRARIES",
  "DYLD_LIBRARY_PATH",
  "DYLD_FRAMEWORK_PATH",
  "ENV",
  "BASH_ENV",
  "CDPATH"
]

/** Answers a word that a shell reads as `text`, whatever stands in it. */
const word = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const denial = (event: string, why: string): string =>
  word(answerText({ shape: "nested", event }, "deny", `Portcullis could not decide, so the call is denied: ${why}`))

const told = {
  missing: "it could not be started; run portcullis doctor, or portcullis install again",
  killed: "it was stopped, or took too long; try again, and run portcullis doctor if it stays so",
  broken: "it ended without a whole answer; run portcullis doctor"
}

const denials = (event: string): string =>
  `missing=${denial(event, told.missing)}\n    killed=${denial(event, told.killed)}\n    broken=${denial(event, told.broken)}`

/**
 * Answers the wrapper's text. Its arguments are the host's name and the event; it reads the hook's input, writes one
 * answer and exits 0.
 *
 * Whatever becomes of the hook (it is missing, crashes, is killed, is stopped, hangs, prints half an answer), the answer
 * is the host's deny, at the latest after the watchdog's time; no process of it is left behind.
 */
export const wrapperText = (options: WrapperOptions): string => `#!/bin/sh
# Written by portcullis install: answers an agent host before it runs a tool. Do not edit; install again instead.
unset ${cleared.join(" ")}
PATH=/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin
HOME=${word(options.home)}
XDG_CONFIG_HOME=${word(options.configHome)}
XDG_STATE_HOME=${word(options.stateHome)}
NODE_COMPILE_CACHE=${word(`${options.stateHome}/portcullis/compiled`)}
export PATH HOME XDG_CONFIG_HOME XDG_STATE_HOME NODE_COMPILE_CACHE
umask 077

host=\${1-} event=\${2-}
case $event in
  PreSkillShellCommand)
    ${denials("PreSkillShellCommand")} ;;
  *)
    ${denials("PreToolUse")} ;;
esac

# The hook's output is kept until it has ended. The watcher stands outside of it, so that it also ends a hook that is
# stopped; being told to go, it takes its sleep with it.
answer=$(
  exec 3<&0 </dev/null
  ${word(options.node)} ${word(options.program)} "$host" "$event" ${wrappedFlag} <&3 3<&- &
  hook=$!
  exec 3<&-
  (
    # Before the sleep is there, the last thing started is the hook.
    trap '[ "$!" = "$hook" ] || kill -9 "$!"; exit 0' TERM
    exec >/dev/null 2>&1
    sleep ${options.watchdogSeconds ?? watchdogSeconds} &
    wait $!
    kill -9 "$hook"
  ) &
  watcher=$!
  { wait "$hook"; } 2>/dev/null
  code=$?
  { kill -TERM "$watcher"; wait "$watcher"; } 2>/dev/null
  exit "$code"
)
code=$?

if [ "$event" = PermissionRequest ]; then
  # Here nothing is the answer that leaves the question to the host's user.
  missing='' killed='' broken=''
fi
case $code:$answer in
  0:${silenceMark}) ;;
  0:'{'*'}') printf '%s\\n' "$answer" ;;
  126:* | 127:*) printf '%s' "$missing" ;;
  1[3-5][0-9]:*) printf '%s' "$killed" ;;
  *) printf '%s' "$broken" ;;
esac
exit 0
`
