/**
 * Programs that run other programs: which are looked through and how, and which are not.
 */
import type { Grammar } from "./grammar.ts"

/** How a wrapper is looked through. */
export interface Wrapper {
  /** Options up to the command; one that is not here makes the wrapper opaque. */
  readonly options: string
  /** Kinds of the operands before the command. */
  readonly before?: string
  /** Whether `NAME=VALUE` may stand before the command. */
  readonly assignments?: true
  /** The wrapper's own unit says nothing that its inner command does not. */
  readonly transparent?: true
  /** Running it raises this floor. */
  readonly privilege?: string
  /** It is looked through for what its inner command does, but it stays opaque: why. */
  readonly opaque?: string
  /** Option names whose value is the directory the command starts in. */
  readonly cwd?: ReadonlyArray<string>
  /** Option names whose value is split into further arguments (`env -S`). */
  readonly split?: ReadonlyArray<string>
  /** Option names with which it only tells something. */
  readonly tells?: ReadonlyArray<string>
  /** Without a command: `undefined` when it then only tells something, else what it does. */
  readonly alone?: string
  /** The command gets further arguments that are not in the text; `replaces` lists the options naming a placeholder. */
  readonly feeds?: { readonly replaces: ReadonlyArray<string> }
  /** The words after its options are joined and read by a shell. */
  readonly joins?: true
  /** Option names whose value is shell text it runs. */
  readonly text?: ReadonlyArray<string>
  /** The command does not get the wrapper's standard input. */
  readonly closesInput?: true
}

/** Directories whose programs come with the system: a wrapper or a shell named by its path there is that one. */
export const systemDirectories: ReadonlySet<string> = new Set([
  "/bin",
  "/sbin",
  "/usr/bin",
  "/usr/sbin",
  "/usr/local/bin",
  "/usr/local/sbin",
  "/opt/homebrew/bin",
  "/opt/homebrew/sbin"
])

