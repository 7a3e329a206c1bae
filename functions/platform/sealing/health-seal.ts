type HealthKeys = { first: string; keys: Map<string, CryptoKey> }
const imported = new Map<string, Promise<HealthKeys>>()

/** Encrypts a health text: AES-GCM under the first key of HEALTH_KEY, bound to its owner, such as an attendee. */
export async function sealHealth(setting: string, owner: string, text: string): Promise<string> {
  const { first, keys } = await healthKeys(setting)
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt(bound(nonce, owner), keyOf(keys, first), new TextEncoder().encode(text))
  return `${first}.${Buffer.from(nonce).toString('base64url')}.${Buffer.from(sealed).toString('base64url')}`
}

/** Decrypts a text of `sealHealth` with any key of HEALTH_KEY. Throws for another owner's text. */
export async function openHealth(setting: string, owner: string, sealed: string): Promise<string> {
  const { keys } = await healthKeys(setting)
  const [kid = '', nonce = '', bytes = ''] = sealed.split('.')
  return new TextDecoder().decode(
    await crypto.subtle.decrypt(
      bound(Buffer.from(nonce, 'base64url'), owner),
      keyOf(keys, kid),
      Buffer.from(bytes, 'base64url'),
    ),
  )
}

/**
 * A sealed answer is bound to its question, so that it can still be opened after places were moved or people merged.
 */
export const boundToQuestion = (field_id: string): string => `answer:${field_id}`

/** The id of the current sealing key. */
export const sealingKey = async (setting: string): Promise<string> => (await healthKeys(setting)).first

const bound = (nonce: Uint8Array<ArrayBuffer>, owner: string) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new TextEncoder().encode(owner),
})

function keyOf(keys: Map<string, CryptoKey>, kid: string): CryptoKey {
  const key = keys.get(kid)
  if (!key) throw new Error('HEALTH_KEY lacks a key that sealed health data')
  return key
}

function healthKeys(setting: string): Promise<HealthKeys> {
  const cached = imported.get(setting)
  if (cached) return cached
  const made = importKeys(setting)
  imported.set(setting, made)
  return made
}

async function importKeys(setting: string): Promise<HealthKeys> {
  const pairs = setting.split(',').map((pair) => pair.trim().split(':') as [string, string])
  const keys = await Promise.all(
    pairs.map(
      async ([kid, secret]) =>
        [
          kid,
          await crypto.subtle.importKey('raw', Buffer.from(secret, 'base64'), 'AES-GCM', false, ['encrypt', 'decrypt']),
        ] as const,
    ),
  )
  return { first: pairs[0]?.[0] ?? '', keys: new Map(keys) }
}
