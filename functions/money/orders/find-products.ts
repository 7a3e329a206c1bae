import { ApiError } from '../../contract/api-error.ts'
import type { ProductItemInput } from '../../contract/money/order-v2.ts'
import { placeFirstSentence } from '../../contract/sentences/sentence.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { balanceDueProduct } from './balance-due.ts'
import { kindsOfProducts, placesInNoOrder } from './product-rows.ts'
import type { NewItemInput } from './take-places.ts'

type InOrder = { program_id: string; customer_profile_id: string }
type Kind = Awaited<ReturnType<typeof kindsOfProducts>>[number]
type Place = Awaited<ReturnType<typeof placesInNoOrder>>[number]

/**
 * Maps the product ids of version 2 to items: an event or a type of appointment is a product, and its option the
 * variation. Without a `source`, the item is the oldest place of that product that the customer holds outside any
 * order. The source of a package is the person that it is for; a store product has no source.
 */
export async function findProducts(
  ctx: CustomerContext,
  order: InOrder,
  items: readonly ProductItemInput[],
): Promise<NewItemInput[]> {
  const products = items.filter(({ product_id }) => product_id !== balanceDueProduct)
  const ids = products.flatMap(({ product_id, product_variation_id }) =>
    [product_id, product_variation_id].filter((id) => typeof id === 'string'),
  )
  const [kinds, places] =
    ids.length === 0
      ? [[], []]
      : await Promise.all([
          kindsOfProducts(ctx.db, { program_id: order.program_id, ids }),
          placesInNoOrder(ctx.db, { ...order, customer_id: ctx.actor.customer_id, now: ctx.now }),
        ])

  const taken = new Set(items.flatMap(({ source }) => (source ? [source] : [])))
  return items.map(
    ({ source, quantity, parent_id, product_id, product_variation_id, attendee_profile_id, start_date }) => {
      const item = { quantity, parent: parent_id, product_id, product_variation_id, attendee_profile_id }
      if (product_id === balanceDueProduct) return { quantity, parent: parent_id, source, type: 'balance_due' }
      const variation = variationNamed(item, kinds)
      if (variation && source) throw new ApiError('invalid_parameter', { param: 'source' })
      if (variation)
        return { quantity, parent: parent_id, type: 'product_variation', source: variation, product_variation_id }
      const bundle = packageNamed(item, kinds)
      if (bundle) {
        if (source && attendee_profile_id && source !== attendee_profile_id)
          throw new ApiError('invalid_parameter', { param: 'source' })
        return {
          ...bundle,
          quantity,
          parent: parent_id,
          attendee_profile_id: attendee_profile_id ?? source,
          start_date,
        }
      }
      if (source) return { ...item, source }
      checkKnown(item, kinds)
      const place = places.find((each) => !taken.has(each.id) && isPlaceOf(each, item))
      if (!place) throw new ApiError('required', { param: 'source', message: placeFirstSentence(ctx.language) })
      taken.add(place.id)
      return { ...item, source: place.id }
    },
  )
}

/** The named variation of the store, or the only one of the named product; null if the store does not have it. */
function variationNamed({ product_id, product_variation_id }: Named, kinds: Kind[]): string | null {
  const kind = kinds.find(({ id }) => id === (product_variation_id ?? product_id))
  if (kind?.type !== 'product_variation') return null
  const { variations, product_of } = kind
  if (product_variation_id) {
    if (product_id && product_of !== product_id) throw new ApiError('not_found', { param: 'product_id' })
    return product_variation_id
  }
  const [only, ...others] = JSON.parse(variations ?? '[]') as string[]
  if (!only || others.length > 0) throw new ApiError('required', { param: 'product_variation_id' })
  return only
}

/** The named package of sessions or membership; null if the product is not a package. Packages have no variations. */
function packageNamed(
  { product_id, product_variation_id }: Named,
  kinds: Kind[],
): { type: 'session_package' | 'membership_package'; source: string } | null {
  const kind = kinds.find(({ id }) => id === product_id)
  if (!product_id || product_variation_id) return null
  if (kind?.type !== 'session_package' && kind?.type !== 'membership_package') return null
  return { type: kind.type, source: product_id }
}

type Named = Pick<ProductItemInput, 'product_id' | 'product_variation_id'>

function checkKnown(item: Named, kinds: Kind[]): void {
  const names = (['product_id', 'product_variation_id'] as const).filter((param) => item[param])
  if (names.length === 0) throw new ApiError('required', { param: 'product_id' })
  for (const param of names) {
    const kind = kinds.find(({ id }) => id === item[param])
    if (kind?.type !== 'event_option' && kind?.type !== 'appointment_option') throw new ApiError('not_found', { param })
  }
}

const isPlaceOf = (place: Place, { product_id, product_variation_id }: Named): boolean =>
  (!product_id || place.product_id === product_id) &&
  (!product_variation_id || place.product_variation_id === product_variation_id)
