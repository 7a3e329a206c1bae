import { draftMs, storageVersion } from '#contract/limits'

type Kept<Draft> = { at: number; draft: Draft }
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const prefix = `${storageVersion}:draft:`
/** Names of controls that are never kept. */
const neverKept = /password|health_card|medical|dietary|\bcard\b|cvc/

export const draftKey = (customer: string | null, form: string): string => `${prefix}${customer ?? 'anon'}:${form}`

/** What may lie on a device: everything typed but health, passwords and cards. */
export const keepable = <Value>(values: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !neverKept.test(name)))

export function saveDraft<Draft>(storage: Store, key: string, kept: Kept<Draft>): void {
  try {
    storage.setItem(key, JSON.stringify(kept))
  } catch {
    // Storage may be full or forbidden: the form still works, it only does not survive a reload.
  }
}

/** A draft of the last 24 hours, else null; an older one is thrown away. */
export function loadDraft<Draft>(storage: Store, key: string, now: number): Draft | null {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as Kept<Draft> | null
    if (kept && now - kept.at < draftMs && kept.at <= now) return kept.draft
    if (kept) storage.removeItem(key)
  } catch {
    storage.removeItem(key)
  }
  return null
}

/** Forgets every draft of this device, as log-out must. */
export function forgetDrafts(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}
