import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import type { ActingContext, Ctx, CustomerContext } from '../../platform/context.ts'
import type { StoredFormResponse } from '../../platform/database/tables/registrations.ts'
import { answersOfStep, insertAnswerChanges, removeAnswerChanges } from './answer-change-rows.ts'
import { changesBetween } from './answer-changes.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { historyRow, transitionRow } from '../../platform/database/history.ts'
import { recordOutboxRows } from '../../platform/database/outbox.ts'
import type { LoadedRegistration } from './load-registration.ts'
import { attachRow, changeRow, holdRows, type RegistrationChange, type RegistrationRow } from './registration-rows.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

export { groupIdOfPlace, restorePlaceInGroup } from './place-group-rows.ts'

type Move = { actor: Actor; reason?: string | null; note?: string | null; set?: RegistrationChange }
/** With `mayBeExtra`, the place is an extra one when its option or one of its pools is full. */
type Transition = Move & { mayBeExtra?: boolean }

/**
 * Cache tags of the pages that show availability: those of the booked event or type, and all that show places of the
 * program, because options share pools.
 */
export const pageTags = (
  registration: Pick<RegistrationRow, 'program_id' | 'event_id' | 'appointment_type_id'>,
): string[] => [
  `places:${registration.program_id}`,
  registration.event_id === null
    ? `appointment_type:${registration.appointment_type_id}`
    : `event:${registration.event_id}`,
]

/**
 * Statements for a transition from the status that was read: the change, its guard statement and its history row.
 * Throws when the table does not have the transition. A concurrent change aborts the batch with `state_conflict`.
 */
export function transitionRegistration(
  ctx: Ctx,
  loaded: LoadedRegistration,
  to: RegistrationStatus,
  { mayBeExtra = false, ...move }: Transition,
): Statement[] {
  const read = loaded.registration
  if (!registrationStates.mayTransition(read.status, to)) throw new ApiError('state_conflict', { subject: read.status })
  ctx.request.invalidateTags(...pageTags(read))
  // A trigger adds the offer of a freed place to the outbox.
  if (loaded.booking.waitlist && registrationStates.held.has(read.status) && !registrationStates.held.has(to))
    recordOutboxRows(ctx, 'transactional')
  return [
    changeRow(ctx.db, read, { ...move.set, status: to, step: read.step + 1, updated: ctx.now }, mayBeExtra),
    guard(ctx.db, 'state'),
    transitionRow(ctx, 'registration', read, to, move),
  ]
}

/**
 * Statements that take back a cancellation by staff, the only way in which a cancelled place is booked again. Its history
 * row comes first, because the schema (`cancelled_place_stays`) asks for it, and for the right to undo the step that was
 * read. A place that was extra may be extra again.
 */
export function undoCancelledPlace(
  ctx: ActingContext,
  { registration }: LoadedRegistration,
  { mayBeExtra, penalty }: { mayBeExtra: boolean; penalty: number },
): Statement[] {
  if (!registrationStates.cancelled.has(registration.status))
    throw new ApiError('state_conflict', { subject: registration.status })
  ctx.request.invalidateTags(...pageTags(registration))
  const restored = { status: 'confirmed', cancelled_at: null, cancel_reason: null, penalty } as const
  return [
    transitionRow(ctx, 'registration', registration, 'confirmed', { actor: ctx.actor, reason: 'undone' }),
    changeRow(ctx.db, registration, { ...restored, step: registration.step + 1, updated: ctx.now }, mayBeExtra),
    guard(ctx.db, 'state'),
  ]
}

/** Statements that change a registration but not its status: the change, its guard statement and its history row. */
export function recordRegistrationChange(
  ctx: Ctx,
  { registration }: LoadedRegistration,
  move: Move & { reason: string },
): Statement[] {
  return [
    changeRow(ctx.db, registration, { ...move.set, step: registration.step + 1, updated: ctx.now }),
    guard(ctx.db, 'state'),
    transitionRow(ctx, 'registration', registration, registration.status, move),
  ]
}

/**
 * Switches a pending registration to another option of its event: frees a place of the old option and takes a place
 * of the new one.
 */
export function changeOption(
  ctx: CustomerContext,
  { registration }: LoadedRegistration,
  optionId: string,
): Statement[] {
  ctx.request.invalidateTags(...pageTags(registration))
  return [
    changeRow(ctx.db, registration, { option_id: optionId, step: registration.step + 1, updated: ctx.now }),
    guard(ctx.db, 'state'),
    transitionRow(ctx, 'registration', registration, registration.status, {
      actor: ctx.actor,
      reason: 'option_changed',
    }),
  ]
}

