import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import { holdAgain, holdUntil } from '../../booking/registrations/registration-steps.ts'
import {
  addMoreTime,
  fullHoldMinutes,
  isHoldAlive,
  lengthenHold,
  renewHold,
  startHold,
  isPromised,
} from '../../booking/spots/hold-clock.ts'
import type { LoadedOrder } from './load-order.ts'
import { type ItemRow, type OrderChange, type OrderRow, sqlOfHeldPlaces } from './order-rows.ts'
import { isProductLine } from './order-refusals.ts'
import { guardStock } from './product-lines.ts'
import type { OrderedPlace } from './take-places.ts'

/** The changes of a longer hold to the order (`set`) and its registrations (`writes`), for one batch. */
export type HoldChange = { set: OrderChange; writes: Statement[] }
type Held = OrderRow & Pick<LoadedOrder, 'program'>
/** What a hold keeps reserved: places and the stock of store products. */
type Cart = { places: readonly OrderedPlace[]; items: readonly ItemRow[] }

const heldUntil = ({ registration }: OrderedPlace): number => registration.hold_expires_at ?? 0
const notHeld: HoldChange = { set: { hold_started_at: null, hold_expires_at: null }, writes: [] }
const isMembershipLine = ({ membership_terms, cancelled_at }: ItemRow): boolean =>
  membership_terms !== null && cancelled_at === null
const isEmpty = ({ places, items }: Cart): boolean => places.length === 0 && !items.some(isProductLine)

/**
 * Returns the order to a cart after a change: all places get a full hold again, within the maximum counted from when
 * the first was taken. A pending offline order loses its due date; its time to pay starts now.
 */
export function renewOrderHold(ctx: Ctx, order: Held, cart: Cart): HoldChange {
  if (isEmpty(cart)) return notHeld
  if (!isPromised(order)) return renewHoldToPay(ctx, order, cart)
  const until = startHold(ctx.now, fullHoldMinutes(order.program.selling.hold_minutes))
  return {
    set: { hold_started_at: ctx.now, hold_expires_at: until },
    writes: keepHeld(ctx, order.id, { until, ...cart }),
  }
}

/**
 * Renews the hold before a card is charged, except that a pending offline order keeps its due date. An order without
 * a place or product also gets a time to pay, because it reserves coupons and balance. The order of a membership period
 * gets no time to pay.
 */
export function renewHoldToPay(ctx: Ctx, order: Held, cart: Cart): HoldChange {
  if (isEmpty(cart)) {
    if (isPromised(order)) return { set: {}, writes: [] }
    return order.membership_id !== null || cart.items.some(isMembershipLine) ? notHeld : timeToPay(ctx, order)
  }
  const isAlive = order.hold_started_at !== null && isHoldAlive(order.hold_expires_at, ctx.now)
  const taken = cart.places.map((place) => place.registration.held_since ?? ctx.now)
  const started_at = Math.min(ctx.now, ...taken, ...(isAlive ? [order.hold_started_at ?? ctx.now] : []))
  const renewed = renewHold(
    { started_at, expires_at: isAlive ? (order.hold_expires_at ?? 0) : 0 },
    ctx.now,
    fullHoldMinutes(order.program.selling.hold_minutes),
  )
  // While a cart has only places that were offered from the waitlist, the places are held until their offer ends.
  const offered = cart.items.some(isProductLine) ? [] : cart.places
  const until = Math.max(renewed, ...(offered.length > 0 ? [Math.min(...offered.map(heldUntil))] : []))
  return {
    set: { hold_started_at: started_at, hold_expires_at: until },
    writes: keepHeld(ctx, order.id, { until, ...cart }),
  }
}

function timeToPay(ctx: Ctx, { program }: Held): HoldChange {
  const until = startHold(ctx.now, fullHoldMinutes(program.selling.hold_minutes))
  return { set: { hold_started_at: ctx.now, hold_expires_at: until }, writes: [] }
}

/** A new hold after all places were taken again; it can be extended again. */
export function restartOrderHold(ctx: Ctx, order: Held, cart: Cart): HoldChange {
  const unused = { more_time_used: false, bank_time_used: false, decline_time_used: false }
  if (isEmpty(cart)) return { set: { ...notHeld.set, ...unused }, writes: [] }
  const until = startHold(ctx.now, fullHoldMinutes(order.program.selling.hold_minutes))
  const set = { hold_started_at: ctx.now, hold_expires_at: until, ...unused }
  return { set, writes: [...holdAgain(ctx, order.id, until), ...guardHeld(ctx, order.id, cart)] }
}

/** Adds ten minutes to a hold, once ("I need more time"). */
export function addOrderTime(ctx: Ctx, order: Held): HoldChange {
  const until = addMoreTime(order.hold_expires_at ?? ctx.now)
  return { set: { hold_expires_at: until, more_time_used: true }, writes: holdUntil(ctx, order.id, until) }
}

/** Leaves at least ten minutes after a bank step or a decline, once for each. A second call changes nothing. */
export function lengthenOrderHold(ctx: Ctx, order: Held, because: 'bank' | 'decline'): HoldChange {
  const isUsed = because === 'bank' ? order.bank_time_used : order.decline_time_used
  if (isUsed || order.hold_expires_at === null) return { set: {}, writes: [] }
  const until = lengthenHold(order.hold_expires_at, ctx.now)
  return {
    set: { hold_expires_at: until, ...(because === 'bank' ? { bank_time_used: true } : { decline_time_used: true }) },
    writes: holdUntil(ctx, order.id, until),
  }
}

/** An offline order keeps its places until it is due. */
export function holdUntilDue(ctx: Ctx, order: Held, dueAt: number): HoldChange {
  return { set: { hold_expires_at: dueAt, due_at: dueAt }, writes: holdUntil(ctx, order.id, dueAt) }
}

// The guard statement fails if a concurrent batch released a place between our read and our write.
function keepHeld(ctx: Ctx, orderId: string, { until, ...cart }: Cart & { until: number }): Statement[] {
  return [...holdUntil(ctx, orderId, until), ...guardHeld(ctx, orderId, cart)]
}

function guardHeld(ctx: Ctx, orderId: string, { places, items }: Cart): Statement[] {
  return [
    guardThat(ctx.db, sqlOfHeldPlaces(literal(orderId), literal(places.length)), 'state'),
    ...guardStock(ctx, orderId, items),
  ]
}
