import type { PersonRefusal } from '../../contract/person-refusal.ts'
import { makeUnpaidCredits } from '../../booking/session-credits/credit-ledger.ts'
import { errorSentence } from '../../contract/sentences/sentence.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { cartWrites } from '../orders/cart-writes.ts'
import { decideCode } from '../orders/decide-code.ts'
import { enteredCoupon } from '../orders/open-cart.ts'
import { heldPlaces, isProductLine } from '../orders/order-refusals.ts'
import type { ItemRow } from '../orders/order-rows.ts'
import { bookedLines } from './booked-lines.ts'
import type { DecidedBooking } from './decide-booking.ts'
import type { DecidedPlace } from './decide-places.ts'
import { boughtLine } from './decide-payment.ts'
import type { LoadedBooking } from './load-booking.ts'

export type PricedBooking = ReturnType<typeof priceBooking>

/**
 * The cart with the packages, places and store products of a booking, priced as in every other call. `refusals` has the
 * refusal of the code, which then has no effect.
 */
export function priceBooking(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  { code, ...decided }: Omit<DecidedBooking, 'refusals'> & { code: string | null | undefined },
) {
  const { cart, joined } = loaded
  const { places, freed } = decided
  const packages = packageLines(ctx, loaded, places)
  const items = bookedLines(ctx, loaded, { ...decided, packages })
  const held = (joined ? heldPlaces(joined) : []).filter((place) => !freed.includes(place))
  const changed = { items, places: [...held, ...places.map(({ place }) => place)] }
  const decision = code ? decideCode(ctx, cart, changed) : null
  const priced =
    decision && !decision.error
      ? decision.cart
      : cartWrites(ctx, cart, { ...changed, entered: enteredCoupon(cart), coupons: cart.coupons })
  const refusals: PersonRefusal[] = decision?.error
    ? [
        {
          person: null,
          type: decision.error.type,
          param: 'code',
          message: decision.error.detail.message ?? errorSentence(decision.error.type, ctx.language),
        },
      ]
    : []
  return {
    ...priced,
    places: changed.places,
    products: items.filter((item) => isProductLine(item) && quantityOf(cart.items, item.id) !== item.quantity),
    removed: cart.items.filter(({ id }) => !items.some((item) => item.id === id)),
    credits: packages.flatMap((line) => makeUnpaidCredits(ctx, cart, line)),
    refusals,
    isGuess: decision?.error ? decision.isGuess : false,
  }
}

const quantityOf = (items: readonly ItemRow[], itemId: string): number =>
  items.find(({ id }) => id === itemId)?.quantity ?? 0

const nextPosition = (items: readonly ItemRow[]) => Math.max(0, ...items.map((item) => item.position)) + 1

/** An item for each package that is bought, as many as its places need, and for each membership. */
function packageLines(
  ctx: CustomerContext,
  { cart, packages }: LoadedBooking,
  places: readonly DecidedPlace[],
): ItemRow[] {
  const uses = Map.groupBy(
    places.flatMap(({ bought }) => bought ?? []),
    ({ item_id }) => item_id,
  )
  const next = nextPosition(cart.items)
  const bought = [...uses.values()].flatMap((same, at) => {
    const [first] = same
    if (!first) return []
    const sold = packages.find((each) => each.package.id === first.package_id)?.package
    const visits = sold?.is_unlimited ? null : (sold?.allocated_amount ?? null)
    const quantity = visits === null ? 1 : Math.ceil(same.length / visits)
    return [boughtLine(ctx, cart, { bought: first, packages, quantity, position: next + at })]
  })
  const joined = new Set(places.flatMap(({ membership }) => (membership?.isNew ? [membership.item] : [])))
  return [...bought, ...[...joined].map((item, at) => ({ ...item, position: next + bought.length + at }))]
}
