import { assert, describe, it } from "@effect/vitest"
import { interpreters, opaquePrograms, shells, type Wrapper, wrappers } from "../../../src/knowledge/wrappers.ts"
import { analysisOf, floorsOf, isProven, pathsOf, unitOf, unitsOf } from "./commands.ts"

const ownWrapper = (name: string): Wrapper | undefined => (Object.hasOwn(wrappers, name) ? wrappers[name] : undefined)

const seen: ReadonlyArray<readonly [string, string]> = [
  ["env rm x", "rm x"],
  ["env -i -u B -C src rm x", "rm x"],
  ["env A=1 rm x", "rm x"],
  ["env - rm x", "rm x"],
  ["env -S 'rm x' y", "rm x y"],
  ["env -iS'A=1 rm x'", "rm x"],
  ["/usr/bin/env rm x", "rm x"],
  ["sudo -u root -- rm x", "rm x"],
  ["sudo A=1 rm x", "rm x"],
  ["doas -u root rm x", "rm x"],
  ["timeout -s KILL 5 rm x", "rm x"],
  ["timeout --signal=KILL 5s rm x", "rm x"],
  ["nice -5 rm x", "rm x"],
  ["nice -n 5 rm x", "rm x"],
  ["nohup rm x", "rm x"],
  ["command -p rm x", "rm x"],
  ["exec -a y rm x", "rm x"],
  ["builtin eval 'rm x'", "rm x"],
  ["ionice -c3 rm x", "rm x"],
  ["setsid -f rm x", "rm x"],
  ["stdbuf -oL rm x", "rm x"],
  ["xargs rm x", "rm x …"],
  ["xargs -n1 -P 4 rm", "rm …"],
  ["xargs -I{} rm {}", "rm {}"],
  ["xargs -i rm {}", "rm {}"],
  ["find . -name x -exec rm {} \\;", "rm {}"],
  ["find . -exec rm {} +", "rm {}"],
  ["find . -okdir rm -f {} \\;", "rm -f {}"],
  ["bash -c 'rm x'", "rm x"],
  ["bash -lc 'rm x'", "rm x"],
  ["bash -e -o pipefail -c 'rm x' y", "rm x"],
  ["sh -c 'rm x'", "rm x"],
  ["timeout 5 nice sudo env A=1 sh -c 'ls; rm x'", "rm x"],
  ["eval 'rm x'", "rm x"],
  ["eval rm x", "rm x"],
  ["trap 'rm x' EXIT", "rm x"],
  ["bash <<< 'rm x'", "rm x"],
  ["bash <<'E'\nrm x\nE", "rm x"],
  ["sudo bash <<< 'rm x'", "rm x"],
  ["su -c 'rm x'", "rm x"],
  ["watch rm x", "rm x"],
  ["script -c 'rm x'", "rm x"],
  ["flock l rm x", "rm x"],
  ["busybox sh -c 'rm x'", "rm x"],
  ["fd -x rm", "rm …"],
  // Options whose value is attached or missing, operands that may be missing, options behind assignments.
  ["prlimit --nofile rm x", "rm x"],
  ["setarch -R rm x", "rm x"],
  ["setarch x86_64 -R rm x", "rm x"],
  ["linux64 rm x", "rm x"],
  ["chrt -i rm x", "rm x"],
  ["runcon -t y rm x", "rm x"],
  ["runuser y -c 'rm x'", "rm x"],
  ["sudo A=1 -u root rm x", "rm x"],
  ["env - -u A rm x", "rm x"],
  ["env -S rm -v x", "rm -v x"],
  ["docker run -d y rm x", "rm x"],
  ["docker run -h y z rm x", "rm x"],
  // What one and what several words say to a shell.
  ["hyperfine ls 'rm x'", "rm x"],
  ["concurrently ls 'rm x'", "rm x"],
  ["entr -s 'rm x'", "rm x"],
  ["watch -x sh -c 'env rm x'", "rm x"],
  ["pnpm exec sh -c 'env rm x'", "rm x"],
  ["npm exec y -c 'rm x'", "rm x"],
  ["npm exec y --call='rm x'", "rm x"],
  ["parallel sh -c ::: ls 'rm x'", "rm x"],
  ["parallel -j4 'ls {}; rm {}' ::: y x", "rm x"],
  ["parallel rm", "rm $_"],
  ["watch rm $x", "rm $_"],
  // Its words are not understood, and yet one of them may be the command.
  ["timeout --sig KILL 5 rm x", "rm x"],
  ["timeout $T rm x", "rm x"],
  ["script -t 0 y rm x", "rm x"],
  ["sudo --portcullis y rm x", "rm x"],
  ["strace -f rm x", "rm x"],
  // What gets the output is a program.
  ["strace -o '|rm x' ls", "rm x"],
  ["strace -o'!rm x' ls", "rm x"],
  // The beginning of a subcommand's name.
  ["npm exe -c 'rm x'", "rm x"],
  ["cross-env-shell A=b 'ls; rm x'", "rm x"],
  // What an option names in place of the usual program.
  ["rsync -e 'rm x' a h:b", "rm x"],
  ["tar -I 'rm x' -xf a", "rm x"],
  ["sort --compress-program='rm x' a", "rm x"],
  ["nc -e 'rm x' h 1", "rm x"],
  // Less common ones.
  ["cmake -E env A=b rm x", "rm x"],
  ["cmake -E chdir d rm x", "rm x"],
  ["pnpm sh -c 'rm x'", "rm x"],
  ["pnpm -r rm-all x", "rm-all x"],
  ["pnpm recursive exec rm x", "rm x"],
  ["bun run rm x", "rm x"],
  ["yarn cross-env A=b rm x", "rm x"],
  ["yarn workspace y exec rm x", "rm x"],
  ["yarn workspaces foreach -A exec rm x", "rm x"],
  ["npm run env -- rm x", "rm x"],
  ["sudo-rs rm x", "rm x"],
  ["sops exec-file y 'rm x'", "rm x"],
  ["hatch env run -- rm x", "rm x"],
  ["op plugin run -- rm x", "rm x"],
  ["fly machine exec y 'rm x'", "rm x"],
  ["gcloud beta compute ssh h --command='rm x'", "rm x"],
  ["kubectl create job y --image=z -- rm x", "rm x"],
  ["docker service create y rm x", "rm x"],
  ["docker debug -c 'rm x' y", "rm x"],
  ["podman unshare rm x", "rm x"],
  ["podman machine ssh rm x", "rm x"],
  ["adb exec-out rm x", "rm x"],
  ["perf trace rm x", "rm x"],
  ["perf mem record rm x", "rm x"],
  ["gem exec rm x", "rm x"],
  ["sem -j2 rm x", "rm x"],
  ["capsh --drop=all -- -c 'rm x'", "rm x"],
  ["run0 --user=y rm x", "rm x"],
  ["arch -x86_64 rm x", "rm x"],
  ["systemd-inhibit --what=sleep rm x", "rm x"],
  ["c8 -r text rm x", "rm x"],
  ["kcov out rm x", "rm x"],
  ["ip netns exec y rm x", "rm x"],
  ["ip net e y rm x", "rm x"],
  ["rustup run nightly rm x", "rm x"],
  ["stack exec -- rm x", "rm x"],
  ["jj util exec -- rm x", "rm x"],
  ["guix shell y -- rm x", "rm x"],
  ["nix shell y -c rm x", "rm x"],
  ["nvm exec 18 rm x", "rm x"],
  ["rvm 3 do rm x", "rm x"],
  ["pixi run -e y rm x", "rm x"],
  ["pixi x rm x", "rm x"],
  ["tox exec -e y -- rm x", "rm x"],
  ["shx rm x", "rm x"],
  ["npm rum env rm x", "rm x"],
  ["npm urn env A=1 rm x", "rm x"],
  ["yarn run -T rm x", "rm x"],
  ["flatpak run --command=rm y x", "rm x"],
  ["kitty -e rm x", "rm x"],
  ["st -e rm x", "rm x"],
  ["wezterm start -- rm x", "rm x"],
  ["asciinema rec -c 'rm x' y", "rm x"],
  ["cargo watch -s 'rm x'", "rm x"],
  ["wait-for-it h:1 -- rm x", "rm x"],
  ["gum spin --title y -- rm x", "rm x"],
  ["pueue add 'rm x'", "rm x"],
  ["tsp rm x", "rm x"]
]

