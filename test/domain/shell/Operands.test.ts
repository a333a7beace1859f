import { assert, describe, it } from "@effect/vitest"
import { analysisOf, pathsOf } from "./commands.ts"

const reaches: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["cat a - b", ["read a", "read b"]],
  ["cat -- -x", ["read -x"]],
  ["cat ~/x", ["read /home/u/x"]],
  ["cat {a,b}.c", ["read a.c", "read b.c"]],
  ["cat src/*.ts", ["read src/*.ts"]],
  ['cat "$x"', ["read ?"]],
  ["grep /etc/passwd a", ["read a"]],
  ["grep -f pats a", ["read pats", "read a"]],
  ["grep --file=pats a", ["read pats", "read a"]],
  ["grep -e x a", ["read a"]],
  ["grep -r x", ["read . tree"]],
  ["grep -r x src", ["read src tree"]],
  ["rg x", ["read . tree"]],
  ["ls", ["read . names"]],
  ["ls src", ["read src names"]],
  ["find", ["read . names"]],
  ["find src a -name '/x*'", ["read src names", "read a names"]],
  ["find src -delete", ["read src names", "write src tree whole"]],
  ["find . -fprint out", ["read . names", "write out"]],
  ["sed s/a/b/ a", ["read a"]],
  ["sed -e p -f s a", ["read s", "read a"]],
  ["sed -i s/a/b/ a b", ["write a", "write b"]],
  ["sed -i.bak -e p a", ["write a"]],
  ["sed 'r in' a", ["read a", "read in"]],
  ["sed '/x/w out' a", ["read a", "write out"]],
  ["awk '/etc/ {print}' a", ["read a"]],
  ["awk '{print > \"x\"}' a", ["read a", "write ?"]],
  ["sort -oout a", ["read a", "write out"]],
  ["uniq a b", ["read a", "write b"]],
  ["tee a b", ["write a", "write b"]],
  ["rm -rf a", ["write a tree whole"]],
  ["mv a b", ["unknown a tree whole", "write b", "write b/a"]],
  ["cp a b src", ["read a", "read b", "write src", "write src/a", "write src/b"]],
  ["cp -t src a", ["read a", "write src", "write src/a"]],
  ["cp -r src .", ["read src tree", "write .", "write ./src tree whole"]],
  ["mkdir -p a/b", ["write a/b"]],
  ["touch -r a b", ["write b", "read a names"]],
  ["chmod 644 a", ["write a"]],
  ["chmod -x a", ["write a"]],
  ["chmod -R 755 src", ["write src tree whole"]],
  ["chmod --reference=a b", ["write b", "read a names"]],
  ["dd if=a of=b bs=1", ["read a", "write b"]],
  ["tar czf o.tgz src", ["read src tree", "write o.tgz"]],
  ["tar -C/tmp -xf a.tgz", ["unknown /tmp", "read a.tgz", "write /tmp tree"]],
  ["tar tf a.tgz", ["read a.tgz"]],
  ["zip o.zip a", ["write o.zip tree whole", "read a tree"]],
  ["unzip a.zip -d out", ["read a.zip", "write out", "write out tree"]],
  ["curl -o o -d @a -F 'f=@b,c;type=x' -T d https://h/p", ["write o", "read a", "read b", "read c", "read d"]],
  ["curl file:///etc/passwd", ["read /etc/passwd"]],
  ["curl -d x=1 https://h/a/b", []],
  ["wget -P out https://h/x", ["write out", "write out/x"]],
  ["make -C sub -f m all", ["unknown sub", "read m"]],
  [
    "docker run -v /a:/b -v named:/c --mount type=bind,src=/d,dst=/e --env-file .env i",
    ["unknown /a tree", "unknown /d tree", "read .env"]
  ],
  ["scp a h:/b", ["read a"]],
  ["scp h:/a b", ["write b"]],
  ["kubectl apply -f y.yml", ["read y.yml"]],
  ["test -f a -a b -nt c", ["read a names", "read b names", "read c names"]],
  ["[ a = /etc/x ]", []],
  ["echo /etc/passwd a/b", []],
  ["printf %s /etc/passwd", []],
  ["cd src", ["read src names"]],
  ["jq --slurpfile a f . g", ["read g", "read f"]],
  ["patch -p1 -i d.patch", ["read d.patch", "write . tree"]],
  [". ./x", ["read ./x"]]
]

const promoted: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["foo a b", []],
  ["foo ./a /b ~/c d/e f.txt", ["unknown ./a", "unknown /b", "unknown /home/u/c", "unknown d/e", "unknown f.txt"]],
  [
    "foo --out=/a -I/b k=/c @/d k=@/e",
    [
      "unknown --out=/a",
      "unknown /a",
      "unknown /b",
      "unknown k=/c",
      "unknown /c",
      "unknown @/d",
      "unknown /d",
      "unknown k=@/e",
      "unknown /e"
    ].filter((one) => !one.startsWith("unknown --"))
  ],
  ["foo https://h/p file:///a", ["unknown /a"]],
  ["foo 'a sentence, with a/b in it.'", []],
  ["foo promoted", ["unknown promoted"]],
  ['foo "$x" --y=$z', ["unknown ?", "unknown ?"]],
  ["foo src/*", ["unknown src/*"]],
  ["cat --unknown ./a b", ["unknown ./a", "unknown b"]],
  ["grep --unknown x/y a", ["unknown x/y", "unknown a"]]
]

describe("The paths of a command", () => {
  for (const [text, paths] of reaches) {
    it(`${text} reaches ${paths.join(", ") || "none"}`, () => {
      assert.deepStrictEqual(pathsOf(text).toSorted(), [...paths].toSorted())
    })
  }
  for (const [text, paths] of promoted) {
    it(`without a grammar, ${text} may reach ${paths.join(", ") || "none"}`, () => {
      assert.deepStrictEqual(pathsOf(text).toSorted(), [...paths].toSorted())
    })
  }

  it("hidden files are passed by where the search passes them by", () => {
    const skips = (text: string) => analysisOf(text).paths.map(({ skipsHidden }) => skipsHidden === true)
    assert.deepStrictEqual(skips("rg x"), [true])
    for (const text of ["rg --hidden x", "rg -uu x", "rg -g .env x", "grep -r x"]) {
      assert.deepStrictEqual(skips(text), [false], text)
    }
  })

  it("what may make links leaves later paths unsettled", () => {
    for (const text of ["ln -s a b", "mv a b", "tar xf a", "unzip a", "git checkout x", "git clone u", "cp -r a b"]) {
      const later = analysisOf(`${text} && cat b/c`).paths.find(({ path }) => path === "b/c")
      assert.isDefined(later?.unsettled, text)
    }
    const later = analysisOf("cp a b && cat b/c").paths.find(({ path }) => path === "b/c")
    assert.isUndefined(later?.unsettled)
  })
})
