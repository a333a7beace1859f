/**
 * Less common programs that run others: tracers, terminals, version managers, environments. From the manual page or the
 * help text of each; an option that is not here makes its program opaque.
 */
import type { Wrapper } from "./wrappers.ts"

const elsewhere = { opaque: "it runs its words elsewhere", glimpse: "elsewhere" } as const
const brought = { glimpse: "here" } as const
const container = { opaque: "its program is another system's", glimpse: "elsewhere" } as const
const loaded = { opaque: "it runs a program with other code loaded" } as const
const secrets = { opaque: "it runs a program with secrets" } as const
const confined = { opaque: "it runs a program in a sandbox of its own" } as const

const plain: Wrapper = { options: "" }
const terminal: Wrapper = { options: "", marks: ["-e", "-x", "--execute", "--command"] }
const coverage: Wrapper = {
  options:
    "-r= -x= -n= -a -o=any -c=read -s -e= -i= --reporter= --exclude= --include= --all --check-coverage --lines= --functions= --branches= --statements= --reports-dir=any --report-dir=any --temp-directory=any --temp-dir=any --silent --clean --no-clean --src= --extension= --require= --instrument --cwd=any --per-file --skip-full --exclude-after-remap",
  ...brought
}

/** Wrappers by name. */
export const launchers: Readonly<Record<string, Wrapper>> = {
  // It is `parallel --semaphore`: its words are text for a shell. sem(1).
  sem: { options: "-j= -u --id= --jobs= --fg --bg --wait --semaphoretimeout= --st=", joins: true },
  proot: { options: "-0 -r=any -b=any -w=any -R=any -S=any -q=any -v= --rootfs=any --bind=any --cwd=any", ...confined },
  fakechroot: { options: "-s", ...loaded },
  // What stands behind a double dash, or two equals signs, are a shell's own words. capsh(8).
  capsh: {
    options: "--print --drop= --caps= --inh= --uid= --gid= --user= --secbits= --keep= --addamb= --delamb= --noamb",
    marks: ["--", "=="],
    shell: true,
    privilege: "capsh changes rights"
  },
  run0: {
    options:
      "-u= -g= -D=any --user= --group= --unit= --property= --description= --slice= --nice= --chdir=any --setenv= --background= --no-ask-password --pipe --pty",
    transparent: true,
    privilege: "run0 runs with more rights",
    cwd: ["-D", "--chdir"],
    alone: "starts a shell with more rights"
  },
  xcrun: { options: "-v -l -n -k -r -f --sdk= --toolchain= --verbose --log --no-cache --kill-cache --run --find" },
  // Alone it tells the machine's architecture. arch(1), of GNU and of macOS.
  arch: { options: "-x864_arm32i", transparent: true },
  "sandbox-exec": { options: "-f=read -n= -p= -D=" },
  dtruss: { options: "-a -b= -c -d -e -f -h -l -L -o -s" },
  "systemd-inhibit": { options: "--what= --who= --why= --mode= --list --no-pager --no-legend" },
  "systemd-cat": { options: "-t= -p= --identifier= --priority= --stderr-priority= --level-prefix=" },
  "systemd-nspawn": {
    options:
      "-D=any -M= -a -b -i=any -q -u= -x --directory=any --machine= --quiet --user= --bind=any --bind-ro=any --image=any --pipe --private-network --read-only --as-pid2 --boot --ephemeral --chdir=any --setenv=",
    ...container
  },
  cgexec: { options: "-g= --sticky" },
  "aa-exec": { options: "-p= -n= -d -v -i --profile= --namespace= --immediate --debug --verbose", marks: ["--"] },
  schedtool: { options: "-n= -a= -p= -M= -B -D -e -F -I -N -R -r -v" },
  uclampset: { options: "-m= -M= -a -p= -R -s -v --all-tasks --reset-on-fork --verbose" },
  trickle: { options: "-s -v -d= -u= -w= -t= -l= -n= -L= -P=", ...loaded },
  nocache: { options: "-n=", ...loaded },
  tsocks: { options: "", ...loaded },
  torify: { options: "-v", ...loaded },
  viddy: {
    options:
      "-b -d -n= -p -s -t -c --bell --differences --interval= --precise --skip-empty-diffs --no-title --clockwork",
    joins: true
  },
  hwatch: {
    options: "-b -c -d[=] -n= -t -r -l= --beep --batch --color --interval= --no-title --reverse --differences[=] -x",
    joins: true
  },
  heaptrack: { options: "-d -r -o=write --debug --raw --record-only --output=write" },
  c8: coverage,
  nyc: coverage,
  kcov: {
    options:
      "--include-path= --exclude-path= --include-pattern= --exclude-pattern= --verify --clean --strip-path= --bash-dont-parse-binary-dir",
    before: "write"
  },
  sccache: { options: "-s -z --show-stats --zero-stats --start-server --stop-server --version" },
  shx: { options: "-s --silent", ...brought },
  distcc: { options: "--version --help" },
  icecc: { options: "--version --help" },
  "scan-build": { options: "-o=write -v -k -V --status-bugs --keep-going --keep-empty --view" },
  envdir: { options: "", before: "read", opaque: "it runs a program with what a directory sets" },
  softlimit: { options: "-a= -c= -d= -f= -l= -m= -o= -p= -r= -s= -t=" },
  setlock: { options: "-n -N -x -X", before: "write" },
  tsp: { options: "-B -d -E -f -g -l -m -n -C -K -D= -L= -N= -W=", tells: ["-l"] },
  abduco: { options: "-A -a -c -e= -f -l -n -p -q -r -v", before: "text" },
  "distrobox-host-exec": { options: "-v -Y", ...elsewhere },
  // nvm and rvm are functions of the shell.
  rvm: { options: "", marks: ["do"], ...brought },
  "wait-for-it": { options: "-t= -q -s -h= -p= --timeout= --strict --quiet --host= --port=", marks: ["--"] },
  "wait-for-it.sh": { options: "-t= -q -s -h= -p= --timeout= --strict --quiet --host= --port=", marks: ["--"] },
  reflex: {
    options:
      "-r= -R= -g= -G= -d= -t= -c=read -e -s --regex= --inverse-regex= --glob= --inverse-glob= --substitute= --decoration= --start-service[=] --all[=] --verbose[=] --sequential[=] --config=read",
    opaque: "it runs a program whenever a file changes"
  },
  summon: { options: "-p=any -f=read -D= -i= -e= --yaml= --environment= --all-provider-versions", ...secrets },
  kitty: {
    options:
      "-1 -T= -c=read -o= -d=any -e --title= --config=read --directory=any --class= --name= --hold --detach --single-instance"
  },
  foot: {
    options:
      "-a= -c=read -D=any -e -F -H -L -m -s -T= -W= -w= --app-id= --config=read --working-directory=any --fullscreen --hold --login-shell --maximized --title= --window-size-chars= --window-size-pixels="
  },
  urxvt: terminal,
  rxvt: terminal,
  st: terminal,
  ghostty: terminal,
  "xfce4-terminal": terminal,
  "x-terminal-emulator": terminal,
  "mate-terminal": terminal,
  terminator: terminal
}

