import { giveBalance } from '../../functions/test-bench/balances.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { guardsOff, withoutCheck, withoutTrigger, withoutUnique } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'
import { orderFacts, timesIn } from './order-facts.ts'
import { atOnce, makeCarts, type Order } from './shop.ts'

const presses = 8
/** The part of the 100.00 paid from the customer's balance; a card pays the remainder. */
const balance = 4000
const destination = 'account_balance'

type Stage = { programId: string; orders: Order[] }
async function openBank(site: ProofSite, count: number): Promise<Stage> {
  const programId = await makeProgram(site.bench, { features: { account_balance: true } })
  const event = await makeEvent(site.bench, { programId })
  const shop = { programId, eventId: event.event_id, optionId: event.option_ids[0] }
  return { programId, orders: await makeCarts(site, shop, { count }) }
}

/**
 * An order is paid from balance and card. A refund to the balance is requested and its place cancelled, many times at
 * once.
 */
async function askAtOnce({ site, stage, rush }: RoundInput<Stage>): Promise<RoundResult> {
  const { person, cart } = stage.orders.pop() as Order
  await person.renew()
  await giveBalance(site.bench, person, { programId: stage.programId, amount: balance })
  const paid = await site.call(
    `/api/v1/profile/orders/${cart.order_id}/payments`,
    person.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa', use_account_balance: true }),
  )
  if (paid.status !== 201) throw new Error(`paying answered ${paid.status} ${paid.text}`)

  const ask = (): Promise<Answer> =>
    site.call(
      `/api/v1/profile/orders/${cart.order_id}/refund`,
      person.json({ reason: 'cannot_attend', metadata: { destination } }),
    )
  const cancel = (): Promise<Answer> =>
    site.call(`/api/v1/profile/registrations/${cart.registration_ids[0]}/cancel`, person.json({ destination }))
  const [asked, cancelled] = await rush(async () => Promise.all([atOnce(presses, ask), atOnce(presses, cancel)]))
  await atOnce(2, site.tick)

  const facts = await orderFacts(site, cart.order_id)
  const [money] = await site.sql(
    `SELECT amount, (SELECT sum(amount) FROM account_balance_entries AS e WHERE e.customer_profile_id = b.customer_profile_id) AS entries,
      (SELECT coalesce(sum(amount), 0) FROM account_balance_entries AS e WHERE e.customer_profile_id = b.customer_profile_id AND kind = 'refund_credit') AS credited
      FROM account_balances AS b WHERE b.customer_profile_id = ?`,
    person.profileId(stage.programId),
  )
  const returned = facts.refunds.reduce((sum, amount) => sum + amount, 0)
  return {
    sums: { requests: 2 * presses, doubled: money.credited > cart.total ? 1 : 0 },
    faults: brokenConditions({
      [`asked ${describeAnswers(asked)}`]: asked.some(({ status }) => status !== 201 && status !== 409),
      [`cancelled ${describeAnswers(cancelled)}`]: cancelled.some(({ status }) => status !== 200),
      [`asked for ${asked.filter(({ status }) => status === 201).length} times with success`]:
        asked.filter(({ status }) => status === 201).length > 1,
      [`the balance is ${money.amount}, its entries come to ${money.entries}, ${money.credited} of them came back`]:
        money.amount !== cart.total || money.entries !== cart.total || money.credited !== cart.total,
      [`refunds ${facts.refunds}, ${facts.refunding} on the way, ${facts.returned} returned, ${facts.givenBack} by the card`]:
        returned !== cart.total ||
        facts.refunding !== cart.total ||
        facts.returned !== cart.total ||
        facts.givenBack !== 0,
      [`the order is ${facts.status}, with steps ${facts.orderSteps}`]:
        facts.status !== 'cancelled' || timesIn(facts.orderSteps, 'cancelled') !== 1,
      [`${facts.taken} places counted, ${facts.held} held`]: facts.taken !== facts.held,
    }),
  }
}

export const proof: Proof = {
  row: '2 · R-4, M-20, M-21',
  name: 'back-to-balance-once',
  promise:
    'money that is asked back to the balance, and whose place is cancelled to the balance, many times in one moment is on the balance once',
  unit: 'rounds',
  small: 1,
  full: 400,
  piece: 40,
  run: inRounds({ name: 'back-to-balance-once', open: openBank, round: askAtOnce }),
  figure: (sums) => `${sums.requests} requests, ${sums.doubled} rounds with money twice`,
  controls: [
    {
      without: 'guards, history, the keys of a refund and the sums that bound it',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'back-to-balance-unguarded',
        open: openBank,
        round: askAtOnce,
        disturb: { ...guardsOff, pauseWritesMs: 300 },
        schema: (sql) =>
          withoutTrigger('refund_within_payment')(
            withoutUnique('dedupe TEXT NOT NULL')(withoutCheck('refunded_at_most_paid')(sql)),
          ),
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
