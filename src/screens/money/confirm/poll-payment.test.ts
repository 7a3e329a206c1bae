import { describe, expect, it } from 'vitest'
import { pollPayment, type ReturnState, stateOfPayment } from './poll-payment.ts'

async function poll(answers: (ReturnState | null | 'lost')[]) {
  const pauses: number[] = []
  const shown: ReturnState[] = []
  const fetchState = async () => {
    const next = answers.length > 1 ? answers.shift() : answers[0]
    if (next === 'lost' || next === undefined) throw new TypeError('Failed to fetch')
    return next
  }
  const end = await pollPayment({
    fetchState: fetchState,
    show: (state) => shown.push(state),
    wait: async (ms) => void pauses.push(ms),
  })
  return { end, pauses, shown }
}

describe('polling the status of a payment', () => {
  it('the status is polled after 1, 2, 4 and 8 seconds until it is settled', async () => {
    expect(await poll(['checking', 'checking', 'checking', 'checking', 'succeeded'])).toEqual({
      end: 'succeeded',
      pauses: [1000, 2000, 4000, 8000],
      shown: ['succeeded'],
    })
  })
  it('polling stops after a minute', async () => {
    const { end, pauses } = await poll(['checking'])
    expect(end).toBe('still_processing')
    expect(pauses.reduce((a, b) => a + b, 0)).toBe(60_000)
  })
  it('polling continues after a lost response', async () =>
    expect((await poll(['lost', 'checking', 'failed'])).end).toBe('failed'))
  it.each([
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['cancelled', 'failed'],
    ['processing', 'checking'],
    ['created', 'checking'],
    ['requires_action', 'checking'],
  ] as const)('the payment status %s gives the page state %s', (status, state) =>
    expect(stateOfPayment(status)).toBe(state),
  )
  it.each([
    ['failed', true, 'failed_after_checkout'],
    ['cancelled', true, 'failed_after_checkout'],
    ['failed', false, 'failed'],
    ['succeeded', true, 'succeeded'],
  ] as const)(
    'the payment status %s of an order with a finished checkout (%s) gives the page state %s',
    (status, isFinished, state) => expect(stateOfPayment(status, isFinished)).toBe(state),
  )
})
