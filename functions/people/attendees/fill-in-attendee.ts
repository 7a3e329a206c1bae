import { ApiError } from '../../contract/api-error.ts'
import type { Right, UpdateAttendeeRequest } from '../../contract/people/attendee.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { type FieldContext, readFields, refusalOfFields } from './attendee-fields.ts'
import { updateAttendee } from './attendee-rows.ts'
import { storedAttendee } from './stored-attendee.ts'

type Fields = Omit<UpdateAttendeeRequest, 'first_name' | 'last_name' | 'picture_url' | 'relations'>

/**
 * The statements that set fields of a person, in the batch of the use case that asks for them. Throws an error that
 * lists every invalid field, and for a caller without the right `manage`.
 */
export async function fillInAttendee(
  ctx: CustomerContext,
  input: Fields,
  {
    id,
    rights,
    gender,
    reading,
  }: { id: string; rights: readonly Right[]; gender: string | null; reading: FieldContext },
): Promise<Statement[]> {
  if (!rights.includes('manage')) throw new ApiError('transition_not_allowed', { param: 'attendee_id' })
  const read = readFields({ ...input, gender: input.gender === gender ? undefined : input.gender }, reading)
  if (read.faults.length > 0) throw refusalOfFields(read.faults, ctx.language)
  const columns = await storedAttendee(input, read, { setting: ctx.env.HEALTH_KEY, attendee_id: id })
  return [updateAttendee(ctx.db, id, { ...columns, updated: ctx.now })]
}
