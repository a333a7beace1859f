import { assert, describe, it } from "@effect/vitest"
import { idle, perils } from "../../src/knowledge/perils.ts"
import { floorsOf, pathsOf, unitOf, unitsOf } from "../domain/shell/commands.ts"

const floors = (text: string): ReadonlyArray<string> => [...new Set(floorsOf(text))]

/** Another program runs, and which stands in the text. */
const programs: ReadonlyArray<readonly [string, string]> = [
  ["make CC='rm x'", "rm x"],
  ["make RM='rm x' clean", "rm x"],
  ["make SHELL=/x", "/x"],
  ["make 'X!=rm x'", "rm x"],
  ["cmake -DCMAKE_C_COMPILER_LAUNCHER=rm .", "rm"],
  ["cmake -D CMAKE_MAKE_PROGRAM:FILEPATH=rm .", "rm"],
  ["ctest --build-and-test a b --test-command rm x", "rm"],
  ["go test -exec 'rm x' ./...", "rm x"],
  ["go vet --vettool=rm .", "rm"],
  ["cargo rustc -- -C linker=rm", "rm"],
  ["npm test --script-shell=rm", "rm"],
  ["deno task --eval 'rm x'", "rm x"],
  ["git fetch-pack --exec='rm x' y", "rm x"],
  ["git send-email --to-cmd='rm x' y", "rm x"],
  ["git difftool --ext 'rm x'", "rm x"],
  ["man -Hrm ls", "rm"],
  ["man --pag 'rm x' ls", "rm x"],
  ["less -k x f", "x"],
  ["wget -e use_askpass=rm h", "rm"],
  ["wget --execute=useaskpass=rm h", "rm"],
  ["just -c 'rm x'", "rm x"],
  ["svn diff --diff-cmd rm", "rm"],
  ["pandoc -F rm a.md", "rm"],
  ["yt-dlp --exec 'rm x' h", "rm x"],
  ["aria2c --on-download-complete=rm h", "rm"],
  ["tcpdump -i any -z rm", "rm"],
  ["restic --password-command 'rm x' ls", "rm x"],
  ["borg list --rsh 'rm x'", "rm x"],
  ["sshfs -o ProxyCommand='rm x' h:a b", "rm x"],
  ["helm template --post-renderer rm a", "rm"],
  ["dpkg --pre-invoke='rm x' -i a", "rm x"],
  ["rpm -qa --pipe 'rm x'", "rm x"],
  ["jj diff --tool rm", "rm"],
  ["pm2 start x.js --interpreter rm", "rm"],
  ["mvn exec:exec -Dexec.executable=rm", "rm"],
  ["nvcc -ccbin ./x a.cu", "./x"],
  ["gcc --wrapper rm,x a.c", "rm,x"],
  ["cmake -DCMAKE_C_LINKER_LAUNCHER=rm .", "rm"],
  ["cmake -DCMAKE_CXX_INCLUDE_WHAT_YOU_USE=./x .", "./x"],
  ["cmake -DCMAKE_RULE_LAUNCH_COMPILE=rm .", "rm"],
  ["apt-get -o Acquire::http::Proxy-Auto-Detect=./x update", "./x"],
  ["pandoc --fil rm a.md", "rm"],
  ["kubectl kustomize --enable-helm --helm-command=./e", "./e"],
  ["make .SHELLFLAGS='-c \"rm x\" --' all", "-c rm x --"],
  ["git clone -c core.sshCommand='rm x' a", "rm x"]
]

