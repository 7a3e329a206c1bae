import type { AddAttendeeRequest, RelationName, Right } from '../../contract/people/attendee.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { usePicture } from '../uploads/picture-of.ts'
import { type FieldContext, readFields, refusalOfFields } from './attendee-fields.ts'
import { fillInSelf, homeCountry, insertAttendee, insertRelation, selfOf, updateRelation } from './attendee-rows.ts'
import { rightsOfAdder } from './relation-rights.ts'
import { storedAttendee } from './stored-attendee.ts'

export type NewAttendee = { id: string; relation: RelationName; rights: Right[]; writes: Statement[] }

/** What adding a person reads of the caller, for a batch: their country, and their own attendee. */
export const adderReads = ({ db, actor }: CustomerContext) =>
  [homeCountry(db, actor.customer_id), selfOf(db, actor.customer_id)] as const

/** A new person of the caller and the statements that add them. Throws an error that lists every invalid field. */
export async function newAttendee(
  ctx: CustomerContext,
  input: Omit<AddAttendeeRequest, 'program_ids'>,
  { reading, self }: { reading: FieldContext; self: Awaited<ReturnType<typeof selfOf>> },
): Promise<NewAttendee> {
  const { customer_id } = ctx.actor
  const read = readFields(input, reading)
  const relation = input.relations[0]?.relation ?? 'other'
  const own = relation === 'self' ? self[0] : undefined
  if (own && !own.is_placeholder) read.faults.push({ type: 'invalid_option', param: 'relations[0].relation' })
  if (read.faults.length > 0) throw refusalOfFields(read.faults, ctx.language)

  // Sign-up created the customer's own attendee. When customers add themselves, that attendee is filled in.
  const id = own?.attendee_id ?? ctx.newId('att')
  const columns = await storedAttendee(input, read, { setting: ctx.env.HEALTH_KEY, attendee_id: id })
  const names = { first_name: input.first_name, last_name: input.last_name }
  const rights = rightsOfAdder(relation, input.date_of_birth ?? null, reading.today)
  const person = own
    ? [
        fillInSelf(ctx.db, id, { ...columns, ...names, updated: ctx.now }),
        guard(ctx.db, 'state'),
        updateRelation(ctx.db, { attendee_id: id, customer_id, relation, rights }),
      ]
    : [
        insertAttendee(ctx.db, { ...columns, ...names, id, created: ctx.now, updated: ctx.now }),
        insertRelation(ctx.db, { customer_id, attendee_id: id, relation, rights, created: ctx.now }),
      ]
  const pictured = await usePicture(ctx, { kind: 'attendee', owner_id: id }, { before: null, after: input.picture_url })
  return { id, relation, rights, writes: [...person, ...pictured] }
}
