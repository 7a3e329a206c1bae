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
  const open = { order: { id: 'ord', status: 'draft' as const, timezone: 'UTC' }, bankStep: null }
  const cards = [{ id: 'pm_1', name: 'Visa 4242', expiry: null }]
  it.each([
    [
      'paying later and each stored card need no script',
      { ...open, cards, sum: sum(['card', 'offline']) },
      ['offline', 'pm_1'],
    ],
    ['an order with nothing due needs no script', { ...open, cards, sum: sum(['free']) }, ['free']],
    ['a new card needs script', { ...open, cards: [], sum: sum(['card']) }, []],
    ['a consent to later charges needs script', { ...open, cards, sum: sum(['card'], true) }, []],
    ['there is no other way to pay during a bank step', { ...open, cards, sum: sum(['card']), bankStep: '/bank' }, []],
    [
      'a lapsed cart cannot be paid',
      { ...open, order: { ...open.order, status: 'expired' as const }, cards, sum: sum(['offline']) },
      [],
    ],
  ])('the ways to pay: %s', (_, setup, values) =>
    expect(waysWithoutScript(setup).map(({ value }) => value)).toEqual(values),
  )
})
