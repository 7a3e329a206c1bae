import * as registrationStates from '../../functions/contract/states/registration-states.ts'
import { statusListText } from '../../functions/platform/database/status-sql.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, makeCrowd, renewAll } from './crowd.ts'
import { withoutCheck } from './guards-off.ts'
import { brokenConditions, describeAnswers, inRounds, type RoundInput, type RoundResult } from './in-rounds.ts'

const places = 4
const buyers = 8
/** Bookings by staff over capacity, and places that are cancelled while other customers try again. */
const extra = 4
const cancelled = 3

type Stage = { programId: string; crowd: Buyer[]; late: Buyer[]; families: Buyer[] }

async function openHouse(site: ProofSite): Promise<Stage> {
  const programId = await makeProgram(site.bench, { preferences: { ignore_attendee_conflicts: true } })
  const crowd = await makeCrowd(site, { programId, count: 2 * buyers + extra, children: 1 })
  return {
    programId,
    crowd: crowd.slice(0, buyers),
    late: crowd.slice(buyers, 2 * buyers),
    families: crowd.slice(2 * buyers),
  }
}

type Hall = { event_id: string; option_id: string }
const sell = ({ event_id, option_id }: Hall, site: ProofSite, buyer: Buyer): Promise<Answer> =>
  site.call(
    '/api/v1/profile/registrations',
    buyer.person.json({
      ...{ event_id, option_id, customer_profile_id: buyer.customer_profile_id },
      attendee_profile_id: buyer.children[0]?.attendee_profile_id,
    }),
  )

const byStaff = (site: ProofSite, programId: string, path: string, body: object): Promise<Answer> =>
  site.call(`/api/v1/organiser/programs/${programId}/${path}`, {
    method: 'POST',
    headers: organiserHeaders,
    body: JSON.stringify(body),
  })

async function bookAtOnce({ site, stage }: RoundInput<Stage>): Promise<RoundResult> {
  const { programId, crowd, late, families } = stage
  await renewAll([...crowd, ...late])
  const { event_id, option_ids } = await makeEvent(site.bench, { programId, options: [{ cost: 0, spots: places }] })
  const hall = { event_id, option_id: option_ids[0] }
  const over = (family: Buyer) =>
    byStaff(site, programId, 'bookings', {
      ...{ customer: { id: family.person.identity.customer_id }, event_id, paid_by: 'free', notify: false },
      people: [{ attendee_id: family.children[0]?.attendee_id, option_id: hall.option_id }],
      over_capacity: { reason: 'A coach agreed to more' },
    })
  const [sold, extras] = await Promise.all([
    Promise.all(crowd.map((buyer) => sell(hall, site, buyer))),
    Promise.all(families.map(over)),
  ])
  const full = await countsOf(site, hall)
  const booked = extras.flatMap(({ body }) => (body.registrations ?? []) as { id: string }[])
  const [again] = await Promise.all([
    Promise.all(late.map((buyer) => sell(hall, site, buyer))),
    ...booked
      .slice(0, cancelled)
      .map(({ id }) => byStaff(site, programId, `registrations/${id}/cancel`, { notify: false })),
  ])
  const rest = await countsOf(site, hall)
  await site.sql("UPDATE registrations SET status = 'cancelled' WHERE option_id = ?", hall.option_id)
  const had = ({ status }: Answer) => status === 201
  return {
    faults: brokenConditions({
      [`staff got ${describeAnswers(extras)}`]: !extras.every(had),
      [`${full.taken} taken of ${places}, ${full.ordinary} rows`]: full.taken !== places || full.ordinary !== places,
      [`${full.extra} extra places counted, ${full.rows - places} there`]: full.extra !== full.rows - places,
      'a booking without its place': sold.filter(had).length + extras.length !== full.rows,
      [`sold while an extra place waited: ${describeAnswers(again)}`]: again.some(had) && rest.extra > 0,
      [`${rest.taken} taken, ${rest.ordinary} rows`]: rest.taken !== rest.ordinary || rest.taken > places,
      'a place is lost or counted twice': rest.rows !== full.rows - cancelled + again.filter(had).length,
    }),
    sums: { sold: sold.filter(had).length, extra: full.extra, oversold: full.ordinary > places ? 1 : 0 },
  }
}

const ordered = statusListText(registrationStates.booked)
async function countsOf(site: ProofSite, { option_id }: Hall) {
  const [row] = await site.sql(
    `SELECT spots_taken AS taken, spots_extra AS extra,
      (SELECT count(*) FROM registrations WHERE option_id = o.id AND is_extra = 0 AND status IN ${ordered}) AS ordinary,
      (SELECT count(*) FROM registrations WHERE option_id = o.id AND status IN ${ordered}) AS rows
      FROM event_options AS o WHERE o.id = ?`,
    option_id,
  )
  return row as { taken: number; extra: number; ordinary: number; rows: number }
}

export const proof: Proof = {
  row: '1 · R-1',
  name: 'over-capacity',
  promise:
    'sells exactly the places there are while staff book over capacity, and sells no freed place as long as an extra one waits for it',
  unit: 'rounds',
  small: 2,
  full: 100,
  piece: 10,
  run: inRounds({ name: 'over-capacity', open: openHouse, round: bookAtOnce }),
  figure: (sums) => `${sums.sold} sold, ${sums.extra} extra, ${sums.oversold} rounds oversold`,
  controls: [
    {
      without: 'the CHECK on the places taken',
      small: 1,
      full: 10,
      run: inRounds({
        name: 'over-capacity-unchecked',
        schema: withoutCheck('sold_out'),
        open: openHouse,
        round: bookAtOnce,
        disturb: { pauseWritesMs: 100 },
      }),
      noticed: (sums) => sums.oversold ?? 0,
    },
  ],
}
