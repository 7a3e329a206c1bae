import { dayMs } from '../../contract/limits.ts'
import { instant } from '../../contract/instant.ts'
import { ApiError } from '../../contract/api-error.ts'
import { type AccessLogEntry, accessLogDays } from '../../contract/people/invitation.ts'
import { type List, list } from '../../contract/paging.ts'
import { localize } from '../../contract/texts.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { countReads, readsOf } from './access-log-rows.ts'
import { ownRelations } from './invitation-rows.ts'

const keptMs = accessLogDays * dayMs

/**
 * Lists who read the health notes of a family member in the last twelve months. Only the member's managers see it,
 * because it shows when the other adults read.
 */
export async function listAccess(
  ctx: CustomerContext,
  input: { attendee_id: string; limit: number; skip: number; order: 'asc' | 'desc' },
): Promise<List<AccessLogEntry>> {
  const page = { ...input, since: ctx.now - keptMs }
  const [[mine], reads, [counted]] = await ctx.db.batch([
    ownRelations(ctx.db, ctx.actor.customer_id, [input.attendee_id]),
    readsOf(ctx.db, page),
    countReads(ctx.db, page),
  ])

  if (!mine?.rights.includes('view')) throw new ApiError('not_found', { param: 'attendee_id' })
  if (!mine.rights.includes('manage')) throw new ApiError('transition_not_allowed', { param: 'attendee_id' })
  const data = reads.map(
    ({ id, customer_id, at, program_name, translations, ...read }): AccessLogEntry => ({
      id: `acl_${id}`,
      object: 'access_log_entry',
      action: 'health_read',
      ...read,
      customer_id: customer_id === '' ? null : customer_id,
      program_name:
        program_name &&
        localize({ name: program_name, translations: translations ?? {} }, ctx.contentLanguage ?? ctx.language).name,
      is_caller: customer_id === ctx.actor.customer_id,
      at: instant(at),
    }),
  )
  return list(data, counted?.total ?? 0, input)
}
