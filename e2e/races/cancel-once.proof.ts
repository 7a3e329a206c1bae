import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { guardsOff, withoutCheck, withoutUnique } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers, timesOf } from './in-rounds.ts'
import { orderFacts, timesIn } from './order-facts.ts'
import { atOnce, makeCarts, openShop, type Order, pay } from './shop.ts'

const ticks = 4
const places = 2
/** The simultaneous requests: cancel one place, the whole order, or both. */
const targets = ['place', 'order', 'both'] as const

async function openTill(site: ProofSite, count: number) {
  const shop = await openShop(site)
  return { orders: await makeCarts(site, shop, { count, places }) }
}

/**
 * A paid order of two places is cancelled fifty times at once, and four simultaneous scheduler runs send the refund.
 */
async function cancelAtOnce({
  site,
  stage: { orders },
  round,
  rush,
  isFull,
}: RoundInput<{ orders: Order[] }>): Promise<RoundResult> {
  const times = timesOf(isFull)
  const order = orders.pop() as Order
  await order.person.renew()
  await pay(site, order, 'pm_card_visa')
  const { person, cart } = order
  const input = targets[round % targets.length] as (typeof targets)[number]
  const cancelPlace = () =>
    site.call(
      `/api/v1/profile/registrations/${cart.registration_ids[0]}/cancel`,
      person.json({ reason: 'wrong_selection' }),
    )
  const cancelOrder = () => site.call(`/api/v1/profile/orders/${cart.order_id}/cancel`, person.json({}))

  const cancel = (index: number): Promise<Answer> =>
    input === 'place' || (input === 'both' && index % 2 === 0) ? cancelPlace() : cancelOrder()
  const answers = await rush(() => atOnce(times, cancel))
  await atOnce(ticks, site.tick)

  const facts = await orderFacts(site, cart.order_id)
  const back = input === 'place' ? cart.total / places : cart.total
  const gone = input === 'place' ? 1 : places
  const returned = facts.refunds.reduce((sum, amount) => sum + amount, 0)
  const faults = brokenConditions({
    [`${input}: answers ${describeAnswers(answers)}`]: answers.some(({ status }) => status !== 200),
    [`${input}: the order is ${facts.status}`]: facts.status !== (input === 'place' ? 'paid' : 'cancelled'),
    [`${input}: refunds ${facts.refunds}, ${facts.refunding} on the way, ${facts.returned} returned, ${facts.givenBack} by the provider; due were ${back}`]:
      returned !== back || facts.refunding !== back || facts.returned !== back || facts.givenBack !== back,
    [`${input}: steps of the order: ${facts.orderSteps}`]:
      timesIn(facts.orderSteps, 'cancelled') !== (input === 'place' ? 0 : 1),
    [`${input}: steps of the places: ${facts.placeSteps}`]:
      timesIn(facts.placeSteps, 'cancelled') !== gone || timesIn(facts.places, 'cancelled') !== gone,
    [`${input}: events ${facts.events}`]:
      facts.events.length !== new Set(facts.events).size || (input !== 'both' && facts.events.length !== 2),
    [`${input}: ${facts.taken} places counted, ${facts.held} held`]: facts.taken !== facts.held,
  })
  return { sums: { cancellations: answers.length, doubled: returned > back || facts.givenBack > back ? 1 : 0 }, faults }
}

export const proof: Proof = {
  row: '2 · R-4, M-20',
  name: 'cancel-once',
  promise: 'a place and an order that are cancelled fifty times at once come back once, and so does the money',
  unit: 'rounds',
  small: 3,
  full: 1000,
  piece: 20,
  run: inRounds({ name: 'cancel-once', open: openTill, round: cancelAtOnce }),
  figure: (sums) => `${sums.cancellations} cancellations, ${sums.doubled} doubled`,
  controls: [
    {
      without: 'guards, history and the keys of a refund',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'cancel-unguarded',
        open: openTill,
        round: cancelAtOnce,
        disturb: guardsOff,
        schema: (sql) => withoutUnique('dedupe TEXT NOT NULL')(withoutCheck('refunded_at_most_paid')(sql)),
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