/** Wrappers by name. */
export const wrappers: Readonly<Record<string, Wrapper>> = {
  // GNU coreutils manual, 23.2; -P of BSD is not here, for it decides which program runs.
  env: {
    options:
      "-i -0 -v -u= -C=any -S= !!-a= --ignore-environment --null --debug --unset= --chdir=any --split-string= !!--argv0= --block-signal[=] --default-signal[=] --ignore-signal[=] --list-signal-handling --help --version",
    assignments: true,
    transparent: true,
    cwd: ["-C", "--chdir"],
    split: ["-S", "--split-string"],
    tells: ["--help", "--version"],
    alone: "prints the environment, which may hold secrets"
  },
  timeout: {
    options: "-f -k= -p -s= -v --foreground --kill-after= --preserve-status --signal= --verbose --help --version",
    before: "text",
    transparent: true,
    tells: ["--help", "--version"]
  },
  gtimeout: {
    options: "-f -k= -p -s= -v --foreground --kill-after= --preserve-status --signal= --verbose",
    before: "text",
    transparent: true
  },
  nice: { options: "-n= --adjustment= -# --help --version", transparent: true, tells: ["--help", "--version"] },
  nohup: { options: "--help --version", transparent: true, tells: ["--help", "--version"] },
  time: {
    options: "-a -l -p -v -q -f= -h -o=write --append --format= --output=write --portability --quiet --verbose",
    transparent: true
  },
  command: { options: "-p -v -V", transparent: true, tells: ["-v", "-V"] },
  // Some programs are many, and go by the name they are given.
  exec: { options: "-c -l !!-a=", transparent: true },
  builtin: { options: "", transparent: true },
  ionice: { options: "-c= -n= -t --class= --classdata= --ignore", transparent: true },
  setsid: { options: "-c -f -w --ctty --fork --wait", transparent: true },
  stdbuf: { options: "-e= -i= -o= --error= --input= --output=", transparent: true },
  caffeinate: { options: "-d -i -m -s -u -t= -w=", transparent: true },
  taskset: { options: "-a -c --all-tasks --cpu-list", before: "text", transparent: true },
  chrt: { options: "-b -f -i -o -r -R -a -v --batch --fifo --idle --other --rr", before: "text", transparent: true },
  setarch: { options: "-v -R -B -L -X -Z --verbose --addr-no-randomize", before: "text", transparent: true },
  nocorrect: { options: "", transparent: true },
  noglob: { options: "", transparent: true },
  xargs: {
    options:
      "-0 -r -t -p -x -o -a=read -d= -E= -I= -L= -n= -P= -s= -i[=] -e[=] -l[=] -J= -R= -S= --null --no-run-if-empty --verbose --interactive --exit --open-tty --arg-file=read --delimiter= --eof[=] --replace[=] --max-lines[=] --max-args= --max-procs= --max-chars= --process-slot-var= --show-limits --help --version",
    transparent: true,
    tells: ["--help", "--version"],
    feeds: { replaces: ["-I", "-i", "-J", "--replace"] },
    closesInput: true
  },
  // -e edits, -i and -s start a shell, -l and -R tell or change the root: none is looked through.
  sudo: {
    options:
      "-A -b -B -E -H -k -K -n -N -P -S -v -V -C= -D=any -g= -h= -p= -r= -t= -T= -u= -U= --askpass --background --bell --close-from= --preserve-env[=] --chdir=any --group= --set-home --host= --non-interactive --no-update --preserve-groups --prompt= --role= --type= --stdin --command-timeout= --user= --reset-timestamp --remove-timestamp --validate --version",
    assignments: true,
    transparent: true,
    privilege: "sudo runs with more rights",
    cwd: ["-D", "--chdir"],
    alone: "asks for more rights"
  },
  doas: {
    options: "-n -L -C=read -u= -a=",
    transparent: true,
    privilege: "doas runs with more rights",
    alone: "asks for more rights"
  },
  su: {
    options:
      "-l -m -p -P -f -c= -g= -G= -s=any -w= --login --preserve-environment --pty --fast --command= --group= --supp-group= --shell=any --session-command= --whitelist-environment=",
    before: "text",
    privilege: "su runs as another user",
    opaque: "su starts another user's shell",
    text: ["-c", "--command", "--session-command"],
    alone: "starts another user's shell"
  },
  runuser: {
    options:
      "-l -m -p -P -f -c= -g= -G= -s=any -u= -w= --login --command= --user= --group= --shell=any --session-command=",
    privilege: "runuser runs as another user",
    opaque: "runuser may start another user's shell",
    text: ["-c", "--command", "--session-command"],
    alone: "starts another user's shell"
  },
  pkexec: {
    options: "--user= --disable-internal-agent --keep-cwd",
    privilege: "pkexec runs with more rights",
    transparent: true,
    alone: "asks for more rights"
  },
  busybox: { options: "", opaque: "busybox brings programs of its own" },
  toybox: { options: "", opaque: "toybox brings programs of its own" },
  watch: {
    options:
      "-b -c -C -d[=] -e -f -g -n= -p -q= -r -s= -t -w -x --beep --color --no-color --differences[=] --errexit --follow --chgexit --interval= --precise --equexit= --no-rerun --no-title --no-wrap --exec",
    opaque: "watch has a shell run its words again and again",
    joins: true
  },
  script: {
    options:
      "-a -d -e -f -k -q -r -c= -E= -I=write -B=write -O=write -m= -o= -t[=write] -T=write -F=write --append --command= --echo= --return --flush --force --log-in=write --log-out=write --log-io=write --log-timing=write --logging-format= --output-limit= --quiet",
    before: "write?",
    opaque: "script starts a shell",
    text: ["-c", "--command"]
  },
  entr: { options: "-a -c -d -n -p -r -s -x -z", opaque: "entr runs its words whenever a file changes" },
  flock: {
    options:
      "-e -x -s -n -o -F -u -v -c= -E= -w= --exclusive --shared --nonblock --no-fork --close --unlock --verbose --command= --conflict-exit-code= --timeout= --wait=",
    before: "write",
    opaque: "flock may have a shell run its words",
    text: ["-c", "--command"]
  },
  strace: {
    options:
      "-A -c -C -d -D -f -F -h -i -k -n -q -r -t -T -v -V -w -x -y -z -Z -a= -b= -e= -E= -I= -o=write -O= -p= -P= -s= -S= -u= -U= -X=",
    opaque: "strace watches over the program it runs"
  },
  ltrace: {
    options: "-c -C -f -h -i -L -n= -r -S -t -T -a= -A= -D= -e= -l= -o=write -p= -s= -u= -x=",
    opaque: "ltrace watches over the program it runs"
  },
  unshare: {
    options: "-i -m -n -p -u -U -C -T -f -r -c --fork --map-root-user --mount --net --pid --user --ipc --uts",
    opaque: "unshare runs in namespaces of its own"
  },
  chroot: {
    options: "--groups= --userspec= --skip-chdir",
    before: "any",
    opaque: "chroot runs another root's programs",
    privilege: "chroot needs more rights"
  },
  parallel: {
    options:
      "-0 -j= -k -n= -N= -t -v -X -m -r -I= -a=read -d= -C= -L= --jobs= --keep-order --null --dry-run --verbose --halt= --joblog=write --arg-file=read --colsep= --delimiter= --max-args= --bar --eta --progress --line-buffer --lb --ungroup --tag --no-run-if-empty",
    opaque: "parallel has a shell run what it builds",
    joins: true
  },
  firejail: { options: "", opaque: "it runs a program in a sandbox of its own" },
  bwrap: { options: "", opaque: "it runs a program in a sandbox of its own" },
  proxychains: { options: "-q -f=read", opaque: "it runs a program with other code loaded" },
  proxychains4: { options: "-q -f=read", opaque: "it runs a program with other code loaded" },
  faketime: { options: "-f -m -p=", before: "text", opaque: "it runs a program with other code loaded" },
  unbuffer: { options: "-p", opaque: "it runs a program on a terminal of its own" },
  rlwrap: { options: "-a -c -r -m -n", opaque: "it runs a program on a terminal of its own" },
  valgrind: {
    options: "--leak-check= --tool= --track-origins= --log-file=write -q -v",
    opaque: "it watches over the program it runs"
  },
  hyperfine: {
    options:
      "-w= -r= -m= -M= -N -i --warmup= --runs= --min-runs= --max-runs= --ignore-failure --export-json=write --export-markdown=write --style=",
    opaque: "it has a shell run its words",
    joins: true
  },
  dotenv: { options: "-e=read -o -q", opaque: "it runs a program with what a file sets" },
  dotenvx: { options: "", opaque: "it runs a program with what a file sets" },
  "cross-env": { options: "", assignments: true, opaque: "it is a program of the project's own" },
  concurrently: {
    options: "-k -r --kill-others --raw -n= -c= --names=",
    opaque: "it has a shell run its words",
    joins: true
  },
  nodemon: {
    options: "-q -V -w=any -e= -i= -d= --watch=any --ext= --ignore= --delay=",
    opaque: "it runs a program whenever a file changes"
  },
  npx: { options: "-y -q -p= --yes --no --no-install --quiet --package=", opaque: "npx fetches and runs packages" },
  bunx: { options: "--bun", opaque: "bunx fetches and runs packages" },
  uvx: { options: "-q --from= --with= --python=", opaque: "uvx fetches and runs packages" },
  pipx: { options: "", opaque: "pipx fetches and runs packages" }
}

