import type { loadStripe } from '@stripe/stripe-js'
import { expect, it } from 'vitest'
import { runBankStep } from './bank-step.ts'

const step = { publishableKey: 'pk_test_a', account: 'acct_1', language: 'fr', clientSecret: 'pi_1_secret_2' } as const
const loading =
  (handleNextAction: (input: unknown) => Promise<unknown>, loads: unknown[] = []): typeof loadStripe =>
  async (...input) => {
    loads.push(input)
    return { handleNextAction } as never
  }

it('the provider’s script gets the secret of the payment', async () => {
  const [calls, loads]: unknown[][] = [[], []]
  const end = await runBankStep(
    step,
    loading(async (input) => {
      calls?.push(input)
      return { paymentIntent: { status: 'succeeded' } }
    }, loads),
  )
  expect(end).toEqual({ is: 'answered' })
  expect(loads).toEqual([['pk_test_a', { locale: 'fr', stripeAccount: 'acct_1' }]])
  expect(calls).toEqual([{ clientSecret: 'pi_1_secret_2' }])
})

it.each([
  ['a refusal by the bank is an answer', { type: 'card_error', message: 'Declined' }, { is: 'answered' }],
  ['a payment in another state is an answer', { type: 'invalid_request_error' }, { is: 'answered' }],
  [
    'a lost connection is an interruption with its message',
    { type: 'api_connection_error', message: 'No connection' },
    { is: 'interrupted', message: 'No connection' },
  ],
])('the result of a bank step: %s', async (_, error, end) =>
  expect(
    await runBankStep(
      step,
      loading(async () => ({ error })),
    ),
  ).toEqual(end),
)

it('a bank step whose script fails to load is interrupted', async () => {
  const interrupted = { is: 'interrupted', message: null }
  expect(await runBankStep(step, async () => null)).toEqual(interrupted)
  expect(await runBankStep(step, async () => Promise.reject(new Error('blocked')))).toEqual(interrupted)
  expect(
    await runBankStep(
      step,
      loading(async () => Promise.reject(new Error('not waiting'))),
    ),
  ).toEqual(interrupted)
})