/**
 * Reschedules an appointment, which keeps its id and increases its calendar sequence. `slot` frees the old time and
 * takes the new time.
 */
export function moveAppointment(
  ctx: CustomerContext,
  { registration }: LoadedRegistration,
  { appointment_option_id, slot }: { appointment_option_id: string; slot: Statement },
): Statement[] {
  ctx.request.invalidateTags(...pageTags(registration))
  const [change, guarded, history] = movedRow(ctx, registration, { appointment_option_id }, { actor: ctx.actor })
  return [change, guarded, slot, history]
}

/**
 * Switches a booked place to another option, event or person: frees the old place and takes the new place in one
 * batch.
 */
export function movePlace(
  ctx: Ctx,
  { registration, booking }: LoadedRegistration,
  to: Pick<RegistrationRow, 'event_id' | 'option_id' | 'attendee_id' | 'attendee_profile_id' | 'form_response'> &
    Partial<Pick<RegistrationRow, 'order_id'>>,
  by: { actor: Actor; note?: string | null; reason?: 'moved' | 'undone' | undefined },
): Statement[] {
  ctx.request.invalidateTags(...pageTags(registration), ...pageTags({ ...registration, event_id: to.event_id }))
  if (booking.waitlist) recordOutboxRows(ctx, 'transactional')
  return movedRow(ctx, registration, to, by)
}

function movedRow(
  ctx: Ctx,
  registration: RegistrationRow,
  to: RegistrationChange,
  { actor, note = null, reason = 'moved' }: { actor: Actor; note?: string | null; reason?: string | undefined },
): [Statement, Statement, Statement] {
  const { step, status } = registration
  return [
    changeRow(ctx.db, registration, {
      ...to,
      sequence: registration.sequence + 1,
      step: step + 1,
      updated: ctx.now,
    }),
    guard(ctx.db, 'state'),
    historyRow(ctx, {
      object: 'registration',
      object_id: registration.id,
      step,
      from: status,
      to: status,
      actor,
      reason,
      note,
      at: ctx.now,
    }),
  ]
}

/**
 * Adds a pending registration to an order. Aborts the batch when it is already in an order or was released in the
 * meantime.
 */
export function attachToOrder(
  ctx: Ctx,
  loaded: { registration: Pick<LoadedRegistration['registration'], 'id' | 'step'> },
  order: { order_id: string; hold_expires_at: number },
): Statement[] {
  return [attachRow(ctx.db, loaded.registration, { ...order, updated: ctx.now }), guard(ctx.db, 'state')]
}

/** Takes a registration out of an order that is deleted or removes it; the status stays. */
export function detachFromOrder(ctx: Ctx, loaded: LoadedRegistration): Statement[] {
  return [changeRow(ctx.db, loaded.registration, { order_id: null, updated: ctx.now }), guard(ctx.db, 'state')]
}

/** Sets the order's end of the hold for all of its pending registrations. */
export function holdUntil(ctx: Ctx, orderId: string, until: number): Statement[] {
  return [holdRows(ctx.db, orderId, { hold_expires_at: until, updated: ctx.now })]
}

/** Sets the order's end of the hold for places that are held again. Their hold starts over. */
export function holdAgain(ctx: Ctx, orderId: string, until: number): Statement[] {
  return [holdRows(ctx.db, orderId, { held_since: ctx.now, hold_expires_at: until, updated: ctx.now })]
}

type Answered = { attendee_id: string; form_response: StoredFormResponse }

/** The history of the answers that a move changes. Answers about another person are not passed on. */
export function recordMovedAnswers(db: Db, from: Answered & { id: string; step: number }, to: Answered): Statement[] {
  if (from.attendee_id !== to.attendee_id) return [removeAnswerChanges(db, from.id)]
  const changes = changesBetween(from.form_response.answers, to.form_response.answers)
  return insertAnswerChanges(db, { registration_id: from.id, step: from.step + 1 }, changes)
}

/** The answers of a registration as they were before its present step. */
export async function answersBeforeStep(
  db: Db,
  registration: Pick<RegistrationRow, 'id' | 'step' | 'form_response'>,
): Promise<StoredFormResponse['answers']> {
  const before = await answersOfStep(db, registration)
  const changed = new Set(before.map(({ field_id }) => field_id))
  return [
    ...registration.form_response.answers.filter(({ field_id }) => !changed.has(field_id)),
    ...before.flatMap(({ answer }) => answer ?? []),
  ]
}
