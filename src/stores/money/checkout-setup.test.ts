import { describe, expect, it } from 'vitest'
import type { Program } from '#contract/offering/program'
import { type Sum, takesTestCards, waysWithoutScript } from './checkout-setup.ts'

const form = (publishable_key: string | null) => ({ publishable_key }) as Program['card_form']

describe('the card form', () => {
  it.each([
    ['a live key takes no test cards', form('pk_live_1'), false],
    ['a test key takes only test cards', form('pk_test_1'), true],
    ['the sandbox takes only test cards', form(null), true],
  ])('the card form: %s', (_, cardForm, isTest) => expect(takesTestCards(cardForm)).toBe(isTest))
})

describe('the ways to pay without JavaScript', () => {
  const sum = (methods: string[], renews = false) =>
    ({
      checkout_methods: methods,
      items: [{ is_cancelled: false, membership: renews ? { keeps_card: true } : null }],
    }) as Sum
  const order = { id: 'ord', status: 'draft' as const, timezone: 'UTC' }
  const open = { order, isOnlinePossible: true, canStoreCard: true }
  const cards = [{ id: 'pm_1', name: 'Visa 4242', expiry: null }]
  const trial = {
    ...sum(['free']),
    items: [{ is_cancelled: false, membership: { keeps_card: true, needs_card: true } }],
  } as Sum
  it.each([
    [
      'each stored card, the provider’s page, and later',
      { ...open, cards, sum: sum(['card', 'offline']) },
      ['pm_1', 'page', 'offline'],
    ],
    ['an order with nothing due is confirmed', { ...open, cards, sum: sum(['free']) }, ['free']],
    ['a card for later charges may be new', { ...open, cards: [], sum: sum(['card'], true) }, ['page']],
    ['a trial that needs a card takes a stored one or a new one', { ...open, cards, sum: trial }, ['free', 'page']],
    ['a trial that needs a card takes a new one on the page', { ...open, cards: [], sum: trial }, ['page']],
    ['a trial that may begin without a card', { ...open, cards: [], sum: sum(['free'], true) }, ['free', 'page']],
    ['a card is stored for a confirmed email only', { ...open, canStoreCard: false, cards: [], sum: trial }, []],
    ['without a provider there is no page', { ...open, cards: [], isOnlinePossible: false, sum: sum(['card']) }, []],
    [
      'a lapsed cart cannot be paid',
      { ...open, order: { ...open.order, status: 'expired' as const }, cards, sum: sum(['offline']) },
      [],
    ],
  ])('the ways to pay: %s', (_, setup, values) =>
    expect(waysWithoutScript(setup).map((way) => (way.kind === 'card' ? way.id : way.kind))).toEqual(values),
  )
})