/** Which shell text a shell's `-c` takes, by the shell's name; `opaque` for one whose language is another. */
export const shells: Readonly<Record<string, "bash" | "posix" | "opaque">> = {
  bash: "bash",
  rbash: "bash",
  sh: "posix",
  dash: "posix",
  ash: "posix",
  ksh: "posix",
  ksh93: "posix",
  mksh: "posix",
  pdksh: "posix",
  oksh: "posix",
  posh: "posix",
  yash: "posix",
  zsh: "opaque",
  rzsh: "opaque",
  fish: "opaque",
  csh: "opaque",
  tcsh: "opaque",
  rc: "opaque",
  es: "opaque",
  elvish: "opaque",
  nu: "opaque",
  xonsh: "opaque",
  osh: "opaque",
  ysh: "opaque",
  oil: "opaque",
  pwsh: "opaque",
  powershell: "opaque",
  "powershell.exe": "opaque",
  cmd: "opaque",
  "cmd.exe": "opaque"
}

/** Options of a shell before its text or script. `-s`, `-i` alone and any option not here make it opaque. */
export const shellOptions: Grammar = {
  does: "runs a script",
  posix: true,
  options:
    "-c -a -b -e -f -h -k -m -n -p -t -u -v -x -l -i -r -B -C -E -H -P -T -o= --norc --noprofile --login --posix --restricted --verbose --debugger --noediting --help --version"
}