const sub = (sub: Readonly<Record<string, Wrapper>>, options = ""): Wrapper => ({ options, sub })
const entered: Wrapper = { options: "", before: "text", privilege: "ip needs more rights" }
const inNamespace = { exec: entered, exe: entered, ex: entered, e: entered }
const marked: Wrapper = { options: "", marks: ["--"], ...brought }
const pixiExec: Wrapper = { options: "-c= -s= -q -v --spec= --channel= --force-reinstall", ...brought }
const created: Wrapper = {
  options: "-n= --namespace= --image= --schedule= --restart= --replicas= --port= --from= --dry-run= -o=",
  marks: ["--"],
  before: "text",
  between: true,
  glimpse: "elsewhere"
}
const jobCommand: Wrapper = { ...created, ...container }

/** Programs some of whose subcommands run other programs. */
export const launchRunners: Readonly<Record<string, Wrapper>> = {
  cmake: {
    ...sub(
      {
        env: { options: "--unset= --modify= --default=", assignments: true },
        time: plain,
        chdir: { options: "", before: "any" }
      },
      "-E"
    )
  },
  cargo: sub(
    {
      watch: {
        options:
          "-c -q -w=any -x= -s= -i= -d= -B= -N --clear --quiet --why --no-gitignore --watch=any --exec= --shell= --ignore= --delay= --poll --postpone",
        marks: ["--"],
        text: ["-s", "--shell"],
        ...brought
      }
    },
    "-q -v"
  ),
  pueue: sub({
    add: {
      options:
        "-i -e -s -p -d= -g= -a= -l= -w=any -o= --working-directory=any --escape --immediate --follow --stashed --delay= --group= --after= --label= --print-task-id --priority=",
      joins: true,
      opaque: "it has its words run in the background"
    }
  }),
  // ip-netns(8), ip-vrf(8); a command's name may be shortened.
  ip: {
    options: "-4 -6 -a -b -c -d -h -j -n= -o -p -s -t",
    shortened: true,
    sub: { netns: sub(inNamespace), vrf: sub(inNamespace) }
  },
  rustup: sub({ run: { options: "--install", before: "text", ...brought } }, "-q -v"),
  stack: sub({ exec: { options: "--plain --no-ghc-package-path --cwd=any --package=", ...brought } }),
  cabal: sub({ exec: { options: "-v[=]", ...brought } }),
  opam: sub({ exec: { options: "--switch= --root=any --set-root --set-switch", ...brought } }),
  dune: sub({
    exec: { options: "-w -j= --root=any --profile= --build-dir=any --watch --no-build --display=", ...brought }
  }),
  jj: sub({ util: sub({ exec: plain }) }, "-R=any --repository=any"),
  guix: sub({
    shell: {
      options:
        "-C -D -F -N -P -f=read -m=read --check --container --development --network --pure --emulate-fhs --file=read --manifest=read",
      marks: ["--"],
      opaque: "it runs its words in a shell of its own"
    }
  }),
  devbox: sub({
    run: {
      options: "-c=any -e= -l -q --config=any --env= --env-file=read --list --pure --quiet",
      joins: true,
      ...brought
    }
  }),
  fnm: sub({ exec: { options: "--using= --using-file", ...brought } }),
  n: sub({ exec: { options: "", before: "text", ...brought } }),
  nvm: sub({ exec: { options: "--silent", before: "number", ...brought } }),
  pixi: sub({
    run: {
      options: "-e= -q -v -x --environment= --manifest-path=read --frozen --locked --clean-env --executable --as-is",
      ...brought
    },
    exec: pixiExec,
    x: pixiExec
  }),
  tox: sub({ exec: { ...marked, options: "-e= -q -v --skip-pkg-install --recreate" } }),
  meson: sub({ devenv: { options: "-C=any -w=any --workdir=any --dump[=]", ...brought } }),
  composer: sub({ exec: { options: "-l -q -v --list", ...brought } }, "-q -v -n -d=any --working-dir=any"),
  nx: sub({ exec: marked }),
  gem: sub({ exec: { options: "-v= -g= --version= --gem= --prerelease --conservative", ...brought } }),
  railway: sub({ run: { options: "-s= -e= --service= --environment=", ...secrets } }),
  teller: sub({ run: { options: "-r -s --reset --shell", ...secrets } }),
  flatpak: sub({
    run: {
      options:
        "-d -p -v --user --system --branch= --arch= --command= --cwd=any --env= --share= --unshare= --socket= --device= --filesystem= --devel",
      program: ["--command"],
      before: "text",
      ...container
    }
  }),
  wezterm: sub({
    start: {
      options: "-e --cwd=any --class= --workspace= --domain= --attach --always-new-process --new-tab",
      marks: ["--"]
    }
  }),
  gum: sub({
    spin: {
      options: "-s= -a= --spinner= --title= --align= --timeout= --show-output --show-error --show-stdout --show-stderr"
    }
  }),
  asciinema: sub({
    rec: {
      options:
        "-c= -i= -t= -q -y -e= --command= --env= --title= --idle-time-limit= --stdin --append --overwrite --raw --yes --quiet",
      before: "write",
      between: true,
      text: ["-c", "--command"],
      starts: "it starts a shell"
    }
  })
}

