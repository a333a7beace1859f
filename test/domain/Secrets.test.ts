import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { folded, isSecretName, secretShape } from "../../src/domain/Secrets.ts"
import {
  secretBeginnings,
  secretDirectories,
  secretEndings,
  secretNames,
  secretPlaces
} from "../../src/knowledge/secrets.ts"

/** Every secret the design names, and a neighbour that is none. */
const examples: ReadonlyArray<readonly [secret: string, harmless: string]> = [
  ["/w/.env", "/w/env"],
  ["/w/.env.local", "/w/.env.example"],
  ["/w/.env.production", "/w/.env.production.sample"],
  ["/w/.envrc", "/w/.env.template"],
  ["/w/prod.env", "/w/prod.env.example"],
  ["/w/.dev.vars", "/w/dev.vars.md"],
  ["/w/tls.pem", "/w/tls.pem.md"],
  ["/w/server.key", "/w/keyboard.ts"],
  ["/w/a.p12", "/w/p12"],
  ["/w/a.pfx", "/w/apfx"],
  ["/w/a.jks", "/w/jks.txt"],
  ["/w/id_rsa", "/w/id_rsa.pub"],
  ["/w/id_ed25519", "/w/id_ed25519.pub"],
  ["/w/id_deploy", "/w/id_generator.ts"],
  ["/w/id_rsa.bak", "/w/id"],
  ["/h/.netrc", "/h/netrc"],
  ["/h/.npmrc", "/h/npmrc.md"],
  ["/h/.pypirc", "/h/.pypi"],
  ["/h/.pgpass", "/h/pgpass"],
  ["/h/.my.cnf", "/h/my.cnf"],
  ["/h/.git-credentials", "/h/.gitignore"],
  ["/h/.ssh/config", "/h/ssh/config"],
  ["/h/.ssh", "/h/.sshx"],
  ["/h/.ssh/keys/deep/x.pub", "/h/x.pub"],
  ["/h/.aws/config", "/h/aws/config"],
  ["/h/.gnupg/trustdb.gpg", "/h/gnupg/x"],
  ["/h/.kube/config", "/h/kube/config"],
  ["/h/.config/gh/hosts.yml", "/h/.config/ghostty/config"],
  ["/h/.config/gcloud/x", "/h/.config/other/x"],
  ["/h/.azure/x", "/h/azure/x"],
  ["/h/.docker/config.json", "/h/.docker/contexts/x"],
  ["/w/credentials", "/w/credential.ts"],
  ["/w/credentials.json", "/w/src/my-credentials-ui.ts"],
  ["/w/secrets.yaml", "/w/secretsmanager.ts"],
  ["/etc/shadow", "/etc/shadowsocks"],
  ["/etc/shadow-", "/w/etc/shadow"],
  ["/h/Library/Keychains/login.keychain-db", "/h/Library/Fonts/x"],
  ["/h/.config/google-chrome/Default/Cookies", "/h/.config/google/x"],
  ["/h/.mozilla/firefox/x.default/cookies.sqlite", "/w/mozilla/x"],
  ["/h/Library/Application Support/Google/Chrome/Default", "/h/Library/Application Support/Google/Earth"],
  ["/h/.bash_history", "/w/bash_history.md"],
  ["/h/.zsh_history", "/w/history.ts"],
  ["/h/.local/share/fish/fish_history", "/h/.local/share/fish/x"],
  ["/proc/1/environ", "/w/environ"]
]

describe("a secret's shape", () => {
  for (const [secret, harmless] of examples) {
    it(`is that of ${secret} and not of ${harmless}`, () => {
      assert.isString(secretShape(secret))
      assert.isUndefined(secretShape(harmless))
    })
  }

  it("is told by every entry of the tables, with its reason", () => {
    for (const [name, why] of secretNames) assert.strictEqual(secretShape(`/w/${name}`), why, name)
    for (const [beginning, why] of secretBeginnings) assert.strictEqual(secretShape(`/w/${beginning}x`), why, beginning)
    for (const [ending, why] of secretEndings) assert.strictEqual(secretShape(`/w/x${ending}`), why, ending)
    for (const [directory, why] of secretDirectories) {
      assert.strictEqual(secretShape(`/h/${directory}`), why, directory)
      assert.isString(secretShape(`/h/${directory}/deep/x`), directory)
      assert.isUndefined(secretShape(`/h/${directory}-not/x`), directory)
    }
    for (const [place, why] of secretPlaces) {
      assert.strictEqual(secretShape(place), why, place)
      assert.isUndefined(secretShape(`${place}xyz`), place)
    }
  })

  it("has every table's entries in the spelling they are compared in", () => {
    const all = [secretNames, new Map(secretBeginnings), secretEndings, secretDirectories, secretPlaces]
    for (const table of all) for (const key of table.keys()) assert.strictEqual(key, folded(key))
  })

  it("is told without case and in any composition of letters", () => {
    for (const path of ["/w/.ENV", "/w/.Env.Local", "/h/.SSH/x", "/W/ID_RSA", "/ETC/Shadow", "/w/A.PEM"]) {
      assert.isString(secretShape(path), path)
    }
    // The Kelvin sign folds to k: `.Kube` spelled with it is `.kube` to a disk that ignores case.
    assert.isString(secretShape("/h/.\u212aube/config"))
  })

  it.prop("is told of any text, the same for a name alone", [Schema.String], ([text]) => {
    const name = text.replaceAll("/", "")
    if (isSecretName(name)) assert.isString(secretShape(`/w/${name}`))
    secretShape(text)
  })

  it("takes time in proportion to the path", () => {
    const time = (length: number) => {
      const path = `/.config/.docker/${".ssh.".repeat(length)}/${"a/".repeat(length)}`
      const start = process.hrtime.bigint()
      secretShape(path)
      return Number(process.hrtime.bigint() - start) / 1e6
    }
    time(1000)
    assert.isBelow(time(20_000), 200)
  })
})
