import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const tag = { integer: 0x02, bitString: 0x03, utcTime: 0x17, sequence: 0x30, set: 0x31, version: 0xa0 }
/** The object identifiers of "common name" and "ECDSA with SHA-256", and the name "localhost", in DER. */
const commonName = Buffer.from('0603550403', 'hex')
const ecdsaWithSha256 = Buffer.from('06082a8648ce3d040302', 'hex')
const localhost = Buffer.concat([Buffer.from([0x0c, 9]), Buffer.from('localhost')])

/** A key and a certificate for localhost, created on demand and valid for two days. No browser trusts it by default. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(certificate(privateKey, publicKey)),
  }
}

function certificate(privateKey: KeyObject, publicKey: KeyObject): Buffer {
  const dayMs = 86_400_000
  const algorithm = der(tag.sequence, ecdsaWithSha256)
  const name = der(tag.sequence, der(tag.set, der(tag.sequence, commonName, localhost)))
  const validity = der(tag.sequence, utcTime(Date.now() - dayMs), utcTime(Date.now() + dayMs))
  const content = der(
    tag.sequence,
    der(tag.version, der(tag.integer, Buffer.from([2]))),
    der(tag.integer, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', content, privateKey)
  return der(tag.sequence, content, algorithm, der(tag.bitString, Buffer.from([0]), signature))
}

function der(type: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const long = content.length < 256 ? [0x81, content.length] : [0x82, content.length >> 8, content.length & 255]
  const length = content.length < 128 ? [content.length] : long
  return Buffer.concat([Buffer.from([type, ...length]), content])
}

// A time in the format of a certificate: 2026-11-23T05:00:00.000Z becomes 261123050000Z.
const utcTime = (time: number) =>
  der(tag.utcTime, Buffer.from(`${new Date(time).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`))

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
