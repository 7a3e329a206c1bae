import type { RefObject } from 'react'

/**
 * Empties the card form, because the next card has another number, expiry and code. Returns the field of the number;
 * without one, because the provider's frame has it or the form still loads, the choice of the card before it.
 */
export function emptyCardField(again: RefObject<HTMLFormElement | null>): HTMLInputElement | null {
  for (const input of again.current?.querySelectorAll<HTMLInputElement>('#card input') ?? []) input.value = ''
  const field = (selector: string) => again.current?.querySelector<HTMLInputElement>(selector) ?? null
  return field('[name="number"]') ?? field('#pay-card')
}

/** The card field that the bank rejected. */
export function fieldToFix(declineType: string): string {
  if (declineType.endsWith('_cvc')) return 'cvc'
  if (declineType.endsWith('_zip')) return 'postcode'
  return declineType.startsWith('invalid_expiry') ? 'exp' : 'number'
}
