import { dayMs } from '../../functions/contract/limits.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { guardsOff, withoutUniqueIndex } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'
import { orderFacts } from './order-facts.ts'
import { atOnce, makeCarts, type Order } from './shop.ts'

const clocks = 3
const presses = 6
const headStartMs = 25
const paymentPlan = { deposit: { percent: 40 }, parts: [{ days_before: 20 }] }

type Stage = { programId: string }
const openDesk = async (site: ProofSite): Promise<Stage> => ({ programId: await makeProgram(site.bench) })

/** An order whose first instalment is paid, and whose second is due now. */
async function orderWithPart(site: ProofSite, { programId }: Stage): Promise<Order> {
  const options = [{ spots: null, paymentPlan }]
  const event = await makeEvent(site.bench, { programId, startsAt: site.now() + 21 * dayMs, options })
  const shop = { programId, eventId: event.event_id, optionId: event.option_ids[0] }
  const [order] = (await makeCarts(site, shop, { count: 1 })) as [Order]
  const paid = await site.call(
    `/api/v1/profile/orders/${order.cart.order_id}/payments`,
    order.person.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa', pay_in_instalments: true }),
  )
  if (paid.status !== 201) throw new Error(`paying in parts answered ${paid.status} ${paid.text}`)
  // Moves the time past the hour at which the instalment is charged tomorrow.
  await site.pass(34 * 3_600_000)
  await order.person.renew()
  return order
}

/** Independent schedulers charge an instalment to the card while its parent pays it by hand, again and again. */
async function chargeAtOnce({ site, stage, round, rush }: RoundInput<Stage>): Promise<RoundResult> {
  const order = await orderWithPart(site, stage)
  const { person, cart } = order
  const [part] = await site.sql(
    'SELECT id, amount FROM order_instalments WHERE order_id = ? AND position = 1',
    cart.order_id,
  )
  const body = { instalment_id: part.id, payment_source_id: 'pm_card_visa' }
  const payByHand = (): Promise<Answer> =>
    site.call(`/api/v1/profile/orders/${cart.order_id}/instalments/pay`, person.json(body))
  // The schedulers first read the due instalments, so in every second round they have a head start.
  const [answers] = await rush(async () => {
    const ticks = atOnce(clocks, site.tick)
    if (round % 2 === 1) await wait(headStartMs)
    return Promise.all([atOnce(presses, payByHand), ticks])
  })
  await site.pass(11 * 60_000)
  await site.tick()

  const facts = await orderFacts(site, cart.order_id)
  const parts = await site.sql('SELECT status FROM order_instalments WHERE order_id = ?', cart.order_id)
  const [{ byHand }] = await site.sql(
    "SELECT count(*) AS byHand FROM payments WHERE order_id = ? AND status = 'succeeded' AND charge_key LIKE 'instalments:%'",
    cart.order_id,
  )
  return {
    sums: { requests: presses, byHand, doubled: facts.received > cart.total ? 1 : 0 },
    faults: brokenConditions({
      [`answers ${describeAnswers(answers)}`]: answers.some(({ status }) => ![200, 201, 409].includes(status)),
      [`${facts.received} charged for ${cart.total}, ${facts.paid} counted, ${facts.givenBack} given back`]:
        facts.received !== cart.total || facts.paid !== cart.total || facts.givenBack !== 0,
      [`the part of ${part.amount} is paid by ${facts.intents}`]: facts.intents.join() !== 'succeeded,succeeded',
      [`parts are ${parts.map(({ status }) => status)}`]: parts.some(({ status }) => status !== 'paid'),
      [`the order is ${facts.status}`]: facts.status !== 'paid',
    }),
  }
}

export const proof: Proof = {
  row: '2 · R-4, M-14',
  name: 'part-charged-once',
  promise: 'a part of an order that three clocks charge while its parent pays it by hand is charged once',
  unit: 'rounds',
  small: 2,
  full: 300,
  piece: 20,
  run: inRounds({ name: 'part-charged-once', open: openDesk, round: chargeAtOnce }),
  figure: (sums) => `${sums.requests} requests by hand, ${sums.byHand} parts paid so, ${sums.doubled} charged twice`,
  controls: [
    {
      without: 'guards, history, one payment of an order at a time and one of a charge',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'part-unguarded',
        open: openDesk,
        round: chargeAtOnce,
        disturb: { ...guardsOff, pauseWritesMs: 250 },
        schema: (sql) => withoutUniqueIndex('payments_charge_key')(withoutUniqueIndex('one_live_payment')(sql)),
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
