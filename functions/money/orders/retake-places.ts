import { saleStatus } from '../../offering/catalogue/sale-status.ts'
import { saleWindow } from '../../offering/catalogue/sale-window.ts'
import { ApiError, type ErrorType } from '../../contract/api-error.ts'
import type { SaleStatus } from '../../contract/states/sale-states.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { transitionRegistration } from '../../booking/registrations/registration-steps.ts'
import { guardUnprovenPlaces } from '../../booking/spots/unproven-holds.ts'
import { releaseLapsed } from '../../booking/registrations/release-lapsed.ts'
import type { LoadedOrder } from './load-order.ts'
import { type HoldChange, restartOrderHold } from './hold-order.ts'
import { heldPlaces } from './order-refusals.ts'
import { placesLeftOf } from './order-rows.ts'
import { releaseLapsedStock, soldOutProduct, variationIdsOf } from './product-lines.ts'
import { variationsByIds } from './variation-rows.ts'

type Retaken = { hold: HoldChange; first: Statement[]; moves: Statement[] }

/**
 * Takes all places of a lapsed cart again in one write, or takes none. `first` must open the batch: it releases the
 * lapsed holds of other customers on the same options.
 */
export function retakePlaces(ctx: CustomerContext, order: LoadedOrder): Retaken {
  const places = heldPlaces(order)
  for (const place of places) checkOnSale(ctx, order, place)
  const hold = restartOrderHold(ctx, order, { places, items: order.items })
  const set = { held_since: ctx.now, hold_expires_at: hold.set.hold_expires_at ?? null }
  const gone = places.filter((place) => place.registration.status !== 'pending')
  return {
    hold,
    first: [
      ...releaseLapsed(
        ctx,
        places.map((place) => place.booking),
        order.id,
      ),
      ...releaseLapsedStock(ctx, order),
    ],
    moves: [
      ...gone.flatMap((place) =>
        transitionRegistration(ctx, place, 'pending', { actor: ctx.actor, reason: 'taken_again', set }),
      ),
      ...guardUnproven(ctx, gone),
    ],
  }
}

function guardUnproven(ctx: CustomerContext, taken: readonly LoadedRegistration[]): Statement[] {
  const { customer_id } = ctx.actor
  const ids = Map.groupBy(taken, ({ registration }) => registration.option_id)
  return [...ids].flatMap(([option_id, places]) =>
    guardUnprovenPlaces(
      ctx,
      places.map(({ registration }) => registration.id),
      { customer_id, option_id },
    ),
  )
}

const refusals: Partial<Record<SaleStatus, ErrorType>> = {
  event_cancelled: 'option_not_on_sale',
  closed: 'option_not_on_sale',
  not_started: 'sale_not_started',
  ended: 'sale_ended',
}

function checkOnSale(ctx: Ctx, order: LoadedOrder, { registration, booking }: LoadedRegistration): void {
  const param = itemOf(order, registration.id)
  if (ctx.now >= booking.starts_at) throw new ApiError('already_started', { param })
  const window = saleWindow(booking, booking, booking.default_sales_end)
  const status = saleStatus(
    {
      event_status: booking.source_status,
      is_closed: booking.is_closed,
      window,
      is_restricted: false,
      left: null,
      waitlist: booking.waitlist,
    },
    ctx.now,
  )
  const refusal = refusals[status]
  if (refusal) throw new ApiError(refusal, { param })
}

/** Id of the first item whose option or pool has no place left. */
export async function soldOutItem(ctx: Ctx, order: LoadedOrder): Promise<string> {
  const lapsedPlaces = heldPlaces(order).filter((place) => place.registration.status !== 'pending')
  const rows = await placesLeftOf(
    ctx.db,
    lapsedPlaces.map((place) => place.booking.option_id),
  )
  const products = await variationsByIds(ctx.db, variationIdsOf(order.items))
  const short = soldOutProduct(order.items, products)
  if (short !== null) return short
  const left = new Map(rows.map((row) => [row.scope, row.left]))
  for (const place of lapsedPlaces) {
    const scopes = rows.filter((row) => row.option_id === place.booking.option_id).map((row) => row.scope)
    if (scopes.some((scope) => (left.get(scope) ?? 1) < 1)) return itemOf(order, place.registration.id)
    for (const scope of scopes) left.set(scope, (left.get(scope) ?? 1) - 1)
  }
  return itemOf(order, lapsedPlaces[0]?.registration.id ?? '')
}

function itemOf(order: LoadedOrder, registrationId: string): string {
  return order.items.find((item) => item.registration_id === registrationId)?.id ?? registrationId
}
