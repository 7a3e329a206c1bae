import { ApiError } from '../../contract/api-error.ts'
import type { RemovedAttendee } from '../../contract/people/attendee.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard, guardThat } from '../../platform/database/guard.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { archiveRelation, oneAttendee, profilesOf, relationsOf } from './attendee-rows.ts'
import { transitionProfile } from './profile-steps.ts'
import { useFiles } from '../uploads/use-files.ts'
import { eraseAttendee, hasNoFutureRegistrations, isSeenByOthers, recordsOf } from './removal-rows.ts'

type Removing = { attendee_id: string }

/**
 * Removes a family member: erased if there is no record of them, otherwise archived for the caller. Refused while they
 * have upcoming bookings. A customer's own attendee stays.
 */
export const removeAttendee = (ctx: CustomerContext, input: Removing): Promise<RemovedAttendee> =>
  retryOnConflict(() => removeAttendeeOnce(ctx, input))

async function removeAttendeeOnce(ctx: CustomerContext, { attendee_id }: Removing): Promise<RemovedAttendee> {
  const { customer_id } = ctx.actor
  const [[attendee], relations, profiles, [records]] = await ctx.db.batch([
    oneAttendee(ctx.db, attendee_id, customer_id),
    relationsOf(ctx.db, attendee_id),
    profilesOf(ctx.db, attendee_id),
    recordsOf(ctx.db, attendee_id, ctx.now),
  ])

  const mine = relations.find((each) => each.customer_id === customer_id)
  if (!attendee || !records || !mine?.rights.includes('view')) throw new ApiError('not_found', { param: 'attendee_id' })
  if (mine.relation === 'self' || !mine.rights.includes('manage'))
    throw new ApiError('transition_not_allowed', { param: mine.relation })
  const archived = { id: attendee_id, object: 'removed_attendee', result: 'archived' } as const
  if (mine.archived_at !== null) return archived
  if (records.hasFuture) throw new ApiError('has_future_registrations', { param: 'attendee_id' })

  const noneToCome = guardThat(ctx.db, hasNoFutureRegistrations({ attendee_id }, ctx.now), 'future_registrations')
  if (!records.hasAny && relations.length === 1) {
    const isErased = await commit(ctx, [
      noneToCome,
      ...useFiles(ctx, { kind: 'attendee', owner_id: attendee_id }, []),
      ...eraseAttendee(ctx.db, { attendee_id, customer_id }),
    ]).then(() => true, falseWhereRecorded)
    if (isErased) return { ...archived, result: 'erased' }
  }

  // Others who look after the same child still see and register them.
  const isHiddenFromAll = relations.every((each) => each === mine || each.archived_at !== null)
  const active = isHiddenFromAll ? profiles.filter(({ status }) => status === 'active') : []
  await commit(ctx, [
    noneToCome,
    guardThat(ctx.db, isSeenByOthers({ attendee_id, customer_id }, !isHiddenFromAll), 'state'),
    archiveRelation(ctx.db, { attendee_id, customer_id, archived_at: ctx.now }),
    guard(ctx.db, 'state'),
    ...active.flatMap((profile) => transitionProfile(ctx, profile, 'archived')),
  ])
  return archived
}

/** Returns false when another record, such as a membership, refers to the person. The person is archived instead. */
function falseWhereRecorded(error: unknown): false {
  if (error instanceof ApiError && /FOREIGN KEY/.test(error.detail.constraint ?? '')) return false
  throw error
}
