import type { RefObject } from 'react'

/**
 * Empties the card form, because the next card has another number, expiry and code. Returns the field of the number,
 * or null while the form is not shown.
 */
export function emptyCardField(again: RefObject<HTMLFormElement | null>): HTMLInputElement | null {
  for (const input of again.current?.querySelectorAll<HTMLInputElement>('#card input') ?? []) input.value = ''
  return again.current?.querySelector<HTMLInputElement>('[name="number"]') ?? null
}

/** The card field that the bank rejected. */
export function fieldToFix(declineType: string): string {
  if (declineType.endsWith('_cvc')) return 'cvc'
  if (declineType.endsWith('_zip')) return 'postcode'
  return declineType.startsWith('invalid_expiry') ? 'exp' : 'number'
}