const code = [
  "gcc -fplugin=./x.so a.c",
  "gcc-12 -B. a.c",
  "clang++ -Xclang -load -Xclang x.so a.cc",
  "go build -ldflags '-extld=rm' .",
  "go env -w CC=rm",
  "cargo build --config target.x.runner=\\'rm\\'",
  "npm config set script-shell rm",
  "pnpm config set script-shell rm",
  "deno eval 'x'",
  "deno -q eval 'x'",
  "deno run -",
  "deno run https://h/x.ts",
  "deno run data:text/typescript,x",
  "node --import 'data:text/javascript,x' a.js",
  "python3 -m timeit 'x'",
  "python3 -mtimeit 'x'",
  "python3.12 -Im code",
  "python manage.py shell -c x",
  "./manage.py shell -c x",
  "php artisan tinker --execute x",
  "rails runner x",
  "git merge-index rm -a",
  "git remote-ext origin 'rm x'",
  "gh repo clone x -- -u rm",
  "gh alias set x '!rm'",
  "less '+!rm x' f",
  "less '+1!rm' f",
  "man -C x ls",
  "yq 'system(\"rm\")' f",
  "crontab -",
  "crontab x",
  "crontab -u y -e",
  "rename 's/.*/system(\"rm x\")/e' f",
  "rename 's/a/b/e' f",
  "rename -e 's/a/$x/' -e y f",
  "rename '$_ = `rm`' f",
  "pm2 start 'rm x'",
  "hg bisect -c 'rm x'",
  "gh config set -h h pager rm",
  "hg --config alias.x='!rm' x",
  "repo forall -c rm x",
  "rpm --eval '%(rm x)'",
  "pdflatex -shell-escape x",
  "latexmk -e x",
  "emacsclient -e x",
  "mongosh --eval x",
  "swift -e x",
  "mix run -e x",
  "wp eval x",
  "wp @a eval x",
  "java -Xmx1g @x",
  "javac -J-javaagent:x a.java",
  "cargo +nightly watch -s 'rm x'",
  "mix cmd rm x",
  "mix do deps.get, cmd rm x",
  "hg clone -e 'rm x' a",
  "hg merge -t rm",
  "jj --config ui.pager='rm x' log",
  "rename -e unlink f",
  "x86_64-linux-gnu-gcc -B./x a.c",
  "arm-none-eabi-gcc-12 -B./x a.c",
  "gfortran -B./x a.f",
  "clang --config x a.c",
  "ar --plugin ./x.so a",
  "cargo rustc -- -Clink-arg=-fuse-ld=/tmp/e",
  "cmake --build b -- SHELL=./x",
  "cmake --build b -- --eval=x",
  "cmake -DCMAKE_TOOLCHAIN_FILE=/tmp/x.cmake .",
  "just -f /dev/stdin",
  "task --taskfile /dev/stdin",
  "pdflatex -shell-esc x",
  "lualatex --lua=x a",
  "pandoc -t x.lua a.md",
  "pandoc -d x a.md",
  "gh repo clone a/b -- --upload-p='rm x'",
  "php artisan tin",
  "sail artisan tinker",
  "django-admin shell -c x",
  "python3 -m django shell -c x",
  "flask --app a shell",
  "git filter-repo --commit-callback x",
  "deno run --import=data:x y.ts",
  "npm init x",
  "npm init -- x",
  "pnpm init $x"
]

/** What may be a command is looked at, and raises nothing. */
const glimpsed: ReadonlyArray<readonly [string, string]> = [
  ["hatch run a:rm x", "rm x"],
  ["yarn workspace a run sh -c 'rm x'", "rm x"],
  ["yarn workspaces foreach -A run rm x", "rm x"],
  ["cmake -E rm x", "rm x"]
]

/** They do what they are there for. */
const plain = [
  "make -j8 V=1 CC=clang CFLAGS='-O2 -g -Wall' PREFIX=/usr all",
  "make test ARGS='-k one two'",
  "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang-17",
  "go test ./... -run Foo -v",
  "go build -ldflags '-s -w -X main.v=1' .",
  "cargo build --config profile.release.debug=1",
  "gcc -Wall -O2 -o a a.c",
  "npm run build -- --browser=chrome",
  "npm config set registry h",
  "deno run main.ts",
  "deno add npm:a jsr:b",
  "deno test",
  "python3 -m pytest code",
  "python3 -m http.server",
  "python manage.py migrate",
  "gh pr create -b x",
  "less +G f",
  "less +/error f",
  "man ls",
  "wget -e robots=off h",
  "crontab -l",
  "rename 's/\\.htm$/.html/' a",
  "rename .htm .html a",
  "apt-get install -y x",
  "pandoc a.md -o b.pdf --pdf-engine=xelatex",
  "yq .a f",
  "pm2 start app.js",
  "hg log",
  "GIT_TRACE=1 git fetch",
  "NODE_OPTIONS=--max-old-space-size=4096 npm test",
  "JAVA_TOOL_OPTIONS=-Xmx2g mvn test",
  "RUSTFLAGS='-D warnings' cargo build",
  "rsync -a -e ssh a h:b",
  "rsync -a -e 'ssh -p 22' a h:b",
  "tar -I zstd -cf a.tar.zst b",
  "tar -I 'pigz -9' -xf a.tgz",
  "tmux ls",
  "tmux capture-pane -p -t a:0",
  "tmux kill-session -t a",
  "screen -ls",
  "sqlite3 a.db .tables",
  "sqlite3 a.db 'create table b (c)' '.schema b'",
  "sqlite3 -header a.db 'select * from b;'",
  "nix build .#a --no-link",
  "nix flake check",
  "man -P cat ls",
  "tcpdump -z gzip",
  "java -Xmx2g -jar a.jar",
  "java -Da.b=c -XX:+UseG1GC -cp a B",
  "java -jar a.jar --server.port=8080",
  "python3 -m pytest -x -k a",
  "python3 -Im flake8 -xvs",
  "git -c core.pager=cat -c pager.log=false log",
  "git -c core.editor=true rebase --continue",
  "git -c sequence.editor=: rebase -i a",
  "git -c diff.external= diff",
  "git clone -c http.sslVerify=false https://h/a",
  "make ENV=dev LDFLAGS=-lm CFLAGS='-O2 -Iinclude' SHELL=/bin/bash",
  "cmake -DCMAKE_C_COMPILER=/usr/bin/gcc -DCMAKE_CXX_CLANG_TIDY=clang-tidy .",
  "cmake -DCMAKE_TOOLCHAIN_FILE=cmake/a.cmake .",
  "cmake --build b -- -j4 VERBOSE=1",
  "CARGO_TARGET_DIR=target/x RUSTC_WRAPPER= cargo build",
  "GOPROXY=off GOTOOLCHAIN=local go build",
  "PYTHONWARNINGS=ignore::DeprecationWarning pytest",
  "BROWSER=none npm start",
  "SPEC_OPTS='--format d' rspec",
  "ERL_FLAGS='+S 1' mix test",
  "rpm -q --qf '%{VERSION}' a",
  "bat --pager='less -R' a",
  "npm init -y",
  "pnpm init",
  "uv run python -m pytest -x",
  "yarn run -T eslint .",
  "yarn run -B a",
  "bun --watch x.ts",
  "hg push -r tip",
  "jj --config ui.color=never log",
  "arm-none-eabi-gcc -c a.c",
  "rename -e 's/a/b/' f",
  "mix do deps.get, compile",
  "pandoc -t html a.md",
  "flask --app a run",
  "vim --version",
  "ssh -V"
]

