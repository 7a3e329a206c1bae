import { returnable } from '../../contract/money/refund.ts'
import { ApiError } from '../../contract/api-error.ts'
import { canChargeCard } from '../../contract/money/stripe-amount.ts'
import type { Event, EventOption, Field, Waiver } from '../../contract/offering/event.ts'
import type { MoveResult } from '../../contract/changes/move.ts'
import { movePartsSentence, moveUnpayableSentence } from '../../contract/sentences/sentence.ts'
import { actsForProgram } from '../../platform/actor.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { openParts } from '../../money/orders/instalments.ts'
import { amountOfLine } from '../../money/orders/move-order.ts'
import { eventBooking } from '../../money/orders/event-place.ts'
import type { ItemRow } from '../../money/orders/order-rows.ts'
import { productOf } from '../../money/orders/take-places.ts'
import { linePrice } from '../../offering/pricing/line-price.ts'
import { checkPerson, type Refusal } from '../../booking/registrations/eligibility.ts'
import { checkAttendee } from '../../booking/registrations/hold-registration.ts'
import { checkOption, bookedTimes, timesOf } from '../../booking/registrations/register.ts'
import type { LoadedMove } from './load-move.ts'
import { questionsOfMove } from './move-answers.ts'
import { amountBack, splitLine } from './split-line.ts'

export type MoveTarget = { event: Event; option: EventOption }
/** The effect of a move to one option; amounts in minor units. */
export type MoveOutcome = {
  result: MoveResult
  /** Why the move is not possible. */
  error: ApiError | null
  back: number
  more: number
  /** The waiver that the move must accept. */
  waiver: Waiver | null
  /** The questions that the move asks, because no earlier answer moves along. */
  questions: Field[]
}

type PriceOutcome = Omit<MoveOutcome, 'waiver' | 'questions'>

/** The item of the place in its order. */
export const lineOf = ({ order, place }: Pick<LoadedMove, 'order' | 'place'>): ItemRow | null =>
  order?.items.find((item) => item.registration_id === place.registration.id && item.cancelled_at === null) ?? null

/** The item and order of a paid place. Throws if there is none. */
export function soldLine(moving: Pick<LoadedMove, 'order' | 'place'>): {
  origin: NonNullable<LoadedMove['order']>
  line: ItemRow
} {
  const line = lineOf(moving)
  if (!line || !moving.order) throw new ApiError('state_conflict', { subject: moving.place.registration.status })
  return { origin: moving.order, line }
}

/**
 * The price difference of moving a place to an option now, or the reason why that is not possible. The preview and the
 * move both use it.
 */
export function decideMove(ctx: CustomerContext, moving: LoadedMove, target: MoveTarget): MoveOutcome {
  const needs = needsOf(moving, target)
  const error = refusalOf(ctx, moving, target)
  if (error) return { result: 'not_possible', error, back: 0, more: 0, ...needs }
  return { ...priceOf(ctx, moving, target), ...needs }
}

/** The waiver and the questions that a move asks. */
export const needsOf = (moving: LoadedMove, target: MoveTarget): Pick<MoveOutcome, 'waiver' | 'questions'> => ({
  waiver: openWaiver(moving, target),
  questions: questionsOfMove(moving, target),
})

// A credit pays for a session of its event, and the option does not matter.
const isCredited = ({ place: { booking, registration } }: LoadedMove, event: Event): boolean =>
  registration.session_credit_id !== null && event.id === booking.source_id

function priceOf(ctx: CustomerContext, moving: LoadedMove, target: MoveTarget): PriceOutcome {
  const { order, place } = moving
  const difference = differenceOf(ctx, moving, target)
  if (difference.result === 'same_price') return { ...difference, error: null }
  const isDearer = difference.result === 'costs_more'
  if (isDearer && (!lineOf(moving) || !order || !mayPay(moving) || place.registration.session_credit_id !== null))
    return { result: 'not_possible', error: paidMoveError(ctx), back: 0, more: 0 }
  // Unpaid instalments are owed for the old place, and have no equivalent for a cheaper place.
  if (order && openParts(order).length > 0) return instalmentsError(ctx)
  if (order && difference.more > 0 && !canPay(order, difference.more))
    return { result: 'not_possible', error: paidMoveError(ctx), back: 0, more: 0 }
  return { ...difference, error: null }
}

