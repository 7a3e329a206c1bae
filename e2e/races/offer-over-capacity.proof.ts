import type { Answer } from '../../functions/test-bench/http-client.ts'
import { makeEvent } from '../../functions/test-bench/programs.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, renewAll } from './crowd.ts'
import { byStaff, countsOf, isWrong, lookOn } from './extra-places.ts'
import { withoutCheck, withoutTrigger } from './guards-off.ts'
import { brokenConditions, describeAnswers, inRounds, type RoundInput, type RoundResult } from './in-rounds.ts'
import { atOnce } from './shop.ts'
import { openWaitingHouse, type WaitingHouse } from './waiting-house.ts'

const places = 4
/** Families that wait; staff offer a place to each of them over capacity. */
const waiting = 5
const fresh = 6
/** Families that leave while the places are offered, and later while the offers are claimed. */
const leaving = 2

type Stage = WaitingHouse

const openHouse = (site: ProofSite) => openWaitingHouse(site, { places, waiting, fresh })

type Line = { event_id: string; option_id: string }
const register = (site: ProofSite, line: Line, { person, children, customer_profile_id }: Buyer, status = 'pending') =>
  site.call(
    '/api/v1/profile/registrations',
    person.json({
      ...{ ...line, status, customer_profile_id },
      attendee_profile_id: children[0]?.attendee_profile_id,
    }),
  )
type Place = { buyer: Buyer; id: string }
const change = (site: ProofSite, { buyer, id }: Place, act: 'cancel' | 'claim'): Promise<Answer> =>
  site.call(`/api/v1/profile/registrations/${id}/${act}`, buyer.person.json({}))

async function all(site: ProofSite, line: Line, buyers: Buyer[], status: 'pending' | 'waitlisted'): Promise<Place[]> {
  const answers = await Promise.all(buyers.map((buyer) => register(site, line, buyer, status)))
  return answers.map((answer, at) => {
    if (answer.status !== 201) throw new Error(`${status} answered ${answer.status} ${answer.text}`)
    return { buyer: buyers[at] as Buyer, id: answer.body.id }
  })
}

/** How often the history of each registration of an option has the same step. */
const repeatsOf = async (site: ProofSite, optionId: string): Promise<number> => {
  const [row] = await site.sql(
    `SELECT count(*) AS n FROM (SELECT object_id FROM status_history WHERE object = 'registration' AND to_status = 'offered'
      AND object_id IN (SELECT id FROM registrations WHERE option_id = ?) GROUP BY object_id HAVING count(*) > 1)`,
    optionId,
  )
  return Number(row?.n)
}

/**
 * Staff offer every waiting family a place over capacity, each twice, while families leave, strangers come and two
 * clocks run. Then the offers are claimed while more families leave.
 */
async function offerAtOnce({ site, stage, rush }: RoundInput<Stage>): Promise<RoundResult> {
  const { programId, sellers, waiters, strangers } = stage
  await renewAll([...sellers, ...waiters, ...strangers])
  const event = await makeEvent(site.bench, { programId, waitlist: true, options: [{ cost: 0, spots: places }] })
  const line = { event_id: event.event_id, option_id: event.option_ids[0] }
  const sold = await all(site, line, sellers, 'pending')
  const waits = await all(site, line, waiters, 'waitlisted')
  const entries = await site.sql('SELECT id FROM waitlist_entries WHERE event_id = ? AND is_waiting = 1', line.event_id)
  const offer = ({ id }: Record<string, unknown>) =>
    byStaff(site, programId, `waitlist/${String(id)}/offer`, { over_capacity: { reason: 'One more' } })

  const [offers, came, left, seen] = await rush(() =>
    Promise.all([
      Promise.all(entries.flatMap((entry) => [offer(entry), offer(entry)])),
      Promise.all(strangers.map((buyer) => register(site, line, buyer))),
      Promise.all(sold.slice(0, leaving).map((place) => change(site, place, 'cancel'))),
      lookOn(site, line.option_id),
      atOnce(2, site.tick),
    ]),
  )
  const offered = await countsOf(site, line.option_id)
  const [claims, gone, after] = await rush(() =>
    Promise.all([
      Promise.all(waits.map((place) => change(site, place, 'claim'))),
      Promise.all(sold.slice(leaving).map((place) => change(site, place, 'cancel'))),
      lookOn(site, line.option_id),
      atOnce(2, site.tick),
    ]),
  )
  const ended = await countsOf(site, line.option_id)
  const repeats = await repeatsOf(site, line.option_id)
  await site.sql("UPDATE registrations SET status = 'cancelled' WHERE option_id = ?", line.option_id)

  const wrong = [...seen, offered, ...after, ended].filter((each) => isWrong(places, each))
  const bought = came.filter(({ status }) => status === 201).length
  return {
    sums: {
      offers: offers.length,
      extra: offered.extra,
      looks: seen.length + after.length,
      miscounted: wrong.length > 0 ? 1 : 0,
    },
    faults: brokenConditions({
      [`staff got ${describeAnswers(offers)}`]: offers.some(({ status }) => status >= 300),
      [`families that leave got ${describeAnswers([...left, ...gone])}`]: [...left, ...gone].some(
        ({ status }) => status !== 200,
      ),
      [`strangers got ${describeAnswers(came)}`]: came.some(({ status }) => status !== 201 && status !== 409),
      [`claims got ${describeAnswers(claims)}`]: claims.some(({ status }) => status !== 200),
      [`counts ${JSON.stringify(wrong)}`]: wrong.length > 0,
      [`${offered.rows} places, ${ended.rows} at the end`]:
        offered.rows !== places - leaving + waiting + bought || ended.rows !== waiting + bought,
      [`${repeats} families were offered twice`]: repeats > 0,
    }),
  }
}

export const proof: Proof = {
  row: '1 · R-1',
  name: 'offer-over-capacity',
  promise:
    'every waiting family gets the place that staff offer over capacity, once, and no extra place stays while an ordinary one is free, when families leave, strangers come and two clocks run at once',
  unit: 'rounds',
  small: 1,
  full: 100,
  piece: 10,
  run: inRounds({ name: 'offer-over-capacity', open: openHouse, round: offerAtOnce }),
  figure: (sums) =>
    `${sums.offers} offers, ${sums.extra} extra places, counted ${sums.looks} times meanwhile, ${sums.miscounted} rounds miscounted`,
  controls: [
    { without: 'the trigger that counts a place that becomes extra', name: 'extra_taken' },
    { without: 'the trigger that gives room to extra places', name: 'option_has_room' },
  ].map(({ without, name }) => ({
    without,
    small: 1,
    full: 10,
    run: inRounds({
      name: `offer-without-${name.replaceAll('_', '-')}`,
      // Without the counts, the check of their range would refuse before a round is counted.
      schema: (sql) => withoutCheck('spots_extra')(withoutTrigger(name)(sql)),
      open: openHouse,
      round: offerAtOnce,
    }),
    noticed: (sums: Record<string, number>) => sums.miscounted ?? 0,
  })),
}
