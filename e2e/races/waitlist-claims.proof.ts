import type { Answer } from '../../functions/test-bench/http-client.ts'
import { makeEvent } from '../../functions/test-bench/programs.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, renewAll } from './crowd.ts'
import { guardsOff, withoutCheck } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'
import { atOnce } from './shop.ts'
import { openWaitingHouse, type WaitingHouse } from './waiting-house.ts'

const places = 4
const waiting = 6
const fresh = 6
/** How far the clock moves so that every offer has ended. */
const offerMs = 49 * 3_600_000

type Line = { event_id: string; option_id: string }
type Place = { buyer: Buyer; id: string }
type Stage = WaitingHouse

const openHouse = (site: ProofSite) => openWaitingHouse(site, { places, waiting, fresh })

const register = (site: ProofSite, line: Line, buyer: Buyer, status: 'pending' | 'waitlisted'): Promise<Answer> =>
  site.call(
    '/api/v1/profile/registrations',
    buyer.person.json({
      ...line,
      status,
      customer_profile_id: buyer.customer_profile_id,
      attendee_profile_id: buyer.children[0]?.attendee_profile_id,
    }),
  )
const change = (site: ProofSite, { buyer, id }: Place, act: 'cancel' | 'claim' | 'decline'): Promise<Answer> =>
  site.call(`/api/v1/profile/registrations/${id}/${act}`, buyer.person.json({}))

async function makeLine(site: ProofSite, { programId, sellers, waiters }: Stage) {
  const event = await makeEvent(site.bench, { programId, waitlist: true, options: [{ spots: places }] })
  const line = { event_id: event.event_id, option_id: event.option_ids[0] }
  const all = async (crowd: Buyer[], status: 'pending' | 'waitlisted') =>
    Promise.all(
      crowd.map(async (buyer): Promise<Place> => {
        const answer = await register(site, line, buyer, status)
        if (answer.status !== 201) throw new Error(`${status} answered ${answer.status} ${answer.text}`)
        return { buyer, id: answer.body.id }
      }),
    )
  const sold = await all(sellers, 'pending')
  const joined = await all(waiters, 'waitlisted')
  const order = await site.sql('SELECT id FROM waitlist_entries WHERE event_id = ? ORDER BY created, id', line.event_id)
  const entries = await site.sql(
    'SELECT id, waitlist_entry_id AS entry FROM registrations WHERE event_id = ?',
    line.event_id,
  )
  const placeOf = (entry: string) =>
    joined.find(({ id }) => entries.some((row) => row.id === id && row.entry === entry))
  return { line, sold, waiters: order.flatMap(({ id }) => placeOf(id) ?? []) }
}

type Facts = { taken: number; held: number; offered: string[]; repeated: number; reported: number }

async function factsOf(site: ProofSite, { event_id, option_id }: Line): Promise<Facts> {
  const [row] = await site.sql(
    `SELECT spots_taken AS taken,
      (SELECT count(*) FROM registrations WHERE option_id = o.id AND status IN ('pending', 'offered', 'confirmed')) AS held,
      (SELECT json_group_array(id) FROM registrations WHERE option_id = o.id AND status = 'offered') AS offered,
      (SELECT count(*) FROM (SELECT object_id FROM status_history WHERE object = 'registration' AND to_status IN ('offered', 'expired')
        AND object_id IN (SELECT id FROM registrations WHERE option_id = o.id) GROUP BY object_id, to_status HAVING count(*) > 1)) AS repeated,
      (SELECT count(*) FROM (SELECT ref FROM outbox WHERE kind IN ('waitlist.offered', 'waitlist.offer_expired')
        AND ref IN (SELECT id FROM waitlist_entries WHERE event_id = ?2) GROUP BY ref, kind HAVING count(*) > 1)) AS reported
      FROM event_options AS o WHERE id = ?1`,
    option_id,
    event_id,
  )
  return { ...row, offered: JSON.parse(row.offered) }
}

/**
 * Places are released, and two schedulers and six other customers compete with six waiting customers. Then the offers
 * are claimed, one of them is also declined, and the other offers expire, each time simultaneously.
 */
