import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { guardsOff } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'
import { orderFacts, timesIn } from './order-facts.ts'
import { openOffice } from './posts-of-refunds.ts'
import { atOnce, makeCarts, type Order, payAll } from './shop.ts'

const times = 10

type Stage = { programId: string; orders: Order[] }

async function openTill(site: ProofSite, count: number): Promise<Stage> {
  const shop = await openOffice(site)
  return { programId: shop.programId, orders: await makeCarts(site, shop, { count }) }
}

/**
 * An order awaits an offline payment. The organisation records the money ten times while the customer pays by card
 * ten times.
 */
async function payAtOnce({ site, stage, rush }: RoundInput<Stage>): Promise<RoundResult> {
  const order = stage.orders.pop() as Order
  const { person, cart } = order
  await person.renew()
  const promised = await site.call(
    `/api/v1/profile/orders/${cart.order_id}/payments`,
    person.json({ checkout_method: 'offline' }),
  )
  if (promised.status !== 201) throw new Error(`promising answered ${promised.status} ${promised.text}`)
  const record = (): Promise<Answer> =>
    site.call(`/api/v1/organiser/programs/${stage.programId}/orders/${cart.order_id}/payments`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify({ amount: cart.total, received_as: 'cash' }),
    })

  const [recorded, charged] = await rush(async () =>
    Promise.all([atOnce(times, record), payAll(site, Array<Order>(times).fill(order))]),
  )
  await atOnce(2, site.tick)

  const facts = await orderFacts(site, cart.order_id)
  const [{ office }] = await site.sql(
    "SELECT coalesce(sum(amount_received), 0) AS office FROM payments WHERE order_id = ? AND checkout_method = 'offline' AND status = 'succeeded'",
    cart.order_id,
  )
  const byCard = facts.received - facts.givenBack
  const written = recorded.filter(({ status }) => status === 201).length
  return {
    sums: { requests: times * 2, byCard: byCard > 0 ? 1 : 0, doubled: office + facts.received > cart.total ? 1 : 0 },
    faults: brokenConditions({
      [`the order is ${facts.status}, with steps ${facts.orderSteps}`]:
        facts.status !== 'paid' || timesIn(facts.orderSteps, 'paid') !== 1,
      [`${office} at the office and ${byCard} by card for ${cart.total}, ${facts.paid} counted`]:
        office + facts.received !== cart.total || facts.paid !== cart.total,
      [`written down ${written} times, and ${office} came in: ${describeAnswers(recorded)}`]:
        written !== (office > 0 ? 1 : 0) || recorded.some(({ status }) => status !== 201 && status !== 409),
      [`card: ${describeAnswers(charged)}`]: charged.some(({ status }) => status >= 500),
      [`${facts.taken} places counted, ${facts.held} held`]: facts.taken !== facts.held,
    }),
  }
}

export const proof: Proof = {
  row: '2 · R-4, M-14',
  name: 'office-or-card',
  promise:
    'money that is written down ten times while it is also paid by card ten times is taken once, one way or the other',
  unit: 'rounds',
  small: 1,
  full: 300,
  piece: 20,
  run: inRounds({ name: 'office-or-card', open: openTill, round: payAtOnce }),
  figure: (sums) => `${sums.requests} requests, ${sums.byCard} orders paid by card, ${sums.doubled} paid twice`,
  controls: [
    {
      without: 'guards and history',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'office-unguarded',
        open: openTill,
        round: payAtOnce,
        disturb: { ...guardsOff, pauseWritesMs: 300 },
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
