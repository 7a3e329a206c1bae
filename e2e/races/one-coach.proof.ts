import { makeResource } from '../../functions/test-bench/appointments.ts'
import { makeProgram } from '../../functions/test-bench/programs.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, makeCrowd, renewAll } from './crowd.ts'
import { withoutTrigger } from './guards-off.ts'
import { inRounds, type RoundInput, type RoundResult } from './in-rounds.ts'
import { type Appointments, bookingBody, openAppointments, resultOfOneTime } from './open-appointments.ts'

const rivals = 32

type Stage = { types: [Appointments, Appointments]; crowd: Buyer[] }

/** Two appointment types that need the same coach. */
async function openTypes(site: ProofSite): Promise<Stage> {
  const programId = await makeProgram(site.bench, { features: { appointments: true } })
  const crowd = await makeCrowd(site, { programId, count: rivals, children: 1 })
  const resourceIds = [await makeResource(site.bench, programId)]
  const open = () => openAppointments(site, { programId, resourceIds })
  return { types: [await open(), await open()], crowd }
}

/** Every second customer books the same half hour of the other type. */
async function bookAtOnce({ site, stage, round }: RoundInput<Stage>): Promise<RoundResult> {
  const { types, crowd } = stage
  await renewAll(crowd)
  const answers = await Promise.all(
    crowd.map(({ person, children, customer_profile_id }, at) =>
      site.call(
        '/api/v1/profile/appointments',
        person.json(
          bookingBody(types[at % 2 === 0 ? 0 : 1], {
            at: round,
            customer_profile_id,
            attendee_profile_id: children[0]?.attendee_profile_id ?? '',
          }),
        ),
      ),
    ),
  )
  const taken = await site.sql(
    'SELECT place FROM appointment_slots WHERE appointment_type_id IN (?, ?) AND starts_at = ? AND is_taken = 1',
    types[0].type_id,
    types[1].type_id,
    Date.parse(types[0].timeAt(round)),
  )
  // The same families register again in the next round, so their places must not count towards the limit.
  await site.sql(
    "UPDATE registrations SET status = 'cancelled' WHERE appointment_type_id IN (?, ?)",
    types[0].type_id,
    types[1].type_id,
  )
  return resultOfOneTime(answers, taken.length)
}

export const proof: Proof = {
  row: '1 · R-1, M-09',
  name: 'one-coach',
  promise: 'gives a coach of two appointment types to one of 32 families who book the same hour at once',
  unit: 'rounds',
  small: 1,
  full: 200,
  piece: 50,
  run: inRounds({ name: 'one-coach', open: openTypes, round: bookAtOnce }),
  figure: (sums) =>
    `${sums.requests} requests, ${sums.won} booked, ${sums.doubled} hours doubled, ${sums.failed} × 5xx`,
  controls: [
    {
      without: 'the guard of people and rooms',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'one-coach-unguarded',
        schema: withoutTrigger('resource_added'),
        open: openTypes,
        round: bookAtOnce,
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
