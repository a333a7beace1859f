import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { maskText } from "../../../src/domain/log/MaskText.ts"
import { isSecretName } from "../../../src/domain/log/SecretName.ts"
import { tokenShapes } from "../../../src/knowledge/secretTexts.ts"
import { seed } from "../../invariants/worlds.ts"

/** What is written, and what of it may be written down. */
const texts: ReadonlyArray<readonly [string, string]> = [
  // Names: variables, options, keys, headers
  ["PASSWORD=hunter2 cmd", "PASSWORD=[masked] cmd"],
  ["export API_KEY='a b' && ls", "export API_KEY='[masked]' && ls"],
  ["PGPASSWORD=$'a\\'b' psql", "PGPASSWORD=$'[masked]' psql"],
  ["AWS_SECRET_ACCESS_KEY=ab\\ cd x", "AWS_SECRET_ACCESS_KEY=[masked] x"],
  ["x --password hunter2 --verbose", "x --password [masked] --verbose"],
  ["x --api-key=hunter2", "x --api-key=[masked]"],
  ["x --token=a'b c'd e", "x --token=[masked]'[masked]'[masked] e"],
  ['{"password": "a\\"b", "x": 1}', '{"password": "[masked]", "x": 1}'],
  [
    'sh -c "curl -d \\"{\\\\\\"token\\\\\\": \\\\\\"x y\\\\\\"}\\""',
    'sh -c "curl -d \\"{\\\\\\"token\\\\\\": \\\\\\"[masked]\\\\\\"}\\""'
  ],
  ["secret: abc\nname: d", "secret: [masked]\nname: d"],
  ["Server=a;Uid=b;Pwd=hunter2;", "Server=a;Uid=b;Pwd=[masked];"],
  ["curl -H 'X-Api-Key: abc' u", "curl -H 'X-Api-Key: [masked]' u"],
  ['curl -H "Authorization: Bearer abc def" u', 'curl -H "Authorization: [masked]" u'],
  ["curl -H 'Cookie: a=b; c=d' u", "curl -H 'Cookie: [masked]' u"],
  ["https://x.y/?token=abc&page=2", "https://x.y/?token=[masked]&page=2"],
  ["aws configure set aws_secret_access_key wJalr", "aws configure set aws_secret_access_key [masked]"],
  // Options whose names do not say it
  ["curl -u bob:hunter2 https://x", "curl -u bob:[masked] https://x"],
  ["curl -ubob:hunter2 https://x", "curl -ubob:[masked] https://x"],
  ["curl --user 'bob:hunter 2' x", "curl --user 'bob:[masked]' x"],
  ["mysql -uroot -phunter2 db", "mysql -uroot -p[masked] db"],
  ["sshpass -p hunter2 ssh h", "sshpass -p [masked] ssh h"],
  ["docker login -p hunter2 -u bob", "docker login -p [masked] -u bob"],
  ["redis-cli -a hunter2 ping; ls -a x", "redis-cli -a [masked] ping; ls -a x"],
  // Shapes
  ["postgres://u:p%40ss@h/db", "postgres://u:[masked]@h/db"],
  ["git clone https://0123456789abcdef0123@h/x", "git clone https://[masked]@h/x"],
  ["bearer abc.def-123", "bearer [masked]"],
  ["echo eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_ x", "echo [masked] x"],
  [
    "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nx",
    "-----BEGIN RSA PRIVATE KEY-----[masked]-----END RSA PRIVATE KEY-----\nx"
  ],
  ["-----BEGIN PRIVATE KEY-----\nabc", "-----BEGIN PRIVATE KEY-----[masked]"],
  ["x AbCdEfGh1JkLmNoPqRsTuVwXyZ234567890aBcDeF y", "x [masked] y"]
]

/** What looks like a secret and is none, or is what was asked. */
const kept: ReadonlyArray<string> = [
  "git show 0123456789abcdef0123456789abcdef01234567",
  "sha256sum -c e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "docker run -u 1000:1000 -p 80:80 x",
  "git clone git@github.com:a/b ssh://git@h/x https://h:8080/x",
  "TOKEN=$TOKEN PASSWORD=${PASSWORD} x",
  'PASSWORD="$(rm -rf /)" x',
  "TOKEN=`rm -rf /` x",
  "PWD=/tmp OLDPWD=/ ls",
  "git commit -m 'refresh the token before it expires'",
  "echo Basic authentication is simple",
  "cat --password-file=/run/x token.ts src/auth/password.ts",
  "ls -p -a; tar -k x",
  "max_tokens=4096 token_count=12"
]

