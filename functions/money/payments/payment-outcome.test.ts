import { describe, expect, it } from 'vitest'
import { type OrderStatus, orderStatuses } from '../../contract/states/order-states.ts'
import {
  live,
  mayTransition,
  type PaymentState,
  paymentStates,
  transitions,
} from '../../contract/states/payment-states.ts'
import { leaseMs, paymentOutcome } from './payment-outcome.ts'
import type { Intent } from '../../platform/cards/provider.ts'

const intent = (changed: Partial<Intent> = {}): Intent => ({
  id: 'pi_1',
  payment_id: 'pay_1',
  order_id: 'ord_1',
  state: 'succeeded',
  amount: 5000,
  amount_received: 5000,
  currency: 'CAD',
  decline: null,
  next_action_url: null,
  client_secret: null,
  card: null,
  stored_source: null,
  ...changed,
})
const outcome = (input: {
  payment?: PaymentState
  order?: OrderStatus
  intent?: Partial<Intent>
  due?: number
  isOwnAnswer?: boolean
  age?: number
  url?: string | null
  charge?: string
  amount_total?: number
}) =>
  paymentOutcome({
    payment: {
      id: 'pay_1',
      status: input.payment ?? 'created',
      amount_total: input.amount_total ?? 5000,
      currency: 'CAD',
      provider_called_at: 0,
      next_action_url: input.url ?? null,
      charge_key: input.charge ?? null,
    },
    order: { id: 'ord_1', status: input.order ?? 'pending', due: input.due ?? 5000 },
    intent: intent(input.intent),
    now: input.age ?? 0,
    isOwnAnswer: input.isOwnAnswer ?? false,
  })

describe("the outcome of a provider's response", () => {
  it.each([
    { why: 'enough money pays an open order', input: {}, type: 'paid' },
    { why: 'too much money pays an open order', input: { intent: { amount_received: 6000 } }, type: 'paid' },
    {
      why: 'a cent too little leaves an open order short',
      input: { intent: { amount_received: 4999 } },
      type: 'short',
    },
    { why: 'money for an expired order is late', input: { order: 'expired' as const }, type: 'late' },
    {
      why: 'too little for an expired order is a surplus',
      input: { order: 'expired' as const, intent: { amount_received: 4999 } },
      type: 'surplus',
    },
    { why: 'money for a paid order is a surplus', input: { order: 'paid' as const, due: 0 }, type: 'surplus' },
    {
      why: 'a charge pays an instalment of a paid order',
      input: { order: 'paid' as const, due: 9000, charge: 'part-1' },
      type: 'part',
    },
    {
      why: 'a charge above the amount due is a surplus',
      input: { order: 'paid' as const, due: 4999, charge: 'part-1' },
      type: 'surplus',
    },
    {
      why: 'a charge below its instalment is other_part',
      input: { order: 'paid' as const, due: 9000, charge: 'part-1', intent: { amount_received: 2500 } },
      type: 'other_part',
    },
    {
      why: 'a charge above its instalment is other_part',
      input: { order: 'paid' as const, due: 9000, charge: 'part-1', amount_total: 4500 },
      type: 'other_part',
    },
    {
      why: 'a charge above its instalment and the amount due is other_part',
      input: { order: 'paid' as const, due: 4500, charge: 'part-1', amount_total: 4500 },
      type: 'other_part',
    },
    {
      why: 'a charge for a paid order that owes nothing is a surplus',
      input: { order: 'paid' as const, due: 0, charge: 'part-1', amount_total: 4500 },
      type: 'surplus',
    },
    {
      why: 'a payment without a charge key pays no instalment',
      input: { order: 'paid' as const, due: 9000 },
      type: 'surplus',
    },
    { why: 'money for a changed cart is a surplus', input: { order: 'draft' as const }, type: 'surplus' },
    { why: 'a succeeded payment is not recorded again', input: { payment: 'succeeded' as const }, type: 'nothing' },
    { why: 'another payment id is a mismatch', input: { intent: { payment_id: 'pay_2' } }, type: 'mismatch' },
    { why: 'another order id is a mismatch', input: { intent: { order_id: 'ord_2' } }, type: 'mismatch' },
    { why: 'another currency is a mismatch', input: { intent: { currency: 'USD' } }, type: 'mismatch' },
    { why: 'a bank step waits', input: { intent: { state: 'requires_action' as const } }, type: 'waiting' },
    {
      why: 'the same bank step changes nothing',
      input: { payment: 'requires_action' as const, intent: { state: 'requires_action' as const } },
      type: 'nothing',
    },
    { why: 'processing waits', input: { intent: { state: 'processing' as const } }, type: 'waiting' },
    {
      why: 'requires_capture is treated as processing',
      input: { payment: 'processing' as const, intent: { state: 'requires_capture' as const } },
      type: 'nothing',
    },
    {
      why: 'a cancelled intent ends the payment',
      input: { intent: { state: 'canceled' as const } },
      type: 'cancelled',
    },
    {
      why: 'the answer to the attempt itself fails at once',
      input: { isOwnAnswer: true, intent: { state: 'requires_payment_method' as const, decline: 'expired_card' } },
      type: 'failed',
    },
    {
      why: 'another reader leaves a new attempt alone',
      input: { age: leaseMs - 1, intent: { state: 'requires_payment_method' as const, decline: 'expired_card' } },
      type: 'nothing',
    },
    {
      why: 'another reader fails the attempt after the lease',
      input: { age: leaseMs, intent: { state: 'requires_payment_method' as const } },
      type: 'failed',
    },
    {
      why: 'a refusal at the bank fails',
      input: {
        payment: 'requires_action' as const,
        intent: { state: 'requires_payment_method' as const, decline: 'payment_intent_authentication_failure' },
      },
      type: 'failed',
    },
    {
      why: 'a failure is recorded once',
      input: {
        payment: 'failed' as const,
        intent: { state: 'requires_payment_method' as const, decline: 'expired_card' },
      },
      type: 'nothing',
    },
  ])('the outcome of a provider’s response: $why', ({ input, type }) => expect(outcome(input).type).toBe(type))

  it('each outcome is an allowed transition of the payment', () => {
    const target = {
      paid: 'succeeded',
      short: 'succeeded',
      late: 'succeeded',
      part: 'succeeded',
      other_part: 'succeeded',
      surplus: 'succeeded',
      failed: 'failed',
      cancelled: 'cancelled',
    } as const
    for (const payment of paymentStates)
      for (const order of orderStatuses)
        for (const state of [
          'requires_payment_method',
          'requires_action',
          'processing',
          'succeeded',
          'canceled',
        ] as const) {
          const results = outcome({
            payment,
            order,
            intent: { state, decline: 'expired_card' },
            isOwnAnswer: true,
            url: 'other',
          })
          if (
            results.type === 'nothing' ||
            results.type === 'mismatch' ||
            payment === 'cancelled' ||
            (results.type === 'waiting' && payment === results.to)
          )
            continue
          const to = results.type === 'waiting' ? results.to : target[results.type]
          expect([payment, to, mayTransition(payment, to)]).toEqual([payment, to, true])
        }
  })
})

describe('the states of a payment', () => {
  it('every payment state is reachable', () => {
    const reached = new Set<string>(['created', ...Object.values(transitions).flat()])
    expect([...reached].sort()).toEqual([...paymentStates].sort())
    expect(transitions.succeeded).toEqual([])
    expect(paymentStates.filter(live.has)).toEqual([...live.statuses])
  })
})
