import { describe, expect, it } from 'vitest'
import { declineCodes, declineOf } from './declines.ts'
import { declineWords } from './sentences/sentence.ts'

/** The best next step of each family, as a table a person can check. */
const bestStep: Record<string, string> = {
  insufficient_funds: 'other',
  expired_card: 'other',
  incorrect_cvc: 'fix',
  incorrect_number: 'fix',
  invalid_expiry: 'fix',
  incorrect_zip: 'fix',
  incorrect_address: 'fix',
  authentication_required: 'auth',
  authentication_failed: 'auth',
  approve_with_id: 'retry',
  not_accepted: 'other',
  card_not_supported: 'other',
  currency_not_supported: 'other',
  card_limit: 'other',
  details_changed: 'other',
  invalid_amount: 'other',
  duplicate_transaction: 'wait',
  processing_error: 'retry',
  bank_unreachable: 'wait',
  pin: 'other',
  test_card: 'other',
  service_unreachable: 'wait',
  storing_not_confirmed: 'auth',
}

describe('the coach after a declined card', () => {
  it('has one best next step for each of the codes, never a call to the bank first', () => {
    const steps = declineCodes.map((code) => declineOf(code))
    expect(steps.filter(({ text, actions }) => actions[0] !== bestStep[text])).toEqual([])
    expect(new Set(steps.map(({ text }) => text))).toEqual(new Set(Object.keys(bestStep)))
    expect(declineCodes.length).toBeGreaterThanOrEqual(56)
  })

  it('proposes another card after the third try, whatever the code', () =>
    expect(declineCodes.filter((code) => declineOf(code, 3).actions[0] !== 'other')).toEqual([]))

  it('reads as a refusal by the bank where the code is unknown', () =>
    expect(declineOf('brand_new_code')).toMatchObject({ key: 'generic_decline', actions: ['other', 'bank'] }))

  it.each(['en', 'fr'] as const)('says a reason and a next step for each, and never a code (%s)', (language) => {
    const sentences = declineCodes.map((code) => ({ code, words: declineWords(code, language) }))
    expect(sentences.filter(({ words }) => words.length !== 2 || words.some((each) => each.trim() === ''))).toEqual([])
    expect(sentences.filter(({ words }) => /_|fraud|stolen|lost|vol(?:é|ée)\b|perdue/i.test(words.join(' ')))).toEqual(
      [],
    )
  })

  it('says the same of a card that was reported as of any that the bank refuses', () =>
    expect(
      new Set(['fraudulent', 'lost_card', 'stolen_card', 'do_not_honor'].map((code) => declineOf(code).text)),
    ).toEqual(new Set(['not_accepted'])))
})
