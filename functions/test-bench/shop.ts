import type { Order } from '../contract/money/order.ts'
import type { Payment } from '../contract/money/payment.ts'
import { database } from '../platform/database/database.ts'
import type { EventRefund } from '../platform/database/tables.ts'
import { decideBankStep } from '../platform/cards/sandbox.ts'
import { type Bench, openBench } from './bench.ts'
import { type Cart, type CartInput, makeCart } from './orders.ts'
import { makeCustomer, type Person } from './people.ts'
import { type EventInput, makeEvent, makeProgram } from './programs.ts'

/**
 * The number of simultaneous requests: fifty with LONG=1. Otherwise it is lower, because a busy machine drops
 * connections of the tests' database.
 */
export const many = process.env.LONG ? 50 : 12

export type Shop = Awaited<ReturnType<typeof openShop>>

type ShopInput = Parameters<typeof openShop>[1]

/** Opens the bench of a suite, with a shop in it. */
export async function openBenchWithShop(input?: ShopInput): Promise<{ bench: Bench; shop: Shop }> {
  const bench = await openBench()
  return { bench, shop: await openShop(bench, input) }
}

/** A program with one event on sale, and a customer's actions there: fill a cart, pay, go to the bank, read. */
export async function openShop(
  bench: Bench,
  input: {
    program?: Parameters<typeof makeProgram>[1]
    event?: Omit<EventInput, 'programId'>
    refund?: EventRefund
  } = {},
) {
  const programId = await makeProgram(bench, input.program)
  const event = await makeEvent(bench, { programId, ...input.event, ...(input.refund ? { refund: input.refund } : {}) })
  const read = async <Answer>(person: Person, path: string) =>
    (await bench.call(path, { headers: person.headers })).json() as Promise<Answer>
  return {
    programId,
    eventId: event.event_id,
    optionId: event.option_ids[0],
    db: database(bench.bareDb),
    read,
    customer: (more: Parameters<typeof makeCustomer>[1] = {}) =>
      makeCustomer(bench, { programIds: [programId], ...more }),
    cart: (person: Person, more: Partial<CartInput> = {}) =>
      makeCart(bench, person, { programId, eventId: event.event_id, optionId: event.option_ids[0], ...more }),
    pay: (
      person: Person,
      order: Cart,
      source = 'pm_card_visa',
      more: Record<string, unknown> = {},
      headers: Record<string, string> = {},
    ) =>
      bench.call(
        `/v1/profile/orders/${order.order_id}/payments`,
        person.json({ checkout_method: 'card', payment_source_id: source, ...more }, headers),
      ),
    confirm: (person: Person, order: Cart, payment: Payment) =>
      bench.call(`/v1/profile/orders/${order.order_id}/payments/${payment.id}/confirm`, person.json({})),
    orderOf: (person: Person, order: Cart) => read<Order>(person, `/v1/profile/orders/${order.order_id}`),
    decideAtBank: (payment: Payment, decision: 'confirm' | 'refuse') =>
      decideBankStep(bench.env, {
        token: payment.next_action_url?.split('/').at(-1) ?? '',
        isConfirmed: decision === 'confirm',
        now: bench.now(),
      }),
  }
}