/** Programs that hand their words to another shell, editor, host or scheduler: nothing below them is seen. */
export const opaquePrograms: Readonly<Record<string, string>> = {
  ssh: "it runs its words elsewhere",
  mosh: "it runs its words elsewhere",
  rsh: "it runs its words elsewhere",
  telnet: "it talks to another host",
  socat: "its addresses can run programs",
  nsenter: "it runs in another namespace",
  "systemd-run": "it has the system run its words",
  at: "it has its input run later",
  batch: "it has its input run later",
  tmux: "it runs shells of its own",
  screen: "it runs shells of its own",
  zellij: "it runs shells of its own",
  expect: "it drives other programs",
  vagrant: "it runs its words elsewhere",
  direnv: "it runs what a file says",
  "nix-shell": "it runs its words in a shell of its own",
  nix: "it can run any program",
  vi: "an editor can run anything",
  vim: "an editor can run anything",
  nvim: "an editor can run anything",
  view: "an editor can run anything",
  ed: "an editor can run anything",
  ex: "an editor can run anything",
  emacs: "an editor can run anything",
  nano: "an editor can run programs",
  gdb: "a debugger can run anything",
  lldb: "a debugger can run anything",
  irb: "it reads programs",
  pry: "it reads programs",
  ipython: "it reads programs",
  bpython: "it reads programs",
  jshell: "it reads programs",
  ghci: "it reads programs",
  iex: "it reads programs",
  erl: "it reads programs",
  psql: "its input can run programs",
  mysql: "its input can run programs",
  sqlite3: "its input can run programs",
  osascript: "its program is not read",
  fc: "it runs commands again",
  bind: "it binds keys to commands",
  complete: "it binds completions to commands",
  coproc: "it runs a command beside the shell",
  dtrace: "its program is not read",
  bpftrace: "its program is not read",
  m4: "its macros can run programs",
  bc: "its program is not read",
  dc: "its program can run commands",
  launchctl: "it has the system run programs",
  systemctl: "it has the system run programs",
  anacron: "it runs programs later",
  "run-parts": "it runs all programs of a directory",
  "start-stop-daemon": "it runs a program in the background",
  daemonize: "it runs a program in the background",
  ansible: "it runs its words elsewhere",
  "ansible-playbook": "it runs what a file says elsewhere",
  wsl: "it runs its words elsewhere",
  "wsl.exe": "it runs its words elsewhere"
}

/** An interpreter: a script file is a program and a path, all else is opaque. */
export interface Interpreter {
  /** Options with which it still runs a script file. */
  readonly options: string
  readonly oneDash?: true
  /** Option names that make it run a module or the project's tests rather than a file. */
  readonly instead?: ReadonlyArray<string>
  /** Option names that only print; they must stand alone. */
  readonly tells: ReadonlyArray<string>
}