const opaque = [
  "env -P /x ls",
  "tini ls -l",
  "env -S 'ls \\_ x'",
  'env -S "$x"',
  "env --unknown ls",
  "env -$x ls",
  "sudo -i",
  "sudo -s",
  "sudo -e x",
  "sudo",
  "su",
  "su -",
  "bash",
  "bash -s",
  'bash -c "$x"',
  "bash --rcfile x -c ls",
  "bash -O extglob -c ls",
  "bash -",
  "ls | sh",
  "bash <<< 'ls'",
  "bash <<E\nls\nE",
  "bash < x",
  "zsh -c ls",
  "fish -c ls",
  "csh x",
  "sh -c 'ls &> x'",
  'eval "$x"',
  "eval ls $x",
  'trap "$x" EXIT',
  "source x",
  ". ./x",
  "alias a=b",
  "hash -p /x ls",
  "enable -f x y",
  "python -c x",
  "python",
  "python3 -i x.py",
  "python3.12 -c x",
  "python3 < x",
  "node -e x",
  "node -p 1",
  "perl -pe 1 a",
  "perl -Mx a",
  "ruby -e x",
  "php -r x",
  "lua -e x",
  "java -XX:x A",
  "osascript -e x",
  "ssh h",
  "ssh h 'ls $x'",
  "ssh h 'ls *'",
  "ssh h 'eval ls'",
  "ssh h ls $x",
  "ssh -F x h ls",
  "ssh -o A=b h ls",
  "ssh -I x h ls",
  "parallel",
  "parallel < a",
  `parallel sh -c ::: '${"x".repeat(40_000)}'`,
  "script",
  "unshare",
  "docker exec c ls",
  "docker run x",
  "podman run x",
  "kubectl exec p -- ls",
  "npx --unknown x",
  "pnpm dlx --unknown x",
  "uv run --unknown x",
  "tmux new ls",
  "psql",
  "psql x < a",
  "psql -c '\\! ls'",
  "psql -c '\\o |ls'",
  "psql -c \"copy a to program 'ls'\"",
  "psql -c 'select 1' -f x",
  "psql -c $x",
  "psql -o '|ls' -c 'select 1'",
  "psql -d 'host=h sslkey=engine:k' -c 'select 1'",
  "psql -d 'postgresql:///x?sslkey=engine:k' -c 'select 1'",
  "psql -c \"do 'begin execute ''copy a to pro''||''gram ls''; end'\"",
  "psql -c \"alter system set archive_command = 'ls'\"",
  "psql -c \"load '/tmp/x'\"",
  "psql -c \"create function f() returns int language plpython3u as 'x'\"",
  "mysql x",
  "mysql -e 'system ls'",
  "mysql -e \"create function sys_exec returns int soname 'x'\"",
  "mysql -e \"select sys_exec('ls')\"",
  "strace -o '|x' ls",
  "mysql -e '\\! ls'",
  "mysql -e \"load data local infile 'a' into table b\"",
  "mysql --pager=ls -e 'select 1'",
  "socat - exec:ls",
  "socat - tcp:h:1,fork",
  "socat - 'stdio!!system:ls'",
  "vim x",
  "xargs --unknown ls",
  "timeout $x ls y",
  'timeout "$x" ls y',
  "env A=$x ls",
  "nice -n $x ls",
  "sudo A=$x ls",
  "nice --unknown ls",
  "git $x",
  "pnpm tsx -e x",
  "pnpm --reporter=silent node -e x",
  "pnpm --reporter silent node -e x",
  "pnpm $x",
  "yarn node -e x",
  "bun run -",
  "mariadb -e 'system ls'",
  "mariadb <<< x",
  "docker -H ssh://h ps",
  "duckdb a",
  "dlv debug",
  "kitty --portcullis ls"
]

