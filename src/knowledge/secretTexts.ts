/**
 * What secrets look like in a text: their own shapes, and the names they are given.
 *
 * Shapes are those their issuers document, as gathered by gitleaks (https://github.com/gitleaks/gitleaks, MIT) and
 * GitHub's secret scanning (https://docs.github.com/en/code-security/secret-scanning).
 */

/** The characters a token is made of behind its prefix. */
export type TokenAlphabet = "word" | "dashed" | "dotted" | "path" | "upper" | "hex"

/** A token that is told by its prefix. */
export interface TokenShape {
  readonly prefix: string
  readonly alphabet: TokenAlphabet
  /** The fewest characters behind the prefix. */
  readonly least: number
  /** The prefix is short, so no letter or digit may stand before it. */
  readonly alone?: true
}

/** `word` letters, digits and `_`; `dashed` also `-`; `dotted` also `.`; `path` also `/`; `upper` capitals and digits. */
export const tokenShapes: ReadonlyArray<TokenShape> = [
  // Amazon Web Services: access key ids
  { prefix: "AKIA", alphabet: "upper", least: 16 },
  { prefix: "ASIA", alphabet: "upper", least: 16 },
  { prefix: "ABIA", alphabet: "upper", least: 16 },
  { prefix: "ACCA", alphabet: "upper", least: 16 },
  // GitHub, GitLab
  { prefix: "ghp_", alphabet: "word", least: 30 },
  { prefix: "gho_", alphabet: "word", least: 30 },
  { prefix: "ghu_", alphabet: "word", least: 30 },
  { prefix: "ghs_", alphabet: "dotted", least: 30 },
  { prefix: "ghr_", alphabet: "word", least: 30 },
  { prefix: "github_pat_", alphabet: "word", least: 22 },
  { prefix: "glpat-", alphabet: "dotted", least: 20 },
  { prefix: "glptt-", alphabet: "dashed", least: 20 },
  { prefix: "gldt-", alphabet: "dashed", least: 20 },
  { prefix: "glrt-", alphabet: "dotted", least: 20 },
  { prefix: "glcbt-", alphabet: "dashed", least: 20 },
  { prefix: "glsoat-", alphabet: "dashed", least: 20 },
  // Slack
  { prefix: "xoxb-", alphabet: "dashed", least: 10 },
  { prefix: "xoxp-", alphabet: "dashed", least: 10 },
  { prefix: "xoxa-", alphabet: "dashed", least: 10 },
  { prefix: "xoxr-", alphabet: "dashed", least: 10 },
  { prefix: "xoxs-", alphabet: "dashed", least: 10 },
  { prefix: "xoxe-", alphabet: "dashed", least: 10 },
  { prefix: "xoxe.", alphabet: "dotted", least: 10 },
  { prefix: "xapp-", alphabet: "dashed", least: 10 },
  { prefix: "hooks.slack.com/services/", alphabet: "path", least: 10 },
  { prefix: "hooks.slack.com/workflows/", alphabet: "path", least: 10 },
  { prefix: "discord.com/api/webhooks/", alphabet: "path", least: 10 },
  // Google
  { prefix: "AIza", alphabet: "dashed", least: 35 },
  { prefix: "ya29.", alphabet: "dotted", least: 20 },
  { prefix: "GOCSPX-", alphabet: "dashed", least: 20 },
  // Stripe
  { prefix: "sk_live_", alphabet: "word", least: 16 },
  { prefix: "sk_test_", alphabet: "word", least: 16 },
  { prefix: "rk_live_", alphabet: "word", least: 16 },
  { prefix: "rk_test_", alphabet: "word", least: 16 },
  { prefix: "whsec_", alphabet: "word", least: 16 },
  // Model providers: Anthropic, OpenAI and OpenRouter share a beginning
  { prefix: "sk-ant-", alphabet: "dashed", least: 16 },
  { prefix: "sk-proj-", alphabet: "dashed", least: 16 },
  { prefix: "sk-", alphabet: "dashed", least: 20, alone: true },
  { prefix: "gsk_", alphabet: "word", least: 30 },
  { prefix: "xai-", alphabet: "word", least: 30, alone: true },
  { prefix: "pplx-", alphabet: "word", least: 30 },
  { prefix: "hf_", alphabet: "word", least: 30, alone: true },
  { prefix: "r8_", alphabet: "word", least: 30, alone: true },
  // Package registries
  { prefix: "npm_", alphabet: "word", least: 36 },
  { prefix: "pypi-", alphabet: "dashed", least: 50 },
  { prefix: "rubygems_", alphabet: "word", least: 40 },
  { prefix: "dckr_pat_", alphabet: "dashed", least: 20 },
  // Clouds and services
  { prefix: "dop_v1_", alphabet: "hex", least: 32 },
  { prefix: "doo_v1_", alphabet: "hex", least: 32 },
  { prefix: "dor_v1_", alphabet: "hex", least: 32 },
  { prefix: "dapi", alphabet: "hex", least: 32, alone: true },
  { prefix: "SG.", alphabet: "dotted", least: 40, alone: true },
  { prefix: "SK", alphabet: "hex", least: 32, alone: true },
  { prefix: "key-", alphabet: "hex", least: 32, alone: true },
  { prefix: "shpat_", alphabet: "hex", least: 32 },
  { prefix: "shpca_", alphabet: "hex", least: 32 },
  { prefix: "shppa_", alphabet: "hex", least: 32 },
  { prefix: "shpss_", alphabet: "hex", least: 32 },
  { prefix: "sq0atp-", alphabet: "dashed", least: 20 },
  { prefix: "sq0csp-", alphabet: "dashed", least: 40 },
  { prefix: "hvs.", alphabet: "dashed", least: 24, alone: true },
  { prefix: "hvb.", alphabet: "dashed", least: 24, alone: true },
  { prefix: "dp.pt.", alphabet: "word", least: 40 },
  { prefix: "lin_api_", alphabet: "word", least: 32 },
  { prefix: "ntn_", alphabet: "word", least: 40, alone: true },
  { prefix: "pscale_tkn_", alphabet: "dotted", least: 32 },
  { prefix: "pscale_pw_", alphabet: "dotted", least: 32 },
  { prefix: "ATATT3", alphabet: "dashed", least: 40 },
  { prefix: "PMAK-", alphabet: "dashed", least: 40 },
  { prefix: "NRAK-", alphabet: "upper", least: 20 },
  { prefix: "glsa_", alphabet: "word", least: 32 },
  { prefix: "glc_", alphabet: "word", least: 32, alone: true },
  { prefix: "sbp_", alphabet: "hex", least: 40, alone: true },
  { prefix: "AGE-SECRET-KEY-1", alphabet: "upper", least: 30 }
]

