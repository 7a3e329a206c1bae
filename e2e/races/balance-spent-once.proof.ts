import type { Answer } from '../../functions/test-bench/http-client.ts'
import { giveBalance } from '../../functions/test-bench/balances.ts'
import { fairRefund, makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { withoutTrigger } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'
import { atOnce, makeCarts, type Order, type Shop } from './shop.ts'

/** Number of one customer's carts of 100.00 each. The balance covers two and a half of them. */
const carts = 5
const balance = 25_000

async function openBank(site: ProofSite): Promise<{ shop: Shop }> {
  const programId = await makeProgram(site.bench, {
    features: { account_balance: true },
    preferences: { ignore_attendee_conflicts: true },
  })
  const event = await makeEvent(site.bench, { programId, refund: fairRefund })
  return { shop: { programId, eventId: event.event_id, optionId: event.option_ids[0] } }
}

/**
 * One customer pays five orders at once with the same balance, and by card for the remainder. Then all of them are
 * cancelled at once.
 */
async function spendAtOnce({ site, stage: { shop }, rush }: RoundInput<{ shop: Shop }>): Promise<RoundResult> {
  const orders = await makeCarts(site, shop, { count: 1, cartsEach: carts })
  const [{ person }] = orders as [Order]
  const profileId = person.profileId(shop.programId)
  await giveBalance(site.bench, person, { programId: shop.programId, amount: balance })
  const payOnce = ({ cart }: Order) =>
    site.call(
      `/api/v1/profile/orders/${cart.order_id}/payments`,
      person.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa', use_account_balance: true }),
    )
  const answers = await rush(async () => Promise.all(orders.map(payOnce)))
  const spent = await factsOf(site, profileId)
  // A customer whose balance changed sees the new balance first and pays again, until all orders are paid.
  const again: Answer[] = []
  for (let attempt = 0; attempt < carts && (await factsOf(site, profileId)).paid < carts; attempt += 1)
    again.push(...(await Promise.all(orders.map(payOnce))))
  const paid = await factsOf(site, profileId)

  await Promise.all(
    orders.map(({ cart }) => site.call(`/api/v1/profile/orders/${cart.order_id}/cancel`, person.json({}))),
  )
  await atOnce(4, site.tick)
  const ended = await factsOf(site, profileId)
  const all = [spent, paid, ended]
  const answered = [...answers, ...again].filter(({ status }) => status === 201 || status === 200 || status === 409)
  return {
    sums: { payments: answers.length + again.length, overdrawn: all.some(({ amount }) => amount < 0) ? 1 : 0 },
    faults: brokenConditions({
      [`answers ${describeAnswers([...answers, ...again])}`]: answered.length !== answers.length + again.length,
      [`the balance was ${all.map(({ amount }) => amount)}`]: all.some(({ amount }) => amount < 0),
      [`entries come to ${all.map(({ entries }) => entries)}, the balance is ${all.map(({ amount }) => amount)}`]:
        all.some(({ amount, entries }) => amount !== entries),
      [`${paid.paid} of ${carts} are paid, ${paid.used} by balance, ${paid.byCard} by card`]:
        paid.paid !== carts || paid.used !== balance || paid.byCard !== carts * 10_000 - balance,
      [`after all were cancelled the balance is ${ended.amount}, ${ended.cardBack} went back to the card`]:
        ended.amount !== balance || ended.cardBack !== ended.byCard,
    }),
  }
}

async function factsOf(site: ProofSite, profileId: string) {
  const [row] = await site.sql(
    `SELECT coalesce((SELECT amount FROM account_balances WHERE customer_profile_id = ?1), 0) AS amount,
      (SELECT coalesce(sum(amount), 0) FROM account_balance_entries WHERE customer_profile_id = ?1) AS entries,
      (SELECT count(*) FROM orders WHERE customer_profile_id = ?1 AND status = 'paid') AS paid,
      (SELECT coalesce(sum(balance_used), 0) FROM orders WHERE customer_profile_id = ?1) AS used,
      (SELECT coalesce(sum(i.amount_received), 0) FROM sandbox_intents AS i JOIN orders AS o ON o.id = i.order_id WHERE o.customer_profile_id = ?1) AS byCard,
      (SELECT coalesce(sum(r.amount), 0) FROM sandbox_refunds AS r JOIN sandbox_intents AS i ON i.id = r.intent_id JOIN orders AS o ON o.id = i.order_id WHERE o.customer_profile_id = ?1) AS cardBack`,
    profileId,
  )
  return row as { amount: number; entries: number; paid: number; used: number; byCard: number; cardBack: number }
}

export const proof: Proof = {
  row: '2 · M-21',
  name: 'balance-spent-once',
  promise:
    'a balance that five orders are paid with in one moment is spent once, and all of it and of the card comes back to where it was',
  unit: 'rounds',
  small: 1,
  full: 300,
  piece: 15,
  run: inRounds({ name: 'balance-spent-once', open: openBank, round: spendAtOnce }),
  figure: (sums) => `${sums.payments} payments, ${sums.overdrawn} rounds overdrawn`,
  controls: [
    {
      without: 'the trigger that guards a balance',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'balance-unguarded',
        open: openBank,
        round: spendAtOnce,
        schema: withoutTrigger('balance_guarded'),
        disturb: { pauseWritesMs: 300 },
      }),
      noticed: (sums) => sums.overdrawn ?? 0,
    },
  ],
}
