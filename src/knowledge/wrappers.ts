/**
 * Programs that run other programs: which are looked through and how, and which are not.
 */
import { managerOptions, npmOptions } from "./commands/build.ts"
import { clusterOptions, composeOptions, engineOptions, runOptions } from "./commands/containers.ts"
import type { Grammar } from "./grammar.ts"
import { furtherSubcommands, launchers, launchOpaque, launchRunners } from "./launchers.ts"

/** How a wrapper is looked through. */
export interface Wrapper {
  /** Options up to the command; one that is not here makes the wrapper opaque. */
  readonly options: string
  /** Kinds of the operands before the command; `number` is one that begins as a number does. */
  readonly before?: string
  /** The operand before the command is its very first word, or is missing; options come behind it. */
  readonly leads?: true
  /** Options with which there are no operands before the command. */
  readonly drops?: ReadonlyArray<string>
  /** What it is without any of these options. */
  readonly unless?: { readonly options: ReadonlyArray<string>; readonly is: Wrapper }
  /** Whether `NAME=VALUE` may stand before the command. */
  readonly assignments?: true
  /** The wrapper's own unit says nothing that its inner command does not. */
  readonly transparent?: true
  /** Running it raises this floor. */
  readonly privilege?: string
  /** It is looked through for what its inner command does, but it stays opaque: why. */
  readonly opaque?: string
  /**
   * With no other options than these it hides nothing where its words are plain ones, which every shell reads alike;
   * it has rights of its own there: which.
   */
  readonly plainly?: { readonly options: ReadonlyArray<string>; readonly rights: string }
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
  /** The words after its options are joined and read by a shell, or run as they are. */
  readonly joins?: true
  /** Option names whose value is shell text it runs. */
  readonly text?: ReadonlyArray<string>
  /** The command does not get the wrapper's standard input. */
  readonly closesInput?: true
  /** What it runs is only glimpsed: a package of that name (`here`), or a program of another system (`elsewhere`). */
  readonly glimpse?: "here" | "elsewhere"
  /** Words that end its options; only behind one of them the command begins, when one is given. */
  readonly marks?: ReadonlyArray<string>
  /** Its options stand anywhere among its words. */
  readonly mixed?: true
  /** Options may stand behind each operand before the command too, and a dash alone is one. */
  readonly between?: true
  /** The words after its options and operands are arguments of a shell. */
  readonly shell?: true
  /** Without a command it runs what is not in the text: what that is. */
  readonly starts?: string
  /** Options with which its words are joined and read by a shell. */
  readonly joinsWith?: ReadonlyArray<string>
  /** Each of its words is shell text of its own. */
  readonly each?: true
  /** Its words are shell text into which it puts what its input, or the words behind a mark, say (`parallel`). */
  readonly fed?: true
  /** It takes the command's options for its own, unless a double dash is in front of the command. */
  readonly permutes?: true
  /** Options whose value is shell text it runs, wherever they stand among the words. */
  readonly late?: ReadonlyArray<string>
  /** Its standard input is shell text; its words are no command. */
  readonly input?: true
  /** Option names whose value is the program that gets the words (`docker run --entrypoint`). */
  readonly program?: ReadonlyArray<string>
  /** Options with which it stays opaque: why. */
  readonly doubts?: Readonly<Record<string, string>>
  /** Options whose value is `KEY=VALUE`, and the keys, lower-case, whose value is a command. */
  readonly settings?: { readonly options: ReadonlyArray<string>; readonly keys: ReadonlyArray<string> }
  /** Wrappers by its first operand; `options` are those before it. */
  readonly sub?: Readonly<Record<string, Wrapper>>
  /** Any other first operand is itself a command, run in this way, unless it is one of the program's own words. */
  readonly other?: { readonly is: Wrapper; readonly except: ReadonlySet<string> }
  /** The beginning of a subcommand's name stands for it. */
  readonly shortened?: true
  /** The word between several subcommands. */
  readonly separator?: string
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

const startsShell = "it starts a shell"

/** What runs on another system, or among other files. */
const elsewhere = { opaque: "it runs its words elsewhere", glimpse: "elsewhere" } as const
/** What runs a program that a project or a package brings. */
const brought = { glimpse: "here" } as const
const container = { opaque: "its program is another system's", glimpse: "elsewhere" } as const

/** It runs a program in an image's file system, a part of which is this one. */
const inContainer: Wrapper = { options: "-B= -e -c --nv --bind= --pwd=any --writable", before: "any", ...container }
/** It runs a program with variables from elsewhere. */
const withVariables: Wrapper = { options: "", marks: ["--"], opaque: "it runs a program with what is set elsewhere" }

const architecture: Wrapper = {
  options:
    "-3 -v -B -F -I -L -R -S -T -X -Z --32bit --fdpic-funcptrs --short-inode --addr-compat-layout --addr-no-randomize --whole-seconds --sticky-timeouts --read-implies-exec --mmap-page-zero --3gb --4gb --uname-2.6 --verbose",
  transparent: true,
  starts: "it starts a shell"
}

const npxOptions =
  "-y -q -p= -c= -w= --yes --no --no-install --quiet --package= --call= --workspace= --workspaces --ignore-existing --prefer-offline --offline --include-workspace-root"
const bunxOptions = "-p= --bun --package= --silent --verbose --no-install"
const uvxOptions =
  "-q -v -p= -w= -U --quiet --verbose --from= --with= --python= --with-requirements=read --with-editable=read --isolated --no-cache --offline --refresh --upgrade --index-url= --default-index= --index="

const otherShell: Wrapper = {
  options:
    "-l -m -p -P -f -c= -g= -G= -s=any -w= --login --preserve-environment --pty --fast --command= --group= --supp-group= --shell=any --session-command= --whitelist-environment=",
  before: "text",
  between: true,
  shell: true,
  text: ["-c", "--command", "--session-command"],
  alone: "starts another user's shell"
}

/** Programs that GNU's are called like, with a `g` in front, where the system has its own: Homebrew, BSD. */
export const gnuPrograms: ReadonlySet<string> = new Set(
  "[ b2sum base32 base64 basename basenc cat chcon chgrp chmod chown chroot cksum comm cp csplit cut date dd df dir dircolors dirname du echo env expand expr factor false fmt fold groups head hostid hostname id install join kill link ln logname ls md5sum mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste pathchk pinky pr printenv printf ptx pwd readlink realpath rm rmdir runcon seq sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf sleep sort split stat stdbuf stty sum sync tac tail tee test timeout touch tr true truncate tsort tty uname unexpand uniq unlink uptime users vdir wc who whoami yes find xargs locate updatedb sed tar make grep egrep fgrep which time indent m4 ed cmp diff diff3 sdiff patch strings".split(
    " "
  )
)

/** Wrappers by name. */
export const wrappers: Readonly<Record<string, Wrapper>> = {
  ...launchers,
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
    before: "number",
    transparent: true,
    tells: ["--help", "--version"]
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
  // A priority that its policy does not need may be missing.
  chrt: {
    options:
      "-b -f -i -o -r -R -a -v --batch --fifo --idle --other --rr --reset-on-fork --all-tasks --verbose --help --version",
    before: "number",
    transparent: true,
    tells: ["--help", "--version"]
  },
  // Its first word is the architecture unless it is an option; by the name of one it takes no such word. setarch(8).
  setarch: { ...architecture, before: "text", leads: true },
  linux32: architecture,
  linux64: architecture,
  i386: architecture,
  x86_64: architecture,
  uname26: architecture,
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
  // -e edits, -l and -R tell or change the root: none is looked through.
  sudo: {
    options:
      "-A -b -B -i -s --login --shell -E -H -k -K -n -N -P -S -v -V -C= -D=any -g= -h= -p= -r= -t= -T= -u= -U= --askpass --background --bell --close-from= --preserve-env[=] --chdir=any --group= --set-home --host= --non-interactive --no-update --preserve-groups --prompt= --role= --type= --stdin --command-timeout= --user= --reset-timestamp --remove-timestamp --validate --version",
    assignments: true,
    transparent: true,
    privilege: "sudo runs with more rights",
    cwd: ["-D", "--chdir"],
    doubts: { "-i": startsShell, "--login": startsShell, "-s": startsShell, "--shell": startsShell },
    alone: "asks for more rights"
  },
  doas: {
    options: "-n -s -L -C=read -u= -a=",
    transparent: true,
    privilege: "doas runs with more rights",
    doubts: { "-s": startsShell },
    alone: "asks for more rights"
  },
  su: { ...otherShell, privilege: "su runs as another user", opaque: "su starts another user's shell" },
  runuser: {
    options:
      "-l -m -p -P -f -c= -g= -G= -s=any -u= -w= --login --preserve-environment --pty --fast --command= --user= --group= --supp-group= --shell=any --session-command= --whitelist-environment=",
    // runuser(1): without -u it is su.
    unless: { options: ["-u", "--user"], is: otherShell },
    privilege: "runuser runs as another user",
    opaque: "runuser may start another user's shell",
    alone: "starts another user's shell"
  },
  pkexec: {
    options: "--user= --disable-internal-agent --keep-cwd",
    privilege: "pkexec runs with more rights",
    transparent: true,
    alone: "asks for more rights"
  },
  busybox: { options: "" },
  toybox: { options: "" },
  // GNU coreutils as one program, and the one of uutils.
  coreutils: {
    options: "--coreutils-prog= --coreutils-prog-shebang= --list --help --version",
    program: ["--coreutils-prog", "--coreutils-prog-shebang"],
    tells: ["--list", "--help", "--version"]
  },
  uutils: { options: "--list --help --version", tells: ["--list", "--help", "--version"] },
  watch: {
    options:
      "-b -c -C -d[=] -e -f -g -n= -p -q= -r -s= -t -w -x --beep --color --no-color --differences[=] --errexit --follow --chgexit --interval= --precise --equexit= --no-rerun --no-title --no-wrap --exec",
    joins: true
  },
  script: {
    options:
      "-a -d -e -f -k -q -r -c= -E= -I=write -B=write -O=write -m= -o= -T=write -F=write --append --command= --echo= --return --flush --force --log-in=write --log-out=write --log-io=write --log-timing=write --logging-format= --output-limit= --quiet",
    before: "write",
    between: true,
    starts: "script starts a shell",
    text: ["-c", "--command"]
  },
  entr: { options: "-a -c -d -n -p -r -s -x -z", joinsWith: ["-s"] },
  flock: {
    options:
      "-e -x -s -n -o -F -u -v -c= -E= -w= --exclusive --shared --nonblock --no-fork --close --unlock --verbose --command= --conflict-exit-code= --timeout= --wait=",
    before: "write",
    between: true,
    text: ["-c", "--command"]
  },
  strace: {
    options:
      "-A -c -C -d -D -f -F -h -i -k -n -q -r -t -T -v -V -w -x -y -z -Z -a= -b= -e= -E= -I= -o=write -O= -p= -P= -s= -S= -u= -U= -X="
  },
  ltrace: {
    options: "-c -C -f -h -i -L -n= -r -S -t -T -a= -A= -D= -e= -l= -o=write -p= -s= -u= -x="
  },
  unshare: {
    options: "-i -m -n -p -u -U -C -T -f -r -c --fork --map-root-user --mount --net --pid --user --ipc --uts",
    starts: "unshare starts a shell"
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
    starts: "parallel has a shell run what its input says",
    fed: true
  },
  firejail: {
    options:
      "--quiet --noprofile --private[=any] --net= --profile=read --whitelist=any --blacklist=any --read-only=any --caps.drop= --seccomp --nonewprivs --noroot --name= --shell=",
    opaque: "it runs a program in a sandbox of its own"
  },
  bwrap: {
    options:
      "--bind=any,any --ro-bind=any,any --dev-bind=any,any --bind-try=any,any --ro-bind-try=any,any --symlink=any,any --dev=any --proc=any --tmpfs=any --dir=any --chdir=any --setenv=text,text --unsetenv= --clearenv --unshare-all --unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --share-net --die-with-parent --new-session --hostname= --uid= --gid= --as-pid-1",
    opaque: "it runs a program in a sandbox of its own"
  },
  proxychains: { options: "-q -f=read", opaque: "it runs a program with other code loaded" },
  proxychains4: { options: "-q -f=read", opaque: "it runs a program with other code loaded" },
  faketime: { options: "-f -m -p=", before: "text", opaque: "it runs a program with other code loaded" },
  unbuffer: { options: "-p" },
  rlwrap: { options: "-a -c -r -m -n" },
  valgrind: {
    options: "--leak-check= --tool= --track-origins= --log-file=write -q -v"
  },
  hyperfine: {
    options:
      "-w= -r= -m= -M= -N -i --warmup= --runs= --min-runs= --max-runs= --ignore-failure --export-json=write --export-markdown=write --style= -p= -s= -c= --prepare= --setup= --conclude= --cleanup=",
    text: ["-p", "-s", "-c", "--prepare", "--setup", "--conclude", "--cleanup"],
    each: true
  },
  dotenv: { options: "-e=read -o -q", opaque: "it runs a program with what a file sets" },
  dotenvx: { options: "", opaque: "it runs a program with what a file sets" },
  "cross-env": { options: "", assignments: true },
  "cross-env-shell": { options: "", assignments: true, joins: true },
  concurrently: {
    options: "-k -r --kill-others --raw -n= -c= --names=",
    each: true
  },
  "env-cmd": { options: "-f=read -e= --silent --no-override", opaque: "it runs a program with what a file sets" },
  watchexec: {
    options: "-w=any -e= -i= -f= -d= -r -c -q -n -p -1 -v --watch=any --exts= --ignore= --restart --clear --postpone",
    opaque: "it runs a program whenever a file changes"
  },
  onchange: { options: "-i -k -1 -d=", marks: ["--"], opaque: "it runs a program whenever a file changes" },
  // With a process, these change what runs already.
  choom: { options: "-n= --adjust=" },
  cpulimit: { options: "-l= -i -z -v -q --limit=", marks: ["--"] },
  chpst: { options: "-u= -U= -e=read -n= -l=write -L=write -m= -o= -p= -P -0 -1 -2 -v" },
  setuidgid: { options: "", before: "text" },
  "s6-setuidgid": { options: "", before: "text" },
  eatmydata: { options: "" },
  ccache: { options: "-s -V --version" },
  bear: { options: "--output=write -v", marks: ["--"] },
  mpirun: { options: "--host= --hostfile=read" },
  mpiexec: { options: "--host= --hostfile=read" },
  dtach: { options: "-A=any -c=any -n=any -z -E -r=" },
  nq: { options: "-c -q -t" },
  "dbus-launch": { options: "--exit-with-session --sh-syntax" },
  // The password may be anything's.
  sshpass: { options: "-e -v -p= -f=read -d= -P=" },
  // Each word is a text of its own. pee(1).
  pee: { options: "--ignore-sigpipe --ignore-write-errors", each: true },
  // What stands behind -e, in one text or in words.
  xterm: { options: "", marks: ["-e"] },
  konsole: { options: "--hold --noclose --workdir=any", marks: ["-e"] },
  alacritty: { options: "--hold --working-directory=any", marks: ["-e", "--command"] },
  "gnome-terminal": { options: "--wait --tab --window --title= --working-directory=any", marks: ["--"] },
  "flatpak-spawn": { options: "--host --watch-bus --directory=any", ...elsewhere },
  // It shows what programs say of what is chosen. fzf(1).
  fzf: {
    options: "-m -e -i -q= -f= -1 -0 -d= --multi --query= --filter= --height= --reverse --ansi --preview-window=",
    text: ["--preview"]
  },
  nodemon: {
    options: "-q -V -w=any -e= -i= -d= --watch=any --ext= --ignore= --delay=",
    opaque: "it runs a program whenever a file changes"
  },
  npx: { options: npxOptions, glimpse: "here", text: ["-c", "--call"] },
  pnpx: { options: npxOptions, glimpse: "here", text: ["-c", "--call"] },
  // It runs a command with a socket of its own; alone it goes on in the background. ssh-agent(1).
  "ssh-agent": { options: "-D -d -a=any -E= -O= -P= -t=" },
  bunx: { options: bunxOptions, glimpse: "here" },
  uvx: { options: uvxOptions, glimpse: "here" },
  // ssh(1): options stand behind the host too, and the rest is one text for a shell there.
  ssh: {
    options:
      "-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y -B= -b= -c= -D= -E=write -e= !!-F=read -I=any -i=read -J= -L= -l= -m= -O= -o= -p= -Q= -R= -S=any -W= -w=",
    before: "text",
    between: true,
    joins: true,
    opaque: "it runs its words elsewhere",
    plainly: {
      options: ["-4", "-6", "-a", "-C", "-i", "-l", "-n", "-p", "-q", "-T", "-t", "-v", "-x"],
      rights: "ssh runs with the rights it has elsewhere"
    },
    glimpse: "elsewhere",
    settings: { options: ["-o"], keys: ["proxycommand", "localcommand", "knownhostscommand", "remotecommand"] }
  },
  rsh: { options: "-n -K -l= -p=", before: "text", between: true, joins: true, ...elsewhere },
  wsl: { options: "-e -d= -u= --exec --distribution= --user= --cd=any --shell-type=", ...elsewhere },
  "wsl.exe": { options: "-e -d= -u= --exec --distribution= --user= --cd=any --shell-type=", ...elsewhere },
  nsenter: {
    options:
      "-a -m[=] -u[=] -i[=] -n[=] -p[=] -C[=] -U[=] -T[=] -t= -S= -G= -r[=] -w[=] -F -Z --all --target= --mount[=] --uts[=] --ipc[=] --net[=] --pid[=] --cgroup[=] --user[=] --time[=] --setuid= --setgid= --preserve-credentials --root[=] --wd[=] --no-fork",
    opaque: "it runs in another namespace",
    privilege: "nsenter needs more rights"
  },
  "systemd-run": {
    options:
      "-p= -q -t -P -u= -G -d -E= -S -r -M= -H= --user --system --scope --property= --quiet --pty --pipe --unit= --collect --same-dir --setenv= --shell --remain-after-exit --wait --slice= --description= --uid= --gid= --nice= --working-directory=any --on-active= --on-boot= --on-calendar= --on-startup= --on-unit-active= --timer-property= --send-sighup --no-block --no-ask-password",
    opaque: "it has the system run its words"
  },
  // Its input is what runs, whatever time its words say. at(1).
  at: {
    options: "-f=read -q= -m -M -l -d -v -b -r -V -t= -c -u=",
    mixed: true,
    input: true,
    opaque: "it has its input run later"
  },
  batch: { options: "-f=read -q= -m -M -v -V", mixed: true, input: true, opaque: "it has its input run later" },
  screen: {
    options:
      "-a -A -d -D -f -i -l -L -m -O -q -r -R -U -v -x -X -c=read -e= -h= -p= -s=any -S= -t= -T= --list --version",
    joins: true,
    opaque: "it runs shells of its own"
  },
  sg: {
    options: "-c",
    before: "text",
    between: true,
    joins: true,
    opaque: "sg starts a shell",
    privilege: "sg runs as another group"
  },
  gosu: { options: "", before: "text", transparent: true, privilege: "gosu runs as another user" },
  "su-exec": { options: "", before: "text", transparent: true, privilege: "su-exec runs as another user" },
  setpriv: {
    options:
      "--clear-groups --groups= --inh-caps= --ambient-caps= --bounding-set= --init-groups --keep-groups --no-new-privs --rgid= --ruid= --euid= --egid= --regid= --reuid= --securebits= --pdeathsig= --reset-env",
    transparent: true,
    privilege: "setpriv changes rights"
  },
  runcon: {
    options: "-c -t= -u= -r= -l= --compute --type= --user= --role= --range=",
    before: "text",
    drops: ["-c", "-t", "-u", "-r", "-l", "--compute", "--type", "--user", "--role", "--range"],
    privilege: "runcon changes rights",
    opaque: "it runs in another context"
  },
  prlimit: {
    // Their values are only attached. prlimit(1).
    options:
      "--as[=] --core[=] --cpu[=] --data[=] --fsize[=] --locks[=] --memlock[=] --msgqueue[=] --nice[=] --nofile[=] --nproc[=] --rss[=] --rtprio[=] --rttime[=] --sigpending[=] --stack[=] -c[=] -d[=] -e[=] -f[=] -i[=] -l[=] -m[=] -n[=] -q[=] -r[=] -s[=] -t[=] -u[=] -v[=] -x[=] -y[=]"
  },
  numactl: {
    options: "-i= -C= -m= -N= -l --interleave= --physcpubind= --membind= --cpunodebind= --localalloc",
    transparent: true
  },
  fakeroot: { options: "-u -i=read -s=write -b=", opaque: "it runs a program with other code loaded" },
  "dbus-run-session": { options: "", opaque: "it runs a program in a session of its own" },
  "xvfb-run": {
    options: "-a -e=write -f=any -n= -s= -w= --auto-servernum --server-args=",
    opaque: "it runs a program on a screen of its own"
  },
  torsocks: { options: "-i -a= -P= -u= -p=", opaque: "it runs a program with other code loaded" },
  chronic: { options: "-v -e", transparent: true },
  ifne: { options: "-n", transparent: true },
  ts: { options: "-r -i -s -m", opaque: "it may be more than one program" },
  tini: { options: "-s -g -v -w -p=", permutes: true, transparent: true },
  "dumb-init": { options: "-c -r= -v --single-child --rewrite= --verbose", transparent: true },
  // Another user's or root's shell behind a name of the project's own.
  "nix-shell": {
    options:
      "--run= --command= --pure -i= -I= -A= -E= -j= -p -k -Q --packages --keep --arg=text,text --argstr=text,text --option=text,text",
    mixed: true,
    opaque: "it runs its words in a shell of its own",
    text: ["--run", "--command"]
  }
}

const execOptions =
  "-d -i -t -e= -u= -w= --detach --detach-keys= --env= --env-file=read --interactive --privileged --tty --user= --workdir=any --preserve-fds="
const runInContainer: Wrapper = { options: runOptions, before: "text", program: ["--entrypoint"], ...container }
const execInContainer: Wrapper = { options: execOptions, before: "text", ...container }

const composed: Readonly<Record<string, Wrapper>> = {
  exec: {
    options:
      "-d -T -i -t -e= -u= -w= --detach --no-TTY --no-tty --env= --index= --privileged --user= --workdir=any --dry-run",
    before: "text",
    ...container
  },
  run: {
    options:
      "-d -T -i -P -q -e= -l= -p= -u= -v=volume -w= --build --cap-add= --cap-drop= --detach --entrypoint= --env= --env-from-file=read --interactive --label= --name= --no-TTY --no-tty --no-deps --publish= --pull= --quiet --quiet-pull --quiet-build --remove-orphans --rm --service-ports --use-aliases --user= --volume=volume --workdir=any",
    before: "text",
    program: ["--entrypoint"],
    ...container
  }
}

const engineRunner: Wrapper = {
  options: engineOptions,
  sub: {
    exec: execInContainer,
    run: runInContainer,
    create: runInContainer,
    container: { options: "", sub: { exec: execInContainer, run: runInContainer, create: runInContainer } },
    compose: { options: composeOptions, sub: composed },
    service: { options: "", sub: { create: runInContainer } },
    debug: { options: "-c= --command= --shell= --host=", mixed: true, text: ["-c", "--command"], ...container },
    // podman-unshare(1): it runs here, as root of a namespace.
    unshare: { options: "--rootless-netns" },
    machine: { options: "", sub: { ssh: { options: "-q --quiet --username=", joins: true, ...elsewhere } } }
  }
}

// kubectl(1): its options stand anywhere in front of the command.
const podOptions =
  "-c= -f=read -i -q -t -n= -l= --container= --filename=read --pod-running-timeout= --quiet --stdin --tty --namespace= --context= --kubeconfig=read --cluster= --user= --image= --restart= --rm --command --env= --labels= --port= --overrides= --dry-run[=] --attach --target= --copy-to= --profile= --share-processes --replace --same-node --image-pull-policy= --leave-stdin-open --expose --stdin-once"
const podCommand: Wrapper = { options: podOptions, before: "text", between: true, marks: ["--"], ...container }
const clusterRunner: Wrapper = {
  options: clusterOptions,
  sub: { ...furtherSubcommands["cluster"], exec: podCommand, run: podCommand, debug: podCommand }
}

const joined: Wrapper = {
  options:
    "-c -r -s -q -p= --package= --allow-build= --shell-mode --silent --quiet --recursive --parallel --filter= --workspace-root -w",
  joins: true,
  ...brought
}
// Its options count behind the command too, unless a double dash is in front of it. npm-exec(1).
const npmExec: Wrapper = { options: npxOptions, ...brought, text: ["-c", "--call"], late: ["-c", "--call"] }
const marked: Wrapper = {
  options: "-c= -j= -q -v --command= --raw",
  marks: ["--"],
  text: ["-c", "--command"],
  ...brought
}
// Where the project has no script of that name, it is `env`. npm-run-script(1).
const npmRun: Wrapper = { options: "-s -w= --silent --if-present", sub: { env: { options: "", assignments: true } } }
/** It runs a program of a package, or a script of the project's. */
const scriptOr: Wrapper = { options: "--silent --if-present", ...brought }
const words = (list: string): ReadonlySet<string> => new Set(list.split(" "))

/** What these take for their own words; any other names a script, or else a program. pnpm(1), yarn(1). */
const pnpmWords = words(
  "add audit approve-builds bin bugs c cache cat-file cat-index ci completion config create dedupe deploy dist-tag dlx doctor edit env fetch find-hash get help i ignored-builds import info init install install-clean install-test it la licenses link list ll ln login logout ls m multi outdated owner pack patch patch-commit patch-remove ping prefix prune publish rb rebuild recursive remove restart rm root run run-script s search self-update server set setup show start stop store t test tst un uninstall unlink up update upgrade version versions view whoami why"
)
const yarnWords = words(
  "access add audit autoclean bin cache check config constraints create dedupe explain generate-lock-entry global help import info init install licenses link list login logout npm outdated owner pack patch patch-commit plugin policies publish rebuild remove run search self-update set stage start tag team test unlink unplug up upgrade upgrade-interactive version versions why workspace workspaces"
)
const eachWorkspace: Wrapper = {
  options:
    "-A -R -W -p -v -i -t -n -j= -m --all --recursive --worktree --from= --include= --exclude= --since[=] --parallel --topological --topological-dev --no-private --verbose --interlaced --jobs= --dry-run",
  ...brought
}
const pnpmEach: Wrapper = { options: "", sub: { exec: joined } }
const packageManagers: Readonly<Record<string, Wrapper>> = {
  npm: {
    options: npmOptions,
    // `npm exe` is `npm exec`.
    shortened: true,
    sub: {
      exec: npmExec,
      x: npmExec,
      run: npmRun,
      "run-script": npmRun,
      rum: npmRun,
      urn: npmRun,
      explore: { options: "--shell=", before: "text", marks: ["--"], joins: true }
    }
  },
  pnpm: {
    options: managerOptions,
    sub: { dlx: joined, dx: joined, exec: joined, recursive: pnpmEach, multi: pnpmEach, m: pnpmEach },
    other: { is: scriptOr, except: pnpmWords }
  },
  yarn: {
    options: managerOptions,
    sub: {
      dlx: joined,
      exec: joined,
      run: { options: `${scriptOr.options} -T -B --top-level --binaries-only`, ...brought },
      workspace: { options: "", before: "text", ...brought },
      workspaces: { options: "", sub: { foreach: eachWorkspace } }
    },
    other: { is: scriptOr, except: yarnWords }
  }
}
const condaRunner: Wrapper = {
  options: "",
  sub: {
    run: {
      options: "-n= -p=any -v -a= --name= --prefix=any --no-capture-output --live-stream --cwd=any -e= --env=",
      ...brought
    }
  }
}
const nixCommand: Wrapper = {
  options:
    "-i -L --impure --ignore-environment --offline -k= --keep= --override-input=text,text --inputs-from= -f=read --file=read",
  marks: ["-c", "--command"],
  opaque: "it runs its words in a shell of its own"
}
const flyMachine: Wrapper = { options: "", sub: furtherSubcommands["machine"] ?? {} }
const flyRunner: Wrapper = {
  options: "",
  sub: {
    machine: flyMachine,
    machines: flyMachine,
    m: flyMachine,
    ssh: {
      options: "",
      sub: {
        console: {
          options: "-a= -C= -c= -s -r= --app= --command= --select --machine=",
          mixed: true,
          text: ["-C", "--command"],
          ...elsewhere
        }
      }
    }
  }
}
const cloudRunner: Wrapper = {
  options: "",
  sub: {
    ssh: {
      options:
        "--command= --zone= --project= --tunnel-through-iap --internal-ip --quiet -q --ssh-key-file=read --ssh-flag= --dry-run",
      mixed: true,
      text: ["--command"],
      ...elsewhere
    }
  }
}
const watched = {
  options:
    "-e= -r= -d -a -A -x= -g -F= -c= -C= -s -v -o=write -p= -t= --repeat= --event= --output=write --call-graph= --all-cpus --quiet --verbose",
  opaque: "it watches over the program it runs"
} as const
const recorded: Wrapper = { options: "", sub: { record: watched } }
const instanceCommand: Wrapper = {
  options: "-t -T -n --cwd=any --env= --user= --group= --mode=",
  before: "text",
  between: true,
  marks: ["--"],
  ...elsewhere
}
const window = (options: string): Wrapper => ({ options, joins: true, opaque: "it runs shells of its own" })

const secretShell: Wrapper = { options: "--user= --background --no-fifo --filename=", before: "read", joins: true }

/** Programs some of whose subcommands run other programs; what else they do is in their grammars. */
export const runners: Readonly<Record<string, Wrapper>> = {
  ...launchRunners,
  apptainer: { options: "", sub: { exec: inContainer, run: inContainer } },
  singularity: { options: "", sub: { exec: inContainer, run: inContainer } },
  lerna: { options: "", sub: { exec: { options: "--stream --parallel --scope= --concurrency=" } } },
  sops: { options: "", sub: { "exec-env": secretShell, "exec-file": secretShell } },
  chamber: { options: "", sub: { exec: { ...withVariables, before: "text" } } },
  infisical: { options: "", sub: { run: withVariables } },
  docker: engineRunner,
  podman: engineRunner,
  nerdctl: engineRunner,
  "docker-compose": { options: composeOptions, sub: composed },
  "podman-compose": { options: composeOptions, sub: composed },
  kubectl: clusterRunner,
  oc: { ...clusterRunner, sub: { ...clusterRunner.sub, rsh: podCommand } },
  ...packageManagers,
  bun: {
    options: "--silent --cwd=any --bun --watch --hot --smol --no-clear-screen --env-file=read",
    sub: {
      x: { options: bunxOptions, ...brought },
      exec: { options: "", ...brought, joins: true },
      // A script, a file, or any program. bun run --help.
      run: {
        options:
          "-b -i -r=read -F= --bun --watch --hot --silent --if-present --filter= --env-file=read --cwd=any --smol --inspect[=] --inspect-brk[=] --preload=read --no-install --no-clear-screen --conditions= --port=",
        ...brought
      }
    }
  },
  uv: {
    options: "-q -v --quiet --verbose --directory=any --project=any --config-file=read --offline --no-cache",
    sub: {
      run: {
        options:
          "-q -v -m -s -p= -w= -U --quiet --verbose --module --script --with= --with-editable=read --with-requirements=read --python= --no-project --isolated --active --extra= --all-extras --group= --only-group= --no-group= --dev --no-dev --only-dev --frozen --locked --no-sync --env-file=read --no-env-file --directory=any --project=any --package= --no-cache --offline --refresh --upgrade --index-url= --index= --default-index=",
        ...brought
      },
      tool: { options: "", sub: { run: { options: uvxOptions, ...brought } } }
    }
  },
  pipx: {
    options: "-q -v --quiet --verbose",
    sub: {
      run: {
        options:
          "-q -v --quiet --verbose --spec= --python= --no-cache --pypackages --pip-args= --system-site-packages --index-url= --fetch-missing-python",
        ...brought
      }
    }
  },
  poetry: {
    options: "-q -v -n -C=any -P=any --quiet --verbose --directory=any --project=any",
    sub: { run: { options: "", ...brought } }
  },
  pdm: { options: "-q -v", sub: { run: { options: "-p=any -s --project=any --site-packages", ...brought } } },
  pipenv: { options: "-q -v --quiet --verbose", sub: { run: { options: "", ...brought } } },
  hatch: {
    options: "-e= -q -v",
    sub: {
      run: { options: "", ...brought },
      env: {
        options: "",
        sub: {
          run: { options: "-e= -i= -x= -f= --env= --include= --exclude= --force-continue --ignore-compat", ...brought }
        }
      }
    }
  },
  rye: { options: "", sub: { run: { options: "", ...brought } } },
  bundle: { options: "", sub: { exec: { options: "--keep-file-descriptors --gemfile=read", ...brought } } },
  mise: { options: "-C=any -q -v", sub: { exec: marked, x: marked } },
  asdf: { options: "", sub: { exec: { options: "", ...brought } } },
  rbenv: { options: "", sub: { exec: { options: "", ...brought } } },
  pyenv: { options: "", sub: { exec: { options: "", ...brought } } },
  nodenv: { options: "", sub: { exec: { options: "", ...brought } } },
  volta: { options: "", sub: { run: { options: "--node= --npm= --yarn= --bundled-npm --no-yarn", ...brought } } },
  corepack: { options: "", sub: packageManagers },
  conda: condaRunner,
  mamba: condaRunner,
  micromamba: condaRunner,
  direnv: { options: "", sub: { exec: { options: "", before: "any", opaque: "it runs what a file says" } } },
  nix: {
    options: "--extra-experimental-features= --impure --offline -L",
    sub: { develop: nixCommand, shell: nixCommand, "print-dev-env": nixCommand }
  },
  vagrant: {
    options: "",
    sub: {
      ssh: { options: "-c= -p -t --command= --plain --tty", mixed: true, text: ["-c", "--command"], ...elsewhere }
    }
  },
  gcloud: {
    options: "--project= --quiet -q",
    sub: {
      compute: cloudRunner,
      alpha: { options: "", sub: { compute: cloudRunner } },
      beta: { options: "", sub: { compute: cloudRunner } }
    }
  },
  heroku: {
    options: "",
    sub: { run: { options: "-a= --app= -s= --size= -x --exit-code --no-tty -e= --env=", joins: true, ...elsewhere } }
  },
  fly: flyRunner,
  flyctl: flyRunner,
  adb: {
    options: "-a -d -e -s= -t= -H= -P= -L=",
    sub: {
      shell: { options: "-n -t -T -x -e=", joins: true, ...elsewhere },
      "exec-out": { options: "", joins: true, ...elsewhere },
      "exec-in": { options: "", joins: true, ...elsewhere }
    }
  },
  lxc: { options: "--project=", sub: { exec: instanceCommand } },
  incus: { options: "--project=", sub: { exec: instanceCommand } },
  multipass: {
    options: "",
    sub: { exec: { ...instanceCommand, options: "-n -d=any --no-map-working-directory --working-directory=any" } }
  },
  limactl: {
    options: "--debug --tty",
    sub: { shell: { options: "--shell= --workdir=any", before: "text", ...elsewhere } }
  },
  machinectl: { options: "-q", sub: { shell: { options: "-E= --uid= --setenv=", before: "text", ...elsewhere } } },
  distrobox: {
    options: "",
    sub: { enter: { options: "-n= -r -T --name= --root --no-tty", before: "text", marks: ["--"], ...elsewhere } }
  },
  toolbox: {
    options: "-y -v",
    sub: { run: { options: "-c= -r= -d= --container= --release= --distro=", ...elsewhere } }
  },
  devcontainer: {
    options: "",
    sub: { exec: { options: "--workspace-folder=any --container-id= --remote-env= --config=read", ...elsewhere } }
  },
  "aws-vault": {
    options: "",
    sub: {
      exec: {
        options: "-n -d= --no-session --duration= --region=",
        before: "text",
        marks: ["--"],
        opaque: "it runs a program with secrets"
      }
    }
  },
  op: {
    options: "",
    sub: {
      run: { options: "--no-masking --env-file=read --account=", opaque: "it runs a program with secrets" },
      plugin: { options: "", sub: { run: { options: "--account=", opaque: "it runs a program with secrets" } } }
    }
  },
  doppler: {
    options: "",
    sub: {
      run: {
        options: "-p= -c= --project= --config= --command=",
        text: ["--command"],
        opaque: "it runs a program with secrets"
      }
    }
  },
  perf: {
    options: "",
    sub: {
      stat: watched,
      record: watched,
      trace: watched,
      top: watched,
      ftrace: { options: "-t= -a -p= -F= --tracer= --pid=", opaque: "it watches over the program it runs" },
      mem: recorded,
      sched: recorded,
      lock: recorded,
      c2c: recorded,
      kvm: recorded,
      kwork: recorded,
      timechart: recorded
    }
  },
  // tmux(1): what a window runs is one text for a shell, or words; a command's name may be shortened.
  tmux: {
    options: "-2 -C -D -l -N -u -v -c= -f=read -L= -S=any -T=",
    text: ["-c"],
    shortened: true,
    separator: ";",
    sub: {
      "new-session": window("-A -d -D -E -P -X -c=any -e= -f= -F= -n= -s= -t= -x= -y="),
      new: window("-A -d -D -E -P -X -c=any -e= -f= -F= -n= -s= -t= -x= -y="),
      "new-window": window("-a -b -d -k -P -S -c=any -e= -F= -n= -t="),
      neww: window("-a -b -d -k -P -S -c=any -e= -F= -n= -t="),
      "split-window": window("-b -d -f -h -I -v -P -Z -c=any -e= -l= -p= -F= -t="),
      splitw: window("-b -d -f -h -I -v -P -Z -c=any -e= -l= -p= -F= -t="),
      "respawn-pane": window("-k -c=any -e= -t="),
      respawnp: window("-k -c=any -e= -t="),
      "respawn-window": window("-k -c=any -e= -t="),
      respawnw: window("-k -c=any -e= -t="),
      "run-shell": window("-b -C -c=any -d= -t="),
      run: window("-b -C -c=any -d= -t="),
      "if-shell": { ...window("-b -F -t="), each: true },
      if: { ...window("-b -F -t="), each: true },
      "pipe-pane": window("-I -O -o -t="),
      pipep: window("-I -O -o -t="),
      "display-popup": window("-B -C -E -b= -c= -d=any -e= -h= -s= -S= -t= -T= -w= -x= -y="),
      popup: window("-B -C -E -b= -c= -d=any -e= -h= -s= -S= -t= -T= -w= -x= -y="),
      "send-keys": window("-F -H -K -l -M -R -X -c= -N= -t="),
      send: window("-F -H -K -l -M -R -X -c= -N= -t=")
    }
  }
}

/** Which shell text a shell's `-c` takes, by the shell's name; `opaque` for one whose language is another. */
export const shells: Readonly<Record<string, "bash" | "posix" | "opaque">> = {
  bash: "bash",
  rbash: "bash",
  "bash-static": "bash",
  sh: "posix",
  dash: "posix",
  ash: "posix",
  ksh: "posix",
  ksh93: "posix",
  mksh: "posix",
  pdksh: "posix",
  oksh: "posix",
  lksh: "posix",
  rksh: "posix",
  hush: "posix",
  mrsh: "posix",
  posh: "posix",
  yash: "posix",
  zsh: "opaque",
  rzsh: "opaque",
  "zsh-static": "opaque",
  brush: "opaque",
  // It runs commands of its own directory.
  "git-shell": "opaque",
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

/** Options of a shell before its text or script. bash(1), "Options"; sh(1) of dash. Any other makes it opaque. */
export const shellOptions: Grammar = {
  does: "runs a script",
  posix: true,
  options:
    "-c -a -b -e -f -h -k -m -n -p -s -t -u -v -x -l -i -r -B -C -D -E -H -P -T -o= -O= --norc --noprofile --login --posix --restricted --verbose --debugger --noediting --help --version --rcfile=read --init-file=read --dump-strings --dump-po-strings"
}

/** Of those, what makes a shell read or run more than its text says: why. */
export const shellDoubts: Readonly<Record<string, string>> = {
  "-O": "changes how it reads its text",
  "-k": "changes how it reads its text",
  "-H": "changes how it reads its text",
  "-P": "changes where it is",
  "--rcfile": "runs a file first",
  "--init-file": "runs a file first",
  "--debugger": "runs a file first"
}

/** What `-o` may switch on without changing what a text says. bash manual, section 4.3.1; dash knows some of them. */
export const shellModes: ReadonlySet<string> = new Set(
  "allexport braceexpand emacs errexit errtrace functrace hashall ignoreeof monitor noclobber noexec noglob nolog notify nounset onecmd pipefail posix privileged verbose vi xtrace".split(
    " "
  )
)

/** The long names that bash takes with one dash too. */
export const shellLongNames: ReadonlySet<string> = new Set([
  "norc",
  "noprofile",
  "login",
  "posix",
  "restricted",
  "verbose",
  "debug",
  "debugger",
  "noediting",
  "help",
  "version",
  "rcfile",
  "init-file",
  "dump-strings",
  "dump-po-strings",
  "protected",
  "pretty-print",
  "wordexp"
])

/** Programs that hand their words to another shell, editor, host or scheduler: nothing below them is seen. */
export const opaquePrograms: Readonly<Record<string, string>> = {
  ...launchOpaque,
  mosh: "it runs its words elsewhere",
  telnet: "it talks to another host",
  socat: "its addresses can run programs",
  tmux: "it runs shells of its own",
  zellij: "it runs shells of its own",
  expect: "it drives other programs",
  vagrant: "it runs its words elsewhere",
  direnv: "it runs what a file says",
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
  anacron: "it runs programs later",
  "run-parts": "it runs all programs of a directory",
  "start-stop-daemon": "it runs a program in the background",
  daemonize: "it runs a program in the background",
  ansible: "it runs its words elsewhere",
  "ansible-playbook": "it runs what a file says elsewhere"
}

/** A client of a server: it may run programs here by what it is told, unless that stands in the text and names none. */
export interface Client {
  /** Options that make it run nothing. */
  readonly options: string
  /** Options whose value is what it sends, one of which is given; it reads no input then. */
  readonly statements?: ReadonlyArray<string>
  /** Words with which it may run a program, or read a file here. */
  readonly runs?: RegExp
  /** What each of its operands is, and the value of each of these options. */
  readonly operands: RegExp
  readonly connects?: ReadonlyArray<string>
  /** Commands of its own, with a backslash, that only tell. */
  readonly tells?: RegExp
}

/** Clients by name. */
export const clients: Readonly<Record<string, Client>> = {
  // psql(1): a backslash begins a command of its own, and COPY may name a program.
  psql: {
    options:
      "-c= -h= -p= -U= -d= -t -A -q -X -x -w -1 --command= --host= --port= --username= --dbname= --tuples-only --no-align --quiet --no-psqlrc --expanded --no-password --single-transaction",
    statements: ["-c", "--command"],
    // A block or a function puts statements together, and the server runs what its settings and libraries say.
    runs: /program|\bdo\b(?!\s+(?:nothing|update)\b)|\b(?:execute|function|procedure|extension|language|load|system)\b|dblink/i,
    connects: ["-d", "--dbname"],
    operands: /^[\w.@:/-]+$/,
    tells: /^\\(?:l|d[a-zA-Z]*)[+S]*(?: [\w.*]+)?$/
  },
  // mysql(1), "mysql Client Commands".
  mysql: {
    options:
      "-e= -u= -p[=] -h= -P= -D= -B -N -s -t -r --execute= --user= --password[=] --host= --port= --database= --batch --skip-column-names --silent --table --raw",
    statements: ["-e", "--execute"],
    runs: /system|source|pager|edit|tee|delimiter|infile|session_data|soname|plugin|sys_e/i,
    operands: /^[\w.-]+$/
  },
  // socat(1): other addresses run programs, and further options of an address follow a comma.
  socat: {
    options: "-u -U -d -v -x -t= -T= -b=",
    operands:
      /^(?:-|stdio|stdin|stdout|(?:tcp[46]?(?:-connect)?|udp[46]?(?:-connect)?|unix(?:-connect|-client)?):[\w.:@/-]+|\.{0,2}\/[\w./-]*)$/i
  }
}

/** Words that begin more than a command in some shell, or change what follows. */
export const shellWords: ReadonlySet<string> = new Set(
  "if then elif else fi for foreach while until do done case switch select function begin end time eval exec source . builtin command alias set let trap repeat and or not".split(
    " "
  )
)

/** An interpreter: a script file is a program and a path, all else is opaque. */
export interface Interpreter {
  /** Options with which it still runs a script file. */
  readonly options: string
  readonly oneDash?: true
  /** Option names that make it run a module or the project's tests rather than a file. */
  readonly instead?: ReadonlyArray<string>
  /** What an option begins with that names what runs, in itself or its next word, and behind which are no others. */
  readonly ends?: RegExp
  /** Options with a value within that only set limits and properties. */
  readonly limits?: RegExp
  /** Option names that only print; they must stand alone. */
  readonly tells: ReadonlyArray<string>
}

const python: Interpreter = {
  options: "-b -B -d -E -I -O -P -q -s -S -u -v -W= -X= -m= --check-hash-based-pycs=",
  instead: ["-m"],
  ends: /^-[bBdEIOPqsSuv]*m/,
  tells: ["--version", "-V", "--help", "-h"]
}

const node: Interpreter = {
  options:
    "--env-file=read --env-file-if-exists=read --watch --watch-path=read --enable-source-maps --no-warnings --test --experimental-strip-types --trace-warnings --trace-deprecation --expose-gc --max-old-space-size= -C= --conditions= --test-reporter= --test-reporter-destination=write --test-name-pattern= --test-only --test-timeout= --test-concurrency= --test-shard= --test-update-snapshots --test-force-exit --experimental-test-coverage --experimental-test-module-mocks --experimental-import-meta-resolve --experimental-transform-types --test-coverage-lines= --test-coverage-functions= --test-coverage-branches= --test-coverage-exclude= --test-coverage-include= --cpu-prof --cpu-prof-dir=write --heap-prof --experimental-vm-modules --preserve-symlinks --check -c --run= -r=any --require=any --import=any --loader=any --inspect[=] --inspect-brk[=]",
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
  bun: {
    options: "--silent --watch --hot --smol --no-clear-screen --env-file=read",
    instead: [],
    tells: ["--version", "-v", "--help", "-h"]
  },
  perl: { options: "-c -w -W -X -t -T -u -U -s -S -I=read -f", tells: ["--version", "-v", "-V", "--help", "-h"] },
  ruby: {
    options: "-c -w -W[=] -d -I=read -s -S -T[=] -U -E= --disable= --enable=",
    tells: ["--version", "-v", "--help", "-h"]
  },
  php: {
    options: "-n -q -s -w -l -f=script -S= -t=any",
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
    limits:
      /^-(?:X(?:m[snx]|ss)\d+[kmgKMG]?|XX:[+-](?:Use|Heap|Print|Always|Exit)\w+|XX:Max\w+=\d+[kmgKMG]?|D(?!jdk|sun|com\.sun|log|java(?!\.(?:awt\.headless|net\.prefer\w+)=))[\w.]+(?:=[\w.,:-]*)?|ea|da|Xint)$/,
    instead: ["-jar"],
    ends: /^-jar$/,
    tells: ["--version", "-version", "--help", "-help"]
  },
  gnuplot: { options: "-p", tells: ["--version", "-V"] },
  jsc: { options: "", tells: [] },
  qjs: { options: "", tells: ["-h"] }
}
