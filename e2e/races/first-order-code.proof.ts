import { makeCoupon } from '../../functions/test-bench/programs.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { withoutTrigger } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'
import { enterCode, makeCarts, openShop, payAll, type Shop } from './shop.ts'

const customers = 10
const cartsEach = 3

async function openTill(site: ProofSite) {
  return { shop: await openShop(site) }
}

/** Ten customers with three carts each, all with one code for a first order. All pay at once. */
async function payAtOnce({ site, stage: { shop } }: RoundInput<{ shop: Shop }>): Promise<RoundResult> {
  const orders = await makeCarts(site, shop, { count: customers, cartsEach })
  const coupon = await makeCoupon(site.bench, shop.programId, { first_time_transaction: true })
  await enterCode(site, coupon, orders)

  const answers = await payAll(site, orders)

  const paid = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ body }) => body.type === 'coupon_first_time_only' || body.type === 'quote_stale')
  const [counted] = await site.sql(
    `SELECT count(*) AS uses, count(DISTINCT customer_id) AS customers FROM discounts WHERE coupon_id = ? AND state IN ('reserved', 'final')`,
    coupon,
  )
  const faults = brokenConditions({
    [`answers ${describeAnswers(answers)}`]: paid.length + refused.length !== orders.length,
    [`${counted.uses} uses by ${counted.customers} of ${customers} customers; ${paid.length} answers say paid`]:
      counted.uses !== customers || counted.customers !== customers || paid.length !== customers,
  })
  return { sums: { paid: paid.length, refused: refused.length, doubled: counted.uses > customers ? 1 : 0 }, faults }
}

export const proof: Proof = {
  row: 'M-10',
  name: 'first-order-code',
  promise:
    'S6: a first-order code is used once by each customer who pays three orders with it at once; the others are told so and are charged nothing',
  unit: 'rounds',
  small: 1,
  full: 100,
  piece: 10,
  run: inRounds({ name: 'first-order-code', open: openTill, round: payAtOnce }),
  figure: (sums) => `${sums.paid} paid, ${sums.refused} refused, ${sums.doubled} rounds with a second use`,
  controls: [
    {
      without: 'the trigger on first orders',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'first-order-code-unchecked',
        open: openTill,
        round: payAtOnce,
        schema: withoutTrigger('coupon_first_time'),
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
