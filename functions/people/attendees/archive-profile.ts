import { showTimeInProgram } from './show-attendee.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { OrganiserAttendee, OrganiserAttendeeListQuery } from '../../contract/people/organiser-attendee.ts'
import { instant } from '../../contract/instant.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Ctx, OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guardThat } from '../../platform/database/guard.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import type { SeenAttendee } from '../../platform/database/attendee-visibility.ts'
import { type ProfileRow, profileById, relationsOf } from './attendee-rows.ts'
import { pageOfProfiles } from './profile-rows.ts'
import { transitionProfile } from './profile-steps.ts'
import { futureInProgram, hasNoFutureRegistrations } from './removal-rows.ts'

type InProgram = { program_id: string; program_attendee_id: string }

/** The people of a program for its organisation; for a member who looks after some events, those with a place in one. */
export async function listProfiles(
  ctx: Ctx,
  input: OrganiserAttendeeListQuery & { program_id: string },
): Promise<List<OrganiserAttendee>> {
  const { rows, total } = await pageOfProfiles(ctx, input)
  return list(rows.map(showProfile), total, input)
}

/** One person of a program; `not_found` for another program's. */
export async function getProfile(ctx: Ctx, input: InProgram): Promise<OrganiserAttendee> {
  return showProfile(await findProfile(ctx, input))
}

/**
 * Archives a person in a program: no new bookings, their records stay, and their family cannot reconnect them. Refused
 * while they have upcoming bookings in the program. A person already archived is returned unchanged.
 */
export const archiveProfile = (
  ctx: OrganiserContext,
  input: InProgram & { reason?: string | null | undefined },
): Promise<OrganiserAttendee> =>
  retryOnConflict(async () => {
    const found = await findProfile(ctx, input)
    const { profile } = found
    if (profile.archived_by_program_at !== null) return showProfile(found)
    if (profile.status === 'merged') throw new ApiError('state_conflict', { param: profile.status })
    const [future] = await futureInProgram(ctx.db, profile.id, ctx.now)
    if (future?.hasFuture) throw new ApiError('has_future_registrations', { param: 'program_attendee_id' })

    const noneToCome = hasNoFutureRegistrations({ attendee_profile_id: profile.id }, ctx.now)
    const change = { archived_by_program_at: ctx.now, reason: input.reason ?? null }
    const [[after]] = await commit(
      ctx,
      [guardThat(ctx.db, noneToCome, 'future_registrations'), ...transitionProfile(ctx, profile, 'archived', change)],
      profileById(ctx.db, { program_id: input.program_id, id: profile.id }),
    )
    if (!after) throw new ApiError('internal_error')
    return showProfile(after)
  })

/**
 * Allows bookings for a person again. If their family archived or disconnected them in the meantime, they stay so until
 * the family restores them.
 */
export const restoreProfile = (ctx: OrganiserContext, input: InProgram): Promise<OrganiserAttendee> =>
  retryOnConflict(async () => {
    const found = await findProfile(ctx, input)
    const { profile } = found
    if (profile.archived_by_program_at === null) return showProfile(found)
    const relations = await relationsOf(ctx.db, profile.attendee_id)
    const isSeen = relations.some(({ archived_at }) => archived_at === null)
    const to = profile.status === 'archived' && isSeen ? 'active' : profile.status

    const [[after]] = await commit(
      ctx,
      transitionProfile(ctx, profile, to, { archived_by_program_at: null }),
      profileById(ctx.db, { program_id: input.program_id, id: profile.id }),
    )
    if (!after) throw new ApiError('internal_error')
    return showProfile(after)
  })

type FoundProfile = { profile: ProfileRow; attendee: SeenAttendee }

async function findProfile(ctx: Ctx, { program_id, program_attendee_id }: InProgram): Promise<FoundProfile> {
  const [found] = await profileById(ctx.db, { program_id, id: program_attendee_id })
  if (!found) throw new ApiError('not_found', { param: 'program_attendee_id' })
  return found
}

const showProfile = ({ profile, attendee }: FoundProfile): OrganiserAttendee => ({
  id: profile.id,
  object: 'organiser_attendee',
  program_id: profile.program_id,
  attendee_id: profile.attendee_id,
  status: profile.status,
  is_archived: profile.is_archived,
  archived_by_program_at: instant(profile.archived_by_program_at),
  first_name: attendee.first_name,
  last_name: attendee.last_name,
  date_of_birth: attendee.date_of_birth,
  ...showTimeInProgram(profile),
  created: instant(profile.created),
  updated: instant(profile.updated),
})
