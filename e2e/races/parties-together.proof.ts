import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import { makeCart } from '../../functions/test-bench/orders.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, makeCrowd, renewAll } from './crowd.ts'
import { withoutCheck } from './guards-off.ts'
import { inFewBatches } from './in-few-batches.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'

/** The numbers of families and of places. The places left are half of the places that all families hold. */
const sizes = { full: { families: 40, places: 50 }, small: { families: 16, places: 20 } }
const maxParty = 4

type Party = { buyer: Buyer; order_id: string; size: number }
type Stage = { option_id: string; parties: Party[]; places: number }

/** Families whose carts of one to four places of one option have lapsed. */
async function openHall(site: ProofSite, _: number, isFull: boolean): Promise<Stage> {
  const { families, places } = isFull ? sizes.full : sizes.small
  const programId = await makeProgram(site.bench, { preferences: { ignore_attendee_conflicts: true } })
  const { event_id, option_ids } = await makeEvent(site.bench, { programId, options: [{}] })
  const crowd = await makeCrowd(site, { programId, count: families, children: maxParty })
  const parties = await inFewBatches(site.bench, async (world) =>
    Promise.all(
      crowd.map(async (buyer, index) => {
        const size = 1 + (index % maxParty)
        const cart = await makeCart(world, buyer.person, {
          programId,
          eventId: event_id,
          optionId: option_ids[0],
          attendeeIds: buyer.children.slice(0, size),
        })
        return { buyer, order_id: cart.order_id, size }
      }),
    ),
  )
  return { option_id: option_ids[0], parties, places }
}

/**
 * All families return at once for the remaining places, or in every fourth round for one, requested only by parties of two
 * and more.
 */
async function comeBackAtOnce({
  site,
  stage: { option_id, parties, places },
  round,
}: RoundInput<Stage>): Promise<RoundResult> {
  const isLast = round % 4 === 2
  const left = isLast ? 1 : places
  await lapse(site, option_id, left)
  const asking = isLast ? parties.filter(({ size }) => size > 1) : parties
  const before = await stepsOf(site, option_id)
  await renewAll(asking.map(({ buyer }) => buyer))

  const answers = await Promise.all(
    asking.map(({ buyer, order_id }) =>
      site.call(`/api/v1/profile/orders/${order_id}/quote`, { method: 'POST', headers: buyer.person.headers }),
    ),
  )

  const [counted] = await site.sql(
    'SELECT spots_taken AS taken, spots_total AS total FROM event_options WHERE id = ?',
    option_id,
  )
  const rows = (await site.sql(
    "SELECT order_id, count(*) FILTER (WHERE status = 'pending') AS held, count(*) AS size FROM registrations WHERE option_id = ? GROUP BY order_id",
    option_id,
  )) as { order_id: string; held: number; size: number }[]
  const after = await stepsOf(site, option_id)
  const held = rows.reduce((sum, row) => sum + row.held, 0)
  const heldBy = new Map(rows.map((row) => [row.order_id, row.held]))
  const refused = asking.filter((_, index) => isSoldOut(answers[index] as Answer))
  const moved = asking.filter(({ order_id }) => before.get(order_id) !== after.get(order_id))
  const faults = brokenConditions({
    [`answers ${describeAnswers(answers)}`]: answers.some((answer) => answer.status !== 200 && !isSoldOut(answer)),
    [`${held} held of ${left}, the counter says ${counted.taken}`]: held > left || held !== counted.taken,
    'a party that was torn apart': rows.some((row) => row.held !== 0 && row.held !== row.size),
    'an answer that is not what the rows say': asking.some(
      ({ order_id, size }, index) => heldBy.get(order_id) !== (answers[index]?.status === 200 ? size : 0),
    ),
    'a party that would have fitted was refused': refused.some(({ size }) => size <= left - held),
    'something was written for a party that was refused':
      moved.some((party) => refused.includes(party)) || moved.length !== asking.length - refused.length,
  })
  return { sums: { parties: asking.length, held, oversold: held > left ? 1 : 0 }, faults }
}

const isSoldOut = ({ status, body }: Answer) => status === 409 && body.type === 'sold_out'

/** Lets the holds of all carts lapse, with this many places left. */
async function lapse(site: ProofSite, optionId: string, left: number): Promise<void> {
  const db = site.bench.env.DB
  const mine = 'id IN (SELECT order_id FROM registrations WHERE option_id = ?1)'
  await db.batch([
    db
      .prepare("UPDATE registrations SET status = 'expired' WHERE option_id = ?1 AND status = 'pending'")
      .bind(optionId),
    db.prepare(`UPDATE orders SET hold_expires_at = ?2 WHERE ${mine}`).bind(optionId, site.now() - 60_000),
    db.prepare('UPDATE event_options SET spots_total = ?2 WHERE id = ?1').bind(optionId, left),
  ])
}

/** Everything of an order that a refusal must not change, as one string. */
async function stepsOf(site: ProofSite, optionId: string): Promise<Map<string, string>> {
  const rows = await site.sql(
    `SELECT o.id, o.status || o.step || o.quote_version || o.amount_total || o.hold_expires_at || (SELECT group_concat(r.status || r.step) FROM registrations AS r WHERE r.order_id = o.id)
      || (SELECT count(*) FROM status_history WHERE object = 'order' AND object_id = o.id) AS text FROM orders AS o WHERE o.id IN (SELECT order_id FROM registrations WHERE option_id = ?)`,
    optionId,
  )
  return new Map(rows.map((row) => [String(row.id), String(row.text)]))
}

export const proof: Proof = {
  row: '1 · R-1, M-05',
  name: 'parties-together',
  promise:
    'parties of up to four that come back at once for the last places get all of theirs or none, never more than there are, and nothing is written for who gets none',
  unit: 'rounds',
  small: 2,
  full: 200,
  piece: 10,
  run: inRounds({ name: 'parties-together', open: openHall, round: comeBackAtOnce }),
  figure: (sums) => `${sums.parties} parties, ${sums.held} places held, ${sums.oversold} rounds oversold`,
  controls: [
    {
      without: 'the CHECK on the places taken',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'parties-unchecked',
        schema: withoutCheck('sold_out'),
        open: openHall,
        round: comeBackAtOnce,
      }),
      noticed: (sums) => sums.oversold ?? 0,
    },
  ],
}