const python: Interpreter = {
  options: "-b -B -d -E -I -O -P -q -s -S -u -v -W= -X= -m= --check-hash-based-pycs=",
  instead: ["-m"],
  tells: ["--version", "-V", "--help", "-h"]
}

const node: Interpreter = {
  options:
    "--env-file=read --env-file-if-exists=read --watch --watch-path=read --enable-source-maps --no-warnings --test --experimental-strip-types --trace-warnings --trace-deprecation --expose-gc --max-old-space-size= -C= --conditions= --test-reporter= --test-reporter-destination=write --test-name-pattern= --test-only --cpu-prof --cpu-prof-dir=write --heap-prof --experimental-vm-modules --preserve-symlinks --check -c --run= -r=any --require=any --import=any --loader=any --inspect[=] --inspect-brk[=]",
  instead: ["--test", "--run"],
  tells: ["--version", "-v", "--help", "-h"]
}

/** Interpreters by name. */
export const interpreters: Readonly<Record<string, Interpreter>> = {
  python,
  python2: python,
  python3: python,
  pypy: python,
  pypy3: python,
  node,
  nodejs: node,
  tsx: node,
  "ts-node": {
    options: "-T -P=read -O= --transpile-only --project=read --esm --files",
    tells: ["--version", "-v", "--help", "-h"]
  },
  deno: { options: "-q --quiet", instead: [], tells: ["--version", "-V", "--help", "-h"] },
  bun: { options: "--silent", instead: [], tells: ["--version", "-v", "--help", "-h"] },
  perl: { options: "-c -w -W -X -t -T -u -U -s -S -I=read -f", tells: ["--version", "-v", "-V", "--help", "-h"] },
  ruby: {
    options: "-c -w -W[=] -d -I=read -s -S -T[=] -U -E= --disable= --enable=",
    tells: ["--version", "-v", "--help", "-h"]
  },
  php: {
    options: "-n -q -s -w -l -f=read -S= -t=any",
    instead: ["-S"],
    tells: ["--version", "-v", "--help", "-h", "-m", "-i"]
  },
  lua: { options: "-E -W", tells: ["-v"] },
  luajit: { options: "-E", tells: ["-v"] },
  Rscript: {
    options: "--vanilla --no-save --no-restore --no-environ --no-site-file --no-init-file --quiet",
    tells: ["--version", "--help"]
  },
  R: { options: "--vanilla --no-save --no-restore --quiet -q", tells: ["--version", "--help"] },
  julia: {
    options: "-q -t= -p= -O= --project[=read] --threads= --startup-file= --color=",
    tells: ["--version", "-v", "--help", "-h"]
  },
  elixir: { options: "--no-halt -pa=read -pr=read", tells: ["--version", "-v", "--help", "-h"] },
  tclsh: { options: "", tells: [] },
  wish: { options: "", tells: [] },
  guile: { options: "-q --no-auto-compile -L=read", tells: ["--version", "-v", "--help", "-h"] },
  racket: { options: "", tells: ["--version", "-v", "--help", "-h"] },
  scheme: { options: "", tells: ["--version"] },
  sbcl: { options: "", tells: ["--version", "--help"] },
  clojure: { options: "", tells: ["--version", "--help"] },
  groovy: { options: "", tells: ["--version", "-v", "--help", "-h"] },
  scala: { options: "", tells: ["-version", "--help"] },
  java: {
    options: "-cp=read -classpath=read --class-path=read -jar=read -ea -server",
    oneDash: true,
    instead: ["-jar"],
    tells: ["--version", "-version", "--help", "-help"]
  },
  gnuplot: { options: "-p", tells: ["--version", "-V"] },
  jsc: { options: "", tells: [] },
  qjs: { options: "", tells: ["-h"] }
}
