import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { NewCredential, SignedCredential } from '../contract/people/passkey.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')
const flags = { present: 1, verified: 4, isNewKey: 64 }

/** The ways in which a response differs from that of an honest device on the site’s own page. */
type Forgery = { origin?: string; rpId?: string; counter?: number; isVerified?: boolean; userHandle?: string }
type Options = { challenge: string }

/** A device's passkey (ES256, no attestation) for one person on one site. */
export function softwarePasskey(site: { origin: string; rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let signatures = 0
  let owner = ''

  const clientData = (type: string, { challenge }: Options, forged: Forgery) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: forged.origin ?? site.origin, crossOrigin: false }))
  const authenticatorData = (counter: number, forged: Forgery, more: number, rest: Uint8Array = new Uint8Array()) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const shown = flags.present | (forged.isVerified === false ? 0 : flags.verified) | more
    return Buffer.concat([sha256(forged.rpId ?? site.rpId), Buffer.from([shown]), count, rest])
  }
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const, clientExtensionResults: {} }

  return {
    id: base64url(id),
    /** The response of `navigator.credentials.create`. */
    create(options: Options & { user: { id: string } }, forged: Forgery = {}): NewCredential {
      owner = options.user.id
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const made = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(0, forged, flags.isNewKey, made))],
      ])
      return {
        ...named,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, forged)),
          attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          transports: ['internal'],
        },
      }
    },
    /** The response of `navigator.credentials.get`; each signature increments the counter. */
    sign(options: Options, forged: Forgery = {}): SignedCredential {
      signatures = forged.counter ?? signatures + 1
      const data = authenticatorData(signatures, forged, 0)
      const client = clientData('webauthn.get', options, forged)
      return {
        ...named,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle: forged.userHandle ?? owner,
        },
      }
    },
  }
}
