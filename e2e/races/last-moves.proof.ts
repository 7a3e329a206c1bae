import { fairRefund, makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, makeCrowd, renewAll } from './crowd.ts'
import { withoutCheck } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'

const places = 2
const movers = 8
type Stage = { programId: string; crowd: Buyer[]; ids: string[] }

const freeEvent = (site: ProofSite, programId: string, spots: number) =>
  makeEvent(site.bench, { programId, refund: fairRefund, options: [{ cost: 0, spots }] })

const post = async (site: ProofSite, { person }: Buyer, path: string, body: object) => {
  const answer = await site.call(`/api/v1/profile/${path}`, person.json(body))
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status} ${answer.text}`)
  return answer.body.id as string
}

/** Families with one booked place each, in an event with room for all. */
async function openHouse(site: ProofSite): Promise<Stage> {
  const programId = await makeProgram(site.bench, { preferences: { ignore_attendee_conflicts: true } })
  const crowd = await makeCrowd(site, { programId, count: movers, children: 1 })
  const { event_id, option_ids } = await freeEvent(site, programId, movers)
  const ids = []
  for (const buyer of crowd) {
    const { customer_profile_id } = buyer
    const attendee_profile_id = buyer.children[0]?.attendee_profile_id
    const place = { event_id, option_id: option_ids[0], customer_profile_id, attendee_profile_id }
    const source = await post(site, buyer, 'registrations', place)
    const items = [{ type: 'event_option', source, quantity: 1 }]
    const order = { program_id: programId, customer_profile_id, timezone: 'America/Toronto', items }
    const order_id = await post(site, buyer, 'orders', order)
    await post(site, buyer, `orders/${order_id}/payments`, { checkout_method: 'free' })
    ids.push(source)
  }
  return { programId, crowd, ids }
}

const move = (site: ProofSite, { person }: Buyer, id: string, option_id: string): Promise<Answer> =>
  site.call(`/api/v1/profile/registrations/${id}`, { ...person.json({ option_id }), method: 'PUT' })

async function moveAtOnce({ site, stage }: RoundInput<Stage>): Promise<RoundResult> {
  const { option_ids } = await freeEvent(site, stage.programId, places)
  await renewAll(stage.crowd)
  const answers = await Promise.all(
    stage.crowd.map((buyer, at) => move(site, buyer, stage.ids[at] as string, option_ids[0])),
  )
  const [facts] = await site.sql(
    `SELECT (SELECT spots_taken FROM event_options WHERE id = ?1) AS taken,
      (SELECT count(*) FROM registrations WHERE option_id = ?1 AND status = 'confirmed') AS held,
      (SELECT count(*) FROM registrations WHERE program_id = ?2 AND status = 'confirmed') AS everyone,
      (SELECT count(*) FROM event_options AS o JOIN events AS e ON e.id = o.event_id WHERE e.program_id = ?2
        AND o.spots_taken <> (SELECT count(*) FROM registrations AS r WHERE r.option_id = o.id AND r.status = 'confirmed')) AS miscounted`,
    option_ids[0],
    stage.programId,
  )
  const moved = answers.filter(({ status }) => status === 200).length
  return {
    sums: { requests: answers.length, moved, oversold: facts.held > places ? 1 : 0 },
    faults: brokenConditions({
      [`moved ${moved}, held ${facts.held}, counted ${facts.taken} of ${places}`]:
        moved !== places || facts.held !== places || facts.taken !== places,
      [`${facts.everyone} of ${movers} have a place, ${facts.miscounted} options are counted wrong`]:
        facts.everyone !== movers || facts.miscounted > 0,
      [`answers ${describeAnswers(answers)}`]: answers.some(({ status }) => status !== 200 && status !== 409),
    }),
  }
}

export const proof: Proof = {
  row: '1 · R-1',
  name: 'last-moves',
  promise:
    'gives the last places to as many as there are when eight families move there at once, and no one loses theirs',
  unit: 'rounds',
  small: 1,
  full: 200,
  piece: 10,
  run: inRounds({ name: 'last-moves', open: openHouse, round: moveAtOnce }),
  figure: (sums) => `${sums.requests} requests, ${sums.moved} moved, ${sums.oversold} rounds oversold`,
  controls: [
    {
      without: 'the CHECK on the places taken',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'last-moves-unchecked',
        schema: withoutCheck('sold_out'),
        open: openHouse,
        round: moveAtOnce,
        disturb: { pauseWritesMs: 100 },
      }),
      noticed: (sums) => sums.oversold ?? 0,
    },
  ],
}
