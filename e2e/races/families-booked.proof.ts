import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { makeCrowd, renewAll } from './crowd.ts'
import { withoutCheck } from './guards-off.ts'
import { brokenConditions, describeAnswers, type RoundInput, inRounds, type RoundResult } from './in-rounds.ts'
import { openAppointments } from './open-appointments.ts'

const sizes = { full: { families: 32, places: 50 }, small: { families: 12, places: 18 } }
const maxParty = 4
/** Places of an appointment time for which every family sends two people: two families fit. */
const placesOfTime = 5
/** In every second round all families are three people, so that the places are exactly sold. */
const sizeOf = (round: number, index: number): number => (round % 2 === 0 ? 3 : 1 + (index % maxParty))

async function openHouse(site: ProofSite, _: number, isFull: boolean) {
  const { families, places } = isFull ? sizes.full : sizes.small
  const programId = await makeProgram(site.bench, {
    preferences: { ignore_attendee_conflicts: true },
    features: { appointments: true },
  })
  const appointments = await openAppointments(site, { programId, spots_total: placesOfTime })
  return {
    programId,
    places,
    appointments,
    crowd: await makeCrowd(site, { programId, count: families, children: maxParty }),
  }
}

type Round = RoundInput<Awaited<ReturnType<typeof openHouse>>>
async function bookAtOnce(at: Round): Promise<RoundResult> {
  const [places, times] = [await bookPlaces(at), await bookTimes(at)]
  const sums = Object.entries(places.sums).map(([name, sum]) => [name, sum + (times.sums[name] ?? 0)])
  return { faults: [...places.faults, ...times.faults], sums: Object.fromEntries(sums) }
}

/** Two people of each family book one time of an appointment type. */
async function bookTimes({ site, stage, round }: Round): Promise<RoundResult> {
  const { appointments, crowd, programId } = stage
  const { type_id, option_id } = appointments
  const starts_at = [appointments.timeAt(round)]
  const answers = await Promise.all(
    crowd.map(({ person, children }) => {
      const people = children.slice(0, 2).map(({ attendee_id }) => ({ attendee_id, option_id }))
      const appointment = { appointment_type_id: type_id, starts_at }
      return site.call('/api/v1/profile/bookings', person.json({ program_id: programId, appointment, people }))
    }),
  )
  const rows = (await site.sql(
    "SELECT customer_id, count(*) AS places FROM registrations WHERE appointment_type_id = ? AND status = 'pending' AND order_id IS NOT NULL GROUP BY customer_id",
    type_id,
  )) as { places: number }[]
  const sold = rows.reduce((sum, { places }) => sum + places, 0)
  const faults = brokenConditions({
    [`${sold} places of a time for ${placesOfTime} are sold, in pairs`]: sold !== placesOfTime - 1,
    'a family has some of its times': rows.some(({ places }) => places !== 2),
    [`answers that are neither a booking nor slot_taken: ${describeAnswers(answers)}`]: answers.some(
      ({ status, body }) => status !== 201 && body?.type !== 'slot_taken',
    ),
  })
  await site.sql("UPDATE registrations SET status = 'cancelled' WHERE appointment_type_id = ?", type_id)
  return {
    faults,
    sums: {
      requests: answers.length,
      sold,
      oversold: sold > placesOfTime ? 1 : 0,
      failed: answers.filter(({ status }) => status >= 500).length,
    },
  }
}

async function bookPlaces({ site, stage: { programId, places, crowd }, round }: Round): Promise<RoundResult> {
  const spots = round % 2 === 0 ? places - (places % 3) : places
  const { event_id, option_ids } = await makeEvent(site.bench, { programId, options: [{ spots }] })
  const [option_id] = option_ids
  const parties = crowd.map((buyer, index) => ({ buyer, size: sizeOf(round, index) }))
  await renewAll(crowd)

  const answers = await Promise.all(
    parties.map(({ buyer, size }) => {
      const people = buyer.children.slice(0, size).map(({ attendee_id }) => ({ attendee_id, option_id }))
      return site.call('/api/v1/profile/bookings', buyer.person.json({ program_id: programId, event_id, people }))
    }),
  )

  const held = (await site.sql(
    "SELECT customer_id, count(*) AS places FROM registrations WHERE option_id = ? AND status = 'pending' AND order_id IS NOT NULL GROUP BY customer_id",
    option_id,
  )) as { customer_id: string; places: number }[]
  const [counted] = (await site.sql('SELECT spots_taken AS taken FROM event_options WHERE id = ?', option_id)) as {
    taken: number
  }[]
  const placesOf = new Map(held.map(({ customer_id, places: count }) => [customer_id, count]))
  const sold = held.reduce((sum, each) => sum + each.places, 0)
  const left = spots - sold
  const of = parties.map(({ buyer, size }, at) => ({
    size,
    isBooked: answers[at]?.status === 201,
    places: placesOf.get(buyer.person.identity.customer_id) ?? 0,
  }))
  const faults = brokenConditions({
    [`${sold} places of ${spots} are sold`]: sold > spots,
    [`the counter says ${counted?.taken}, the rows ${sold}`]: counted?.taken !== sold,
    'a family has some of its places': of.some((each) => each.places !== (each.isBooked ? each.size : 0)),
    [`a family is refused although its places are left: ${left}`]: of.some(
      (each) => !each.isBooked && each.size <= left,
    ),
    [`answers that are neither a booking nor sold_out: ${describeAnswers(answers)}`]: answers.some(
      ({ status, body }) => status !== 201 && body?.type !== 'sold_out',
    ),
  })
  // The same families book again in the next round, so their places and carts must not count towards the limits.
  await site.sql("UPDATE registrations SET status = 'cancelled' WHERE option_id = ?", option_id)
  return {
    faults,
    sums: {
      requests: answers.length,
      sold,
      oversold: sold > spots ? 1 : 0,
      failed: answers.filter(({ status }) => status >= 500).length,
    },
  }
}

export const proof: Proof = {
  row: '1 · R-1',
  name: 'families-booked',
  promise: 'sells exactly the places and times there are, to whole families only, when 32 families book at once',
  unit: 'rounds',
  small: 2,
  full: 200,
  piece: 10,
  run: inRounds({ name: 'families-booked', open: openHouse, round: bookAtOnce }),
  figure: (sums) =>
    `${sums.requests} requests, ${sums.sold} sold, ${sums.oversold} rounds oversold, ${sums.failed} × 5xx`,
  controls: [
    {
      without: 'the CHECK on the places taken',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'families-booked-unchecked',
        schema: withoutCheck('sold_out'),
        open: openHouse,
        round: bookAtOnce,
      }),
      noticed: (sums) => sums.oversold ?? 0,
    },
  ],
}