const Body = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9]{24,40}$/))
const Password = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9!@#%^*+,.?~]{6,24}$/))
const Around = Schema.String.check(Schema.isMaxLength(12))

const alphabets = { upper: "ABCDEFGHJKLMNPQRSTUVWXYZ234567", hex: "0123456789abcdef" } as const

/** A token of each shape, made of a text's characters. */
const tokenOf = ({ alphabet, least, prefix }: (typeof tokenShapes)[number], body: string): string => {
  let text = ""
  for (let at = 0; text.length < least; at++) {
    const code = body.charCodeAt(at % body.length) + at
    const letters = alphabet === "upper" || alphabet === "hex" ? alphabets[alphabet] : undefined
    text += letters === undefined ? (body[at % body.length] ?? "") : (letters[code % letters.length] ?? "")
  }
  return prefix + text
}

const places: ReadonlyArray<(password: string) => string> = [
  (password) => `PASSWORD='${password}' x`,
  (password) => `x --password "${password}"`,
  (password) => `x --client-secret='${password}'`,
  (password) => JSON.stringify({ a: 1, apiKey: password, b: 2 }),
  (password) => JSON.stringify(JSON.stringify({ accessToken: password })),
  (password) => `curl -u 'bob:${password}' x`,
  (password) => `mysql -p'${password}' x`,
  (password) => `curl -H 'Authorization: Basic ${password}' x`
]

describe("masking", () => {
  for (const [text, expected] of texts) {
    it(`writes ${expected}`, () => assert.strictEqual(maskText(text), expected))
  }

  it("keeps what is no secret, and what is asked", () => {
    for (const text of kept) assert.strictEqual(maskText(text), text)
  })

  it.prop(
    "never leaves a token of a known shape, wherever it stands",
    { body: Body, before: Around, after: Around },
    ({ after, before, body }) => {
      for (const shape of tokenShapes) {
        const token = tokenOf(shape, body)
        const text = maskText(`${before} ${token} ${after}`)
        assert.notInclude(text, token.slice(shape.prefix.length), `${shape.prefix}: ${text}`)
      }
    },
    { arbitrary: { runs: 100, seed } }
  )

  it.prop(
    "never leaves what goes by a secret's name, however it is quoted",
    { password: Password },
    ({ password }) => {
      for (const place of places) assert.notInclude(maskText(place(password)), password)
    },
    { arbitrary: { runs: 300, seed } }
  )

  it.prop(
    "masks a masked text no further, and throws on none",
    {
      parts: Schema.Array(
        Schema.Union([
          Around,
          Schema.Literals([
            "password",
            "=",
            ":",
            " ",
            "'",
            '"',
            "\\",
            "--",
            "sk-",
            "eyJ",
            "://",
            "@",
            "$(",
            "-u",
            "curl ",
            "Bearer ",
            "-----BEGIN PRIVATE KEY"
          ])
        ])
      )
    },
    ({ parts }) => {
      const once = maskText(parts.join(""))
      assert.strictEqual(maskText(once), once)
    },
    { arbitrary: { runs: 500, seed } }
  )

  it("takes linear time on every shape that repeats", () => {
    const pieces = [
      ..."\\\"'`$ -=:@",
      "password",
      "--token",
      "-u",
      "sk-",
      "eyJ.",
      "://a:b@",
      "$(",
      "curl ",
      "-----BEGIN ",
      "Bearer a1"
    ]
    const started = performance.now()
    for (const first of pieces) {
      for (const second of pieces) {
        for (const third of ["", '"', "\\'", " "]) {
          const piece = first + second + third
          maskText(piece.repeat(Math.floor(8192 / piece.length)))
        }
      }
    }
    // Quadratic in one of them is seconds.
    assert.isBelow(performance.now() - started, 20_000)
  })
})

describe("a name", () => {
  it("is a secret's by one of its words", () => {
    for (const name of [
      "password",
      "DB_PASSWORD",
      "PGPASSWORD",
      "apiKey",
      "x-api-key",
      "_authToken",
      "--client-secret",
      "AccountKey",
      "private_key",
      "Set-Cookie",
      "aws_secret_access_key"
    ]) {
      assert.isTrue(isSecretName(name), name)
    }
  })

  it("is none by a part of a word, or when it names something about a secret", () => {
    for (const name of [
      "PWD",
      "key",
      "keyboard",
      "author",
      "compass",
      "max_tokens",
      "token_count",
      "password_file",
      "primary_key",
      "passwordless",
      "session",
      "tokenizer"
    ]) {
      assert.isFalse(isSecretName(name), name)
    }
  })
})
