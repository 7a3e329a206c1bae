import { makeCustomer } from '../../functions/test-bench/people.ts'
import { makeProgram } from '../../functions/test-bench/programs.ts'
import { makeProduct } from '../../functions/test-bench/store.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { withoutCheck } from './guards-off.ts'
import { inFewBatches } from './in-few-batches.ts'
import { inRounds, type RoundInput, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'
import { atOnce } from './shop.ts'

const buyers = 10
const returns = 6
const quantity = 2

async function openStore(site: ProofSite) {
  const programId = await makeProgram(site.bench, { features: { products: true } })
  const crowd = await inFewBatches(site.bench, async (world) =>
    Promise.all(Array.from({ length: buyers + 1 }, async () => makeCustomer(world, { programIds: [programId] }))),
  )
  return { programId, crowd }
}

type Stage = Awaited<ReturnType<typeof openStore>>

/** The last two of a product are paid. They are returned six times at once, while ten customers request two each. */
async function returnAtOnce({ site, stage: { programId, crowd } }: RoundInput<Stage>): Promise<RoundResult> {
  const { variation_ids } = await makeProduct(site.bench, {
    programId,
    returnDays: 30,
    variations: [{ stock: quantity }],
  })
  const [source] = variation_ids
  await Promise.all(crowd.map(async (person) => person.renew()))
  const [owner, ...others] = crowd as [Stage['crowd'][number], ...Stage['crowd']]
  const add = (person: Stage['crowd'][number]) =>
    site.call(
      '/api/v1/profile/orders',
      person.json({
        program_id: programId,
        customer_profile_id: person.profileId(programId),
        items: [{ type: 'product_variation', source, quantity }],
      }),
    )
  const order = (await add(owner)).body as { id: string; items: { id: string }[]; amount_total: { value: number } }
  const path = `/api/v1/profile/orders/${order.id}`
  await site.call(`${path}/payments`, owner.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa' }))
  const [given, added] = await Promise.all([
    atOnce(returns, () => site.call(`${path}/items/${order.items[0]?.id}/return`, owner.json({}))),
    Promise.all(others.map(add)),
  ])
  const [facts]: { held: number; stock_taken: number; refunding: number; requests: number }[] = await site.sql(
    `SELECT stock_taken, (SELECT coalesce(sum(quantity), 0) FROM order_items WHERE product_variation_id = v.id AND cancelled_at IS NULL) AS held,
      (SELECT amount_refunding FROM orders WHERE id = ?2) AS refunding, (SELECT count(*) FROM refund_requests WHERE order_id = ?2) AS requests
      FROM product_variations AS v WHERE id = ?1`,
    source,
    order.id,
  )
  const { held = 0, stock_taken = 0, refunding = 0, requests = 0 } = facts ?? {}
  await site.sql("UPDATE orders SET status = 'cancelled' WHERE program_id = ? AND status = 'draft'", programId)
  return {
    sums: { requests: given.length + added.length, taken_again: held / quantity, oversold: held > quantity ? 1 : 0 },
    faults: brokenConditions({
      [`${held} held of ${quantity}`]: held > quantity,
      [`counted ${stock_taken}, held ${held}`]: stock_taken !== held,
      [`${refunding} goes back of ${order.amount_total.value}, in ${requests} requests`]:
        refunding !== order.amount_total.value || requests !== 1,
      [`giving back answered ${describeAnswers(given)}`]: given.some(({ status }) => status !== 201),
      [`buying answered ${describeAnswers(added)}`]: added.some(({ status }) => status !== 201 && status !== 409),
    }),
  }
}

export const proof: Proof = {
  row: '3 · R-1',
  name: 'returned-stock',
  promise: 'puts a thing that is given back many times at once on the shelf once, pays it back once, and sells it once',
  unit: 'rounds',
  small: 1,
  full: 100,
  piece: 10,
  run: inRounds({ name: 'returned-stock', open: openStore, round: returnAtOnce }),
  figure: (sums) => `${sums.requests} requests, ${sums.taken_again} taken again, ${sums.oversold} rounds oversold`,
  controls: [
    {
      without: 'the CHECK on the stock taken',
      small: 1,
      full: 10,
      run: inRounds({
        name: 'returned-stock-unchecked',
        schema: withoutCheck('sold_out'),
        open: openStore,
        round: returnAtOnce,
      }),
      noticed: (sums) => sums.oversold ?? 0,
    },
  ],
}
