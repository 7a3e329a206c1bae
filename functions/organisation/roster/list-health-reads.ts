import { dayMs } from '../../contract/limits.ts'
import { instant } from '../../contract/instant.ts'
import type { HealthRead, HealthReadListQuery } from '../../contract/organisation/health.ts'
import { type List, list } from '../../contract/paging.ts'
import { accessLogDays } from '../../contract/people/invitation.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { countReadsOfProgram, readsOfProgram } from './health-rows.ts'

/** Who of an organisation read whose health notes in the last twelve months, the newest first. */
export async function listHealthReads(
  ctx: OrganiserContext,
  input: HealthReadListQuery & { program_id: string },
): Promise<List<HealthRead>> {
  const page = { ...input, since: ctx.now - accessLogDays * dayMs }
  const [rows, [counted]] = await ctx.db.batch([readsOfProgram(ctx.db, page), countReadsOfProgram(ctx.db, page)])
  return list(
    rows.map(
      ({ id, person, staff, client_name, at, ...read }): HealthRead => ({
        id: `hrd_${id}`,
        object: 'health_read',
        program_id: input.program_id,
        reader_name: staff ? `${staff.first_name} ${staff.last_name}`.trim() || null : client_name,
        ...read,
        first_name: person.first_name,
        last_name: person.last_name,
        at: instant(at),
      }),
    ),
    counted?.total ?? 0,
    input,
  )
}
