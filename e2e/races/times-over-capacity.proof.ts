import { makeProgram } from '../../functions/test-bench/programs.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, makeCrowd, renewAll } from './crowd.ts'
import { byStaff } from './extra-places.ts'
import { withoutTrigger } from './guards-off.ts'
import { brokenConditions, describeAnswers, inRounds, type RoundInput, type RoundResult } from './in-rounds.ts'
import { type Appointments, bookingBody, openAppointments } from './open-appointments.ts'

const places = 3
const buyers = 8
/** Families that staff book over capacity, each twice at once: as many as there are places, so a round ends full. */
const extra = 3

type Stage = { appointments: Appointments; crowd: Buyer[]; late: Buyer[]; families: Buyer[] }

async function openPool(site: ProofSite): Promise<Stage> {
  // Bookings may overlap, so only the schema keeps a person from two places of one time.
  const programId = await makeProgram(site.bench, {
    features: { appointments: true },
    preferences: { ignore_attendee_conflicts: true },
  })
  const crowd = await makeCrowd(site, { programId, count: 2 * buyers + extra, children: 1 })
  const appointments = await openAppointments(site, { programId, spots_total: places })
  return {
    appointments,
    crowd: crowd.slice(0, buyers),
    late: crowd.slice(buyers, 2 * buyers),
    families: crowd.slice(2 * buyers),
  }
}

const sell = (site: ProofSite, { appointments }: Stage, at: number, buyers: Buyer[]): Promise<Answer[]> =>
  Promise.all(
    buyers.map(({ person, children, customer_profile_id }) => {
      const attendee_profile_id = children[0]?.attendee_profile_id ?? ''
      const body = bookingBody(appointments, { at, customer_profile_id, attendee_profile_id })
      return site.call('/api/v1/profile/appointments', person.json(body))
    }),
  )
const bookExtra = (site: ProofSite, { appointments }: Stage, at: number, { person, children }: Buyer) =>
  byStaff(site, appointments.programId, 'bookings', {
    customer: { id: person.identity.customer_id },
    appointment: { appointment_type_id: appointments.type_id, starts_at: [appointments.timeAt(at)] },
    people: [{ attendee_id: children[0]?.attendee_id, option_id: appointments.option_id }],
    ...{ paid_by: 'cash', notify: false, over_capacity: { reason: 'One more' } },
  })
const isBooked = ({ status }: Answer): boolean => status === 201

/** The taken places of a time, and how many people have two of them. */
async function takenAt(site: ProofSite, { appointments }: Stage, at: number) {
  const [row] = await site.sql(
    `SELECT count(*) AS taken, count(DISTINCT s.place) AS places, count(DISTINCT r.attendee_id) AS people
      FROM appointment_slots AS s JOIN registrations AS r ON r.id = s.registration_id
      WHERE s.appointment_type_id = ? AND s.starts_at = ? AND s.is_taken = 1`,
    appointments.type_id,
    Date.parse(appointments.timeAt(at)),
  )
  return row as { taken: number; places: number; people: number }
}

/** Staff and customers book one time at once; then places are cancelled one by one, and others try each time. */
async function bookAtOnce({ site, stage, round: at, rush }: RoundInput<Stage>): Promise<RoundResult> {
  const { appointments, crowd, late, families } = stage
  await renewAll([...crowd, ...late])
  const [sold, extras] = await rush(() =>
    Promise.all([
      sell(site, stage, at, crowd),
      Promise.all(
        families.flatMap((family) => [bookExtra(site, stage, at, family), bookExtra(site, stage, at, family)]),
      ),
    ]),
  )
  const full = await takenAt(site, stage, at)
  const rows = await site.sql(
    'SELECT registration_id AS id FROM appointment_slots WHERE appointment_type_id = ? AND starts_at = ? AND is_taken = 1 ORDER BY place',
    appointments.type_id,
    Date.parse(appointments.timeAt(at)),
  )
  const early: string[] = []
  let again = 0
  for (const { id } of rows) {
    await site.sql("UPDATE registrations SET status = 'cancelled' WHERE id = ?", id)
    const { taken } = await takenAt(site, stage, at)
    const won = (await sell(site, stage, at, late)).filter(isBooked).length
    if (won > 0 && taken >= places) early.push(`${won} sold while ${taken} of ${places} were taken`)
    if (won > 0) again += won
    if (won > 0) break
  }
  const ended = await takenAt(site, stage, at)
  await site.sql("UPDATE registrations SET status = 'cancelled' WHERE appointment_type_id = ?", appointments.type_id)
  const booked = extras.filter(isBooked).length
  return {
    sums: { sold: sold.filter(isBooked).length, extra: booked, early: early.length, doubled: full.taken - full.people },
    faults: brokenConditions({
      [`staff got ${describeAnswers(extras)}`]: booked !== extra || extras.some(({ status }) => status >= 500),
      [`customers got ${describeAnswers(sold)}`]: sold.some(
        (answer) => !isBooked(answer) && answer.body?.type !== 'slot_taken',
      ),
      [`${full.taken} times taken on ${full.places} places by ${full.people} people`]:
        full.taken !== sold.filter(isBooked).length + booked ||
        full.places !== full.taken ||
        full.people !== full.taken,
      [`${full.taken} of ${places} taken`]: full.taken < places,
      [early.join()]: early.length > 0,
      [`${again} sold once a place was free, ${ended.taken} of ${places} taken then`]:
        again !== 1 || ended.taken !== places,
    }),
  }
}

export const proof: Proof = {
  row: '1 · R-1, M-09',
  name: 'times-over-capacity',
  promise:
    'a full time that staff book over capacity sells nothing until its extra places have a place, and no person gets it twice',
  unit: 'rounds',
  small: 1,
  full: 100,
  piece: 20,
  run: inRounds({ name: 'times-over-capacity', open: openPool, round: bookAtOnce }),
  figure: (sums) =>
    `${sums.sold} sold, ${sums.extra} extra, ${sums.early} sold too early, ${sums.doubled} people with two places`,
  controls: [
    {
      without: 'the trigger that counts extra places',
      small: 1,
      full: 10,
      run: inRounds({
        name: 'times-over-capacity-uncounted',
        schema: withoutTrigger('slot_counted'),
        open: openPool,
        round: bookAtOnce,
      }),
      noticed: (sums) => sums.early ?? 0,
    },
    {
      without: 'the trigger against two places of a person',
      small: 1,
      full: 10,
      run: inRounds({
        name: 'times-over-capacity-twice',
        schema: withoutTrigger('appointment_once'),
        open: openPool,
        round: bookAtOnce,
        disturb: { pauseWritesMs: 100 },
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
