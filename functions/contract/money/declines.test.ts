import { describe, expect, it } from 'vitest'
import { declineCodes, declineOf } from './declines.ts'
import { declineWords } from '../sentences/sentence.ts'

/** The best next step for each code of the card provider, written out so that a person can check it. */
const bestStep = {
  fix: [
    'incorrect_cvc',
    'invalid_cvc',
    'incorrect_number',
    'invalid_number',
    'invalid_expiry_month',
    'invalid_expiry_year',
    'incorrect_zip',
    'incorrect_address',
  ],
  retry: ['approve_with_id', 'processing_error', 'reenter_transaction', 'rate_limit', 'lock_timeout'],
  method: ['cards_unavailable'],
  auth: [
    'authentication_required',
    'authentication_not_handled',
    'payment_intent_authentication_failure',
    'setup_intent_authentication_failure',
  ],
  wait: ['duplicate_transaction', 'issuer_not_available', 'try_again_later', 'answer_lost'],
  other: [
    'card_removed',
    'insufficient_funds',
    'expired_card',
    'card_not_supported',
    'currency_not_supported',
    'card_velocity_exceeded',
    'withdrawal_count_limit_exceeded',
    'invalid_account',
    'new_account_information_available',
    'invalid_amount',
    'incorrect_pin',
    'invalid_pin',
    'pin_try_exceeded',
    'offline_pin_required',
    'online_or_offline_pin_required',
    'testmode_decline',
    'live_mode_test_card',
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
} as const
const listed = Object.entries(bestStep).flatMap(([step, codes]) => codes.map((code) => [code, step] as const))
/** Words that the sentence of each step must contain, so that it matches the button. */
const saying = {
  en: {
    fix: /^(?:Check|Enter) /,
    retry: /\bTry (?:once more|again)/,
    auth: /^Confirm |try again\.$/,
    wait: /in a few minutes|Do not pay again|before you retry/,
    method: /^Pay another way/,
    other: /^Use (?:another|a real)|use another card\.$/,
  },
  fr: {
    fix: /^(?:Vérifiez|Entrez) /,
    retry: /Réessayez/,
    auth: /^Confirmez|réessayez\.$/,
    wait: /dans quelques minutes|Ne payez pas de nouveau|nous vérifions/,
    method: /^Payez autrement/,
    other: /^Utilisez (?:un|une) (?:autre|vraie)|utilisez une autre carte\.$/,
  },
} as const

describe('advice after a declined card', () => {
  it('each decline code has one suggested next step', () => {
    expect(listed.map(([code]) => code).sort()).toEqual([...declineCodes].sort())
    expect(listed.filter(([code, step]) => declineOf(code).actions[0] !== step)).toEqual([])
    expect(listed.length).toBeGreaterThanOrEqual(56)
  })

  it.each(['en', 'fr'] as const)('the sentence of each decline code names its suggested next step (%s)', (language) =>
    expect(
      listed
        .filter(
          ([code, step]) => !saying[language][step as keyof typeof bestStep].test(declineWords(code, language)[1]),
        )
        .map(([code, step]) => [code, step, declineWords(code, language)[1]]),
    ).toEqual([]),
  )

  it('the third attempt suggests another card for every code', () =>
    expect(declineCodes.filter((code) => declineOf(code, 3).actions[0] !== 'other')).toEqual(['cards_unavailable']))

  it('an unknown code is explained as a refusal by the bank', () =>
    expect(declineOf('brand_new_code')).toMatchObject({ key: 'generic_decline', actions: ['other', 'bank'] }))

  it.each(['en', 'fr'] as const)(
    'the text of each decline has a reason and a next step but no code (%s)',
    (language) => {
      const sentences = declineCodes.map((code) => ({ code, words: declineWords(code, language) }))
      expect(sentences.filter(({ words }) => words.length !== 2 || words.some((each) => each.trim() === ''))).toEqual(
        [],
      )
      expect(
        sentences.filter(({ words }) => /_|fraud|stolen|lost|vol(?:é|ée)\b|perdue/i.test(words.join(' '))),
      ).toEqual([])
    },
  )

  it('a lost or stolen card gets the same text as any refused card', () =>
    expect(
      new Set(['fraudulent', 'lost_card', 'stolen_card', 'do_not_honor'].map((code) => declineOf(code).text)),
    ).toEqual(new Set(['not_accepted'])))
})