async function offerAtOnce({ site, stage, rush }: RoundInput<Stage>): Promise<RoundResult> {
  await renewAll([...stage.sellers, ...stage.waiters, ...stage.strangers])
  const { line, sold, waiters } = await makeLine(site, stage)
  const come = () => stage.strangers.map((buyer) => register(site, line, buyer, 'pending'))
  await Promise.all(sold.map((place) => change(site, place, 'cancel')))

  const [early] = await Promise.all([Promise.all(come()), atOnce(2, site.tick)])
  const offered = await factsOf(site, line)
  const firstInLine = waiters.slice(0, places).map(({ id }) => id)

  const [contested, ...others] = waiters.slice(0, places) as [Place, ...Place[]]
  const [claims, claim, decline, between] = await rush(async () =>
    Promise.all([
      Promise.all(others.flatMap((place) => [change(site, place, 'claim'), change(site, place, 'claim')])),
      change(site, contested, 'claim'),
      change(site, contested, 'decline'),
      Promise.all(come()),
      atOnce(2, site.tick),
    ]),
  )
  const claimed = await factsOf(site, line)

  await site.pass(offerMs)
  await renewAll([...stage.waiters, ...stage.strangers])
  const [late] = await rush(async () =>
    Promise.all([
      Promise.all([...come(), ...claimed.offered.map((id) => change(site, placeWith(waiters, id), 'claim'))]),
      atOnce(2, site.tick),
    ]),
  )
  await atOnce(2, site.tick)
  // The scheduler withdraws an expired offer, and the next customer gets its place.
  const last = await Promise.all(come())
  const ended = await factsOf(site, line)
  await site.sql(
    "UPDATE registrations SET status = 'cancelled' WHERE option_id = ? AND status <> 'cancelled'",
    line.option_id,
  )

  const isSplit = claim.status === 200 && decline.status === 200
  const unforeseen = [...early, ...between, ...late, ...last].filter(({ status }) => status !== 201 && status < 400)
  const broken = [...early, ...between, ...late, ...last, ...claims, claim, decline].filter(
    ({ status }) => status >= 500,
  )
  const all = [offered, claimed, ended]
  return {
    sums: {
      requests: early.length + between.length + late.length + last.length + claims.length + 2,
      oversold: all.some(({ held }) => held > places) ? 1 : 0,
      split: isSplit ? 1 : 0,
    },
    faults: brokenConditions({
      [`strangers before the line: ${describeAnswers(early)}`]: early.some(({ status }) => status !== 409),
      [`offered were ${offered.offered.length}, and not who came first`]:
        offered.offered.toSorted().join() !== firstInLine.toSorted().join(),
      [`claims: ${describeAnswers(claims)}`]: claims.some(
        ({ status, body }) => status !== 200 || body.status !== 'pending',
      ),
      [`claimed ${claim.status}, declined ${decline.status}`]:
        isSplit || (claim.status !== 200 && decline.status !== 200),
      [`held ${all.map(({ held }) => held)} of ${places}`]:
        all.some(({ held }) => held > places) || ended.held !== places,
      [`counted ${all.map(({ taken }) => taken)}, held ${all.map(({ held }) => held)}`]: all.some(
        ({ taken, held }) => taken !== held,
      ),
      [`${ended.repeated} were offered or expired twice, ${ended.reported} reported twice`]:
        ended.repeated > 0 || ended.reported > 0,
      [`answers ${describeAnswers([...unforeseen, ...broken])}`]: unforeseen.length + broken.length > 0,
    }),
  }
}

const placeWith = (places: Place[], id: string): Place => {
  const place = places.find((each) => each.id === id)
  if (!place) throw new Error(`offered to ${id}, who does not wait`)
  return place
}

export const proof: Proof = {
  row: '1 · R-1',
  name: 'waitlist-claims',
  promise:
    'free places go to who waits longest, once, and never to more than there are, when claims, strangers and two clocks come at once',
  unit: 'rounds',
  small: 1,
  full: 200,
  piece: 10,
  run: inRounds({ name: 'waitlist-claims', open: openHouse, round: offerAtOnce }),
  figure: (sums) =>
    `${sums.requests} requests, ${sums.oversold} rounds oversold, ${sums.split} offers both claimed and declined`,
  controls: [
    {
      without: 'the CHECK on the places taken',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'waitlist-unchecked',
        schema: withoutCheck('sold_out'),
        open: openHouse,
        round: offerAtOnce,
        disturb: { pauseWritesMs: 100 },
      }),
      noticed: (sums) => sums.oversold ?? 0,
    },
    {
      without: 'guards and history',
      small: 0,
      full: 20,
      run: inRounds({
        name: 'waitlist-unguarded',
        open: openHouse,
        round: offerAtOnce,
        disturb: { ...guardsOff, pauseWritesMs: 200 },
      }),
      noticed: (sums) => sums.split ?? 0,
    },
  ],
}