/** What runs, elsewhere or on a server, stands in words that are read one way only. */
const plain = [
  "ssh h ls",
  "ssh -p 22 -i key u@h 'cd x && git reset --hard; ls -la | wc -l'",
  "psql -U u -d x -c 'select 1'",
  "psql -d postgresql://u@h/x -c 'insert into a values (1) on conflict do nothing'",
  "psql -c '\\dt+ public.*'",
  "mysql -u u -psecret -e 'show databases;'",
  "socat stdio /run/x.sock",
  "mariadb -e 'select 1'",
  "pnpm lint --fix",
  "pnpm --reporter=silent build",
  "pnpm --frozen-lockfile install",
  "pnpm -r build",
  "yarn build",
  "bun run build",
  "npm run --silent lint",
  "cmake --build build",
  "cargo build --release",
  "ip -br addr",
  "kubectl create deployment a --image=b",
  "composer install"
]

describe("Wrappers", () => {
  for (const text of plain) {
    it(`${text} shows what runs, and is no proven read`, () => {
      assert.deepStrictEqual(floorsOf(text), text.startsWith("ssh") ? ["privilege"] : [])
      assert.isFalse(unitOf(text).proof.read)
    })
  }
  for (const [text, inner] of seen) {
    it(`${text} runs ${inner}`, () => assert.include(unitsOf(text), inner))
  }
  for (const text of opaque) {
    it(`${text} hides what runs`, () => assert.include(floorsOf(text), "opaque"))
  }

  it("that say nothing themselves take their inner commands' answer", () => {
    for (const text of ["env ls", "timeout 5 ls", "nice ls", "xargs ls", "bash -c ls", "eval ls", "sudo ls"]) {
      assert.deepStrictEqual(unitOf(text).wraps, [1], text)
    }
    assert.isUndefined(unitOf("find . -exec ls {} +").wraps)
    assert.isUndefined(unitOf("watch ls").wraps)
  })

  it("that give rights say so", () => {
    for (const text of ["sudo ls", "doas ls", "su -c ls", "pkexec ls", "env sudo ls", "sudo -i"]) {
      assert.include(floorsOf(text), "privilege", text)
    }
  })

  it("hand assignments to the command they run", () => {
    assert.deepStrictEqual(floorsOf("env LD_PRELOAD=x ls"), ["executing-environment"])
    assert.deepStrictEqual(floorsOf("env PAGER=x git log"), ["executing-environment"])
    assert.deepStrictEqual(floorsOf("env A=1 ls"), [])
  })

  it("start their command in the directory they name", () => {
    const { paths } = analysisOf("env -C src cat a")
    assert.deepStrictEqual(paths.find(({ path }) => path === "a")?.cwds, ["/w/src"])
  })

  it("do not run again what their words ran when they expanded", () => {
    assert.deepStrictEqual(unitsOf("timeout 5 nice echo $(date)"), [
      "date",
      "timeout 5 nice echo $(date)",
      "nice echo $(date)",
      "echo $(date)"
    ])
    assert.deepStrictEqual(pathsOf("timeout 5 cat < a"), ["read a"])
  })

  it("that feed a command leave its paths open", () => {
    assert.deepStrictEqual(pathsOf("xargs rm"), ["write ? tree whole"])
    assert.deepStrictEqual(pathsOf("xargs -I% cat src/%"), ["read ?"])
    assert.isTrue(isProven("xargs echo"))
  })

  it("find's roots stand for what it found", () => {
    assert.include(pathsOf("find src -exec rm {} +"), "write src tree whole")
    assert.include(pathsOf("find src a -exec cat {} +"), "read src tree")
    assert.include(pathsOf("find src -execdir cat {} +"), "read ?")
  })

  it("of every name raise a floor or show an inner command", () => {
    for (const name of [...Object.keys(wrappers), ...Object.keys(opaquePrograms), ...Object.keys(shells)]) {
      const rm = ownWrapper(name)?.each === true ? "'rm x'" : "rm x"
      const shown = unitsOf(`${name} 1 ${rm}`).some((text) => text.includes("rm x") && !text.startsWith(name))
      const hidden = floorsOf(`${name} 1 rm x`).length > 0
      const script = Object.hasOwn(shells, name)
      assert.isTrue(shown || hidden || script, name)
    }
  })

  it("that run scripts name the script as a path", () => {
    assert.deepStrictEqual(pathsOf("bash build.sh /x"), ["read build.sh", "unknown /x"])
    assert.deepStrictEqual(floorsOf("bash build.sh"), [])
    for (const name of Object.keys(interpreters)) {
      assert.isFalse(isProven(`${name} x`), name)
      assert.include(floorsOf(`${name} --portcullis x`), "opaque", name)
    }
    assert.deepStrictEqual(pathsOf("python3 -u x.py"), ["read x.py"])
    assert.deepStrictEqual(pathsOf("node --env-file=.env x.js"), ["read .env", "read x.js"])
  })
})
