import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { guardsOff, withoutUniqueIndex } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers, timesOf } from './in-rounds.ts'
import { orderFacts, timesIn } from './order-facts.ts'
import { agreeAtBank, atOnce, makeCarts, openShop, type Order, pay } from './shop.ts'

const reports = 10
const ticks = 6

async function openTill(site: ProofSite, count: number) {
  const shop = await openShop(site)
  return { orders: await makeCarts(site, shop, { count }) }
}

/**
 * The bank confirms a payment, and the browser polls fifty times. In every other round the provider sends a webhook
 * and the scheduler runs at the same time.
 */
async function confirmAtOnce({
  site,
  stage: { orders },
  round,
  rush,
  isFull,
}: RoundInput<{ orders: Order[] }>): Promise<RoundResult> {
  const times = timesOf(isFull)
  const order = orders.pop() as Order
  await order.person.renew()
  const payment = await pay(site, order, 'pm_card_authenticationRequired')
  await agreeAtBank(site, payment)
  const isReported = round % 2 === 0
  if (isReported) await report(site, payment.id)
  const before = (await orderFacts(site, order.cart.order_id)).receipts

  const confirm = () =>
    site.call(`/api/v1/profile/orders/${order.cart.order_id}/payments/${payment.id}/confirm`, order.person.json({}))
  const [answers] = await rush(async () =>
    Promise.all([atOnce(times, confirm), atOnce(isReported ? ticks : 0, site.tick)]),
  )
  await site.tick()

  const facts = await orderFacts(site, order.cart.order_id)
  const receipts = facts.receipts - before
  const faults = brokenConditions({
    [`answers ${describeAnswers(answers)}`]: answers.some(
      ({ status, body }) => status !== 200 || body.status !== 'succeeded',
    ),
    [`the order is ${facts.status}, ${facts.paid} of ${facts.total} paid, ${facts.received} received`]:
      facts.status !== 'paid' || facts.paid !== facts.total || facts.received !== facts.total,
    [`${receipts} receipt numbers for one order`]: receipts !== 1,
    [`steps of the order: ${facts.orderSteps}`]: timesIn(facts.orderSteps, 'paid') !== 1,
    [`steps of the payment: ${facts.paymentSteps}`]: timesIn(facts.paymentSteps, 'succeeded') !== 1,
    [`steps of the place: ${facts.placeSteps}`]:
      timesIn(facts.placeSteps, 'confirmed') !== 1 || facts.places.join() !== 'confirmed',
    [`events: ${facts.events}`]: facts.events.join() !== 'order.paid',
    [`${facts.taken} places counted, ${facts.held} held`]: facts.taken !== facts.held,
  })
  return { sums: { confirmations: answers.length, doubled: receipts > 1 ? 1 : 0 }, faults }
}

async function report(site: ProofSite, paymentId: string): Promise<void> {
  await site.sql(
    `INSERT INTO outbox (kind, ref, dedupe, due_at) SELECT 'payment.reported', ?1, 'payment.reported:' || ?1 || ':race' || value, ?2 FROM json_each(?3)`,
    paymentId,
    site.now() - 1000,
    JSON.stringify(Array.from({ length: reports }, (_, index) => index)),
  )
}

export const proof: Proof = {
  row: '2 · R-4, M-14, W-02',
  name: 'confirm-once',
  promise:
    'a payment that is confirmed fifty times at once, and reported and looked after meanwhile, pays its order once',
  unit: 'rounds',
  small: 2,
  full: 1000,
  piece: 20,
  run: inRounds({ name: 'confirm-once', open: openTill, round: confirmAtOnce }),
  figure: (sums) => `${sums.confirmations} confirmations, ${sums.doubled} doubled`,
  controls: [
    {
      without: 'guards, history and the unique receipt of an order',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'confirm-unguarded',
        open: openTill,
        round: confirmAtOnce,
        disturb: guardsOff,
        schema: withoutUniqueIndex('receipts_once'),
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
