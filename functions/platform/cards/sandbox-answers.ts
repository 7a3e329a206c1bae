import { sandboxCards } from '../../contract/money/sandbox-cards.ts'
import type { Card } from '../../contract/card.ts'

/**
 * The outcome of the next payment, set by POST /dev/sandbox. Only the sandbox has `lost` and `unreachable` (the
 * response, or the request, never arrives), and the mismatches `other_currency` and `other_order` (the payment succeeds
 * for another currency or order).
 */
export const scenarios = [
  'late',
  'twice',
  'never',
  'other_amount',
  'other_currency',
  'other_order',
  'lost',
  'unreachable',
] as const
export type Scenario = { next: (typeof scenarios)[number]; seconds: number }

export type SandboxAnswer = {
  state: 'succeeded' | 'processing' | 'requires_action' | 'requires_payment_method'
  decline: string | null
  amount_received: number
  settles_at: number | null
}

const declines: Record<string, string> = {
  pm_card_chargeDeclined: 'generic_decline',
  pm_card_chargeDeclinedInsufficientFunds: 'insufficient_funds',
  pm_card_chargeDeclinedExpiredCard: 'expired_card',
  pm_card_chargeDeclinedIncorrectCvc: 'incorrect_cvc',
  pm_card_chargeDeclinedProcessingError: 'processing_error',
  pm_card_chargeDeclinedLostCard: 'lost_card',
  pm_card_chargeDeclinedStolenCard: 'stolen_card',
  pm_card_chargeDeclinedFraudulent: 'fraudulent',
  pm_card_chargeCustomerFail: 'generic_decline',
}

/** The test card for a number or a source name; null for any other text, which counts as an incorrect number. */
export function sandboxCard(source: string): (typeof sandboxCards)[number] | null {
  return sandboxCards.find((card) => card.source === source || card.number === source) ?? null
}

/** The displayable data of a test card, used once or stored. */
export function shownCard(intent: { source: string | null; state: string }, isStored = false): Card | null {
  const card = intent.source === null ? null : sandboxCard(intent.source)
  if (!card) return null
  return {
    brand: card.brand,
    last4: card.number.slice(-4),
    exp_month: 12,
    exp_year: 2034,
    funding: 'credit',
    country: 'US',
    three_d_secure: card.source === 'pm_card_authenticationRequired' ? 'required' : 'optional',
    is_default: false,
    status: intent.state === 'succeeded' && !isStored ? 'consumed' : 'chargeable',
    usage: isStored ? 'reusable' : 'single_use',
    currency: null,
  }
}

/**
 * The sandbox's result for a charge. Declines come before the scenario, because only a payment that would succeed can
 * be late or wrong.
 */
export function sandboxAnswer(input: {
  source: string
  amount: number
  now: number
  scenario: Scenario | null
  isOffSession?: boolean
}): SandboxAnswer {
  const card = sandboxCard(input.source)
  const decline = card ? declines[card.source] : 'incorrect_number'
  if (decline) return declined(decline)
  if (card?.source === 'pm_card_authenticationRequired')
    return input.isOffSession
      ? declined('authentication_required')
      : { state: 'requires_action', decline: null, amount_received: 0, settles_at: null }
  return settledAnswer(input)
}

/** The sandbox's result for storing a card. A card that is declined later may be stored. */
export function sandboxSetupAnswer(source: string): {
  state: 'succeeded' | 'requires_action' | 'requires_payment_method'
  decline: string | null
} {
  const card = sandboxCard(source)
  const decline = card ? declines[card.source] : 'incorrect_number'
  if (decline && card?.source !== 'pm_card_chargeCustomerFail') return { state: 'requires_payment_method', decline }
  const asksBank = card?.source === 'pm_card_authenticationRequired'
  return { state: asksBank ? 'requires_action' : 'succeeded', decline: null }
}

const declined = (decline: string): SandboxAnswer => ({
  state: 'requires_payment_method',
  decline,
  amount_received: 0,
  settles_at: null,
})

/** The wrong fields that the provider reports in a mismatch scenario. */
export function mismatchOf(scenario: Scenario | null, currency: string): { currency?: string; order_id?: string } {
  if (scenario?.next === 'other_currency') return { currency: currency === 'USD' ? 'EUR' : 'USD' }
  return scenario?.next === 'other_order' ? { order_id: 'ord_of_somebody_else' } : {}
}

/** A successful payment, as the scenario changes it. */
export function settledAnswer(input: { amount: number; now: number; scenario: Scenario | null }): SandboxAnswer {
  const { scenario } = input
  if (scenario?.next === 'late')
    return { state: 'processing', decline: null, amount_received: 0, settles_at: input.now + scenario.seconds * 1000 }
  if (scenario?.next === 'never') return { state: 'processing', decline: null, amount_received: 0, settles_at: null }
  return {
    state: 'succeeded',
    decline: null,
    amount_received: scenario?.next === 'other_amount' ? Math.floor(input.amount / 2) : input.amount,
    settles_at: null,
  }
}
