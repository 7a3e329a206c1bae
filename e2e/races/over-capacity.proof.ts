import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { fairRefund, makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, makeCrowd, renewAll } from './crowd.ts'
import { byStaff, countsOf, isWrong, lookOn } from './extra-places.ts'
import { withoutCheck, withoutTrigger } from './guards-off.ts'
import { brokenConditions, describeAnswers, inRounds, type RoundInput, type RoundResult } from './in-rounds.ts'

const places = 6
/** Places that are booked before a round; one of them is cancelled while the others are sold. */
const booked = 3
const buyers = 8
/** Bookings by staff over capacity: at least as many as there are places in a round, so that it always ends full. */
const extra = 4
/** Places that are cancelled while other customers try again. */
const cancelled = 2

type Stage = { programId: string; crowd: Buyer[]; late: Buyer[]; families: Buyer[]; first: Buyer[] }

async function openHouse(site: ProofSite): Promise<Stage> {
  const programId = await makeProgram(site.bench, { preferences: { ignore_attendee_conflicts: true } })
  const crowd = await makeCrowd(site, { programId, count: 2 * buyers + extra + booked, children: 1 })
  const part = (from: number, count: number) => crowd.slice(from, from + count)
  return {
    programId,
    crowd: part(0, buyers),
    late: part(buyers, buyers),
    families: part(2 * buyers, extra),
    first: part(2 * buyers + extra, booked),
  }
}

type Hall = { programId: string; event_id: string; option_id: string }
const sell = ({ event_id, option_id }: Hall, site: ProofSite, buyer: Buyer): Promise<Answer> =>
  site.call(
    '/api/v1/profile/registrations',
    buyer.person.json({
      ...{ event_id, option_id, customer_profile_id: buyer.customer_profile_id },
      attendee_profile_id: buyer.children[0]?.attendee_profile_id,
    }),
  )

const book = ({ programId, event_id, option_id }: Hall, site: ProofSite, family: Buyer, more: object = {}) =>
  byStaff(site, programId, 'bookings', {
    ...{ customer: { id: family.person.identity.customer_id }, event_id, paid_by: 'free', notify: false, ...more },
    people: [{ attendee_id: family.children[0]?.attendee_id, option_id }],
  })
const idsOf = (answers: Answer[]) => answers.flatMap(({ body }) => (body.registrations ?? []) as { id: string }[])
const had = ({ status }: Answer) => status === 201

