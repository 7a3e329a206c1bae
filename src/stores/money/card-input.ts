/** The fields of a card, in the order in which they are filled in and checked. */
export const cardFields = ['number', 'exp', 'cvc'] as const
export type CardField = (typeof cardFields)[number]

/** A card number in groups, as on the card: `5555 5555 5555 4444`. American Express groups 4, 6 and 5 digits. */
export function groupCardNumber(written: string): string {
  const digits = written.replace(/\D/g, '').slice(0, 19)
  const groups = /^3[47]/.test(digits) ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /\d{1,4}/g
  const parts = /^3[47]/.test(digits) ? groups.exec(digits)?.slice(1) : digits.match(groups)
  return (parts ?? []).filter(Boolean).join(' ')
}

/** An expiry as `09 / 29`, from `0929`, `9/29` or `09/2029`. */
export function groupExpiry(written: string): string {
  const digits = written.replace(/^\s*(\d)\s*\//, '0$1').replace(/\D/g, '')
  if (digits.length < 2) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2, 6)}`
}

/** True when a card with this expiry is valid on the day `today` (yyyy-mm-dd). A card is valid until the end of its month. */
export function isExpiryGood(written: string, today: string): boolean {
  const match = /^(\d{1,2})\s*(?:\/\s*)?(\d{2}|\d{4})$/.exec(written.trim())
  const [month, year] = [Number(match?.[1]), Number(match?.[2])]
  if (!match || month < 1 || month > 12) return false
  return `${year < 100 ? 2000 + year : year}-${String(month).padStart(2, '0')}` >= today.slice(0, 7)
}

/** A security code has three digits, or four on American Express. */
export const isSecurityCodeGood = (written: string): boolean => /^\d{3,4}$/.test(written.trim())
