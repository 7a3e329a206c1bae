import { storageVersion } from '#contract/limits'

const allowed = /^[A-Za-z0-9_-]{1,64}$/
const triedKey = (orderId: string) => `${storageVersion}:discount-tried:${orderId}`

/** The code of the link that opened a page of this program; null when there is none. */
export function rememberedCode(storage: Pick<Storage, 'getItem'>, programId: string): string | null {
  const code = storage.getItem(`${storageVersion}:discount:${programId}`)
  return code && allowed.test(code) ? code : null
}

/** A code is applied once per order, and its refusal is shown once. */
export const setTriedCode = (storage: Pick<Storage, 'setItem'>, orderId: string, refusal: string | null): void =>
  storage.setItem(triedKey(orderId), refusal ?? '')
/**
 * Returns undefined when the code was not applied yet. Returns an empty text when the code was applied, or its
 * refusal was shown.
 */
export const getTriedCode = (storage: Pick<Storage, 'getItem'>, orderId: string): string | undefined =>
  storage.getItem(triedKey(orderId)) ?? undefined
