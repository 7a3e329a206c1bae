import { makeAttendee, makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { Line } from './budget.ts'
import { localSite } from './local-site.ts'

const buyerCount = 32
const places = 10
const rounds = process.env.LONG ? 20 : 6

/**
 * Sends 32 simultaneous registrations for the last ten places, six times. Ten are sold, the others are refused, and
 * no request fails.
 */
export async function rush(): Promise<Line[]> {
  const { request, world, cpuMs } = await localSite()
  const programId = await makeProgram(world)
  const buyers = await Promise.all(
    Array.from({ length: buyerCount }, async () => {
      const person = await makeCustomer(world, { programIds: [programId] })
      return { person, ...(await makeAttendee(world, person, { programId })) }
    }),
  )
  const sums = { wrong: 0, failed: 0, sent: 0, cpu: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const { event_id, option_ids } = await makeEvent(world, {
      programId,
      options: [{ spots: places }],
      startsAt: Date.now() + (30 + round) * 86_400_000,
    })
    const cpuBefore = cpuMs()
    const answers = await Promise.all(
      buyers.map(({ person, attendee_profile_id }) =>
        request(
          '/api/v1/profile/registrations',
          jsonRequest(person, {
            event_id,
            option_id: option_ids[0],
            customer_profile_id: person.profileId(programId),
            attendee_profile_id,
          }),
        ),
      ),
    )
    sums.cpu += cpuMs() - cpuBefore
    const row = await world.env.DB.prepare(
      "SELECT spots_taken, (SELECT count(*) FROM registrations WHERE option_id = ?1 AND status = 'pending') AS held FROM event_options WHERE id = ?1",
    )
      .bind(option_ids[0])
      .first<{ spots_taken: number; held: number }>()
    const sold = answers.filter(({ status }) => status === 201).length
    if (sold !== places || row?.spots_taken !== places || row.held !== places) sums.wrong += 1
    sums.failed += answers.filter(({ status }) => status >= 500).length
    sums.sent += answers.length
  }
  const line = (what: string, measured: number, budget: number | null, unit: Line['unit'] = 'count'): Line => ({
    part: 'rush',
    page: 'registration',
    what,
    measured,
    budget,
    unit,
  })
  return [
    line(`of ${rounds} rounds of ${buyerCount} for ${places} places, not exactly ${places} sold`, sums.wrong, 0),
    line(`of ${sums.sent} answers, 5xx`, sums.failed, 0),
    line('CPU a registration, local build', sums.cpu / sums.sent, null, 'ms'),
  ]
}

const jsonRequest = (person: Person, body: unknown) =>
  person.json(body) as { method: string; headers: Record<string, string>; body: string }