async function bookAtOnce({ site, stage, round, rush }: RoundInput<Stage>): Promise<RoundResult> {
  const { programId, crowd, late, families, first } = stage
  await renewAll([...crowd, ...late, ...first])
  const options = [{ cost: 0, spots: places }]
  const { event_id, option_ids } = await makeEvent(site.bench, { programId, options, refund: fairRefund })
  const hall: Hall = { programId, event_id, option_id: option_ids[0] }
  const [leaving, staying] = idsOf(await Promise.all(first.map((family) => book(hall, site, family))))
  if (!leaving || !staying) throw new Error('The first families have no places.')
  const cancel = ({ id }: { id: string }) =>
    byStaff(site, programId, `registrations/${id}/cancel`, { notify: false, reason: 'Ill' })
  const leave = (): Promise<Answer> =>
    round % 2 === 0
      ? cancel(leaving)
      : site.call(`/api/v1/profile/registrations/${leaving.id}/cancel`, (first[0] as Buyer).person.json({}))

  const [sold, extras, left, seen] = await rush(() =>
    Promise.all([
      Promise.all(crowd.map((buyer) => sell(hall, site, buyer))),
      Promise.all(families.map((family) => book(hall, site, family, { over_capacity: { reason: 'One more' } }))),
      leave(),
      lookOn(site, hall.option_id),
    ]),
  )
  const full = await countsOf(site, hall.option_id)
  const shown = await shownTo(site, hall)
  const oldest = await oldestExtra(site, hall)
  const freed = await cancel(staying)
  const settled = await countsOf(site, hall.option_id)
  const stillExtra = await oldestExtra(site, hall)

  const [again, after] = await rush(() =>
    Promise.all([
      Promise.all(late.map((buyer) => sell(hall, site, buyer))),
      lookOn(site, hall.option_id),
      ...idsOf(extras).slice(0, cancelled).map(cancel),
    ]),
  )
  const rest = await countsOf(site, hall.option_id)
  await site.sql("UPDATE registrations SET status = 'cancelled' WHERE option_id = ?", hall.option_id)
  const sales = sold.filter(had)
  const all = [...seen, full, settled, ...after, rest]
  const wrong = all.filter((each) => isWrong(places, each))
  const isKept = full.extra > 0 && settled.extra !== full.extra - 1
  return {
    faults: brokenConditions({
      [`staff got ${describeAnswers(extras)}, the family that leaves ${left.status}, ${freed.status}`]:
        !extras.every(had) || left.status !== 200 || freed.status !== 200,
      [`counts ${JSON.stringify(wrong)}`]: wrong.length > 0,
      [`${full.taken} taken of ${places}`]: full.taken !== places,
      [`answers that are neither a place nor sold_out: ${describeAnswers([...sold, ...again])}`]: [
        ...sold,
        ...again,
      ].some((answer) => !had(answer) && answer.body?.type !== 'sold_out'),
      'a booking without its place': booked - 1 + sales.length + extras.length !== full.rows,
      'a place that two bookings have':
        new Set([...sales.map(({ body }) => body.id as string), ...idsOf(extras).map(({ id }) => id)]).size !==
        sales.length + extras.length,
      [`shown are ${shown.spots_taken} of ${shown.spots_total}, there are ${full.rows} of ${places}`]:
        shown.spots_taken !== full.rows || shown.spots_total !== places,
      [`a freed place leaves ${settled.extra} of ${full.extra} extra places`]: isKept,
      'a freed place is not given to the oldest extra one': oldest !== null && oldest === stillExtra,
      [`sold while an extra place waited: ${describeAnswers(again)}`]: again.some(had) && rest.extra > 0,
      'a place is lost or counted twice': rest.rows !== settled.rows - cancelled + again.filter(had).length,
    }),
    sums: {
      sold: sales.length,
      extra: full.extra,
      looks: seen.length + after.length,
      oversold: all.some(({ ordinary }) => ordinary > places) ? 1 : 0,
      kept: isKept ? 1 : 0,
    },
  }
}

async function oldestExtra(site: ProofSite, { option_id }: Hall): Promise<string | null> {
  const [row] = await site.sql(
    'SELECT id FROM registrations WHERE option_id = ? AND is_extra = 1 ORDER BY created, id LIMIT 1',
    option_id,
  )
  return row ? String(row.id) : null
}

/** How many of how many places staff see. */
async function shownTo(site: ProofSite, { programId, event_id }: Hall) {
  const path = `/api/v1/organiser/programs/${programId}/season?limit=100`
  const events = ((await site.call(path, { headers: organiserHeaders })).body.data ?? []) as {
    id: string
    options: { spots_total: number; spots_taken: number }[]
  }[]
  return events.find(({ id }) => id === event_id)?.options[0] ?? { spots_total: 0, spots_taken: 0 }
}

export const proof: Proof = {
  row: '1 · R-1',
  name: 'over-capacity',
  promise:
    'sells exactly the places there are while staff book over capacity and families leave, shows each extra place, and gives the first place that becomes free to the oldest of them',
  unit: 'rounds',
  small: 2,
  full: 100,
  piece: 10,
  run: inRounds({ name: 'over-capacity', open: openHouse, round: bookAtOnce }),
  figure: (sums) =>
    `${sums.sold} sold, ${sums.extra} extra, counted ${sums.looks} times meanwhile, ${sums.oversold} rounds oversold`,
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
    {
      without: 'the trigger that gives room to extra places',
      small: 1,
      full: 10,
      run: inRounds({
        name: 'over-capacity-kept',
        schema: withoutTrigger('option_has_room'),
        open: openHouse,
        round: bookAtOnce,
      }),
      noticed: (sums) => sums.kept ?? 0,
    },
  ],
}
