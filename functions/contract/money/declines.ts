/** What the customer may do next. The first action is the primary button of the page. */
export type DeclineAction = 'fix' | 'retry' | 'auth' | 'other' | 'method' | 'bank' | 'wait'
/** Names the pair of sentences (reason and next step) for a decline. The sentences are in contract/sentences/. */
export type DeclineText =
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'incorrect_number'
  | 'invalid_expiry'
  | 'incorrect_zip'
  | 'incorrect_address'
  | 'authentication_required'
  | 'authentication_failed'
  | 'approve_with_id'
  | 'not_accepted'
  | 'card_not_supported'
  | 'currency_not_supported'
  | 'card_limit'
  | 'details_changed'
  | 'invalid_amount'
  | 'duplicate_transaction'
  | 'processing_error'
  | 'bank_unreachable'
  | 'pin'
  | 'test_card'
  | 'service_unreachable'
  | 'service_busy'
  | 'card_removed'
  | 'cards_unavailable'
  | 'storing_not_confirmed'

const rows: [DeclineText, DeclineAction[], string[]][] = [
  ['insufficient_funds', ['other', 'bank'], ['insufficient_funds']],
  ['expired_card', ['other'], ['expired_card']],
  ['incorrect_cvc', ['fix', 'other'], ['incorrect_cvc', 'invalid_cvc']],
  ['incorrect_number', ['fix', 'other'], ['incorrect_number', 'invalid_number']],
  ['invalid_expiry', ['fix'], ['invalid_expiry_month', 'invalid_expiry_year']],
  ['incorrect_zip', ['fix', 'other'], ['incorrect_zip']],
  ['incorrect_address', ['fix', 'other'], ['incorrect_address']],
  ['authentication_required', ['auth', 'other'], ['authentication_required']],
  ['authentication_failed', ['auth', 'other'], ['authentication_not_handled', 'payment_intent_authentication_failure']],
  ['approve_with_id', ['retry', 'bank'], ['approve_with_id']],
  [
    'not_accepted',
    ['other', 'bank'],
    [
      'call_issuer',
      'do_not_honor',
      'do_not_try_again',
      'no_action_taken',
      'not_permitted',
      'service_not_allowed',
      'transaction_not_allowed',
      'security_violation',
      'stop_payment_order',
      'revocation_of_authorization',
      'revocation_of_all_authorizations',
      'generic_decline',
      'card_declined',
      'fraudulent',
      'lost_card',
      'stolen_card',
      'pickup_card',
      'merchant_blacklist',
      'restricted_card',
      'highest_risk_level',
    ],
  ],
  ['card_not_supported', ['other', 'bank'], ['card_not_supported']],
  ['currency_not_supported', ['other'], ['currency_not_supported']],
  ['card_limit', ['other', 'bank'], ['card_velocity_exceeded', 'withdrawal_count_limit_exceeded']],
  ['details_changed', ['other', 'bank'], ['invalid_account', 'new_account_information_available']],
  ['invalid_amount', ['other', 'bank'], ['invalid_amount']],
  ['duplicate_transaction', ['wait'], ['duplicate_transaction']],
  ['processing_error', ['retry', 'other'], ['processing_error', 'reenter_transaction']],
  ['bank_unreachable', ['wait', 'other'], ['issuer_not_available', 'try_again_later']],
  [
    'pin',
    ['other'],
    ['incorrect_pin', 'invalid_pin', 'pin_try_exceeded', 'offline_pin_required', 'online_or_offline_pin_required'],
  ],
  ['test_card', ['other'], ['testmode_decline', 'live_mode_test_card']],
  // The provider's response was lost. The outcome is read before the next attempt.
  ['service_unreachable', ['wait'], ['answer_lost']],
  ['card_removed', ['other'], ['card_removed']],
  ['service_busy', ['retry'], ['rate_limit', 'lock_timeout']],
  ['cards_unavailable', ['method'], ['cards_unavailable']],
  ['storing_not_confirmed', ['auth', 'other'], ['setup_intent_authentication_failure']],
]

// Either the money may have moved, or the sentence itself states whether it has.
const notForUsToSay = new Set<DeclineText>([
  'duplicate_transaction',
  'service_unreachable',
  'service_busy',
  'processing_error',
])

const catalogue = new Map(
  rows.flatMap(([text, actions, codes]) => codes.map((code) => [code, { text, actions }] as const)),
)

/**
 * Declines after which the same card is never accepted again: it was lost or stolen, its account is closed, or its
 * owner stopped the charges. It is not charged again without its customer.
 */
const hardDeclines = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'fraudulent',
  'invalid_account',
  'do_not_try_again',
  'stop_payment_order',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
])
export const isHardDecline = (code: string): boolean => hardDeclines.has(code)

/**
 * Days after the due day on which the scheduler charges a declined instalment or membership period again. The hour is
 * in money/payments/charge-instalments.ts and booking/memberships/membership-rules.ts; what follows the last attempt at
 * a period is `after_retries` of the program (money/billing/charge-period.ts).
 */
export const retryDays = [1, 3, 5, 7] as const

/** Codes of declines: the `type` of a 402. */
export const declineCodes: readonly string[] = [...catalogue.keys()]

/**
 * Sentence key and actions of a decline. An unknown code counts as a refusal by the bank. From the third attempt in an
 * order, `other` comes first. `saysNotCharged` is true if the page adds that nothing was charged.
 */
export function declineOf(
  code: string | null,
  attempts = 1,
): { key: string; text: DeclineText; actions: DeclineAction[]; saysNotCharged: boolean } {
  const isKnown = code !== null && catalogue.has(code)
  const { text, actions } = (isKnown && catalogue.get(code)) || {
    text: 'not_accepted' as const,
    actions: ['other', 'bank'] as DeclineAction[],
  }
  const isCardTried = !actions.includes('method')
  const ordered =
    attempts >= 3 && isCardTried
      ? (['other', ...actions.filter((action) => action !== 'other')] as DeclineAction[])
      : actions
  return { key: isKnown ? code : 'generic_decline', text, actions: ordered, saysNotCharged: !notForUsToSay.has(text) }
}
