import { ApiError } from '../../contract/api-error.ts'
import type { Attendee } from '../../contract/people/attendee.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guardThat } from '../../platform/database/guard.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { archiveRelation, oneAttendee, profilesOf, relationsOf } from './attendee-rows.ts'
import { archivedProfilesAre } from './removal-rows.ts'
import { transitionProfile } from './profile-steps.ts'
import { showAttendee } from './show-attendee.ts'

/**
 * Restores an archived family member in every program in which they were archived. A member who is not archived stays
 * unchanged.
 */
export const restoreAttendee = (ctx: CustomerContext, input: { attendee_id: string }): Promise<Attendee> =>
  retryOnConflict(() => restoreAttendeeOnce(ctx, input))

async function restoreAttendeeOnce(ctx: CustomerContext, { attendee_id }: { attendee_id: string }): Promise<Attendee> {
  const { customer_id } = ctx.actor
  const reads = [
    oneAttendee(ctx.db, attendee_id, customer_id),
    relationsOf(ctx.db, attendee_id),
    profilesOf(ctx.db, attendee_id),
  ] as const
  const [[before], relations, profiles] = await ctx.db.batch(reads)

  const mine = relations.find((each) => each.customer_id === customer_id)
  if (!before || !mine?.rights.includes('view')) throw new ApiError('not_found', { param: 'attendee_id' })
  if (mine.archived_at === null) return showAttendee({ attendee: before, relations, profiles, reader: ctx.actor })

  // A person archived by an organisation stays archived in its program.
  const archived = profiles.filter(
    ({ status, archived_by_program_at }) => status === 'archived' && archived_by_program_at === null,
  )
  const [[attendee], relationsNow, profilesNow] = await commit(
    ctx,
    [
      guardThat(ctx.db, archivedProfilesAre(attendee_id, archived.length), 'state'),
      archiveRelation(ctx.db, { attendee_id, customer_id, archived_at: null }),
      ...archived.flatMap((profile) => transitionProfile(ctx, profile, 'active')),
    ],
    ...reads,
  )
  if (!attendee) throw new ApiError('internal_error')
  return showAttendee({ attendee, relations: relationsNow, profiles: profilesNow, reader: ctx.actor })
}
