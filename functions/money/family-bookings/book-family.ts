import { ApiError, type ErrorType } from '../../contract/api-error.ts'
import type { BookedOrder, BookFamilyRequest, BookingPreview } from '../../contract/money/family-booking.ts'
import { tooFewLeftSentence } from '../../contract/sentences/sentence.ts'
import { endIncomplete } from '../../booking/memberships/memberships-paid.ts'
import { releaseLapsed } from '../../booking/registrations/release-lapsed.ts'
import { tooManyHeld } from '../../booking/spots/hold-ceilings.ts'
import { offerToWaitlistFirst } from '../../booking/waitlist/offer-places.ts'
import { nearestTimes } from '../../offering/appointments/nearest-times.ts'
import { profileToJoin } from '../../people/customers/join-program.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { removeLine } from '../orders/change-lines.ts'
import { openOrder } from '../orders/create-order.ts'
import { renewOrderHold } from '../orders/hold-order.ts'
import { changedCart } from '../orders/open-cart.ts'
import { guardNewProducts, releaseLapsedStock } from '../orders/product-lines.ts'
import type { ItemRow } from '../orders/order-rows.ts'
import { releasePlace } from '../orders/remove-item.ts'
import { showOrder, shownOrderReads } from '../orders/show-order.ts'
import { guardPrice, type OrderedPlace } from '../orders/take-places.ts'
import { CodeEntry } from './code-entry.ts'
import { type DecidedBooking, decideBooking } from './decide-booking.ts'
import { type BookingByStaff, type LoadedBooking, loadBooking } from './load-booking.ts'
import { refusalsAsSent, withKindOfPackages } from './named-packages.ts'
import { errorOfRefusals } from './person-refusals.ts'
import { type PricedBooking, priceBooking } from './price-booking.ts'
import { withInstead } from './suggest-instead.ts'
import { showPreview } from './show-preview.ts'

/** Refusals of the schema that the rules name by person once the data is read again. */
const namedByPerson: ReadonlySet<ErrorType> = new Set([
  'sold_out',
  'slot_taken',
  'already_registered',
  'credit_not_available',
  'option_not_on_sale',
  'state_conflict',
])
const mayDecideAgain = (error: unknown): boolean =>
  error instanceof ApiError && error.detail.constraint !== undefined && namedByPerson.has(error.type)

/**
 * Books places of an event, or times of an appointment type, for people of a family in one batch: the caller joins the
 * program, new people are added, all people join it, and all places are held in one cart with the packages and store
 * products that go with them, or nothing is written. The error of a refused booking names every person and field. With
 * `on_refusal: hold`, the places that are left are held: those of the other people, and the other times of a person, as
 * a series of appointments keeps its free weeks. A person with a refused field has no place. `dry_run` returns what the
 * booking would be. All answers name what a refused person of an event can have instead.
 *
 * Sent again with the cart in `order_id`, the request replaces what its people hold there, or in no order, of the same
 * event or type: a place of the same option, time and payment stays, at its price and with the new answers, any other is released in the
 * same batch. A refused person whose places would be replaced keeps them. `release` names places of people who no longer
 * come. A package or a membership in the cart that only released places needed leaves it.
 *
 * With `staff`, an organisation books for the customer of `ctx`.
 */
export async function bookFamily(
  ctx: CustomerContext,
  input: BookFamilyRequest,
  staff?: BookingByStaff,
): Promise<BookedOrder | BookingPreview> {
  requireProfileScope(ctx, input)
  const entry = input.code ? new CodeEntry(ctx) : null
  try {
    return await retryOnConflict((attempt) => bookOnce(ctx, input, { entry, attempt, staff }), mayDecideAgain)
  } catch (error) {
    if (!isGuessOf(error)) await entry?.remove()
    throw await withNearestTimes(ctx, input, error)
  }
}

/** The error of a booking of one time that is taken, with the nearest free times. Any other error is the same. */
async function withNearestTimes(ctx: CustomerContext, input: BookFamilyRequest, error: unknown): Promise<unknown> {
  const [start, ...later] = input.appointment?.starts_at ?? []
  const [first] = input.people
  if (!(error instanceof ApiError) || error.type !== 'slot_taken' || !start || !first || later.length > 0) return error
  const available_times = await nearestTimes(ctx, first.option_id, Date.parse(start))
  return new ApiError('slot_taken', { ...error.detail, body: { ...error.detail.body, available_times } })
}

// A wrong code stays counted, and so does an attempt above the limit.
const isGuessOf = (error: unknown): boolean =>
  error instanceof ApiError && (error.type === 'too_many_requests' || (error.detail.errors ?? []).some(isWrongCode))
const isWrongCode = ({ param, type }: { param: string; type: string }) => param === 'code' && type !== 'coupon_replaced'

