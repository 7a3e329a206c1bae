import { ApiError } from '../../contract/api-error.ts'
import { languages } from '../../contract/field-rules.ts'
import { localize, type Translations } from '../../contract/texts.ts'
import type { ItemType, OrderItemInput } from '../../contract/money/order.ts'
import { boundSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import { inOrderOf } from '../../booking/registrations/find-own-registrations.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { attachToOrder } from '../../booking/registrations/registration-steps.ts'
import { isHoldAlive } from '../../booking/spots/hold-clock.ts'
import { isProductLine } from './order-refusals.ts'
import type { Variation } from './compose-product-line.ts'
import { withProduct } from './product-lines.ts'
import { membershipLine } from './membership-lines.ts'
import { isMembership, isPackage, packageLine, type Packages } from './package-lines.ts'
import { balanceDueLine, balanceDueProduct } from './balance-due.ts'
import { blankLine } from './blank-line.ts'
import { type ItemRow, type OrderRow, sqlOfCost } from './order-rows.ts'

type Booking = Pick<
  LoadedRegistration['booking'],
  'kind' | 'source_id' | 'option_id' | 'title' | 'option_title' | 'translations' | 'event_type' | 'cost'
>
/** A held place as an order reads it, loaded or about to be written. */
export type OrderedPlace = {
  registration: Pick<LoadedRegistration['registration'], 'id' | 'held_since' | 'hold_expires_at'>
  booking: Booking
  attendee: Pick<LoadedRegistration['attendee'], 'first_name' | 'last_name'>
  /** Why staff set another price than that of the option. */
  price_reason?: string | null
}
/** All items of the cart, including new or enlarged store products, and the new places. */
type NewItems = { items: ItemRow[]; places: LoadedRegistration[]; products: ItemRow[] }
/** An item as a customer adds it: version 1 names its type, version 2 may name its product and variation. */
export type NewItemInput = Pick<OrderItemInput, 'source' | 'quantity' | 'parent'> & {
  type?: ItemType
  product_id?: string | null | undefined
  product_variation_id?: string | null | undefined
  attendee_profile_id?: string | null | undefined
  start_date?: string | null | undefined
}
type InOrder = Pick<OrderRow, 'id' | 'customer_id' | 'program_id' | 'customer_profile_id'> & {
  balance: number | null
  items: ItemRow[]
  program: { timezone: string; features: Record<string, boolean | undefined> }
}

/**
 * Turns the inputs of a customer into items. A place needs a pending registration of the caller, in the same program
 * and profile and in no other order; its price is the current price of its option. Other inputs are store products,
 * session packages, memberships and the debt. `read` has the registrations of the inputs, `variations` their store
 * products.
 */
export function newItems(
  ctx: Ctx,
  order: InOrder,
  {
    inputs: all,
    read,
    variations,
    packages,
  }: { inputs: NewItemInput[]; read: LoadedRegistration[]; variations: Variation[]; packages: Packages },
): NewItems {
  for (const input of all) checkInput(ctx, order, input)
  const inputs = all.filter(isPlace)
  const places = inOrderOf(read, sourcesOf(inputs))
  for (const [index, place] of places.entries()) {
    checkPlace(ctx, order, place)
    checkProduct(inputs[index] as NewItemInput, place)
  }
  const isTwice = new Set(inputs.map((input) => input.source)).size < inputs.length
  if (isTwice) throw new ApiError('already_registered', { param: 'source' })

  const next = Math.max(0, ...order.items.map((item) => item.position)) + 1
  const booked = places.map((place, at) =>
    placeLine(ctx, place, { order_id: order.id, position: next + at, parent: inputs[at]?.parent ?? null }),
  )
  const owing = all.filter(({ type }) => type === 'balance_due').length
  if (owing > 1) throw new ApiError('state_conflict', { param: 'type', subject: balanceDueProduct })
  const debts = owing === 1 ? [balanceDueLine(ctx, order, next + booked.length)] : []
  const bought = all
    .filter(isPackage)
    .map((input, at) =>
      packageLine(ctx, order, { input, packages, position: next + booked.length + debts.length + at }),
    )
  const joined: ItemRow[] = []
  for (const input of all.filter(isMembership)) {
    const position = next + booked.length + debts.length + bought.length + joined.length
    joined.push(membershipLine(ctx, order, { input, packages, position, lines: [...order.items, ...joined] }))
  }
  const items = all
    .filter(({ type }) => type === 'product_variation')
    .reduce(
      (lines, input) => withProduct(ctx, order, { items: lines, input, variations }),
      [...order.items, ...booked, ...debts, ...bought, ...joined],
    )
  const products = items.filter((item) => isProductLine(item) && !order.items.includes(item))
  return { places, items, products }
}

// Version 2 names the product, version 1 only the type.
const isByProduct = (input: NewItemInput) => input.type === undefined || 'product_variation_id' in input
const isPlace = ({ type }: NewItemInput) =>
  type !== 'balance_due' && type !== 'product_variation' && type !== 'session_package' && type !== 'membership_package'
/** The registration ids of the inputs. */
export const sourcesOf = (inputs: readonly NewItemInput[]): string[] =>
  inputs.filter(isPlace).flatMap(({ source }) => source ?? [])
/** The variation ids of the inputs. */
export const variationsIn = (inputs: readonly NewItemInput[]): string[] =>
  inputs.flatMap(({ type, source }) => (type === 'product_variation' && source ? [source] : []))

/**
 * Adds the places of new items to the order. A place that was released, or whose price changed in the meantime, aborts
 * the batch.
 */
export function attachPlaces(
  ctx: Ctx,
  places: LoadedRegistration[],
  { order_id, hold }: { order_id: string; hold: { set: { hold_expires_at?: number | null } } },
): Statement[] {
  const order = { order_id, hold_expires_at: hold.set.hold_expires_at ?? ctx.now }
  return places.flatMap((place) => [...attachToOrder(ctx, place, order), guardPrice(ctx, place)])
}

/** Aborts the batch when the price of a place is no longer the one that was read. */
export const guardPrice = (ctx: Ctx, { registration, booking }: OrderedPlace): Statement =>
  guardThat(ctx.db, sqlOfCost(literal(registration.id), literal(booking.cost)), 'state')

/** The item type for each kind of booking. */
const itemTypeOf = { event: 'event_option', appointment: 'appointment_option' } as const
/** The program feature that an item type needs. */
const featureOf: Partial<Record<ItemType, string>> = {
  session_package: 'sessions',
  membership_package: 'memberships',
}

function checkInput(ctx: Ctx, order: InOrder, input: NewItemInput): void {
  const isDebt = input.type === 'balance_due'
  if (isDebt && input.source) throw new ApiError('invalid_parameter', { param: 'source' })
  if (!isDebt && !input.source) throw new ApiError('required', { param: 'source' })
  const isProduct = input.type === 'product_variation'
  if (isProduct && !order.program.features['products']) throw new ApiError('feature_disabled', { param: 'type' })
  const feature = input.type && featureOf[input.type]
  if (feature && !order.program.features[feature]) throw new ApiError('feature_disabled', { param: 'type' })
  if (input.attendee_profile_id && !feature) throw new ApiError('invalid_parameter', { param: 'attendee_profile_id' })
  if (input.start_date && !isMembership(input)) throw new ApiError('invalid_parameter', { param: 'start_date' })
  if (!isProduct && !isPackage(input)) checkPlaceQuantity(ctx, input.quantity)
  if (input.parent && !order.items.some((item) => item.id === input.parent))
    throw new ApiError('not_found', { param: isByProduct(input) ? 'parent_id' : 'parent' })
}

/** A place has quantity 1; several people need several items. */
export function checkPlaceQuantity(ctx: Ctx, quantity: number): void {
  if (quantity !== 1)
    throw new ApiError('invalid_integer', { param: 'quantity', message: boundSentence('tooLarge', 1, ctx.language) })
}

// A product named with a registration must be the product of that registration.
function checkProduct(input: NewItemInput, { booking }: LoadedRegistration): void {
  const { type, product_id, product_variation_id } = input
  if (type && type !== itemTypeOf[booking.kind]) throw new ApiError('not_found', { param: 'source' })
  if (product_id && product_id !== booking.source_id) throw new ApiError('not_found', { param: 'product_id' })
  if (product_variation_id && product_variation_id !== booking.option_id)
    throw new ApiError('not_found', { param: 'product_variation_id' })
}

function checkPlace(ctx: Ctx, order: InOrder, { registration }: LoadedRegistration): void {
  if (registration.program_id !== order.program_id || registration.customer_profile_id !== order.customer_profile_id)
    throw new ApiError('not_found', { param: 'source' })
  if (registration.order_id !== null) throw new ApiError('already_registered', { param: 'source' })
  if (registration.status === 'expired') throw new ApiError('hold_expired', { param: 'source' })
  if (registration.status !== 'pending') throw new ApiError('state_conflict', { subject: registration.status })
  if (!isHoldAlive(registration.hold_expires_at, ctx.now)) throw new ApiError('hold_expired', { param: 'source' })
  // A booking from the waitlist has no answers yet. The answers must be sent before the booking is ordered.
  if (registration.waitlist_entry_id !== null && registration.form_response.submitted_at === null)
    throw new ApiError('required', { param: 'form_response' })
}

/** The columns of an item for its option, and its price. */
export function productOf(
  booking: Pick<Booking, 'title' | 'option_title' | 'translations' | 'option_id' | 'cost'>,
): Pick<ItemRow, 'product_name' | 'translations' | 'product_variation_id' | 'unit_amount' | 'amount'> {
  return {
    product_name: productName(booking),
    translations: productTranslations(booking),
    product_variation_id: booking.option_id,
    unit_amount: booking.cost,
    amount: booking.cost,
  }
}

const productName = ({ title, option_title }: Pick<Booking, 'title' | 'option_title'>) => `${title}, ${option_title}`
/** The names in other languages, kept with the item. */
function productTranslations(booking: Pick<Booking, 'title' | 'option_title' | 'translations'>): Translations {
  const language = booking.translations.language ?? 'en'
  const others = languages.flatMap((each) =>
    each !== language && booking.translations[each]?.title
      ? [[each, { product_name: productName(localize(booking, each)) }] as const]
      : [],
  )
  return { language, ...Object.fromEntries(others) }
}

/** A new item for a place, at the price of its option. */
export function placeLine(
  ctx: Ctx,
  { registration, booking, attendee, price_reason = null }: OrderedPlace,
  at: { order_id: string; position: number; parent: string | null },
): ItemRow {
  return {
    ...blankLine,
    ...at,
    id: ctx.newId('itm'),
    type: itemTypeOf[booking.kind],
    source: registration.id,
    product_id: booking.source_id,
    ...productOf(booking),
    registration_id: registration.id,
    attendee_name: `${attendee.first_name} ${attendee.last_name}`,
    price_reason,
    created: ctx.now,
  }
}
