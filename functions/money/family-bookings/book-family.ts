import { ApiError, type ErrorType } from '../../contract/api-error.ts'
import type { BookFamilyRequest, BookingPreview } from '../../contract/money/family-booking.ts'
import type { Order } from '../../contract/money/order.ts'
import { releaseLapsed } from '../../booking/registrations/release-lapsed.ts'
import { tooManyHeld } from '../../booking/spots/hold-ceilings.ts'
import { offerToWaitlistFirst } from '../../booking/waitlist/offer-places.ts'
import { profileToJoin } from '../../people/customers/join-program.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { cartWrites } from '../orders/cart-writes.ts'
import { openOrder } from '../orders/create-order.ts'
import { renewOrderHold } from '../orders/hold-order.ts'
import { changedCart, enteredCoupon } from '../orders/open-cart.ts'
import { heldPlaces } from '../orders/order-refusals.ts'
import { showOrder, shownOrderReads } from '../orders/show-order.ts'
import { guardPrice, placeLine } from '../orders/take-places.ts'
import { type DecidedPlace, decideBooking } from './decide-booking.ts'
import { type LoadedBooking, loadBooking } from './load-booking.ts'
import { errorOfRefusals } from './person-refusals.ts'
import { showPreview } from './show-preview.ts'

/** Refusals of the schema that the rules name by person once the data is read again. */
const namedByPerson: ReadonlySet<ErrorType> = new Set([
  'sold_out',
  'already_registered',
  'option_not_on_sale',
  'state_conflict',
])
const mayDecideAgain = (error: unknown): boolean =>
  error instanceof ApiError && error.detail.constraint !== undefined && namedByPerson.has(error.type)

/**
 * Books places of an event for people of a family in one batch: the caller joins the program, the people join it, and
 * all places are held in one cart, or nothing is written. The error of a refused booking names every person and field.
 * `dry_run` returns what the booking would be instead, and writes nothing.
 */
export const bookFamily = (ctx: CustomerContext, input: BookFamilyRequest): Promise<Order | BookingPreview> =>
  retryOnConflict(() => bookOnce(ctx, input), mayDecideAgain)

async function bookOnce(ctx: CustomerContext, input: BookFamilyRequest): Promise<Order | BookingPreview> {
  requireProfileScope(ctx, input)
  const loaded = await loadBooking(ctx, input)
  const { places, refusals } = await decideBooking(ctx, loaded, input.people)
  const { family, cart } = loaded
  const priced = priceBooking(ctx, loaded, places)
  if (input.dry_run) return showPreview(ctx, cart, { ...priced, refusals, isNew: loaded.joined === null })
  if (refusals.length > 0) throw errorOfRefusals(refusals)

  if (family.hasWaitlist) await offerToWaitlistFirst(ctx, family.event.id)
  ctx.request.setCreatedLocation(`/v1/profile/orders/${cart.id}`)
  ctx.request.invalidateTags(`places:${cart.program_id}`, `event:${family.event.id}`)
  return showOrder(
    ctx,
    await commit(ctx, writesOf(ctx, loaded, { places, priced }), ...shownOrderReads(ctx, cart.id)).catch(
      tooManyHeld(ctx, { param: 'people', option_id: places[0]?.place.booking.option_id ?? null }),
    ),
  )
}

// A client that may only book cannot add or change people.
function requireProfileScope({ actor }: CustomerContext, { people }: BookFamilyRequest): void {
  const at = people.findIndex(({ attendee }) => attendee)
  if (at >= 0 && actor.delegation && !actor.delegation.scopes.includes('profile'))
    throw new ApiError('insufficient_scope', { param: `people[${at}].attendee` })
}

type PricedBooking = ReturnType<typeof priceBooking>

/** The cart with the new places, priced as its items are in every other call. */
function priceBooking(ctx: CustomerContext, { cart, joined }: LoadedBooking, places: readonly DecidedPlace[]) {
  const position = Math.max(0, ...cart.items.map((item) => item.position)) + 1
  const lines = places.map(({ place }, at) =>
    placeLine(ctx, place, { order_id: cart.id, position: position + at, parent: null }),
  )
  const all = [...(joined ? heldPlaces(joined) : []), ...places.map(({ place }) => place)]
  const items = [...cart.items, ...lines]
  return {
    places: all,
    ...cartWrites(ctx, cart, { items, places: all, entered: enteredCoupon(cart), coupons: cart.coupons }),
  }
}

function writesOf(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  { places, priced }: { places: readonly DecidedPlace[]; priced: PricedBooking },
): Statement[] {
  const { family, cart, contact } = loaded
  const hold = renewOrderHold(ctx, cart, priced)
  const sources = [...new Set(places.map(({ place }) => place.booking.option_id))].map((option_id) => ({
    kind: 'event' as const,
    source_id: family.event.id,
    option_id,
  }))
  return [
    ...releaseLapsed(ctx, sources),
    ...(loaded.isNewProfile
      ? [profileToJoin(ctx, { id: contact.id, customer_id: family.customer_id, program_id: cart.program_id })]
      : []),
    ...openOrChange(ctx, loaded, { ...priced.set, ...hold.set }),
    ...places.flatMap(({ place, writes }) => [...writes, guardPrice(ctx, place)]),
    ...priced.writes,
    ...hold.writes,
  ]
}

type Totals = PricedBooking['set'] & ReturnType<typeof renewOrderHold>['set']
const openOrChange = (ctx: CustomerContext, { joined, opens }: LoadedBooking, set: Totals): Statement[] => [
  ...(joined ? changedCart(ctx, joined, { reason: 'places_booked', set }) : []),
  ...(opens ? openOrder(ctx, { ...opens, ...set }) : []),
]
