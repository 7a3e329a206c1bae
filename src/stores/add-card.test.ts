import { expect, it } from 'vitest'
import type { Answer, Call } from '../api/browser.ts'
import { toFailure } from '../api/api-failure.ts'
import { addCard } from './add-card.ts'

function open(answer: Answer<unknown>) {
  const sent: unknown[] = []
  const went: string[] = []
  const call = (async (path: string, options: unknown) => {
    sent.push([path, options])
    return answer
  }) as Call
  const store = addCard({ programId: 'lakeside', doneAddress: '/done' }, { call, navigate: (to) => void went.push(to) })
  return { store, sent, went }
}

it('stores a card and goes on to its page', async () => {
  const { store, sent, went } = open({ ok: true, status: 201, data: { object: 'payment_source' } })
  await store.add(async () => 'pm_card_visa', true)
  expect(sent).toEqual([
    [
      '/v1/profile/programs/lakeside/payment_methods/pm_card_visa/attach',
      { method: 'POST', body: { is_default: true } },
    ],
  ])
  expect(went).toEqual(['/done'])
  expect(store.isBusy.get()).toBe(false)
})

it('goes to the bank where it asks, and keeps the way there on the page', async () => {
  const { store, went } = open({ ok: true, status: 202, data: { object: 'card_setup', next_action_url: '/bank' } })
  await store.add('pm_card_authenticationRequired', false)
  expect([went, store.bank.get()]).toEqual([['/bank'], '/bank'])
})

it('says why a card is refused, and sends nothing while the form is not right', async () => {
  const failure = toFailure(402, { type: 'insufficient_funds', message: 'There is not enough money.' })
  const { store, sent, went } = open({ ok: false, failure })
  await store.add(() => Promise.resolve(null), false)
  expect(sent).toEqual([])
  await store.add('pm_card_chargeDeclined', false)
  expect(store.failure.get()).toBe(failure)
  expect(went).toEqual([])
})
