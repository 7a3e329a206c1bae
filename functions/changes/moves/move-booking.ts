import { ApiError } from '../../contract/api-error.ts'
import type { Registration, UpdateRegistrationRequest } from '../../contract/booking/registration.ts'
import { formatDeadline, localeOf } from '../../contract/date-format.ts'
import { displayMoney } from '../../contract/display-money.ts'
import { movePriceSentence, moveTooLateSentence } from '../../contract/sentences/sentence.ts'
import type { ActingContext, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { addCancelledLine, overwriteLine } from '../../money/orders/change-lines.ts'
import type { ItemRow } from '../../money/orders/order-rows.ts'
import { transitionOrder } from '../../money/orders/order-steps.ts'
import { createRefund } from '../../money/refunds/create-refund.ts'
import { acceptWaiver, removeFormerAcceptances } from '../../booking/registrations/accept-waiver.ts'
import { checkPlaceMovable, placeMoveDeadline } from '../../booking/registrations/move-rules.ts'
import { movePlace, recordMovedAnswers } from '../../booking/registrations/registration-steps.ts'
import { releaseLapsed } from '../../booking/registrations/release-lapsed.ts'
import { registrationReads, showRegistrations } from '../../booking/registrations/show-registration.ts'
import { offerToWaitlistFirst } from '../../booking/waitlist/offer-places.ts'
import { useFiles } from '../../people/uploads/use-files.ts'
import type { StoredFormResponse } from '../../platform/database/tables/registrations.ts'
import { filesIn } from '../../booking/registrations/answers.ts'
import type { StaffDestination } from '../../contract/booking/registration.ts'
import { destinationForMail } from '../cancellations/cancel-place.ts'
import { formOfMove } from './move-answers.ts'
import { decideMove, lineNameOf, lineOf, type MoveOutcome, type MoveTarget } from './decide-move.ts'
import { loadMove, loadPlaceToMove, type LoadedMove, type PlaceToMove } from './load-move.ts'
import { splitLine } from './split-line.ts'

type MoveInput = Pick<
  UpdateRegistrationRequest,
  'option_id' | 'attendee_profile_id' | 'waiver' | 'expected_amount' | 'form_response'
> & {
  registration_id: string
}

/**
 * Moves a booking to another option, event or person in one batch, which takes the new place and frees the old one, so
 * the booking never has both or neither. It keeps its id, order and calendar entries. A lower price is refunded by
 * policy; a higher one is paid first (`beginMove`). Returns null if nothing changes.
 */
export async function moveBooking(ctx: CustomerContext, input: MoveInput): Promise<Registration | null> {
  return retryOnConflict(() => moveOnce(ctx, input))
}

async function moveOnce(ctx: CustomerContext, input: MoveInput): Promise<Registration | null> {
  const booked = await loadPlaceToMove(ctx, input.registration_id)
  const { registration, booking } = booked.place
  const option_id = input.option_id ?? booking.option_id
  const attendee_profile_id = input.attendee_profile_id ?? registration.attendee_profile_id
  if (option_id === booking.option_id && attendee_profile_id === registration.attendee_profile_id) return null
  requireMovable(ctx, booked)

  const moving = await loadMove(ctx, booked, { option_id, attendee_profile_id })
  const target = targetOf(moving, option_id)
  const outcome = decideMove(ctx, moving, target)
  if (outcome.error) throw outcome.error
  if (outcome.result === 'costs_more') throw priceError(ctx, moving, outcome.more)
  if (shownAmount(input, outcome.back) !== outcome.back) throw new ApiError('quote_stale', { param: 'expected_amount' })
  if (outcome.waiver && !input.waiver) throw new ApiError('waiver_required', { param: 'waiver' })
  const form_response = await formOfMove(ctx, { moving, target }, input.form_response)
  if (option_id !== booking.option_id) await offerToWaitlistFirst(ctx, target.event.id)

  const results = await commit(
    ctx,
    moveWrites(ctx, { moving, target, outcome, waiver: input.waiver, form_response }),
    ...registrationReads(ctx, { ids: [registration.id] }),
  )
  const [shown] = await showRegistrations(ctx, results)
  if (!shown) throw new ApiError('not_found', { param: 'registration_id' })
  return shown
}

// A higher price is paid first: POST registrations/{id}/moves opens its order.
function priceError(ctx: CustomerContext, { place }: LoadedMove, more: number): ApiError {
  const message = movePriceSentence(
    displayMoney(more, { currency: place.booking.currency, program: place.program }, ctx.language),
    ctx.language,
  )
  return new ApiError('transition_not_allowed', { param: 'option_id', message })
}

/** The amount that the page showed to the customer. By default it is the current amount. */
export function shownAmount({ expected_amount }: Pick<MoveInput, 'expected_amount'>, amount: number): number {
  return typeof expected_amount === 'number' ? expected_amount : (expected_amount?.value ?? amount)
}

/** Throws if the place can no longer move. The error names the deadline. */
export function requireMovable(ctx: CustomerContext, { place, order }: PlaceToMove): void {
  const refusal = checkPlaceMovable(place, ctx.now)
  if (!refusal) {
    if (order && order.status !== 'paid') throw new ApiError('state_conflict', { subject: order.status })
    return
  }
  const until = placeMoveDeadline(place.booking)
  if (refusal.type !== 'transition_not_allowed' || until === null) throw new ApiError(refusal.type, refusal)
  const locale = localeOf(ctx.language, place.program.country)
  const words = formatDeadline(until, { timezone: place.booking.timezone, locale, now: ctx.now })
  throw new ApiError(refusal.type, { ...refusal, message: moveTooLateSentence(words, ctx.language) })
}

/** The option that a place moves to. Throws `not_found` unless its event is published. */
export function targetOf({ events }: LoadedMove, optionId: string): MoveTarget {
  for (const { event, options } of events.values()) {
    const option = options.get(optionId)
    if (option && event.status === 'published') return { event, option }
  }
  throw new ApiError('not_found', { param: 'option_id' })
}

type Move = {
  moving: LoadedMove
  target: MoveTarget
  outcome: Pick<MoveOutcome, 'result' | 'back' | 'waiver'>
  waiver?: MoveInput['waiver']
  form_response: StoredFormResponse
  /** What staff say about the move; absent for a move by the customer. */
  byStaff?: {
    destination: StaffDestination
    note: string | null
    notify: boolean
    /** When the mail leaves; by default at once. */
    dueAt?: number
  }
  /** Why it moves, for the history. */
  reason?: 'moved' | 'undone'
}

/** Statements that move a booking in one batch, with its item, its refund and the event for the mail. */
export function moveWrites(ctx: ActingContext, move: Move): Statement[] {
  const { moving, target, outcome, waiver, form_response, byStaff, reason } = move
  const { place, person, program } = moving
  const { registration } = place
  const { event, option } = target
  const line = lineOf(moving)
  return [
    ...releaseLapsed(ctx, [{ kind: 'event', source_id: event.id, option_id: option.id }]),
    ...movePlace(
      ctx,
      place,
      {
        event_id: event.id,
        option_id: option.id,
        attendee_id: person.attendee.id,
        attendee_profile_id: person.profile.id,
        form_response,
      },
      { actor: ctx.actor, note: byStaff?.note ?? null, reason },
    ),
    ...recordMovedAnswers(ctx.db, registration, { attendee_id: person.attendee.id, form_response }),
    ...useFiles(ctx, { kind: 'registration', owner_id: registration.id }, filesIn(event.fields, form_response.answers)),
    ...(person.attendee.id === registration.attendee_id
      ? []
      : [removeFormerAcceptances(ctx, registration.id, person.attendee.id)]),
    ...acceptWaiver(ctx, {
      acceptance: waiver,
      waiver: outcome.waiver,
      registration_id: registration.id,
      customer_id: registration.customer_id,
      attendee: person.attendee,
      relation: person.relation.relation,
      timezone: program.timezone,
    }),
    ...(line ? lineWrites(ctx, move, line) : []),
    ...(byStaff?.notify === false ? [] : [movedEvent(ctx, move)]),
  ]
}

function movedEvent(ctx: ActingContext, { moving, outcome, byStaff }: Move): Statement {
  const { registration, booking } = moving.place
  const { order } = moving
  const staff = byStaff && {
    is_by_staff: true,
    ...destinationForMail(order, outcome.back, byStaff.destination),
  }
  return recordEvent(ctx, {
    kind: 'registration.moved',
    ref: registration.id,
    key: `${registration.id}:${registration.sequence + 1}`,
    dueAt: byStaff?.dueAt,
    body: {
      before: {
        dates: booking.dates,
        overnight: booking.overnight,
        place: { title: booking.title, option_title: booking.option_title, translations: booking.translations },
      },
      sequence: registration.sequence + 1,
      returned: outcome.back,
      ...staff,
    },
  })
}

/**
 * The item gets the name of the new place. If that place is cheaper, the difference becomes a separate cancelled item,
 * so that the order's totals stay what was paid.
 */
function lineWrites(ctx: ActingContext, { moving, target, outcome, byStaff }: Move, line: ItemRow): Statement[] {
  const { order, person, place } = moving
  const { event, option } = target
  const sold = {
    ...lineNameOf(moving, target),
    product_id: event.id,
    attendee_name: `${person.attendee.first_name} ${person.attendee.last_name}`,
  }
  if (outcome.result !== 'money_back' || !order) return [overwriteLine(ctx, line.id, sold)]
  const { kept, rest } = splitLine(line, option.cost.cost.value)
  const amount_cancelled = outcome.back
  return [
    overwriteLine(ctx, line.id, { ...sold, ...stored(kept) }),
    addCancelledLine(ctx, {
      ...line,
      ...stored(rest),
      id: ctx.newId('itm'),
      position: Math.max(...order.items.map(({ position }) => position)) + 1,
      source: null,
      parent: null,
      registration_id: null,
      cancelled_at: ctx.now,
      amount_cancelled,
      created: ctx.now,
    }),
    ...transitionOrder(ctx, order, order.status, {
      actor: ctx.actor,
      reason: 'registration_moved',
      note: byStaff?.note ?? null,
      set: { amount_cancelled: order.amount_cancelled + amount_cancelled },
    }),
    ...(amount_cancelled > 0
      ? createRefund(ctx, order, {
          amount: amount_cancelled,
          dedupe: `move:${place.registration.id}:${place.registration.sequence + 1}`,
          reason: 'registration_moved',
          inputs: { registration_id: place.registration.id, option_id: option.id, difference: rest.amount },
          actor: ctx.actor,
          destination: byStaff?.destination ?? 'original_method',
          note: byStaff?.note ?? null,
          notify: byStaff?.notify ?? true,
        })
      : []),
  ]
}

const stored = (sums: ReturnType<typeof splitLine>['kept']) => ({
  ...sums,
  taxes: [...sums.taxes],
  discount_parts: [...sums.discount_parts],
})
