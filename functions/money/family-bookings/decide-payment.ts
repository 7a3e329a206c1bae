import { ApiError } from '../../contract/api-error.ts'
import type { BookedPerson } from '../../contract/money/family-booking.ts'
import type { Bookable } from '../../booking/session-credits/credit-rules.ts'
import { payingCredits, spendLine } from '../../booking/session-credits/spend-credit.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { ItemRow } from '../orders/order-rows.ts'
import { type Packages, packageLine } from '../orders/package-lines.ts'
import type { Registering } from './booking-target.ts'
import { joinMembership, type JoinedMembership } from './join-membership.ts'
import type { LoadedBooking } from './load-booking.ts'

/** A session package that is bought with places of this booking, for one person or for all. */
export type BoughtPackage = { item_id: string; package_id: string; people: Packages['people'] }
/** How a place is paid: with the price of its option, alone or with a membership, or with a visit of `session_credit_id`. */
export type Payment = {
  session_credit_id: string | null
  bought: BoughtPackage | null
  /** True when the visit is of a package in the cart, which is not paid yet. */
  isUnpaid: boolean
  membership: JoinedMembership | null
  /** Statements that create the visits of a package that is in the cart already. */
  writes: Statement[]
}

/** Visits, packages and memberships that the people decided so far use. */
export class UsedVisits {
  readonly #visits = new Map<string, number>()
  readonly #bought = new Map<string, BoughtPackage>()
  readonly #memberships = new Set<ItemRow>()

  /** How many visits of these credits the booking uses. */
  of(creditId: string): number {
    return this.#visits.get(creditId) ?? 0
  }

  /** The package that is bought under this key, or a new one. */
  packageOf(key: string, make: () => BoughtPackage): BoughtPackage {
    return this.#bought.get(key) ?? make()
  }

  /** The items of the memberships that are bought. */
  get memberships(): ItemRow[] {
    return [...this.#memberships]
  }

  /** Adds a payment, and returns it. */
  add<Paid extends Payment & { key: string }>(payment: Paid): Paid {
    const { session_credit_id, bought, key, membership } = payment
    if (membership?.isNew) this.#memberships.add(membership.item)
    if (session_credit_id) this.#visits.set(session_credit_id, this.of(session_credit_id) + 1)
    if (bought) this.#bought.set(key, bought)
    return payment
  }
}

type Paying = { registering: Registering; bookable: Bookable; isFree: boolean; input: BookedPerson; used: UsedVisits }

/** The key under which people share a package that is bought with their places. */
const packageKey = ({ session_package_id }: BookedPerson, profileId: string, isForOne: boolean): string =>
  isForOne ? `${session_package_id} ${profileId}` : `${session_package_id}`

/** How a person's place is paid. Throws when the visit or the package cannot pay for it. */
export function decidePayment(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  { registering, bookable, isFree, input, used }: Paying,
): Payment & { key: string } {
  const price = { session_credit_id: null, bought: null, isUnpaid: false, membership: null, writes: [], key: '' }
  const [, second] = (['session_credit_id', 'session_package_id', 'membership_package_id'] as const).filter(
    (name) => input[name],
  )
  if (second) throw new ApiError('invalid_parameter', { param: second })
  const { membership_package_id } = input
  if (membership_package_id) {
    const joining = { membership_package_id, registering, bookable, isFree, bought: used.memberships }
    return { ...price, membership: joinMembership(ctx, loaded, joining) }
  }
  if (input.session_package_id) return { ...price, ...buyPackage(ctx, loaded, { registering, bookable, input, used }) }
  if (!input.session_credit_id) return price

  const credit = payingCredits(ctx, loaded.family.credits, bookable).find(({ id }) => id === input.session_credit_id)
  if (credit && (credit.is_unlimited || used.of(credit.id) < credit.available))
    return { ...price, session_credit_id: credit.id }
  const item = loaded.cart.items.find(
    ({ id, package_terms }) => id === input.session_credit_id && package_terms !== null,
  )
  const spending = item ? spendVisit(ctx, loaded, { item, bookable, used }) : null
  if (!spending) throw new ApiError('credit_not_available', { param: 'session_credit_id' })
  return { ...price, ...spending }
}

/** A visit of a package that is in the cart already; null when it cannot pay or has no visit left. */
function spendVisit(
  ctx: CustomerContext,
  { cart, cartVisits, family }: LoadedBooking,
  { item, bookable, used }: Pick<Paying, 'bookable' | 'used'> & { item: ItemRow },
): Pick<Payment, 'session_credit_id' | 'isUnpaid' | 'writes'> | null {
  const spending = spendLine(ctx, { item, order: cart, timezone: family.program.timezone }, bookable)
  if (!spending?.id || item.package_terms === null) return null
  const { is_unlimited, allocated_amount } = item.package_terms
  const existing = cartVisits.find(({ id }) => id === spending.id)
  const left = existing?.available ?? (allocated_amount ?? 0) * item.quantity
  if (!is_unlimited && used.of(spending.id) >= left) return null
  return { session_credit_id: spending.id, isUnpaid: true, writes: spending.writes }
}

/** A visit of the named package: of the one in the cart while it has visits left, otherwise of a new one. */
function buyPackage(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  { registering, bookable, input, used }: Omit<Paying, 'isFree'>,
): Omit<Payment, 'membership'> & { key: string } {
  const { cart, family, packages } = loaded
  const package_id = input.session_package_id ?? ''
  if (cart.program.features.sessions !== true) throw new ApiError('feature_disabled', { param: 'session_package_id' })
  const isForOne = packages.find((each) => each.package.id === package_id)?.package.sold_for === 'person'
  const { profile, attendee, relation } = registering.person
  const person = {
    id: profile.id,
    program_id: cart.program_id,
    is_archived: false,
    person: { id: attendee.id, is_seen: true, first_name: attendee.first_name, last_name: attendee.last_name },
    rights: relation.rights,
  }
  const inCart = cart.items.filter((each) => each.type === 'session_package' && each.product_id === package_id)
  for (const item of inCart) {
    const spending = spendVisit(ctx, loaded, { item, bookable, used })
    if (spending) return { ...spending, bought: null, key: '' }
  }
  const key = packageKey(input, profile.id, isForOne)
  const bought = used.packageOf(key, () => ({
    item_id: ctx.newId('itm'),
    package_id,
    people: isForOne ? [person] : [],
  }))
  const item = boughtLine(ctx, cart, { bought, packages, quantity: 1, position: 0 })
  const line = { item, order: cart, timezone: family.program.timezone }
  const spending = spendLine(ctx, line, bookable)
  if (!spending) throw new ApiError('credit_not_available', { param: 'session_package_id' })
  return { session_credit_id: spending.id, bought, isUnpaid: true, writes: [], key }
}

/** The item of a package that is bought with places. */
export function boughtLine(
  ctx: CustomerContext,
  cart: LoadedBooking['cart'],
  input: { bought: BoughtPackage; packages: LoadedBooking['packages']; quantity: number; position: number },
) {
  const { bought, packages, quantity, position } = input
  const [person] = bought.people
  const sold = { source: bought.package_id, quantity, attendee_profile_id: person?.id ?? null }
  try {
    const line = packageLine(ctx, cart, { input: sold, packages: { sold: packages, people: bought.people }, position })
    return { ...line, id: bought.item_id }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.type, { ...error.detail, param: 'session_package_id' })
  }
}
