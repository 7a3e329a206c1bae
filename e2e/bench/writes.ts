import { type Person, makeAttendee, makeCustomer } from '../../functions/test-bench/people.ts'
import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { Line } from './budget.ts'
import { localSite } from './local-site.ts'

const atOnce = 32
const places = 10
const beats = process.env.LONG ? 20 : 6

/** Budget 18: 32 registrations at once for the last ten places, again and again: ten are sold, the others are refused, nothing fails. */
export async function writes(): Promise<Line[]> {
  const { ask, world, cpuMs } = await localSite()
  const programId = await makeProgram(world)
  const buyers = await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const person = await makeCustomer(world, { programIds: [programId] })
      return { person, ...(await makeAttendee(world, person, { programId })) }
    }),
  )
  const seen = { wrong: 0, failed: 0, sent: 0 }
  let cpu = 0
  for (let beat = 0; beat < beats; beat += 1) {
    const { event_id, option_ids } = await makeEvent(world, {
      programId,
      options: [{ spots: places }],
      startsAt: Date.now() + (30 + beat) * 86_400_000,
    })
    const before = cpuMs()
    const answers = await Promise.all(
      buyers.map(({ person, attendee_profile_id }) =>
        ask(
          '/api/v1/profile/registrations',
          input(person, {
            event_id,
            option_id: option_ids[0],
            customer_profile_id: person.profileId(programId),
            attendee_profile_id,
          }),
        ),
      ),
    )
    cpu += cpuMs() - before
    const row = await world.env.DB.prepare(
      "SELECT spots_taken, (SELECT count(*) FROM registrations WHERE option_id = ?1 AND status = 'pending') AS held FROM event_options WHERE id = ?1",
    )
      .bind(option_ids[0])
      .first<{ spots_taken: number; held: number }>()
    const sold = answers.filter(({ status }) => status === 201).length
    if (sold !== places || row?.spots_taken !== places || row.held !== places) seen.wrong += 1
    seen.failed += answers.filter(({ status }) => status >= 500).length
    seen.sent += answers.length
  }
  const line = (what: string, measured: number, budget: number | null, unit: Line['unit'] = 'count'): Line => ({
    part: 'writes',
    page: 'registration',
    what,
    measured,
    budget,
    unit,
  })
  return [
    line(`of ${beats} beats of ${atOnce} for ${places} places, not exactly ${places} sold`, seen.wrong, 0),
    line(`of ${seen.sent} answers, 5xx`, seen.failed, 0),
    line('CPU a registration asked for, local build', cpu / seen.sent, null, 'ms'),
  ]
}

const input = (person: Person, body: unknown) =>
  person.json(body) as { method: string; headers: Record<string, string>; body: string }
