import { draftMs, storageVersion } from '#contract/limits'

type StoredDraft<Draft> = { at: number; draft: Draft }
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const prefix = `${storageVersion}:draft:`
/** Controls that are never stored. */
const neverStored = /password|health_card|medical|dietary|\bcard\b|cvc/
const healthControl = /health_card|medical|dietary/

export const draftKey = (customer: string | null, form: string): string => `${prefix}${customer ?? 'anon'}:${form}`

/** True when the device has a draft of the form, even an outdated one. */
export function hasDraft(storage: Store, customer: string | null, form: string): boolean {
  try {
    return storage.getItem(draftKey(customer, form)) !== null
  } catch {
    return false
  }
}

/** Values that may be stored on a device: everything except passwords, cards, and answers to the questions in `health`. */
export const withoutSensitive = <Value>(values: Record<string, Value>, health: string[] = []): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !neverStored.test(name) && !asksHealth(name, health)))

/** Whether a draft leaves out something about health that was typed, so that a reload must ask for it again. */
export const hasHealthInput = (values: Record<string, unknown>, health: string[] = []): boolean =>
  Object.entries(values).some(([name, value]) => value && (healthControl.test(name) || asksHealth(name, health)))

const asksHealth = (name: string, health: string[]): boolean => health.includes(/\.q\.([\w-]+)/.exec(name)?.[1] ?? '')

export function saveDraft<Draft>(storage: Store, key: string, stored: StoredDraft<Draft>): void {
  try {
    storage.setItem(key, JSON.stringify(stored))
  } catch {
    // Storage may be full or forbidden. The form then works, but does not survive a reload.
  }
}

/** The draft of the last 24 hours; otherwise null. An older draft is deleted. */
export function loadDraft<Draft>(storage: Store, key: string, now: number): Draft | null {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? 'null') as StoredDraft<Draft> | null
    if (stored && now - stored.at < draftMs && stored.at <= now) return stored.draft
    if (stored) storage.removeItem(key)
  } catch {
    storage.removeItem(key)
  }
  return null
}

/** Deletes every draft of this device, as log-out must. */
export function deleteDrafts(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}
