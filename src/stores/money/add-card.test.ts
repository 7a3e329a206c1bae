import { expect, it } from 'vitest'
import type { Answer, Call } from '../../api/browser.ts'
import { toFailure } from '../../api/api-failure.ts'
import { addCard } from './add-card.ts'
import type { runBankStep } from './bank-step.ts'

function open(answer: Answer<unknown>, bankStep: typeof runBankStep = async () => ({ is: 'answered' })) {
  const sent: unknown[] = []
  const visited: string[] = []
  const call = (async (path: string, options: unknown) => {
    sent.push([path, options])
    return answer
  }) as Call
  const store = addCard(
    { programId: 'lakeside', doneAddress: '/done', language: 'en' },
    { call, navigate: (to) => void visited.push(to), bankStep },
  )
  return { store, sent, went: visited }
}

it('a stored card leads to its page', async () => {
  const { store, sent, went: visited } = open({ ok: true, status: 201, data: { object: 'payment_source' } })
  await store.add(async () => 'pm_card_visa', true)
  expect(sent).toEqual([
    [
      '/v1/profile/programs/lakeside/payment_methods/pm_card_visa/attach',
      { method: 'POST', body: { is_default: true } },
    ],
  ])
  expect(visited).toEqual(['/done'])
  expect(store.isBusy.get()).toBe(false)
})

it('the consent to later charges is sent with the card', async () => {
  const { store, sent } = open({ ok: true, status: 201, data: { object: 'payment_source' } })
  await store.add('pm_card_visa', false, 'v1')
  expect(sent).toMatchObject([[expect.any(String), { body: { is_default: false, charge_consent: 'v1' } }]])
})

it('a card that needs a bank step leads to the bank', async () => {
  const { store, went: visited } = open({
    ok: true,
    status: 202,
    data: { object: 'card_setup', next_action_url: '/bank' },
  })
  await store.add('pm_card_authenticationRequired', false)
  expect([visited, store.bank.get()]).toEqual([['/bank'], '/bank'])
})

it('a refused card shows the reason', async () => {
  const failure = toFailure(402, { type: 'insufficient_funds', message: 'There is not enough money.' })
  const { store, sent, went: visited } = open({ ok: false, failure })
  await store.add(() => Promise.resolve(null), false)
  expect(sent).toEqual([])
  await store.add('pm_card_chargeDeclined', false)
  expect(store.failure.get()).toBe(failure)
  expect(visited).toEqual([])
})

it('a bank step without a URL runs in the provider’s script', async () => {
  const steps: unknown[] = []
  const setup = { id: 'cset_1', publishable_key: 'pk_test_a', account: 'acct_1', client_secret: 'seti_secret_1' }
  const { store, went: visited } = open(
    { ok: true, status: 202, data: { object: 'card_setup', ...setup, has_next_action: true, next_action_url: null } },
    async (step) => {
      steps.push(step)
      return { is: 'answered' }
    },
  )
  await store.add('ctoken_1', false)
  expect(steps).toEqual([
    { publishableKey: 'pk_test_a', account: 'acct_1', language: 'en', clientSecret: 'seti_secret_1' },
  ])
  expect(visited).toEqual(['/pg/lakeside/profile/payment-methods/return?setup=cset_1'])
})
