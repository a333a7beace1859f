/**
 * A certificate that nobody vouches for, made anew: a key in the tree would look like a secret to whoever scans it.
 */
import { generateKeyPairSync, sign } from "node:crypto"

/** One value of DER (X.690): tag, length, content. */
const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>) => der(0x30, ...parts)
const integer = (value: number) => der(0x02, Buffer.from([value]))
const time = (text: string) => der(0x17, Buffer.from(text))

/** 1.2.840.10045.4.3.2, ECDSA with SHA-256. */
const algorithm = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")))

/** The common name 127.0.0.1. */
const name = sequence(der(0x31, sequence(der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from("127.0.0.1")))))

/** 2.5.29.17, the alternative name 127.0.0.1 as an address. */
const alternative = sequence(
  der(0x06, Buffer.from("551d11", "hex")),
  der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1]))))
)

const pem = (label: string, bytes: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes)
    .toString("base64")
    .replace(/.{64}/g, "$&\n")}\n-----END ${label}-----\n`

/** Answers a key and its own certificate for 127.0.0.1 (RFC 5280, section 4.1), good until 2049. */
export const selfSigned = (): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" })
  const toBeSigned = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time("200101000000Z"), time("490101000000Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternative))
  )
  const signature = sign("sha256", toBeSigned, privateKey)
  const certificate = sequence(toBeSigned, algorithm, der(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem("CERTIFICATE", certificate)
  }
}
