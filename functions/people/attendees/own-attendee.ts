import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { insertAttendee, insertRelation, renameSelf } from './attendee-rows.ts'
import { defaultRights } from './relation-rights.ts'
import { dayInZone } from '../../contract/wall-clock.ts'

type Names = { first_name: string; last_name: string }

/** Statements for the batch that creates a customer: their own attendee, to be filled in later. */
export function newSelf(ctx: Ctx, customer: Names & { customer_id: string; timezone: string }): Statement[] {
  const { customer_id, first_name, last_name, timezone } = customer
  const id = ctx.newId('att')
  const at = { created: ctx.now, updated: ctx.now }
  const rights = defaultRights('self', null, dayInZone(ctx.now, 'UTC'))
  return [
    insertAttendee(ctx.db, { id, first_name, last_name, timezone, ...at, is_placeholder: true }),
    insertRelation(ctx.db, { customer_id, attendee_id: id, relation: 'self', rights, created: ctx.now }),
  ]
}

/** Applies a change of the user's names to the customer's own attendee, unless it has another name. */
export function followNames(
  ctx: Ctx,
  input: { customer_id: string; before: Names; after: Partial<Names> },
): Statement[] {
  const { customer_id, before, after } = input
  const names = { first_name: after.first_name ?? before.first_name, last_name: after.last_name ?? before.last_name }
  const isSame = names.first_name === before.first_name && names.last_name === before.last_name
  return isSame ? [] : [renameSelf(ctx.db, { customer_id, before, names, at: ctx.now })]
}
