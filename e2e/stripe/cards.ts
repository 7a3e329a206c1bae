/** Stripe's public test cards that the compatible server supports, by source name, with their behaviour. */
export type TestCard = {
  number: string
  brand: 'visa' | 'mastercard'
  /** `decline_code` and `code` of the refusal, null on success. */
  declines: { code: string; decline_code?: string } | null
  asksBank: boolean
  /** True when the card can be stored, and the bank refuses only a charge. */
  canBeStored: boolean
}

const declined = (number: string, decline_code: string, code = 'card_declined'): TestCard => ({
  number,
  brand: 'visa',
  declines: { code, decline_code },
  asksBank: false,
  canBeStored: false,
})
const good = (number: string, brand: TestCard['brand'], asksBank = false): TestCard => ({
  number,
  brand,
  declines: null,
  asksBank,
  canBeStored: true,
})

export const testCards: Record<string, TestCard> = {
  pm_card_visa: good('4242424242424242', 'visa'),
  pm_card_mastercard: good('5555555555554444', 'mastercard'),
  pm_card_authenticationRequired: good('4000002500003155', 'visa', true),
  pm_card_chargeDeclined: declined('4000000000000002', 'generic_decline'),
  pm_card_chargeDeclinedInsufficientFunds: declined('4000000000009995', 'insufficient_funds'),
  pm_card_chargeDeclinedLostCard: declined('4000000000009987', 'lost_card'),
  pm_card_chargeDeclinedStolenCard: declined('4000000000009979', 'stolen_card'),
  pm_card_chargeDeclinedFraudulent: declined('4100000000000019', 'fraudulent'),
  pm_card_chargeDeclinedExpiredCard: declined('4000000000000069', 'expired_card', 'expired_card'),
  pm_card_chargeDeclinedIncorrectCvc: declined('4000000000000127', 'incorrect_cvc', 'incorrect_cvc'),
  pm_card_chargeDeclinedProcessingError: declined('4000000000000119', 'processing_error', 'processing_error'),
  pm_card_chargeCustomerFail: { ...declined('4000000000000341', 'generic_decline'), canBeStored: true },
}

/** The card of a source name; `pm_decline_…` is refused with that code, so that every documented one can be tested. */
export function testCard(source: string): TestCard | null {
  const name = source.replace(/^ctoken_/, '')
  const [, code] = /^pm_decline_(\w+)$/.exec(name) ?? []
  return code ? declined('4000000000000002', code) : (testCards[name] ?? null)
}
