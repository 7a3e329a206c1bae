import { setTimeout as wait } from 'node:timers/promises'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'
import { orderFacts, timesIn } from './order-facts.ts'
import { seededChoices } from '../../functions/test-bench/choices.ts'
import { agreeAtBank, atOnce, makeCarts, openShop, type Order, pay } from './shop.ts'

const confirmations = 10
const ticks = 4
/** Maximum delay between the two actions, in ms: either may be first. */
const apartMs = 40

async function openTill(site: ProofSite, count: number) {
  return { orders: await makeCarts(site, await openShop(site), { count }) }
}

/**
 * The hold has expired while the customer is at the bank. They confirm and return while the scheduler ends the order.
 */
const confirmWhileExpiring =
  (isBankLate: boolean) =>
  async ({ site, stage: { orders }, round, rush }: RoundInput<{ orders: Order[] }>): Promise<RoundResult> => {
    const order = orders.pop() as Order
    await order.person.renew()
    const { cart, person } = order
    const payment = await pay(site, order, 'pm_card_authenticationRequired')
    await lapse(site, cart.order_id)
    const lead = seededChoices(round).below(2 * apartMs) - apartMs

    const confirm = async () => {
      await wait(Math.max(0, lead))
      await agreeAtBank(site, payment)
      return atOnce(confirmations, () =>
        site.call(`/api/v1/profile/orders/${cart.order_id}/payments/${payment.id}/confirm`, person.json({})),
      )
    }
    const expire = async () => {
      await wait(Math.max(0, -lead))
      await atOnce(ticks, site.tick)
    }
    const answers = await rush(async () => {
      if (!isBankLate) return (await Promise.all([confirm(), expire()]))[0]
      await expire()
      return confirm()
    })

    const facts = await orderFacts(site, cart.order_id)
    const isPaid =
      facts.status === 'paid' &&
      facts.places.join() === 'confirmed' &&
      facts.received === facts.total &&
      facts.paid === facts.total &&
      facts.payments.join() === 'succeeded'
    const isExpired =
      facts.status === 'expired' &&
      facts.places.join() === 'expired' &&
      facts.received === 0 &&
      facts.paid === 0 &&
      facts.payments.join() === 'cancelled' &&
      facts.intents.join() === 'canceled'
    const isBoth = timesIn(facts.orderSteps, 'paid') + timesIn(facts.orderSteps, 'expired') > 1
    const faults = brokenConditions({
      [`answers ${describeAnswers(answers)}`]: answers.some(({ status }) => status !== 200),
      [`neither paid nor expired: ${JSON.stringify(facts)}`]: !isPaid && !isExpired,
      [`both: ${facts.orderSteps}`]: isBoth,
      [`events ${facts.events}`]: facts.events.join() !== (isPaid ? 'order.paid' : ''),
      [`${facts.taken} places counted, ${facts.held} held`]: facts.taken !== facts.held,
    })
    return {
      sums: {
        paid: isPaid && !isBoth ? 1 : 0,
        expired: isExpired && !isBoth ? 1 : 0,
        both: isBoth ? 1 : 0,
        neither: isPaid || isExpired ? 0 : 1,
      },
      faults,
    }
  }

async function lapse(site: ProofSite, orderId: string): Promise<void> {
  const db = site.bench.env.DB
  await db.batch(
    ['orders SET hold_expires_at = ?1 WHERE id = ?2', 'registrations SET hold_expires_at = ?1 WHERE order_id = ?2'].map(
      (what) => db.prepare(`UPDATE ${what}`).bind(site.now() - 1000, orderId),
    ),
  )
}

/** The statement that ends an open intent at the sandbox provider. */
const cancelsIntent =
  '^update "sandbox_intents" set "state" = \\?, "updated" = \\? where \\("sandbox_intents"."id" = \\? and "sandbox_intents"."state" in'

export const proof: Proof = {
  row: '2 · R-8, M-17',
  name: 'confirm-or-expire',
  promise:
    'an order that is confirmed in the moment in which it expires is one of the two, never both and never neither',
  unit: 'rounds',
  small: 2,
  full: 1000,
  piece: 20,
  run: inRounds({ name: 'confirm-or-expire', open: openTill, round: confirmWhileExpiring(false) }),
  figure: (sums) => `${sums.paid} paid, ${sums.expired} expired, ${sums.both} both, ${sums.neither} neither`,
  check: (sums, rounds) =>
    rounds >= 100 && (!sums.paid || !sums.expired) ? ['one of the two always won: this was no race'] : [],
  controls: [
    {
      without: 'ending the payment at the provider before its order ends',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'expire-unasked',
        open: openTill,
        round: confirmWhileExpiring(true),
        disturb: { drop: [cancelsIntent] },
      }),
      noticed: (sums) => sums.both ?? 0,
    },
  ],
}
