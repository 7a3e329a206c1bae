import { draftMs, storageVersion } from '#contract/limits'

type StoredDraft<Draft> = { at: number; draft: Draft }
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const prefix = `${storageVersion}:draft:`
/** Names of controls that are never kept. */
const neverStored = /password|health_card|medical|dietary|\bcard\b|cvc/

export const draftKey = (customer: string | null, form: string): string => `${prefix}${customer ?? 'anon'}:${form}`

/** What may be stored on a device: everything typed but passwords, cards, and answers about health (`health` are their questions). */
export const withoutSensitive = <Value>(values: Record<string, Value>, health: string[] = []): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => !neverStored.test(name) && !health.includes(/\.q\.([\w-]+)/.exec(name)?.[1] ?? ''),
    ),
  )

export function saveDraft<Draft>(storage: Store, key: string, stored: StoredDraft<Draft>): void {
  try {
    storage.setItem(key, JSON.stringify(stored))
  } catch {
    // Storage may be full or forbidden: the form still works, it only does not survive a reload.
  }
}

/** A draft of the last 24 hours, else null; an older one is thrown away. */
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

/** Forgets every draft of this device, as log-out must. */
export function deleteDrafts(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}
