import type { PersonRefusal } from '../../contract/money/family-booking.ts'
import { makeUnpaidCredits } from '../../booking/session-credits/credit-ledger.ts'
import { errorSentence } from '../../contract/sentences/sentence.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { cartWrites } from '../orders/cart-writes.ts'
import { decideCode } from '../orders/decide-code.ts'
import { enteredCoupon } from '../orders/open-cart.ts'
import { heldPlaces, isProductLine } from '../orders/order-refusals.ts'
import type { ItemRow } from '../orders/order-rows.ts'
import { placeLine } from '../orders/take-places.ts'
import type { DecidedBooking, DecidedPlace } from './decide-booking.ts'
import { boughtLine } from './decide-payment.ts'
import type { LoadedBooking } from './load-booking.ts'
import { withStoreItem } from './store-items.ts'

export type PricedBooking = ReturnType<typeof priceBooking>

/**
 * The cart with the packages, places and store products of a booking, priced as in every other call. `refusals` has the
 * refusal of the code, which then has no effect.
 */
export function priceBooking(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  { people, places, code }: Omit<DecidedBooking, 'refusals'> & { code: string | null | undefined },
) {
  const { cart, joined } = loaded
  const packages = packageLines(ctx, loaded, places)
  const start = nextPosition(cart.items) + packages.length
  const lines = places.map(({ place }, at) =>
    placeLine(ctx, place, { order_id: cart.id, position: start + at, parent: null }),
  )
  // The things of the store go with a person's first place.
  const lineOf = (person: number) => lines[places.findIndex((each) => each.person === person)]?.id ?? null
  const items = people.reduce<ItemRow[]>(
    (all, { person, items: store }) =>
      store.reduce((sum, item) => withStoreItem(ctx, loaded, { items: sum, item, parent: lineOf(person) }), all),
    [...cart.items, ...packages, ...lines],
  )
  const changed = { items, places: [...(joined ? heldPlaces(joined) : []), ...places.map(({ place }) => place)] }
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
    products: items.filter((item) => isProductLine(item) && !cart.items.includes(item)),
    credits: packages.flatMap((line) => makeUnpaidCredits(ctx, cart, line)),
    refusals,
    isGuess: decision?.error ? decision.isGuess : false,
  }
}

const nextPosition = (items: readonly ItemRow[]) => Math.max(0, ...items.map((item) => item.position)) + 1

/** An item for each package that is bought, as many as its places need. */
function packageLines(
  ctx: CustomerContext,
  { cart, packages }: LoadedBooking,
  places: readonly DecidedPlace[],
): ItemRow[] {
  const uses = Map.groupBy(
    places.flatMap(({ bought }) => bought ?? []),
    ({ item_id }) => item_id,
  )
  return [...uses.values()].flatMap((same, at) => {
    const [bought] = same
    if (!bought) return []
    const sold = packages.find((each) => each.package.id === bought.package_id)?.package
    const visits = sold?.is_unlimited ? null : (sold?.allocated_amount ?? null)
    const quantity = visits === null ? 1 : Math.ceil(same.length / visits)
    return [boughtLine(ctx, cart, { bought, packages, quantity, position: nextPosition(cart.items) + at })]
  })
}
