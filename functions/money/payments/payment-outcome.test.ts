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
  asked?: number
}) =>
  paymentOutcome({
    payment: {
      id: 'pay_1',
      status: input.payment ?? 'created',
      amount_total: input.asked ?? 5000,
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

describe('the provider’s word', () => {
  it.each([
    { why: 'enough money pays an open order', input: {}, is: 'paid' },
    { why: 'more than enough too', input: { intent: { amount_received: 6000 } }, is: 'paid' },
    { why: 'a cent too little does not', input: { intent: { amount_received: 4999 } }, is: 'short' },
    { why: 'money for an expired order is late', input: { order: 'expired' as const }, is: 'late' },
    {
      why: 'too little for an expired order is not wanted',
      input: { order: 'expired' as const, intent: { amount_received: 4999 } },
      is: 'surplus',
    },
    { why: 'money for a paid order is not wanted', input: { order: 'paid' as const, due: 0 }, is: 'surplus' },
    {
      why: 'a charge pays a part of what a paid order owes',
      input: { order: 'paid' as const, due: 9000, charge: 'part-1' },
      is: 'part',
    },
    {
      why: 'of a charge no more than that is wanted',
      input: { order: 'paid' as const, due: 4999, charge: 'part-1' },
      is: 'surplus',
    },
    {
      why: 'a charge that brings less than its part pays nothing',
      input: { order: 'paid' as const, due: 9000, charge: 'part-1', intent: { amount_received: 2500 } },
      is: 'other_part',
    },
    {
      why: 'nor does one that brings more',
      input: { order: 'paid' as const, due: 9000, charge: 'part-1', asked: 4500 },
      is: 'other_part',
    },
    {
      why: 'nor does one that brings more than all that is due',
      input: { order: 'paid' as const, due: 4500, charge: 'part-1', asked: 4500 },
      is: 'other_part',
    },
    {
      why: 'of a paid order that owes nothing no charge is wanted',
      input: { order: 'paid' as const, due: 0, charge: 'part-1', asked: 4500 },
      is: 'surplus',
    },
    { why: 'a customer pays a paid order no part', input: { order: 'paid' as const, due: 9000 }, is: 'surplus' },
    { why: 'money for a cart that was changed is not wanted', input: { order: 'draft' as const }, is: 'surplus' },
    { why: 'what was booked before is not booked again', input: { payment: 'succeeded' as const }, is: 'nothing' },
    { why: 'another payment is believed in nothing', input: { intent: { payment_id: 'pay_2' } }, is: 'doubt' },
    { why: 'another order is believed in nothing', input: { intent: { order_id: 'ord_2' } }, is: 'doubt' },
    { why: 'another currency is believed in nothing', input: { intent: { currency: 'USD' } }, is: 'doubt' },
    { why: 'a bank step waits', input: { intent: { state: 'requires_action' as const } }, is: 'waiting' },
    {
      why: 'the same bank step is nothing new',
      input: { payment: 'requires_action' as const, intent: { state: 'requires_action' as const } },
      is: 'nothing',
    },
    { why: 'processing waits', input: { intent: { state: 'processing' as const } }, is: 'waiting' },
    {
      why: 'requires_capture is treated as processing',
      input: { payment: 'processing' as const, intent: { state: 'requires_capture' as const } },
      is: 'nothing',
    },
    { why: 'a cancelled intent ends the payment', input: { intent: { state: 'canceled' as const } }, is: 'cancelled' },
    {
      why: 'the answer of the try itself fails at once',
      input: { isOwnAnswer: true, intent: { state: 'requires_payment_method' as const, decline: 'expired_card' } },
      is: 'failed',
    },
    {
      why: 'somebody who comes by leaves a fresh try alone',
      input: { age: leaseMs - 1, intent: { state: 'requires_payment_method' as const, decline: 'expired_card' } },
      is: 'nothing',
    },
    {
      why: 'and judges it once its time is up',
      input: { age: leaseMs, intent: { state: 'requires_payment_method' as const } },
      is: 'failed',
    },
    {
      why: 'a refusal at the bank fails',
      input: {
        payment: 'requires_action' as const,
        intent: { state: 'requires_payment_method' as const, decline: 'payment_intent_authentication_failure' },
      },
      is: 'failed',
    },
    {
      why: 'a failure is told once',
      input: {
        payment: 'failed' as const,
        intent: { state: 'requires_payment_method' as const, decline: 'expired_card' },
      },
      is: 'nothing',
    },
  ])('$why', ({ input, is }) => expect(outcome(input).is).toBe(is))

  it('leads from every state of a payment only where the table of moves goes', () => {
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
            results.is === 'nothing' ||
            results.is === 'doubt' ||
            payment === 'cancelled' ||
            (results.is === 'waiting' && payment === results.to)
          )
            continue
          const to = results.is === 'waiting' ? results.to : target[results.is]
          expect([payment, to, mayTransition(payment, to)]).toEqual([payment, to, true])
        }
  })
})

describe('the life of a payment', () => {
  it('reaches every state, and nothing comes after success', () => {
    const reached = new Set<string>(['created', ...Object.values(transitions).flat()])
    expect([...reached].sort()).toEqual([...paymentStates].sort())
    expect(transitions.succeeded).toEqual([])
    expect(paymentStates.filter(live.has)).toEqual([...live.statuses])
  })
})
