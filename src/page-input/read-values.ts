const maxSkip = 1_000_000

/** An id as an address carries it; null for what cannot be one. */
export const readId = (text: string | null): string | null =>
  text !== null && /^[A-Za-z0-9_-]{1,80}$/.test(text) ? text : null

/** How many items come before the first one shown; 0 for what is no such number. */
export const readSkip = (text: string | null): number =>
  text !== null && /^\d{1,7}$/.test(text) && Number(text) <= maxSkip ? Number(text) : 0

/** Text as far as the API accepts it; null when it is empty. */
export const readText = (text: string | null, maxLength: number): string | null =>
  (text ?? '').trim().slice(0, maxLength).toWellFormed() || null
