const encoder = new TextEncoder()

/** A key that only the same caller with the same request can make again, and the request's fingerprint. */
export async function sealingKey(secret: string, request: string): Promise<{ key: CryptoKey; fingerprint: string }> {
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

/** Text sealed with AES-GCM: nonce and ciphertext in base64url. */
export async function seal(key: CryptoKey, text: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, encoder.encode(text))
  return `${Buffer.from(nonce).toString('base64url')}.${Buffer.from(sealed).toString('base64url')}`
}

/** The text of `seal`. */
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
