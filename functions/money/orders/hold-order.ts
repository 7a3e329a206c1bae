import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
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

/** What a longer hold changes on the order, and on its registrations: for one and the same batch. */
export type HoldChange = { set: OrderChange; writes: Statement[] }
type Held = OrderRow & Pick<LoadedOrder, 'program'>
/** What a hold is for: places, and what lines of the store have taken. */
type Cart = { places: LoadedRegistration[]; items: readonly ItemRow[] }

const heldUntil = ({ registration }: LoadedRegistration): number => registration.hold_expires_at ?? 0
const notHeld: HoldChange = { set: { hold_started_at: null, hold_expires_at: null }, writes: [] }
const isMembershipLine = ({ membership_terms, cancelled_at }: ItemRow): boolean =>
  membership_terms !== null && cancelled_at === null
const isEmpty = ({ places, items }: Cart): boolean => places.length === 0 && !items.some(isProductLine)

/**
 * After a change, which makes a cart of it: a full length again for all places, never past the ceiling after the first was
 * taken. An order that was promised to be paid later no longer waits until its due date; its time to pay counts from now.
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
 * The same before a card is charged: a promised order keeps its due date. One that holds nothing has its time to pay, too: its coupons
 * and balance are reserved until the clock ends it. What buys a membership, or pays a period of one, ends with that.
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
  // Places that were offered are held as long as their offer lasted, while no other is in the cart.
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

/** After all places were taken again: a new hold, with its own extra times. */
export function restartOrderHold(ctx: Ctx, order: Held, cart: Cart): HoldChange {
  const unused = { more_time_used: false, bank_time_used: false, decline_time_used: false }
  if (isEmpty(cart)) return { set: { ...notHeld.set, ...unused }, writes: [] }
  const until = startHold(ctx.now, fullHoldMinutes(order.program.selling.hold_minutes))
  const set = { hold_started_at: ctx.now, hold_expires_at: until, ...unused }
  return { set, writes: [...holdAgain(ctx, order.id, until), ...guardHeld(ctx, order.id, cart)] }
}

/** "I need more time": ten minutes, once. */
export function addOrderTime(ctx: Ctx, order: Held): HoldChange {
  const until = addMoreTime(order.hold_expires_at ?? ctx.now)
  return { set: { hold_expires_at: until, more_time_used: true }, writes: holdUntil(ctx, order.id, until) }
}

/** A bank step or a decline leaves at least ten minutes, once each; the second time nothing changes. */
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

// What someone else's batch released between our read and our write must not look held.
function keepHeld(ctx: Ctx, orderId: string, { until, ...cart }: Cart & { until: number }): Statement[] {
  return [...holdUntil(ctx, orderId, until), ...guardHeld(ctx, orderId, cart)]
}

function guardHeld(ctx: Ctx, orderId: string, { places, items }: Cart): Statement[] {
  return [
    guardThat(ctx.db, sqlOfHeldPlaces(literal(orderId), literal(places.length)), 'state'),
    ...guardStock(ctx, orderId, items),
  ]
}
