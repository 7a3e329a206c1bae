import { makeAttendee, makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import { type Cart, makeCart } from '../../functions/test-bench/orders.ts'
import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { inFewBatches } from './in-few-batches.ts'

export type Shop = { programId: string; eventId: string; optionId: string }
export type Order = { person: Person; cart: Cart }

/** A program with one event on sale, with room for everyone. */
export async function openShop(site: ProofSite): Promise<Shop> {
  const programId = await makeProgram(site.bench)
  const event = await makeEvent(site.bench, { programId })
  return { programId, eventId: event.event_id, optionId: event.option_ids[0] }
}

/** Customers, each with one filled cart or more. */
export async function makeCarts(
  site: ProofSite,
  shop: Shop,
  input: { count: number; places?: number; cartsEach?: number },
): Promise<Order[]> {
  const { programId, eventId, optionId } = shop
  return inFewBatches(site.bench, async (world) =>
    Promise.all(
      Array.from({ length: input.count }, async () => {
        const person = await makeCustomer(world, { programIds: [programId] })
        const fill = async () => {
          const attendeeIds = await Promise.all(
            Array.from({ length: input.places ?? 1 }, () => makeAttendee(world, person, { programId })),
          )
          return { person, cart: await makeCart(world, person, { programId, eventId, optionId, attendeeIds }) }
        }
        return Promise.all(Array.from({ length: input.cartsEach ?? 1 }, fill))
      }),
    ),
  ).then((orders) => orders.flat())
}

/** Adds the code to every cart, as POST discounts does: ten percent of 100.00. */
export async function enterCode(site: ProofSite, coupon: string, orders: Order[]): Promise<void> {
  const ids = JSON.stringify(orders.map(({ cart }) => cart.order_id))
  const db = site.bench.env.DB
  const mine = '(SELECT value FROM json_each(?1))'
  await db.batch([
    db
      .prepare(
        `INSERT INTO discounts (id, order_id, coupon_id, customer_id, amount, is_entered, created) SELECT 'dis' || substr(id, 4), id, ?2, customer_id, amount_subtotal / 10, 1, created FROM orders WHERE id IN ${mine}`,
      )
      .bind(ids, coupon),
    db
      .prepare(
        `UPDATE order_items SET amount_discount = amount / 10, discount_parts = json_array(json_object('coupon_id', ?2, 'amount', amount / 10)) WHERE order_id IN ${mine}`,
      )
      .bind(ids, coupon),
    db
      .prepare(
        `UPDATE orders SET amount_discount = amount_subtotal / 10, amount_total = amount_subtotal - amount_subtotal / 10 WHERE id IN ${mine}`,
      )
      .bind(ids),
  ])
}

type TestCard = 'pm_card_visa' | 'pm_card_authenticationRequired'
const sendPayment = (site: ProofSite, { person, cart }: Order, source: TestCard) =>
  site.call(
    `/api/v1/profile/orders/${cart.order_id}/payments`,
    person.json({ checkout_method: 'card', payment_source_id: source }),
  )

/** Pays every order at once with a valid card; returns the response of each call. */
export const payAll = (site: ProofSite, orders: Order[]) =>
  Promise.all(orders.map((order) => sendPayment(site, order, 'pm_card_visa')))

/** Pays with a test card and returns the payment. */
export async function pay(site: ProofSite, order: Order, source: TestCard) {
  const answer = await sendPayment(site, order, source)
  if (answer.status !== 201) throw new Error(`paying answered ${answer.status} ${answer.text}`)
  return answer.body as { id: string; status: string; next_action_url: string | null }
}

/** The customer confirms at the bank. */
export async function agreeAtBank(site: ProofSite, payment: { next_action_url: string | null }): Promise<void> {
  const { pathname } = new URL(payment.next_action_url ?? '')
  await site.call(pathname, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'decision=confirm',
  })
}

/** Runs the same action many times at once. */
export const atOnce = async <Result>(times: number, act: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => act(index)))