/** Words that make a name the name of a secret, wherever they stand in it as a word of their own. */
export const secretWords: ReadonlySet<string> = new Set([
  "pass",
  "pwd",
  "passwd",
  "password",
  "passphrase",
  "passcode",
  "secret",
  "secrets",
  "token",
  "apikey",
  "auth",
  "authorization",
  "cookie",
  "cookies",
  "credential",
  "credentials",
  "cred",
  "creds",
  "jwt",
  "otp",
  "sig",
  "signature"
])

/** Ends of a word that make it such a word: `PGPASSWORD`, `authtoken`. */
export const secretWordEndings: ReadonlyArray<string> = [
  "password",
  "passwd",
  "passphrase",
  "secret",
  "token",
  "apikey",
  "secretkey",
  "accesskey",
  "privatekey",
  "credentials"
]

/** What stands before `key` where the key is a secret. */
export const secretKeys: ReadonlySet<string> = new Set([
  "access",
  "account",
  "admin",
  "aes",
  "anthropic",
  "api",
  "app",
  "application",
  "auth",
  "client",
  "consumer",
  "decryption",
  "deploy",
  "encryption",
  "gemini",
  "hmac",
  "license",
  "master",
  "openai",
  "private",
  "root",
  "rsa",
  "secret",
  "service",
  "session",
  "shared",
  "signing",
  "ssh",
  "storage",
  "stripe",
  "subscription",
  "webhook"
])

/** Last words that make a name that of something about a secret. */
export const harmlessEndings: ReadonlySet<string> = new Set([
  "budget",
  "count",
  "dir",
  "file",
  "length",
  "limit",
  "max",
  "min",
  "path",
  "size",
  "stdin",
  "ttl",
  "type",
  "usage"
])

/** Options of a program that carry a secret under a name that does not say so. */
export interface SecretOptions {
  /** The next word, or the rest of this one, is the secret. */
  readonly value?: ReadonlyArray<string>
  /** Only the rest of this word: alone, the option asks. */
  readonly glued?: ReadonlyArray<string>
  /** The value is `user:secret`, or `user%secret`. */
  readonly login?: ReadonlyArray<string>
}

/** By the program's name; `login` is the subcommand of several that log in. */
export const secretOptions: ReadonlyMap<string, SecretOptions> = new Map([
  ["curl", { login: ["-u", "-U"], value: ["-b"] }],
  ["http", { login: ["-a"] }],
  ["https", { login: ["-a"] }],
  ["ab", { login: ["-A", "-P"] }],
  ["mysql", { glued: ["-p"] }],
  ["mysqldump", { glued: ["-p"] }],
  ["mysqladmin", { glued: ["-p"] }],
  ["mariadb", { glued: ["-p"] }],
  ["mongosh", { value: ["-p"] }],
  ["mongodump", { value: ["-p"] }],
  ["sshpass", { value: ["-p"] }],
  ["redis-cli", { value: ["-a"] }],
  ["ldapsearch", { value: ["-w"] }],
  ["ldapmodify", { value: ["-w"] }],
  ["smbclient", { login: ["-U"] }],
  ["sqlcmd", { value: ["-P"] }],
  ["zip", { value: ["-P"] }],
  ["unzip", { value: ["-P"] }],
  ["7z", { glued: ["-p"] }],
  ["openssl", { value: ["-k", "-K"] }],
  ["login", { value: ["-p"] }]
])

/** Words before a credential in a header: `Authorization: Bearer …`. */
export const schemes: ReadonlySet<string> = new Set(["bearer", "basic", "negotiate"])
