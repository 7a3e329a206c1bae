import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { guardsOff, withoutUniqueIndex } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'
import { orderFacts, timesIn } from './order-facts.ts'
import { atOnce, makeCarts, openShop, type Order } from './shop.ts'

const presses = 5

type Stage = { programId: string; orders: Order[] }
async function openTill(site: ProofSite, count: number): Promise<Stage> {
  const shop = await openShop(site)
  return { programId: shop.programId, orders: await makeCarts(site, shop, { count }) }
}

/**
 * A card is stored twice at once. Then an order is paid on two devices at once: with this card, and with a new card to
 * be stored.
 */
async function payOnTwoDevices({ site, stage, round, rush }: RoundInput<Stage>): Promise<RoundResult> {
  const { person, cart } = stage.orders.pop() as Order
  await person.renew()
  const keep = () =>
    site.call(`/api/v1/profile/programs/${stage.programId}/payment_methods/pm_card_visa/attach`, person.json({}))
  const kept = await atOnce(2, keep)
  const stored = kept.find(({ status }) => status < 300)?.body as { id: string } | undefined
  if (!stored) throw new Error(`keeping a card answered ${describeAnswers(kept)}`)

  const pay = (more: object): Promise<Answer> =>
    site.call(`/api/v1/profile/orders/${cart.order_id}/payments`, person.json({ checkout_method: 'card', ...more }))
  const ways = [
    { payment_source_id: stored.id },
    { payment_source_id: 'pm_card_mastercard', store_payment_source: true },
  ]
  // Each device is faster in every second round.
  const answers = await rush(async () => atOnce(2 * presses, (index) => pay(ways[(index + round) % 2] as object)))
  await site.tick()

  const facts = await orderFacts(site, cart.order_id)
  const [{ cards, twice }] = await site.sql(
    `SELECT count(*) AS cards, count(*) - count(DISTINCT brand) AS twice FROM payment_sources WHERE customer_profile_id = ? AND detached_at IS NULL`,
    person.profileId(stage.programId),
  )
  return {
    sums: { requests: answers.length, byNew: cards > 1 ? 1 : 0, doubled: facts.received > cart.total ? 1 : 0 },
    faults: brokenConditions({
      [`answers ${describeAnswers(answers)}`]: answers.some(({ status }) => ![200, 201, 409].includes(status)),
      [`${facts.received} charged for ${cart.total}, ${facts.paid} counted`]:
        facts.received !== cart.total || facts.paid !== cart.total,
      [`payments ${facts.payments}, at the provider ${facts.intents}`]:
        timesIn(facts.payments, 'succeeded') !== 1 || timesIn(facts.intents, 'succeeded') !== 1,
      [`steps of the order: ${facts.orderSteps}`]: timesIn(facts.orderSteps, 'paid') !== 1,
      [`${cards} cards are kept, ${twice} of them twice`]: twice > 0 || cards > 2,
      [`${facts.taken} places counted, ${facts.held} held`]: facts.taken !== facts.held,
    }),
  }
}

export const proof: Proof = {
  row: '2 · R-4, M-14',
  name: 'stored-card-once',
  promise:
    'an order that is paid with a kept card on one device and with a new one on another in one moment is paid once, by one of them',
  unit: 'rounds',
  small: 1,
  full: 400,
  piece: 40,
  run: inRounds({ name: 'stored-card-once', open: openTill, round: payOnTwoDevices }),
  figure: (sums) => `${sums.requests} requests, ${sums.byNew} orders paid by the new card, ${sums.doubled} paid twice`,
  controls: [
    {
      without: 'guards, history and one payment of an order at a time',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'stored-card-unguarded',
        open: openTill,
        round: payOnTwoDevices,
        disturb: { ...guardsOff, pauseWritesMs: 300 },
        schema: withoutUniqueIndex('one_live_payment'),
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
