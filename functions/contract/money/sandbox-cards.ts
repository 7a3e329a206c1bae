/** Test card numbers of the sandbox provider and their source names. Local builds only. */
export const sandboxCards = [
  { number: '4242424242424242', source: 'pm_card_visa', brand: 'visa' },
  { number: '5555555555554444', source: 'pm_card_mastercard', brand: 'mastercard' },
  { number: '4000002500003155', source: 'pm_card_authenticationRequired', brand: 'visa' },
  { number: '4000000000000002', source: 'pm_card_chargeDeclined', brand: 'visa' },
  { number: '4000000000009995', source: 'pm_card_chargeDeclinedInsufficientFunds', brand: 'visa' },
  { number: '4000000000000069', source: 'pm_card_chargeDeclinedExpiredCard', brand: 'visa' },
  { number: '4000000000000127', source: 'pm_card_chargeDeclinedIncorrectCvc', brand: 'visa' },
  { number: '4000000000000119', source: 'pm_card_chargeDeclinedProcessingError', brand: 'visa' },
  { number: '4000000000009987', source: 'pm_card_chargeDeclinedLostCard', brand: 'visa' },
  { number: '4000000000009979', source: 'pm_card_chargeDeclinedStolenCard', brand: 'visa' },
  { number: '4100000000000019', source: 'pm_card_chargeDeclinedFraudulent', brand: 'visa' },
  { number: '4000000000000341', source: 'pm_card_chargeCustomerFail', brand: 'visa' },
] as const
export type SandboxSource = (typeof sandboxCards)[number]['source']
