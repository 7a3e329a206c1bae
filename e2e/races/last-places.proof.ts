import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, makeCrowd, renewAll } from './crowd.ts'
import { withoutCheck } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult } from './in-rounds.ts'
import { seededChoices } from '../../functions/test-bench/choices.ts'
import { type Hall, soldFaults } from './sold-faults.ts'

const places = 50
const buyers = 200
/** Number of buyers in the small run, which is still more than places. */
const fewBuyers = 60
const maxParty = 4

/** The number of places that each customer requests in this round: usually one, in every fourth round one to four. */
const partiesOf = (round: number, crowd: Buyer[]): number[] => {
  const choices = seededChoices(round)
  return crowd.map(() => (round % 4 === 2 ? 1 + choices.below(maxParty) : 1))
}

async function openHouse(site: ProofSite, _: number, isFull: boolean) {
  const programId = await makeProgram(site.bench, { preferences: { ignore_attendee_conflicts: true } })
  return {
    programId,
    crowd: await makeCrowd(site, { programId, count: isFull ? buyers : fewBuyers, children: maxParty }),
  }
}

async function registerAtOnce({
  site,
  stage: { programId, crowd },
  round,
}: RoundInput<Awaited<ReturnType<typeof openHouse>>>): Promise<RoundResult> {
  const { event_id, option_ids } = await makeEvent(site.bench, { programId, options: [{ spots: places }] })
  const hall: Hall = { option_id: option_ids[0], event_id, places }
  const parties = partiesOf(round, crowd)
  await renewAll(crowd)

  const answers = await Promise.all(
    crowd.flatMap((buyer, index) =>
      buyer.children.slice(0, parties[index]).map((child) => takePlace(site, hall, buyer, child.attendee_profile_id)),
    ),
  )

  const { faults, sold } = await soldFaults(site, hall, answers)
  // The same families register again in the next round, so their places must not count towards the limit.
  await site.sql("UPDATE registrations SET status = 'cancelled' WHERE option_id = ?", hall.option_id)
  return {
    faults,
    sums: {
      requests: answers.length,
      sold,
      oversold: sold > places ? 1 : 0,
      failed: answers.filter(({ status }) => status >= 500).length,
    },
  }
}

const takePlace = (site: ProofSite, hall: Hall, buyer: Buyer, attendee_profile_id: string): Promise<Answer> =>
  site.call(
    '/api/v1/profile/registrations',
    buyer.person.json({
      event_id: hall.event_id,
      option_id: hall.option_id,
      customer_profile_id: buyer.customer_profile_id,
      attendee_profile_id,
    }),
  )

export const proof: Proof = {
  row: '1 · R-1',
  name: 'last-places',
  promise:
    'never sells more places than there are, and all of them, when 200 families register at once, alone or in parties of up to four',
  unit: 'rounds',
  small: 2,
  full: 200,
  piece: 10,
  run: inRounds({ name: 'last-places', open: openHouse, round: registerAtOnce }),
  figure: (sums) =>
    `${sums.requests} requests, ${sums.sold} sold, ${sums.oversold} rounds oversold, ${sums.failed} × 5xx`,
  controls: [
    {
      without: 'the CHECK on the places taken',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'last-places-unchecked',
        schema: withoutCheck('sold_out'),
        open: openHouse,
        round: registerAtOnce,
      }),
      noticed: (sums) => sums.oversold ?? 0,
    },
  ],
}
