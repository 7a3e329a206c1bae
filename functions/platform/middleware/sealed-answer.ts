import type { Bindings } from '../context.ts'
import { signingKeys } from '../identity/signing-keys.ts'

type Secrets = Pick<Bindings, 'TOKEN_SECRET'>

const encoder = new TextEncoder()

/** The key of a request derived from one of our secrets, and a fingerprint that names the secret by its `kid`. */
type RequestKey = { key: CryptoKey; fingerprint: string }

/**
 * A key that only the same caller with the same request can derive, and the request's fingerprint, by the newest secret.
 */
export async function newestRequestKey(env: Secrets, request: string): Promise<RequestKey> {
  const [{ kid, secret }] = signingKeys(env)
  const { key, fingerprint } = await sealingKey(secret, request)
  return { key, fingerprint: `${kid}.${fingerprint}` }
}

/**
 * The key and fingerprint of a request by the secret that an earlier fingerprint names, so that responses from before a
 * change of secrets can be opened; null when that secret was removed.
 */
export async function requestKeyOf(env: Secrets, request: string, earlier: string): Promise<RequestKey | null> {
  const named = signingKeys(env).find(({ kid }) => kid === earlier.slice(0, earlier.lastIndexOf('.')))
  if (!named) return null
  const { key, fingerprint } = await sealingKey(named.secret, request)
  return { key, fingerprint: `${named.kid}.${fingerprint}` }
}

/** Encrypts text for one purpose with the newest secret. */
export async function sealFor(env: Secrets, purpose: string, text: string): Promise<string> {
  const [{ secret }] = signingKeys(env)
  return seal((await sealingKey(secret, purpose)).key, text)
}

/** Decrypts text of `sealFor` with any of our secrets; null when none fits. */
export async function openFor(env: Secrets, purpose: string, sealed: string): Promise<string | null> {
  for (const { secret } of signingKeys(env)) {
    const { key } = await sealingKey(secret, purpose)
    const text = await openSealed(key, sealed).catch(() => null)
    if (text !== null) return text
  }
  return null
}

async function sealingKey(secret: string, request: string): Promise<{ key: CryptoKey; fingerprint: string }> {
  const hmac = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const bytes = await crypto.subtle.sign('HMAC', hmac, encoder.encode(`answer:${request}`))
  const mark = await crypto.subtle.sign('HMAC', hmac, encoder.encode(`fingerprint:${request}`))
  return {
    key: await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']),
    fingerprint: Buffer.from(mark).toString('base64url'),
  }
}

/** Encrypts text with AES-GCM: nonce and ciphertext in base64url. */
export async function seal(key: CryptoKey, text: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, encoder.encode(text))
  return `${Buffer.from(nonce).toString('base64url')}.${Buffer.from(sealed).toString('base64url')}`
}

/** Decrypts text of `seal`. */
export async function openSealed(key: CryptoKey, sealed: string): Promise<string> {
  const [nonce = '', bytes = ''] = sealed.split('.')
  return new TextDecoder().decode(
    await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: Buffer.from(nonce, 'base64url') },
      key,
      Buffer.from(bytes, 'base64url'),
    ),
  )
}