async function bookOnce(
  ctx: CustomerContext,
  request: BookFamilyRequest,
  { entry, attempt, staff }: { entry: CodeEntry | null; attempt: number; staff: BookingByStaff | undefined },
): Promise<BookedOrder | BookingPreview> {
  const loaded = await loadBooking(ctx, request, { entry, staff })
  const input = withKindOfPackages(request, loaded)
  const { target, cart, joined } = loaded
  if (input.code && cart.program.features.discounts !== true) throw new ApiError('feature_disabled', { param: 'code' })
  const decided = await decideBooking(ctx, loaded, input)
  const { people, places } = decided
  const priced = priceBooking(ctx, loaded, { ...decided, code: input.code })
  const refused = refusalsAsSent(request, [...decided.refusals, ...priced.refusals])
  const mayHoldSome = input.on_refusal === 'hold' && people.length > 0
  const refusals = await withInstead(ctx, loaded, { ...decided, refusals: refused })
  if (refusals.length > 0 && !input.dry_run && !mayHoldSome) throw errorOfRefusals(refusals)
  if (input.dry_run) {
    if (!priced.isGuess) await entry?.remove()
    return showPreview(ctx, cart, { ...priced, refusals, isNew: joined === null })
  }

  if (target.waitedFor) await offerToWaitlistFirst(ctx, target.waitedFor)
  ctx.request.setCreatedLocation(`/v1/profile/orders/${cart.id}`)
  ctx.request.invalidateTags(`places:${cart.program_id}`, ...target.tags)
  const writes = [
    ...writesOf(ctx, loaded, { ...decided, priced }),
    ...(entry && !priced.isGuess ? [entry.removal] : []),
  ]
  const order = await showOrder(
    ctx,
    await commit(ctx, writes, ...shownOrderReads(ctx, cart.id)).catch((error: unknown) => {
      // The places are left after a new read, so the stock of a product is not.
      if (attempt > 1 && priced.products.length > 0) throwStockGone(ctx, error, { loaded, input })
      return tooManyHeld(ctx, { param: 'people', option_id: ofEvent(places[0]?.place.booking) })(error)
    }),
  )
  return refusals.length > 0 ? { ...order, refusals } : order
}

const ofEvent = (booking: OrderedPlace['booking'] | undefined): string | null =>
  booking?.kind === 'event' ? booking.option_id : null

// A client that may only book cannot add or change people.
function requireProfileScope({ actor }: CustomerContext, { people }: BookFamilyRequest): void {
  const at = people.findIndex(({ attendee }) => attendee)
  if (at >= 0 && actor.delegation && !actor.delegation.scopes.includes('profile'))
    throw new ApiError('insufficient_scope', { param: `people[${at}].attendee` })
}

const membershipsOf = (joined: LoadedBooking['joined'], items: readonly ItemRow[]) =>
  (joined?.memberships ?? []).filter(({ order_item_id }) => items.some(({ id }) => id === order_item_id))

type Writes = DecidedBooking & { priced: PricedBooking }
function writesOf(ctx: CustomerContext, loaded: LoadedBooking, { people, places, freed, priced }: Writes): Statement[] {
  const { family, target, cart, contact, joined, opens } = loaded
  const hold = renewOrderHold(ctx, cart, priced)
  const set = { ...priced.set, ...hold.set }
  const sources = target.sources([...new Set(places.map(({ place }) => place.booking.option_id))])
  // The credits of a package need its item, a place needs the credits or the item of its membership, the item of a place needs the
  // place, and a store product needs the item of its place.
  const writesFor = (isWritten: (item: ItemRow) => boolean) =>
    priced.itemWrites.flatMap(({ item, write }) => (isWritten(item) ? [write] : []))
  const isPackage = ({ package_terms, membership_terms }: ItemRow) =>
    package_terms !== null || membership_terms !== null
  const isPlace = ({ registration_id }: ItemRow) => registration_id !== null
  return [
    ...(loaded.staff?.first ?? []),
    ...releaseLapsed(ctx, sources),
    ...releaseLapsedStock(ctx, { id: cart.id, items: priced.products }),
    ...(loaded.isNewProfile
      ? [profileToJoin(ctx, { id: contact.id, customer_id: family.customer_id, program_id: cart.program_id })]
      : []),
    ...people.flatMap(({ writes }) => writes),
    ...(joined ? changedCart(ctx, joined, { reason: 'places_booked', set }) : []),
    ...(opens ? openOrder(ctx, { ...opens, ...set }) : []),
    ...freed.flatMap((place) => releasePlace(ctx, place, 'place_replaced')),
    ...priced.removed.flatMap(({ id }) => removeLine(ctx, id)),
    ...endIncomplete(ctx, { memberships: membershipsOf(joined, priced.removed) }, ctx.actor),
    ...writesFor(isPackage),
    ...priced.credits,
    ...places.flatMap(({ place, writes }) => [...writes, ...(place.price_reason ? [] : [guardPrice(ctx, place)])]),
    ...writesFor(isPlace),
    ...writesFor((item) => !isPackage(item) && !isPlace(item)),
    ...priced.discountWrites,
    ...guardNewProducts(ctx, cart, priced.products),
    ...hold.writes,
  ]
}

/** Names the first store product with too little stock; any other error is left. */
function throwStockGone(
  ctx: CustomerContext,
  error: unknown,
  { loaded, input }: { loaded: LoadedBooking; input: BookFamilyRequest },
): void {
  if (!(error instanceof ApiError) || error.type !== 'sold_out') return
  const products = input.people.flatMap(({ items = [] }, person) =>
    items.map((item, at) => ({ ...item, param: `people[${person}].items[${at}].quantity` })),
  )
  const short = products.find(({ product_variation_id, quantity }) => {
    const left = loaded.variations.find(({ id }) => id === product_variation_id)?.stock_left ?? 0
    return left < quantity
  })
  throw new ApiError('sold_out', {
    param: (short ?? products[0])?.param ?? null,
    message: tooFewLeftSentence(ctx.language),
  })
}
