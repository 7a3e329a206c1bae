import { dayInZone } from '../../contract/wall-clock.ts'
import type { Registering } from './load-registering.ts'
import { mayAcceptWaiver } from '../../people/attendees/relation-rights.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { RelationName } from '../../contract/people/attendee.ts'
import type { Waiver } from '../../contract/offering/event.ts'
import type { RegisterRequest } from '../../contract/booking/registration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { copyAcceptances, insertAcceptance, openWaivers, removeAcceptances } from './waiver-rows.ts'

type Acceptance = {
  given: RegisterRequest['waiver']
  waiver: Waiver | null
  registration_id: string
  customer_id: string
  attendee: { id: string; date_of_birth: string | null }
  relation: RelationName
  timezone: string
}

/**
 * The record that a waiver was accepted: which text, by whom, for whom. Another waiver or an old version is
 * refused, and so is somebody who may not sign for a minor. Nothing given, or nothing asked for, is no record.
 */
export function acceptWaiver(ctx: Ctx, { given: acceptance, waiver, ...whose }: Acceptance): Statement[] {
  if (!acceptance || !waiver) return []
  if (acceptance.waiver_id !== waiver.waiver_id || acceptance.version !== waiver.version)
    throw new ApiError('waiver_required', { param: 'waiver' })
  const today = dayInZone(ctx.now, whose.timezone)
  if (!mayAcceptWaiver(whose.relation, whose.attendee.date_of_birth, today))
    throw new ApiError('waiver_required', { param: 'waiver' })
  return [
    insertAcceptance(ctx.db, {
      id: ctx.newId('wac'),
      waiver_id: waiver.waiver_id,
      version: waiver.version,
      text_hash: waiver.text_hash,
      registration_id: whose.registration_id,
      accepted_by_customer_id: whose.customer_id,
      on_behalf_of_attendee_id: whose.attendee.id,
      relation: whose.relation,
      accepted_at: ctx.now,
      ip_prefix: ctx.addressPrefix,
    }),
  ]
}

/** The same for a person who is registering for an event. */
export const acceptWaiverOf = (
  ctx: Ctx,
  { program, event, person, customer_id }: Registering,
  { given, registration_id }: Pick<Acceptance, 'given' | 'registration_id'>,
): Statement[] =>
  acceptWaiver(ctx, {
    given,
    waiver: event.waiver,
    registration_id,
    customer_id,
    attendee: person.attendee,
    relation: person.relation.relation,
    timezone: program.timezone,
  })

/** The read of which registrations, of some or of an order, keep their order from being paid until a waiver is accepted, oldest first. */
export function missingWaivers(ctx: Ctx, which: { ids: readonly string[] } | { order_id: string }) {
  return openWaivers(ctx.db, which, ctx.now)
}

type Signed = { id: string; attendee_id: string }

/** Statements for a place that goes from one registration to another: what was accepted for its person goes along, what was for someone else does not. */
export const carryAcceptances = (ctx: Ctx, { from, to }: { from: Signed; to: Signed }): Statement[] => [
  ...(from.attendee_id === to.attendee_id ? [] : [forgetFormerPerson(ctx, to.id, from.attendee_id)]),
  copyAcceptances(ctx.db, { from: from.id, to: to.id, attendee_id: from.attendee_id }),
]

/** The statement that removes what was accepted for whoever had a place before. */
export const forgetFormerPerson = (ctx: Ctx, registrationId: string, attendeeId: string): Statement =>
  removeAcceptances(ctx.db, registrationId, attendeeId)
