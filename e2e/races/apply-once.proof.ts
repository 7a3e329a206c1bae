import { makeCoupon } from '../../functions/test-bench/programs.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { guardsOff } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers, timesOf } from './in-rounds.ts'
import { atOnce, makeCarts, openShop, type Order } from './shop.ts'

async function openTill(site: ProofSite, count: number) {
  const shop = await openShop(site)
  const coupon = await makeCoupon(site.bench, shop.programId, { code: 'LAKE' })
  return { coupon, orders: await makeCarts(site, shop, { count, places: 2 }) }
}

/** Enters one code fifty times at once in one cart. */
async function applyAtOnce({
  site,
  stage: { coupon, orders },
  rush,
  isFull,
}: RoundInput<{ coupon: string; orders: Order[] }>): Promise<RoundResult> {
  const times = timesOf(isFull)
  const { person, cart } = orders.pop() as Order
  await person.renew()

  const answers = await rush(() =>
    atOnce(times, () => site.call(`/api/v1/profile/orders/${cart.order_id}/discounts`, person.json({ code: 'lake' }))),
  )

  const [row] = await site.sql(
    `SELECT o.amount_discount AS off, o.amount_total AS total, o.step, o.quote_version AS version, (SELECT times_redeemed FROM coupons WHERE id = ?2) AS redeemed,
      (SELECT count(*) FROM discounts WHERE order_id = o.id) AS rows, (SELECT sum(amount_discount) FROM order_items WHERE order_id = o.id) AS lines,
      (SELECT count(*) FROM status_history WHERE object = 'order' AND object_id = o.id AND step > 0) AS steps,
      (SELECT sum(n) FROM attempts WHERE scope = 'coupon:' || ?3) AS attempts FROM orders AS o WHERE o.id = ?1`,
    cart.order_id,
    coupon,
    person.identity.customer_id,
  )
  // Attempts are counted before a code is checked. A right code is not counted in the end.
  const applied = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status, body }) => status === 422 && body.type === 'coupon_already_applied')
  const waiting = answers.filter(({ status }) => status === 429)
  const faults = brokenConditions({
    [`answers ${describeAnswers(answers)}`]:
      applied.length !== 1 || applied.length + refused.length + waiting.length !== times || waiting.length > times - 10,
    [`${row.rows} discounts, ${row.off} off, ${row.lines} off its lines, ${row.total} to pay`]:
      row.rows !== 1 || row.off !== cart.total / 10 || row.lines !== row.off || row.total !== cart.total - row.off,
    [`${row.steps} steps, the order is at step ${row.step} and quote ${row.version}`]:
      row.steps !== 1 || row.step !== 1 || row.version !== 2,
    [`${row.attempts} attempts counted for ${waiting.length} that had to wait`]: row.attempts !== waiting.length,
    [`counted ${row.redeemed} times before anybody paid`]: row.redeemed !== 0,
  })
  return { sums: { attempts: answers.length, doubled: applied.length > 1 ? 1 : 0 }, faults }
}

export const proof: Proof = {
  row: '2 · R-4, M-10',
  name: 'apply-once',
  promise: 'a code that is entered fifty times at once on one cart takes its share off once',
  unit: 'rounds',
  small: 1,
  full: 1000,
  piece: 20,
  run: inRounds({ name: 'apply-once', open: openTill, round: applyAtOnce }),
  figure: (sums) => `${sums.tries} entries, ${sums.doubled} doubled`,
  controls: [
    {
      without: 'guards and history',
      small: 1,
      full: 20,
      run: inRounds({ name: 'apply-unguarded', open: openTill, round: applyAtOnce, disturb: guardsOff }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
