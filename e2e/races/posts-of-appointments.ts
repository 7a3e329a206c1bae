import { makeAttendee, makeCustomer } from '../../functions/test-bench/people.ts'
import { makeProgram } from '../../functions/test-bench/programs.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { bookingBody, openAppointments } from './open-appointments.ts'
import { made, type Make } from './ready-post.ts'

/** A customer with two request bodies that each book a time. */
export async function bookableTimes(site: ProofSite) {
  const programId = await makeProgram(site.bench, { features: { appointments: true } })
  const person = await makeCustomer(site.bench, { programIds: [programId] })
  const { attendee_profile_id } = await makeAttendee(site.bench, person, { programId })
  const appointments = await openAppointments(site, { programId })
  const customer_profile_id = person.profileId(programId)
  const [body, other] = [0, 1].map((at) => bookingBody(appointments, { at, customer_profile_id, attendee_profile_id }))
  return { programId, person, body, other }
}

export const postsOfAppointments: Record<string, Make> = {
  '/v1/profile/appointments': async (site) => {
    const { person, body, other } = await bookableTimes(site)
    return made(201, '/profile/appointments', person, body, other)
  },
  '/v1/profile/appointments/series': async (site) => {
    const { person, body, other } = await bookableTimes(site)
    return made(201, '/profile/appointments/series', person, { ...body, weeks: 2 }, { ...other, weeks: 2 })
  },
  '/v1/profile/appointments/{registration_id}/cancel': async (site) => {
    const { person, body } = await bookableTimes(site)
    const booked = await site.call('/api/v1/profile/appointments', person.json(body))
    const { id } = booked.body as { id: string }
    const path = `/profile/appointments/${id}/cancel`
    return made(200, path, person, { reason: 'wrong_selection' }, { reason: 'moved_away' })
  },
}
