/**
 * Programs that build, test and install: what they run is written in the project, so none is a read.
 */
import type { Grammar } from "../grammar.ts"

/** Options of `npm` before its subcommand. */
export const npmOptions =
  "-C=any --prefix=any --userconfig=read -v --version -h --help -s --silent -q --quiet -w= --workspace= --workspaces --global -g"

/** Options of `pnpm` and `yarn` before their subcommand: where npm's -w names a workspace, theirs is the root one. */
export const managerOptions =
  "-C=any --prefix=any --dir=any --cwd=any -v --version -h --help -s --silent -w --workspace-root -r --recursive -F= --filter= --global -g"

const fetched: Grammar = {
  does: "runs a package",
  opaque: "it runs a program the words name",
  lenient: true,
  operands: "text any*"
}

// With a word it runs the package which that names: see what makes it run more.
const init: Grammar = { does: "writes a package's description", lenient: true, operands: "text any*" }

const packages = (options: string, sub: Readonly<Record<string, Grammar>>): Grammar => ({
  does: "runs what packages and scripts say",
  posix: true,
  options,
  sub: { exec: fetched, create: fetched, init, ...sub },
  // Further words may be a script's own arguments, and those are no grammar of this program.
  other: { does: "runs what packages and scripts say", posix: true, options, operands: "" }
})

export const build: Readonly<Record<string, Grammar>> = {
  make: {
    does: "runs what the makefile says",
    options:
      "-bBdehikLmnpqrRsStvw -C=any -f=script -I=read -j[=] -l[=] -o=read -O[=] -W=read !!-E= !!--eval= --directory=any --file=script --makefile=script --include-dir=read --always-make --debug[=] --jobs[=] --keep-going --dry-run --just-print --recon --question --quiet --silent --touch --print-directory --no-print-directory --warn-undefined-variables --help --version",
    operands: "ref*"
  },
  cmake: {
    does: "runs what the project says",
    oneDash: true,
    options:
      "-S=read -B=write -G= -A= -T= -P=script -C=script --build=any --install=any --target= --config= --prefix=any -E= -j= --parallel= --preset= -v --verbose --fresh --version --help",
    operands: "any*",
    lenient: true
  },
  ninja: {
    does: "runs what the build file says",
    options: "-C=any -f=script -j= -k= -l= -d= -t= -nvw --verbose --quiet",
    operands: "text*"
  },
  npm: packages(npmOptions, { x: fetched, explore: fetched }),
  pnpm: packages(managerOptions, { dlx: fetched }),
  yarn: packages(managerOptions, { dlx: fetched }),
  uv: {
    does: "runs what packages say",
    posix: true,
    options: "-q -v --quiet --verbose --directory=any --project=any --config-file=read --offline --no-cache",
    sub: { run: fetched, tool: fetched },
    other: {
      does: "runs what packages say",
      posix: true,
      options: "-q -v --quiet --verbose --directory=any --project=any",
      operands: ""
    }
  },
  poetry: {
    does: "runs what packages say",
    posix: true,
    options: "-C=any -P=any --directory=any --project=any -q -v",
    sub: { run: fetched },
    other: { does: "runs what packages say", operands: "" }
  },
  pipenv: {
    does: "runs what packages say",
    posix: true,
    options: "-q -v",
    sub: { run: fetched },
    other: { does: "runs what packages say", operands: "" }
  },
  bundle: {
    does: "runs what packages say",
    posix: true,
    options: "",
    sub: { exec: fetched },
    other: { does: "runs what packages say", operands: "" }
  },
  cargo: {
    does: "runs build scripts",
    options: "-C=any --config=read --manifest-path=read --target-dir=write -q -v --offline --locked --frozen",
    posix: true,
    operands: ""
  },
  go: { does: "builds and runs programs", options: "-C=any", posix: true, oneDash: true, operands: "" },
  tsc: {
    does: "may write what it compiles",
    oneDash: true,
    options:
      "-p=read --project=read -b --build -w --watch --noEmit --outDir=write --outFile=write --declarationDir=write --rootDir=read --init --version -v --help -h --pretty --strict --skipLibCheck --target= --module= --lib= --jsx=",
    operands: "any*"
  },
  gcc: {
    does: "writes what it compiles",
    lenient: true,
    options: "-o=write -I=read -L=read -include=read -x= -D= -U= -l=",
    operands: "any*"
  },
  cc: {
    does: "writes what it compiles",
    lenient: true,
    options: "-o=write -I=read -L=read -x= -D= -U= -l=",
    operands: "any*"
  },
  clang: {
    does: "writes what it compiles",
    lenient: true,
    options: "-o=write -I=read -L=read -x= -D= -U= -l=",
    operands: "any*"
  }
}
