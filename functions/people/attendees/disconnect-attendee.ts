import { ApiError } from '../../contract/api-error.ts'
import type { ProgramAttendeeProfile } from '../../contract/people/attendee.ts'
import { customerReader } from '../../platform/database/attendee-visibility.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guardThat } from '../../platform/database/guard.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { releaseErasedAnswers } from '../uploads/use-files.ts'
import { oneRelation, profileById, relationsOf } from './attendee-rows.ts'
import { healthQuestionIds } from './erase-health-notes.ts'
import { transitionProfile } from './profile-steps.ts'
import {
  eraseAnswers,
  eraseFormerAnswers,
  futureInProgram,
  hasNoFutureRegistrations,
  questionsOf,
} from './removal-rows.ts'
import { showAttendeeProfile } from './show-attendee.ts'

type Disconnecting = { program_id: string; program_attendee_id: string }

/**
 * Ends a program's access to a family member: it keeps the name and past records, and answers about health are erased.
 * Refused while they have upcoming bookings in the program.
 */
export const disconnectAttendee = (ctx: CustomerContext, input: Disconnecting): Promise<ProgramAttendeeProfile> =>
  retryOnConflict(() => disconnectAttendeeOnce(ctx, input))

async function disconnectAttendeeOnce(ctx: CustomerContext, input: Disconnecting): Promise<ProgramAttendeeProfile> {
  const { program_id, program_attendee_id } = input
  const reader = customerReader(ctx.db, ctx.actor.customer_id)
  const whose = { program_id, id: program_attendee_id }
  const [before] = await profileById(ctx.db, whose, reader)
  if (!before || before.profile.status === 'merged') throw new ApiError('not_found', { param: 'program_attendee_id' })
  const { attendee_id } = before.profile
  const [[mine], [future], questions, relations] = await ctx.db.batch([
    oneRelation(ctx.db, attendee_id, ctx.actor.customer_id),
    futureInProgram(ctx.db, program_attendee_id, ctx.now),
    questionsOf(ctx.db, program_id),
    relationsOf(ctx.db, attendee_id),
  ])

  if (!mine?.rights.includes('view')) throw new ApiError('not_found', { param: 'program_attendee_id' })
  if (!mine.rights.includes('manage')) throw new ApiError('transition_not_allowed', { param: 'program_attendee_id' })
  if (before.profile.status === 'disconnected') return showAttendeeProfile({ ...before, relations })
  if (future?.hasFuture) throw new ApiError('has_future_registrations', { param: 'program_attendee_id' })

  const question_ids = healthQuestionIds(questions)
  const [[after]] = await commit(
    ctx,
    [
      guardThat(
        ctx.db,
        hasNoFutureRegistrations({ attendee_profile_id: program_attendee_id }, ctx.now),
        'future_registrations',
      ),
      ...transitionProfile(ctx, before.profile, 'disconnected'),
      eraseAnswers(ctx.db, { profile_id: program_attendee_id, question_ids, at: ctx.now }),
      eraseFormerAnswers(ctx.db, { profile_id: program_attendee_id, question_ids }),
      releaseErasedAnswers(ctx, { attendee_ids: [attendee_id] }),
    ],
    profileById(ctx.db, whose, reader),
  )
  if (!after) throw new ApiError('internal_error')
  return showAttendeeProfile({ ...after, relations })
}
