import { creditsOfLine } from '../../booking/session-credits/credit-ledger.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { heldPlaces, isProductLine } from '../orders/order-refusals.ts'
import type { ItemRow } from '../orders/order-rows.ts'
import { placeLine } from '../orders/take-places.ts'
import type { DecidedBooking } from './decide-booking.ts'
import type { LoadedBooking } from './load-booking.ts'
import { withStoreItemsOf } from './store-items.ts'

/**
 * The items of the cart once a booking is written: without those of freed places and of packages that paid only for
 * them, with the bought packages and the new places. Store products of a freed place leave with it, those of a replaced
 * one go with the person's first place.
 */
export function bookedLines(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  { people, places, freed, packages }: Omit<DecidedBooking, 'refusals'> & { packages: readonly ItemRow[] },
): ItemRow[] {
  const { cart } = loaded
  const isLeaving = leavingLines(loaded, { places, freed })
  const start = Math.max(0, ...[...cart.items, ...packages].map(({ position }) => position)) + 1
  const lines = places.map(({ place }, at) =>
    placeLine(ctx, place, { order_id: cart.id, position: start + at, parent: null }),
  )
  const linesOf = (registrationIds: readonly string[]) =>
    cart.items.flatMap(({ id, registration_id }) =>
      registration_id !== null && registrationIds.includes(registration_id) ? [id] : [],
    )
  const own = people.map(({ person, kept, freed: replaced, items }) => {
    const added = lines.filter((_, at) => places[at]?.person === person).map(({ id }) => id)
    const keptLines = linesOf(kept.map(({ registration }) => registration.id))
    const replacedLines = linesOf(replaced.map(({ registration }) => registration.id))
    return { items, replacedLines, parents: [...keptLines, ...added], parent: [...keptLines, ...added][0] ?? null }
  })
  const parentOf = (parent: string): string | null =>
    own.find(({ replacedLines }) => replacedLines.includes(parent))?.parent ?? null
  const stay = cart.items.flatMap((item): ItemRow[] => {
    if (isLeaving(item)) return []
    const formerParent = cart.items.find(({ id }) => id === item.parent)
    if (!formerParent || !isLeaving(formerParent)) return [item]
    const parent = parentOf(formerParent.id)
    return parent !== null || !isProductLine(item) ? [{ ...item, parent }] : []
  })
  return own.reduce<ItemRow[]>(
    (items, { items: desired, parents, parent }) =>
      desired === undefined ? items : withStoreItemsOf(ctx, loaded, { items, desired, parents, parent }),
    [...stay, ...packages, ...lines],
  )
}

/** Whether an item leaves the cart: of a freed place, or of a package or a membership of freed places and of no other. */
function leavingLines({ cart, joined }: LoadedBooking, { places, freed }: Pick<DecidedBooking, 'places' | 'freed'>) {
  const ids = new Set(freed.map(({ registration }) => registration.id))
  const creditsOf = (held: typeof freed) => held.flatMap(({ registration }) => registration.session_credit_id ?? [])
  const returned = new Set(creditsOf(freed))
  const staying = (joined ? heldPlaces(joined) : []).filter(({ registration }) => !ids.has(registration.id))
  const used = new Set([...creditsOf(staying), ...places.flatMap(({ session_credit_id }) => session_credit_id ?? [])])
  const membershipsOf = (held: typeof freed) =>
    held.flatMap(({ registration }) => registration.membership_item_id ?? [])
  const left = new Set(membershipsOf(freed))
  const needed = new Set([
    ...membershipsOf(staying),
    ...places.flatMap(({ membership_item_id }) => membership_item_id ?? []),
  ])
  const isUnused = ({ id, type }: ItemRow) =>
    type === 'session_package'
      ? returned.has(creditsOfLine(id)) && !used.has(creditsOfLine(id))
      : type === 'membership_package' && left.has(id) && !needed.has(id)
  const leaving = new Set(
    cart.items.filter((item) => ids.has(item.registration_id ?? '') || isUnused(item)).map(({ id }) => id),
  )
  return ({ id }: ItemRow): boolean => leaving.has(id)
}