/** Of programs above and of others, the further subcommands that run programs, by the program. */
export const furtherSubcommands: Readonly<Record<string, Readonly<Record<string, Wrapper>>>> = {
  cluster: {
    create: sub({ job: jobCommand, cronjob: jobCommand, cj: jobCommand, deployment: created, deploy: created })
  },
  machine: {
    exec: { options: "-a= --app= --timeout=", before: "text", joins: true, ...elsewhere },
    run: { options: "-a= -r= -e= -p= -n= --app= --region= --env= --name= --rm --detach", before: "text", ...container }
  }
}

/** Programs that run others by words which are not looked through. */
export const launchOpaque: Readonly<Record<string, string>> = {
  rr: "a debugger can run anything",
  uftrace: "it watches over the program it runs",
  "trace-cmd": "it watches over the program it runs",
  gdbserver: "a debugger can run anything",
  dlv: "a debugger can run anything",
  nsys: "it watches over the program it runs",
  "py-spy": "it watches over the program it runs",
  envconsul: "it runs a program with secrets",
  xinit: "it runs programs of a screen of its own",
  startx: "it runs programs of a screen of its own",
  lftp: "its commands can run programs",
  duckdb: "its input can run programs",
  gvim: "an editor can run anything",
  vimdiff: "an editor can run anything",
  gvimdiff: "an editor can run anything",
  nvimdiff: "an editor can run anything",
  rvim: "an editor can run anything",
  rview: "an editor can run anything",
  hx: "an editor can run programs",
  kak: "an editor can run programs"
}

/** Programs that go by further names. */
export const otherNames: Readonly<Record<string, string>> = {
  "sudo-rs": "sudo",
  mariadb: "mysql",
  netcat: "nc",
  sk: "fzf"
}
