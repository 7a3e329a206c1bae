import { dayInZone } from '../../contract/wall-clock.ts'
import type { RegistrationFacts } from './load-registration-facts.ts'
import { mayAcceptWaiver } from '../../people/attendees/relation-rights.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { RelationName } from '../../contract/people/attendee.ts'
import type { Waiver } from '../../contract/offering/event.ts'
import type { RegisterRequest } from '../../contract/booking/registration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { copyAcceptances, insertAcceptance, openWaivers, removeAcceptances } from './waiver-rows.ts'

type Acceptance = {
  acceptance: RegisterRequest['waiver']
  waiver: Waiver | null
  registration_id: string
  customer_id: string
  attendee: { id: string; date_of_birth: string | null }
  relation: RelationName
  timezone: string
}

/**
 * The record that a waiver was accepted: its text, who accepted it, and for whom. Throws for another waiver, an
 * outdated version, or a signer who may not sign for a minor. There is no record when nothing was accepted or no waiver
 * is needed.
 */
export function acceptWaiver(ctx: Ctx, { acceptance, waiver, ...whose }: Acceptance): Statement[] {
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
      language: ctx.contentLanguage ?? ctx.language,
    }),
  ]
}

/** The record that a waiver was accepted for a person who registers for an event or an appointment. */
export const acceptWaiverOf = (
  ctx: Ctx,
  {
    program,
    event,
    person,
    customer_id,
  }: Pick<RegistrationFacts, 'program' | 'person' | 'customer_id'> & { event: { waiver: Waiver | null } },
  { acceptance, registration_id }: Pick<Acceptance, 'acceptance' | 'registration_id'>,
): Statement[] =>
  acceptWaiver(ctx, {
    acceptance,
    waiver: event.waiver,
    registration_id,
    customer_id,
    attendee: person.attendee,
    relation: person.relation.relation,
    timezone: program.timezone,
  })

/**
 * Reads the registrations, by ids or by order, that block the payment of their order until a waiver is accepted; oldest
 * first.
 */
export function missingWaivers(ctx: Ctx, which: { ids: readonly string[] } | { order_id: string }) {
  return openWaivers(ctx.db, which, ctx.now)
}

type Signed = { id: string; attendee_id: string }

/**
 * Statements for a place that changes from one registration to another: waivers accepted for its person are copied,
 * those for another person are not.
 */
export const carryAcceptances = (ctx: Ctx, { from, to }: { from: Signed; to: Signed }): Statement[] => [
  ...(from.attendee_id === to.attendee_id ? [] : [removeFormerAcceptances(ctx, to.id, from.attendee_id)]),
  copyAcceptances(ctx.db, { from: from.id, to: to.id, attendee_id: from.attendee_id }),
]

/** The statement that deletes waivers accepted for a person who no longer has the place. */
export const removeFormerAcceptances = (ctx: Ctx, registrationId: string, attendeeId: string): Statement =>
  removeAcceptances(ctx.db, registrationId, attendeeId)