/** A program that can run anything, where it may. */
const lively = [
  "tmux display-message '#(rm x)'",
  "tmux ls \\; run-shell 'rm x'",
  "tmux $x",
  "sqlite3 a.db",
  "sqlite3 a.db '.shell rm x'",
  "sqlite3 a.db \"select writefile('a', 'b')\"",
  "sqlite3 -cmd '.shell rm x' a.db 'select 1'",
  "sqlite3 a.db \"attach 'b' as c\"",
  "sqlite3 a.db 'select 1' '.shell rm x'",
  "sqlite3 a.db 'select 1\n.shell rm x'",
  "rename 's/a/b/ ;system(1)' f",
  "python3 -x -m a",
  "python3 -m $x -x",
  "node --test --portcullis",
  "PYTHONWARNINGS=ignore::a.b pytest",
  "CARGO_TARGET_DIR=../x cargo build",
  "LDFLAGS=-fplugin=x make",
  "git clone --conf=core.sshCommand=x a",
  "git -c pager.diff='rm x' diff",
  "less '+/a !rm' f",
  "pm2 start 'a.js rm'",
  "java -javaagent:x -jar a.jar",
  "java -Djava.system.class.loader=x -jar a.jar",
  "java '-XX:OnError=rm x' -jar a.jar",
  "nix run x",
  "nix build --option post-build-hook x",
  "NODE_OPTIONS='--require ./x' npm test",
  "JAVA_TOOL_OPTIONS=-javaagent:x mvn test",
  "CFLAGS=-fplugin=x make",
  "rsync -e 'ssh -o ProxyCommand=x' a h:b",
  "tar -I 'zstd -o x' -cf a b"
]

describe("What makes a program run more than its name says", () => {
  for (const [text, inner] of programs) {
    it(`${text} runs ${inner}`, () => {
      assert.deepStrictEqual(floors(text), ["executing-environment"])
      assert.include(unitsOf(text), inner)
    })
  }
  for (const text of code) {
    it(`${text} runs what is not read`, () => assert.include(floors(text), "opaque"))
  }
  for (const [text, inner] of glimpsed) {
    it(`${text} may run ${inner}`, () => {
      assert.deepStrictEqual(floors(text), [])
      assert.include(unitsOf(text), inner)
    })
  }
  for (const text of plain) {
    it(`${text} is no such thing`, () => assert.deepStrictEqual(floors(text), []))
  }
  for (const text of lively) {
    it(`${text} may`, () => assert.notDeepEqual(floors(text), []))
  }

  it("leaves a program that does not unproven, and names the file it writes", () => {
    for (const name of Object.keys(idle)) assert.isFalse(unitOf(`${name} ls`).proof.read, name)
    assert.include(pathsOf("sqlite3 a.db 'delete from b'"), "unknown a.db")
  })

  it("is looked for in time proportional to the text", () => {
    const began = performance.now()
    for (const name of [...Object.keys(perils), ...Object.keys(idle)]) {
      for (const word of ["-x ", "a ", "--config ", "s/", "-D", "system ", "x y=1 "]) {
        floorsOf(`${name} ${word.repeat(500)}`)
        floorsOf(`${name} '${word.repeat(4000)}'`)
      }
    }
    assert.isBelow(performance.now() - began, 60_000)
  })
})
