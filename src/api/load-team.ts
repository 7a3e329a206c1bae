import type { AppointmentType } from '#contract/offering/appointment'
import type { SeasonEvent } from '#contract/organisation/season'
import type { List } from '#contract/paging'
import type { ReadDesk, ReadProfile } from './page-request.ts'

/** What a coach or a nurse may look after. */
export type TeamEvent = { id: string; name: string }

/** The events from a day on and the appointment types of a program, at most 100 of each. */
export async function loadTeamEvents(
  { read, readProfile }: { read: ReadDesk; readProfile: ReadProfile },
  { programId, from }: { programId: string; from: string },
): Promise<TeamEvent[]> {
  const [season, types] = await Promise.all([
    read<List<SeasonEvent>>(`/season?limit=100&from=${from}`),
    readProfile<List<AppointmentType>>(
      `/v1/explore/appointment_types?program_id=${encodeURIComponent(programId)}&limit=100`,
    ),
  ])
  const events = season === 'not_allowed' || season === null ? [] : season.data
  return [...events, ...(types?.data ?? [])].map(({ id, name }) => ({ id, name }))
}
