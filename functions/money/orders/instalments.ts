import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import { chargeStep, smallestCharge } from '../../contract/money/stripe-amount.ts'
import { instantOf } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { transitionRow } from '../../platform/database/history.ts'
import { dayOn, instalmentSchedule, type PlannedPart } from '../../offering/pricing/instalment-schedule.ts'
import { type PaidLine, paidParts } from '../../offering/pricing/refund-amount.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { changeInstalment, deleteInstalments, insertInstalment, type InstalmentRow } from './instalment-rows.ts'
import type { LoadedOrder } from './load-order.ts'
import { isMoveOrder } from './move-order.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import * as instalmentStates from '../../contract/states/instalment-states.ts'

/** Hour of day, in the program's time zone, at which an instalment is charged. */
export const chargeHour = 9

type Order = Pick<
  LoadedOrder,
  | 'id'
  | 'status'
  | 'currency'
  | 'amount_total'
  | 'amount_paid'
  | 'amount_refunding'
  | 'items'
  | 'registrations'
  | 'program'
  | 'moves_registration_id'
> & {
  plannedPlaces: LoadedOrder['plannedPlaces']
  plannedPackages: LoadedOrder['plannedPackages']
}

/**
 * The instalments in which an order may be paid now; null if all of it is due at once. An amount that is already paid
 * is subtracted from the first instalment.
 */
export function plannedParts(order: Order, now: number): PlannedPart[] | null {
  const [places, packages] = [order.plannedPlaces ?? [], order.plannedPackages ?? []]
  if ((places.length === 0 && packages.length === 0) || order.amount_total === 0 || isMoveOrder(order)) return null
  const ofPlaces = places.flatMap(({ registration_id, plan }) => {
    const item = order.items.find((each) => each.registration_id === registration_id && each.cancelled_at === null)
    const place = order.registrations.find(({ registration }) => registration.id === registration_id)
    if (!item || !place) return []
    const starts_on = dayOn(place.booking.starts_at, place.booking.timezone)
    return [{ item_id: item.id, amount: amountOfLine(item), plan, starts_on }]
  })
  const ofPackages = packages.flatMap(({ item_id, plan }) => {
    const item = order.items.find((each) => each.id === item_id && each.cancelled_at === null)
    return item ? [{ item_id, amount: amountOfLine(item), plan, starts_on: null }] : []
  })
  const least = smallestCharge(order.currency)
  const parts = instalmentSchedule({
    total: order.amount_total,
    lines: [...ofPlaces, ...ofPackages],
    today: dayOn(now, order.program.timezone),
    least,
    step: chargeStep(order.currency),
  })
  return lessPaid(parts, { paid: order.amount_paid - order.amount_refunding, least })
}

function lessPaid(parts: PlannedPart[] | null, { paid, least }: { paid: number; least: number }): PlannedPart[] | null {
  const [first, ...later] = parts ?? []
  if (!first || paid <= 0) return parts
  const amount = first.amount - paid
  return amount < Math.max(least, 1) ? null : [{ ...first, amount }, ...later]
}

/** The price of an item with its fees and taxes. */
export const amountOfLine = (item: PaidLine): number => sum(Object.values(paidParts(item)))

/** Statements that store the customer's choice to pay in these instalments, or at once. */
export function chooseParts(
  ctx: Ctx,
  order: Pick<LoadedOrder, 'id' | 'instalments' | 'program'>,
  parts: PlannedPart[] | null,
): Statement[] {
  const rows = (parts ?? []).map((part, position) => newPart(ctx, order, { ...part, position }))
  return [
    ...(order.instalments.length > 0 ? [deleteInstalments(ctx.db, order.id)] : []),
    ...rows.map((row) => insertInstalment(ctx.db, row)),
  ]
}

