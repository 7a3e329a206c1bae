import { ApiError } from '../../contract/api-error.ts'
import type { Attendee } from '../../contract/people/attendee.ts'
import { columnOf, sealedFields } from '../../contract/people/attendee-fields.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { type ShownAttendeeRow, recordHealthRead, oneAttendee, profilesOf, relationsOf } from './attendee-rows.ts'
import { openHealth } from '../../platform/sealing/health-seal.ts'
import { type HealthTexts, noHealthTexts, showAttendee } from './show-attendee.ts'

/**
 * One family member. The only response with health texts in plain text: it requires the right `medical`, and the read
 * is recorded in the same batch. Throws `not_found` for another family's person.
 */
export async function readAttendee(ctx: CustomerContext, input: { attendee_id: string }): Promise<Attendee> {
  const { customer_id } = ctx.actor
  const [[attendee], relations, profiles] = await commit(
    ctx,
    [recordHealthRead(ctx.db, { attendee_id: input.attendee_id, customer_id, at: ctx.now })],
    oneAttendee(ctx.db, input.attendee_id, customer_id),
    relationsOf(ctx.db, input.attendee_id),
    profilesOf(ctx.db, input.attendee_id),
  )

  const relation = relations.find((each) => each.customer_id === customer_id)
  if (!attendee || !relation?.rights.includes('view')) throw new ApiError('not_found', { param: 'attendee_id' })

  const health = relation.rights.includes('medical') ? await healthTexts(ctx, attendee) : noHealthTexts
  return showAttendee({ attendee, relations, profiles, reader: ctx.actor }, health)
}

async function healthTexts(ctx: Ctx, attendee: ShownAttendeeRow): Promise<HealthTexts> {
  const texts = { ...noHealthTexts }
  for (const field of sealedFields) {
    const sealed = attendee[columnOf(field)]
    if (sealed !== null) texts[field] = await openHealth(ctx.env.HEALTH_KEY, attendee.id, sealed)
  }
  return texts
}
