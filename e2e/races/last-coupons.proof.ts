import { makeCoupon } from '../../functions/test-bench/programs.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { withoutCheck } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers, timesOf } from './in-rounds.ts'
import { enterCode, makeCarts, openShop, payAll, type Shop } from './shop.ts'

const redemptions = 10

async function openTill(site: ProofSite) {
  return { shop: await openShop(site) }
}

/** Fifty carts with one code that is valid for ten of them. All pay at once. */
async function payAtOnce({ site, stage: { shop }, isFull }: RoundInput<{ shop: Shop }>): Promise<RoundResult> {
  const buyers = timesOf(isFull)
  const orders = await makeCarts(site, shop, { count: buyers })
  const coupon = await makeCoupon(site.bench, shop.programId, { max_redemptions: redemptions })
  await enterCode(site, coupon, orders)

  const answers = await payAll(site, orders)

  const paid = answers.filter(({ status }) => status === 201)
  // Once the code is used up the order costs more, and a later customer sees the new quote.
  const refused = answers.filter(({ body }) => body.type === 'coupon_max_redemptions' || body.type === 'quote_stale')
  const [counted] = await site.sql(
    `SELECT times_redeemed AS redeemed, (SELECT count(*) FROM discounts WHERE coupon_id = coupons.id AND state IN ('reserved', 'final')) AS rows,
      (SELECT count(*) FROM orders JOIN discounts ON discounts.order_id = orders.id WHERE coupon_id = coupons.id AND status = 'paid') AS paid,
      (SELECT count(*) FROM payments JOIN discounts ON discounts.order_id = payments.order_id WHERE coupon_id = coupons.id) AS payments FROM coupons WHERE id = ?`,
    coupon,
  )
  const faults = brokenConditions({
    [`answers ${describeAnswers(answers)}`]: paid.length + refused.length !== buyers,
    [`${paid.length} answers say paid, ${counted.paid} orders are, with ${counted.payments} payments`]:
      paid.length !== counted.paid || counted.payments !== counted.paid,
    [`${counted.rows} used a code that is good for ${redemptions}; the counter says ${counted.redeemed}`]:
      counted.rows !== redemptions || counted.redeemed !== redemptions,
  })
  return { sums: { paid: paid.length, refused: refused.length, doubled: counted.rows > redemptions ? 1 : 0 }, faults }
}

export const proof: Proof = {
  row: '2 · M-10',
  name: 'last-coupons',
  promise:
    'a code that is good for ten is used ten times when fifty pay with it at once; the others are told so and are charged nothing',
  unit: 'rounds',
  small: 1,
  full: 200,
  piece: 10,
  run: inRounds({ name: 'last-coupons', open: openTill, round: payAtOnce }),
  figure: (sums) => `${sums.paid} paid, ${sums.refused} refused, ${sums.doubled} rounds overdrawn`,
  controls: [
    {
      without: 'the CHECK on redemptions',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'last-coupons-unchecked',
        open: openTill,
        round: payAtOnce,
        schema: withoutCheck('coupon_max_redemptions'),
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
