import { makeCustomer } from '../../functions/test-bench/people.ts'
import { makeProgram } from '../../functions/test-bench/programs.ts'
import { makeProduct } from '../../functions/test-bench/store.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { withoutCheck } from './guards-off.ts'
import { inFewBatches } from './in-few-batches.ts'
import { inRounds, type RoundInput, type RoundResult } from './in-rounds.ts'

const stock = 5
const buyers = 15

async function openStore(site: ProofSite) {
  const programId = await makeProgram(site.bench, { features: { products: true } })
  const crowd = await inFewBatches(site.bench, async (world) =>
    Promise.all(Array.from({ length: buyers }, async () => makeCustomer(world, { programIds: [programId] }))),
  )
  return { programId, crowd }
}

async function buyAtOnce({
  site,
  stage: { programId, crowd },
  round,
}: RoundInput<Awaited<ReturnType<typeof openStore>>>): Promise<RoundResult> {
  const {
    variation_ids: [source],
  } = await makeProduct(site.bench, { programId, variations: [{ stock }] })
  await Promise.all(crowd.map(async (person) => person.renew()))
  const answers = await Promise.all(
    crowd.map((person, index) =>
      site.call(
        '/api/v1/profile/orders',
        person.json({
          program_id: programId,
          customer_profile_id: person.profileId(programId),
          items: [{ type: 'product_variation', source, quantity: round % 2 === 0 ? 1 : 1 + (index % 2) }],
        }),
      ),
    ),
  )
  const [row]: { held: number; stock_taken: number }[] = await site.sql(
    "SELECT (SELECT coalesce(sum(quantity), 0) FROM order_items WHERE type = 'product_variation' AND product_variation_id = v.id) AS held, stock_taken FROM product_variations AS v WHERE id = ?",
    source,
  )
  const held = row?.held ?? 0
  const isLeft =
    held < stock && answers.some(({ status }, index) => status === 409 && (round % 2 === 0 || index % 2 === 0))
  // The carts of this round are released before the next.
  await site.sql("UPDATE orders SET status = 'cancelled' WHERE program_id = ? AND status = 'draft'", programId)
  return {
    faults: [
      ...(held > stock ? [`${held} in carts of ${stock}`] : []),
      ...(row?.stock_taken === held ? [] : [`counted ${row?.stock_taken}, in carts ${held}`]),
      ...(isLeft ? [`${held} in carts, and one who wanted one was refused`] : []),
      ...answers.filter(({ status }) => status !== 201 && status !== 409).map(({ status }) => `answered ${status}`),
    ],
    sums: { requests: answers.length, held, oversold: held > stock ? 1 : 0 },
  }
}

export const proof: Proof = {
  row: '1 · R-1',
  name: 'last-stock',
  promise: 'never puts more of a thing of the store into carts than there are, and all of them, when many buy at once',
  unit: 'rounds',
  small: 2,
  full: 100,
  piece: 10,
  run: inRounds({ name: 'last-stock', open: openStore, round: buyAtOnce }),
  figure: (sums) => `${sums.requests} requests, ${sums.held} in carts, ${sums.oversold} rounds oversold`,
  controls: [
    {
      without: 'the CHECK on the stock taken',
      small: 1,
      full: 10,
      run: inRounds({
        name: 'last-stock-unchecked',
        schema: withoutCheck('sold_out'),
        open: openStore,
        round: buyAtOnce,
      }),
      noticed: (sums) => sums.oversold ?? 0,
    },
  ],
}
