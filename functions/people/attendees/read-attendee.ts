import { ApiError } from '../../contract/api-error.ts'
import type { Attendee } from '../../contract/people/attendee.ts'
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
  const open = async (sealed: string | null) =>
    sealed === null ? null : openHealth(ctx.env.HEALTH_KEY, attendee.id, sealed)
  return {
    medical_history: await open(attendee.medical_history_sealed),
    dietary_restrictions: await open(attendee.dietary_restrictions_sealed),
    health_card_number: await open(attendee.health_card_sealed),
  }
}
