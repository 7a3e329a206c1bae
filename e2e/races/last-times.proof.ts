import { makeProgram } from '../../functions/test-bench/programs.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, makeCrowd, renewAll } from './crowd.ts'
import { withoutTimes } from './guards-off.ts'
import { inRounds, type RoundInput, type RoundResult } from './in-rounds.ts'
import { type Appointments, bookingBody, openAppointments, resultOfOneTime } from './open-appointments.ts'

const rivals = 32

type Stage = { appointments: Appointments; crowd: Buyer[] }

async function openPool(site: ProofSite): Promise<Stage> {
  const programId = await makeProgram(site.bench, { features: { appointments: true } })
  const crowd = await makeCrowd(site, { programId, count: rivals, children: 1 })
  return { appointments: await openAppointments(site, { programId }), crowd }
}

/** All customers book the same half hour. */
async function bookAtOnce({ site, stage, round }: RoundInput<Stage>): Promise<RoundResult> {
  const { appointments, crowd } = stage
  await renewAll(crowd)
  const answers = await Promise.all(
    crowd.map(({ person, children, customer_profile_id }) =>
      site.call(
        '/api/v1/profile/appointments',
        person.json(
          bookingBody(appointments, {
            at: round,
            customer_profile_id,
            attendee_profile_id: children[0]?.attendee_profile_id ?? '',
          }),
        ),
      ),
    ),
  )
  const taken = await site.sql(
    'SELECT place FROM appointment_slots WHERE appointment_type_id = ? AND starts_at = ? AND is_taken = 1',
    appointments.type_id,
    Date.parse(appointments.timeAt(round)),
  )
  // The same families register again in the next round, so their places must not count towards the limit.
  await site.sql("UPDATE registrations SET status = 'cancelled' WHERE appointment_type_id = ?", appointments.type_id)
  return resultOfOneTime(answers, taken.length)
}

export const proof: Proof = {
  row: '1 · R-1, M-09',
  name: 'last-times',
  promise: 'gives one time of an appointment to one of 32 families who book it at once, and tells the others',
  unit: 'rounds',
  small: 1,
  full: 200,
  piece: 50,
  run: inRounds({ name: 'last-times', open: openPool, round: bookAtOnce }),
  figure: (sums) =>
    `${sums.requests} requests, ${sums.won} booked, ${sums.doubled} times doubled, ${sums.failed} × 5xx`,
  controls: [
    {
      without: 'the guard of the times taken',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'last-times-unguarded',
        schema: withoutTimes,
        open: openPool,
        round: bookAtOnce,
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
