import { ApiError } from '../../contract/api-error.ts'
import type { AddAttendeeRequest, Attendee } from '../../contract/people/attendee.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { fieldContextOf } from './attendee-fields.ts'
import { connectRow, oneAttendee, ownContacts, profilesOf, programsByIds, relationsOf } from './attendee-rows.ts'
import { adderReads, newAttendee } from './new-attendee.ts'
import { showAttendee } from './show-attendee.ts'

/** Adds a family member: their relation with its rights, and a profile in every given program. */
export const addAttendee = (ctx: CustomerContext, input: AddAttendeeRequest): Promise<Attendee> =>
  retryOnConflict(() => addAttendeeOnce(ctx, input))

async function addAttendeeOnce(ctx: CustomerContext, input: AddAttendeeRequest): Promise<Attendee> {
  const { customer_id, delegation } = ctx.actor
  // A person whom a client adds joins the client's program.
  const programIds = [...new Set([...(input.program_ids ?? []), ...(delegation ? [delegation.program_id] : [])])]
  const [programs, contacts, [home], self] = await ctx.db.batch([
    programsByIds(ctx.db, programIds),
    ownContacts(ctx.db, programIds, customer_id),
    ...adderReads(ctx),
  ])

  const unknown = programIds.find((id) => !programs.some((program) => program.id === id))
  if (unknown !== undefined) throw new ApiError('not_found', { param: `program_ids[${programIds.indexOf(unknown)}]` })
  const inOrder = programIds.flatMap((id) => programs.find((program) => program.id === id) ?? [])
  const { id, writes } = await newAttendee(ctx, input, {
    reading: fieldContextOf(ctx, inOrder, home?.country ?? null),
    self,
  })
  ctx.request.setCreatedLocation(`/v1/profile/attendees/${id}`)
  const [[attendee], relations, profiles] = await commit(
    ctx,
    [
      ...writes,
      ...programIds.map((program_id) =>
        connectRow(ctx.db, {
          id: ctx.newId('pap'),
          program_id,
          attendee_id: id,
          primary_contact_id: contacts.find((each) => each.program_id === program_id)?.id ?? null,
          at: ctx.now,
        }),
      ),
    ],
    oneAttendee(ctx.db, id, customer_id),
    relationsOf(ctx.db, id),
    profilesOf(ctx.db, id),
  )
  if (!attendee) throw new ApiError('internal_error')
  return showAttendee({ attendee, relations, profiles, reader: ctx.actor })
}
