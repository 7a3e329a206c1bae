import type { EventListQuery } from '../../contract/offering/event.ts'
import type { Ctx } from '../../platform/context.ts'
import { needsTimezone } from './day-bounds.ts'
import { timezonesOf } from './program-rows.ts'

type ProgramTimezoneInput = Pick<
  EventListQuery,
  'program_id' | 'scheduled_lt' | 'scheduled_lte' | 'scheduled_gt' | 'scheduled_gte'
>

/** Days are days of the one program that is asked for; over several programs they are days in UTC. Looked up only where a day is asked for. */
export async function timezoneFor(ctx: Ctx, query: ProgramTimezoneInput): Promise<string> {
  const [programId, ...others] = query.program_id ?? []
  if (programId === undefined || others.length > 0 || !needsTimezone(query)) return 'UTC'
  const [program] = await timezonesOf(ctx.db).execute({ program_id: programId })
  return program?.timezone ?? 'UTC'
}
