import { makeAttendee } from '../../functions/test-bench/people.ts'
import { makePlace } from '../../functions/test-bench/places.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { guardsOff } from './guards-off.ts'
import { inRounds, type RoundInput, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'
import { customer } from './ready-post.ts'
import { atOnce, openShop, type Shop } from './shop.ts'

const times = 30

/** Two records of one child, one of them with a place, are merged thirty times at once, every other time in both directions. */
async function mergeAtOnce({ site, stage: shop, round, rush }: RoundInput<Shop>): Promise<RoundResult> {
  const person = await customer(site, shop)
  const child = () => makeAttendee(site.bench, person, { programId: shop.programId })
  const [from, into] = [await child(), await child()]
  const place = await makePlace(site.bench, person, {
    programId: shop.programId,
    event_id: shop.eventId,
    option_id: shop.optionId,
    ...from,
  })
  const merge = (a: string, b: string) =>
    site.call(`/api/v1/profile/attendees/${b}/merge`, {
      ...person.json({ merge_from: a, merge_into: b }),
      method: 'PUT',
    })
  const isBothWays = round % 2 === 1
  const answers = await rush(() =>
    atOnce(times, (index) =>
      isBothWays && index % 2 === 1
        ? merge(into.attendee_id, from.attendee_id)
        : merge(from.attendee_id, into.attendee_id),
    ),
  )

  const ids = [from.attendee_id, into.attendee_id] as const
  const merges = await site.sql('SELECT id FROM attendee_merges WHERE merge_from IN (?, ?)', ...ids)
  const merged = await site.sql('SELECT id FROM attendees WHERE id IN (?, ?) AND merged_into IS NOT NULL', ...ids)
  const seen = await site.sql('SELECT attendee_id FROM relations WHERE attendee_id IN (?, ?)', ...ids)
  const held = await site.sql('SELECT attendee_id FROM registrations WHERE id = ?', place)
  const good = answers.filter(({ status }) => status === 200).length
  const faults = brokenConditions({
    [`answers ${describeAnswers(answers)}`]:
      good !== 1 || answers.some(({ status }) => ![200, 404, 409].includes(status)),
    [`${merges.length} merges, ${merged.length} merged records`]: merges.length !== 1 || merged.length !== 1,
    [`the place belongs to ${held.map((row) => row.attendee_id)}, the customer sees ${seen.map((row) => row.attendee_id)}`]:
      seen.length !== 1 || held[0]?.attendee_id !== seen[0]?.attendee_id,
  })
  return { sums: { merges: answers.length, doubled: merges.length > 1 || good > 1 ? 1 : 0 }, faults }
}

const open = (site: ProofSite) => openShop(site)

export const proof: Proof = {
  row: '2 · R-4, I-03',
  name: 'merge-once',
  promise: 'two records of one person that are merged thirty times at once, in both directions, become one, once',
  unit: 'rounds',
  small: 2,
  full: 1000,
  piece: 20,
  run: inRounds({ name: 'merge-once', open, round: mergeAtOnce }),
  figure: (sums) => `${sums.merges} merges, ${sums.doubled} doubled`,
  controls: [
    {
      without: 'guards, history and the key of a merge',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'merge-unguarded',
        open,
        round: mergeAtOnce,
        disturb: guardsOff,
        schema: (sql) => sql.replaceAll('CREATE UNIQUE INDEX merged_once', 'CREATE INDEX merged_once'),
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
