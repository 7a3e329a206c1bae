import { ApiError } from '../../contract/api-error.ts'
import type { Attendee, RelationName, UpdateAttendeeRequest } from '../../contract/people/attendee.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { usePicture } from '../uploads/picture-of.ts'
import { fieldContextOf, readFields, refusalOfFields } from './attendee-fields.ts'
import {
  homeCountry,
  oneAttendee,
  profilesOf,
  programsOfAttendee,
  relationsOf,
  selfOf,
  updateAttendee,
  updateRelation,
} from './attendee-rows.ts'
import { defaultRights, isGuardian, rightsOfAdder } from './relation-rights.ts'
import { showAttendee } from './show-attendee.ts'
import { storedAttendee } from './stored-attendee.ts'

type ChangeAttendeeInput = UpdateAttendeeRequest & { attendee_id: string }

/** Changes a family member: sets the given fields, null clears. Requires the right `manage`. */
export const changeAttendee = (ctx: CustomerContext, input: ChangeAttendeeInput): Promise<Attendee> =>
  retryOnConflict(() => changeAttendeeOnce(ctx, input))

async function changeAttendeeOnce(ctx: CustomerContext, input: ChangeAttendeeInput): Promise<Attendee> {
  const { customer_id } = ctx.actor
  const { attendee_id } = input
  const [[before], relationsBefore, programs, [home], self] = await ctx.db.batch([
    oneAttendee(ctx.db, attendee_id, customer_id),
    relationsOf(ctx.db, attendee_id),
    programsOfAttendee(ctx.db, attendee_id),
    homeCountry(ctx.db, customer_id),
    selfOf(ctx.db, customer_id),
  ])

  const mine = relationsBefore.find((each) => each.customer_id === customer_id)
  if (!before || !mine?.rights.includes('view')) throw new ApiError('not_found', { param: 'attendee_id' })
  if (!mine.rights.includes('manage')) throw new ApiError('transition_not_allowed', { param: 'attendee_id' })
  const context = fieldContextOf(ctx, programs, home?.country ?? null)
  const read = readFields({ ...input, gender: input.gender === before.seen.gender ? undefined : input.gender }, context)
  const relation = desiredRelation(input, customer_id) ?? mine.relation
  const isOtherSelf = relation === 'self' && self.some((each) => each.attendee_id !== attendee_id)
  // A customer has exactly one attendee with the relation `self`, and this relation cannot change.
  if (isOtherSelf || (mine.relation === 'self' && relation !== 'self'))
    read.faults.push({ type: 'invalid_option', param: 'relations[0].relation' })
  if (read.faults.length > 0) throw refusalOfFields(read.faults, ctx.language)

  const columns = await storedAttendee(input, read, { setting: ctx.env.HEALTH_KEY, attendee_id })
  const pictured = await usePicture(
    ctx,
    { kind: 'attendee', owner_id: attendee_id },
    { before: before.seen.picture_url, after: input.picture_url },
  )
  const writes: Statement[] = [updateAttendee(ctx.db, attendee_id, { ...columns, updated: ctx.now }), ...pictured]
  const bornOn = input.date_of_birth === undefined ? before.seen.date_of_birth : input.date_of_birth
  if (relation !== mine.relation) {
    // When others look after the person too, customers grant themselves no right by changing their own relation.
    const isAlone = relationsBefore.length === 1
    if (!isAlone && isGuardian(relation, bornOn, context.today) && !isGuardian(mine.relation, bornOn, context.today))
      throw new ApiError('transition_not_allowed', { param: 'relations[0].relation' })
    const isOnlyManager = !relationsBefore.some((each) => each !== mine && each.rights.includes('manage'))
    const usual = (isOnlyManager ? rightsOfAdder : defaultRights)(relation, bornOn, context.today)
    const fewer = usual.filter((right) => mine.rights.includes(right))
    const rights = isAlone ? rightsOfAdder(relation, bornOn, context.today) : fewer
    writes.push(updateRelation(ctx.db, { attendee_id, customer_id, relation, rights }))
  }
  const [[attendee], relations, profiles] = await commit(
    ctx,
    writes,
    oneAttendee(ctx.db, attendee_id, customer_id),
    relationsOf(ctx.db, attendee_id),
    profilesOf(ctx.db, attendee_id),
  )
  if (!attendee) throw new ApiError('internal_error')
  return showAttendee({ attendee, relations, profiles, reader: ctx.actor })
}

// Callers can change only their own relation. Those of others are in the response, so they may be sent back unchanged.
function desiredRelation(input: UpdateAttendeeRequest, customerId: string): RelationName | null {
  return input.relations?.find((each) => !each.customer_id || each.customer_id === customerId)?.relation ?? null
}
