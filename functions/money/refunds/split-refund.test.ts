import { describe, expect, it } from 'vitest'
import { remainingOf, splitRefund } from './split-refund.ts'

const paid = (id: string, amount_received: number, created: number, status: 'succeeded' | 'failed' = 'succeeded') => ({
  id,
  amount_received,
  amount_disputed: 0,
  created,
  status,
})
const back = (payment_id: string, amount: number, status: 'succeeded' | 'pending' | 'failed' = 'succeeded') => ({
  payment_id,
  amount,
  status,
})

describe('M-20: splitting a refund over payments', () => {
  it.each([
    {
      why: 'a refund goes to the only payment',
      amount: 3000,
      payments: [paid('a', 5000, 1)],
      refunds: [],
      parts: [{ payment_id: 'a', amount: 3000 }],
    },
    {
      why: 'a refund goes to the newest payment first',
      amount: 3000,
      payments: [paid('a', 5000, 1), paid('b', 2000, 2)],
      refunds: [],
      parts: [
        { payment_id: 'b', amount: 2000 },
        { payment_id: 'a', amount: 1000 },
      ],
    },
    {
      why: 'a failed payment gets no refund',
      amount: 3000,
      payments: [paid('a', 5000, 1), paid('b', 2000, 2, 'failed')],
      refunds: [],
      parts: [{ payment_id: 'a', amount: 3000 }],
    },
    {
      why: 'a refund is at most the remainder of the payment',
      amount: 3000,
      payments: [paid('a', 5000, 1)],
      refunds: [back('a', 4000)],
      parts: [{ payment_id: 'a', amount: 1000 }],
    },
    {
      why: 'pending refunds reduce the remainder',
      amount: 3000,
      payments: [paid('a', 5000, 1)],
      refunds: [back('a', 2500, 'pending'), back('a', 2500)],
      parts: [],
    },
    {
      why: 'failed refunds do not reduce the remainder',
      amount: 3000,
      payments: [paid('a', 5000, 1)],
      refunds: [back('a', 5000, 'failed')],
      parts: [{ payment_id: 'a', amount: 3000 }],
    },
    {
      why: 'what the bank of the customer took back is not refunded again',
      amount: 5000,
      payments: [{ ...paid('a', 5000, 1), amount_disputed: 4000 }],
      refunds: [],
      parts: [{ payment_id: 'a', amount: 1000 }],
    },
    { why: 'a refund of 0 has no parts', amount: 0, payments: [paid('a', 5000, 1)], refunds: [], parts: [] },
  ])('M-20: $why', ({ amount, payments, refunds, parts }) =>
    expect(splitRefund(amount, payments, refunds)).toEqual(parts),
  )

  it('random orders never refund more than was paid', () => {
    let seed = 7
    const random = (max: number) => {
      seed = (seed * 48271) % 2147483647
      return seed % max
    }
    for (let round = 0; round < 10_000; round += 1) {
      const payments = Array.from({ length: 1 + random(3) }, (_, at) =>
        paid(`p${at}`, random(10_000), random(10), random(4) === 0 ? 'failed' : 'succeeded'),
      )
      const refunds = Array.from({ length: random(4) }, () =>
        back(`p${random(3)}`, random(3000), (['succeeded', 'pending', 'failed'] as const)[random(3)]),
      )
      const left = payments.reduce((sum, payment) => sum + remainingOf(payment, refunds), 0)
      const amount = random(20_000)
      const sum = splitRefund(amount, payments, refunds).reduce((all, part) => all + part.amount, 0)
      expect(sum).toBe(Math.min(amount, left))
    }
  })
})
