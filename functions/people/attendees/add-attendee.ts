import { ApiError } from '../../contract/api-error.ts'
import type { AddAttendeeRequest, Attendee } from '../../contract/people/attendee.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { readingOf, readFields, refusalOfFields } from './attendee-fields.ts'
import {
  connectRow,
  fillInSelf,
  homeCountry,
  insertAttendee,
  insertRelation,
  oneAttendee,
  ownContacts,
  profilesOf,
  programsByIds,
  relationsOf,
  selfOf,
  updateRelation,
} from './attendee-rows.ts'
import { usePicture } from '../uploads/picture-of.ts'
import { rightsOfAdder } from './relation-rights.ts'
import { showAttendee } from './show-attendee.ts'
import { storedAttendee } from './stored-attendee.ts'

/** Adds a family member: their relation with its rights, and a profile in every given program. */
export const addAttendee = (ctx: CustomerContext, input: AddAttendeeRequest): Promise<Attendee> =>
  retryOnConflict(() => addAttendeeOnce(ctx, input))

async function addAttendeeOnce(ctx: CustomerContext, input: AddAttendeeRequest): Promise<Attendee> {
  const { customer_id, delegation } = ctx.actor
  // A person whom a client adds joins the client's program.
  const programIds = [...new Set([...(input.program_ids ?? []), ...(delegation ? [delegation.program_id] : [])])]
  const [programs, [home], self, contacts] = await ctx.db.batch([
    programsByIds(ctx.db, programIds),
    homeCountry(ctx.db, customer_id),
    selfOf(ctx.db, customer_id),
    ownContacts(ctx.db, programIds, customer_id),
  ])

  const unknown = programIds.find((id) => !programs.some((program) => program.id === id))
  if (unknown !== undefined) throw new ApiError('not_found', { param: `program_ids[${programIds.indexOf(unknown)}]` })
  const inOrder = programIds.flatMap((id) => programs.find((program) => program.id === id) ?? [])
  const reading = readingOf(ctx, inOrder, home?.country ?? null)
  const read = readFields(input, reading)
  const relation = input.relations[0]?.relation ?? 'other'
  const own = relation === 'self' ? self[0] : undefined
  if (own && !own.is_placeholder) read.faults.push({ type: 'invalid_option', param: 'relations[0].relation' })
  if (read.faults.length > 0) throw refusalOfFields(read.faults, ctx.language)

  // Sign-up created the customer's own attendee. When customers add themselves, that attendee is filled in.
  const id = own?.attendee_id ?? ctx.newId('att')
  ctx.request.setCreatedLocation(`/v1/profile/attendees/${id}`)
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
  const [[attendee], relations, profiles] = await commit(
    ctx,
    [
      ...person,
      ...pictured,
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
