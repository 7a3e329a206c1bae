import { describe, expect, it } from 'vitest'
import type { Program } from '#contract/offering/program'
import { type Sum, takesTestCards, waysWithoutScript } from './checkout-setup.ts'

const form = (publishable_key: string | null) => ({ publishable_key }) as Program['card_form']

describe('a card form', () => {
  it.each([
    ['a live key takes no test cards', form('pk_live_1'), false],
    ['a key of the test mode takes nothing else', form('pk_test_1'), true],
    ['the sandbox too', form(null), true],
  ])('%s', (_, cardForm, isTest) => expect(takesTestCards(cardForm)).toBe(isTest))
})

describe('the ways to pay without script', () => {
  const sum = (methods: string[], renews = false) =>
    ({
      checkout_methods: methods,
      items: [{ is_cancelled: false, membership: renews ? { keeps_card: true } : null }],
    }) as Sum
  const open = { order: { id: 'ord', status: 'draft' as const, timezone: 'UTC' }, bankStep: null }
  const cards = [{ id: 'pm_1', name: 'Visa 4242', expiry: null }]
  it.each([
    ['later, and each stored card', { ...open, cards, sum: sum(['card', 'offline']) }, ['offline', 'pm_1']],
    ['nothing is due', { ...open, cards, sum: sum(['free']) }, ['free']],
    ['a new card alone has none', { ...open, cards: [], sum: sum(['card']) }, []],
    ['no consent to later charges is given without reading it', { ...open, cards, sum: sum(['card'], true) }, []],
    ['none while the bank asks', { ...open, cards, sum: sum(['card']), bankStep: '/bank' }, []],
    [
      'none for a cart that lapsed',
      { ...open, order: { ...open.order, status: 'expired' as const }, cards, sum: sum(['offline']) },
      [],
    ],
  ])('%s', (_, setup, values) => expect(waysWithoutScript(setup).map(({ value }) => value)).toEqual(values))
})
