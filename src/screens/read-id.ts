/** An id as an address says it; null for what cannot be one. */
export const readId = (text: string | null): string | null =>
  text !== null && /^[A-Za-z0-9_-]{1,80}$/.test(text) ? text : null