/** The row of a new instalment. The first one is due at once, the others at the hour of their day. */
export function newPart(
  ctx: Ctx,
  { id: order_id, program }: Pick<LoadedOrder, 'id' | 'program'>,
  { due_on, amount, lines, position }: PlannedPart & { position: number },
) {
  const [year = 0, month = 0, day = 0] = due_on.split('-').map(Number)
  const due_at =
    position === 0 ? ctx.now : instantOf({ year, month, day, hour: chargeHour, minute: 0 }, program.timezone)
  const own = { id: ctx.newId('ins'), order_id, position, status: 'scheduled' as const, due_on, due_at, amount, lines }
  return { ...own, created: ctx.now, updated: ctx.now }
}

export const isOpenPart = ({ status }: Pick<InstalmentRow, 'status'>): boolean => instalmentStates.owed.has(status)

/** The amount to charge for an instalment. */
export const amountOfPart = ({ amount, amount_waived }: Pick<InstalmentRow, 'amount' | 'amount_waived'>): number =>
  amount - amount_waived

/** The unpaid instalments of an order, in order of position. */
export const openParts = ({ instalments }: Pick<LoadedOrder, 'instalments'>): InstalmentRow[] =>
  instalments.filter(isOpenPart)

/** The amount that an order awaiting its first instalment leaves for later. */
export const amountDeferred = ({ status, instalments }: Pick<LoadedOrder, 'status' | 'instalments'>): number =>
  orderStates.finished.has(status) ? 0 : sum(instalments.map((part) => (part.position > 0 ? amountOfPart(part) : 0)))

/** The amount of an item of a paid order that is still unpaid. */
export const openOfItem = (order: Pick<LoadedOrder, 'status' | 'instalments'>, itemId: string): number =>
  order.status === 'paid'
    ? sum(
        openParts(order).flatMap(({ lines }) =>
          lines.flatMap((line) => (line.item_id === itemId ? [line.amount] : [])),
        ),
      )
    : 0

/** What was paid for an item and not refunded, in minor units. */
export const leftOfItem = (
  order: Pick<LoadedOrder, 'status' | 'instalments'>,
  item: PaidLine & { id: string; amount_cancelled: number },
): number => Math.max(0, amountOfLine(item) - openOfItem(order, item.id) - item.amount_cancelled)

type Move = { actor: Actor; reason?: string; set?: Parameters<typeof changeInstalment>[2] }
/**
 * Statements for a transition of an instalment from the status and step that were read. A faster writer aborts the
 * batch. Throws `state_conflict` for a transition that the table does not have.
 */
export function transitionInstalment(
  ctx: Ctx,
  read: InstalmentRow,
  to: InstalmentRow['status'],
  { actor, reason, set }: Move,
): Statement[] {
  if (!instalmentStates.mayTransition(read.status, to)) throw new ApiError('state_conflict', { subject: read.status })
  return [
    changeInstalment(ctx.db, read, { ...set, status: to, step: read.step + 1, updated: ctx.now }),
    guard(ctx.db, 'state'),
    transitionRow(ctx, 'instalment', read, to, { actor, reason }),
  ]
}

/** Statements that take cancelled items out of the unpaid instalments, so that they are not charged. */
export function waiveParts(
  ctx: Ctx,
  order: Pick<LoadedOrder, 'status' | 'instalments'>,
  itemIds: readonly string[],
  actor: Actor,
): Statement[] {
  if (order.status !== 'paid') return []
  return openParts(order).flatMap((part) => {
    const lines = part.lines.filter(({ item_id }) => !itemIds.includes(item_id))
    const waived = sum(part.lines.map(({ amount }) => amount)) - sum(lines.map(({ amount }) => amount))
    if (waived === 0) return []
    const amount_waived = part.amount_waived + waived
    const isOver = amount_waived === part.amount
    const set = { amount_waived, lines, ...(isOver ? { next_try_at: null } : {}) }
    return transitionInstalment(ctx, part, isOver ? 'cancelled' : part.status, {
      actor,
      reason: 'place_cancelled',
      set,
    })
  })
}