type Difference = Pick<MoveOutcome, 'back' | 'more'> & { result: Exclude<MoveResult, 'not_possible'> }

/** What a move to an option refunds by the policy of the old place, or costs more, in minor units. */
export function differenceOf(ctx: Ctx, moving: LoadedMove, { event, option }: MoveTarget): Difference {
  const { booking } = moving.place
  const line = lineOf(moving)
  const cost = option.cost.cost.value
  const sold = line?.unit_amount ?? booking.cost
  if (option.id === booking.option_id || cost === sold || isCredited(moving, event))
    return { result: 'same_price', back: 0, more: 0 }
  const carried = line && moving.order ? amountOfLine(line, returnable(moving.order)) : 0
  if (cost < sold && line && moving.order)
    return {
      result: 'money_back',
      back: amountBack(splitLine(line, cost).rest, {
        booking,
        remaining: carried,
        now: ctx.now,
        isByStaff: actsForProgram(ctx.actor),
      }),
      more: 0,
    }
  return { result: 'costs_more', back: 0, more: Math.max(0, linePrice(cost, moving.program.selling).total - carried) }
}

// The difference must be paid at once, by card or from the balance.
const mayPay = ({ order }: LoadedMove): boolean =>
  order?.program.features.online_payments === true || order?.program.features.account_balance === true

const canPay = ({ program, currency }: NonNullable<LoadedMove['order']>, more: number): boolean =>
  program.features.account_balance === true || canChargeCard(more, currency)

const paidMoveError = (ctx: CustomerContext): ApiError =>
  new ApiError('transition_not_allowed', { param: 'option_id', message: moveUnpayableSentence(ctx.language) })

function instalmentsError(ctx: CustomerContext): PriceOutcome {
  const error = new ApiError('transition_not_allowed', {
    param: 'option_id',
    message: movePartsSentence(ctx.language),
  })
  return { result: 'not_possible', error, back: 0, more: 0 }
}

/** Why a person may not move to an option, apart from its price; null if they may. */
export function refusalOf(ctx: CustomerContext, moving: LoadedMove, { event, option }: MoveTarget): ApiError | null {
  const { place, person } = moving
  if (!person.relation.rights.includes('register'))
    return new ApiError('transition_not_allowed', { param: 'attendee_profile_id' })
  if (moving.program.billing_status === 'unpaid')
    return new ApiError('program_not_accepting_orders', { param: 'option_id' })
  const isSameOption = option.id === place.booking.option_id
  const refusal = isSameOption
    ? checkPerson(option, person.attendee, timesOf(event))
    : checkTarget(ctx, moving, { event, option })
  if (refusal) return new ApiError(refusal.type, refusal)
  try {
    checkAttendee(ctx, moving, { option_id: option.id, times: bookedTimes(event) })
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  return null
}

function checkTarget(ctx: CustomerContext, moving: LoadedMove, { event, option }: MoveTarget): Refusal | null {
  const { person, program } = moving
  const refusal = checkOption(ctx, { event, option, person, program }, isCredited(moving, event))
  if (refusal) return refusal
  return option.order_availability.is_sold_out ? { type: 'sold_out', param: 'option_id' } : null
}

function openWaiver({ acceptances, person }: LoadedMove, { event }: MoveTarget): Waiver | null {
  const { waiver } = event
  const isAccepted = acceptances.some(
    (each) =>
      each.waiver_id === waiver?.waiver_id &&
      each.version === waiver.version &&
      each.attendee_id === person.attendee.id,
  )
  return isAccepted ? null : waiver
}

/** The columns for the name of a moved item, in every language. Its price is set elsewhere. */
export function lineNameOf({ records }: Pick<LoadedMove, 'records'>, { event, option }: MoveTarget) {
  const record = records.find(({ id }) => id === event.id)
  const named = record?.options.find(({ id }) => id === option.id)
  if (!record || !named) throw new Error('a move to an event that was not read')
  const { product_name, translations, product_variation_id } = productOf(eventBooking(record, named))
  return { product_name, translations, product_variation_id }
}
