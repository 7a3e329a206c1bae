import * as registrationStates from '../../contract/states/registration-states.ts'
import { returnable } from '../../contract/money/refund.ts'
import { creditOneVisit } from '../../booking/session-credits/credit-one-visit.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { openOfItem } from '../../money/orders/instalments.ts'
import { heldPlaces } from '../../money/orders/order-refusals.ts'
import { transitionOrder } from '../../money/orders/order-steps.ts'
import { addToItems, createRefund, loadOrderWithRefunds } from '../../money/refunds/create-refund.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { type Actor, system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { transitionRow } from '../../platform/database/history.ts'
import { recordEvent, recordOutboxRows } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { actorOf } from '../cancellations/cancel-for-event.ts'
import { destinationForMail, type PaidOrder } from '../cancellations/cancel-place.ts'
import {
  type DayOffRow,
  dayOffById,
  guardPlace,
  insertFamilyJobs,
  ordersOfFamily,
  setLeft,
  visitsOfPlaces,
} from './day-off-rows.ts'
import { type DayTerms, daysOf, refundOfDay } from './day-off-rules.ts'

type Row = { ref: string; body: Record<string, unknown> }

/** A day that was called off leaves: from now on it cannot be restored, and each family has a job. */
export async function sendDayOff(ctx: Ctx, { ref }: Row): Promise<void> {
  const [row] = await dayOffById(ctx.db, ref)
  if (!row || row.day.left_at !== null || row.day.restored_at !== null) return
  const { day } = row
  recordOutboxRows(ctx, 'transactional')
  await commit(ctx, [
    setLeft(ctx.db, day.id, ctx.now),
    guard(ctx.db, 'state'),
    transitionRow(ctx, 'day_off', { id: day.id, step: 0, status: 'called_off' }, 'sent', { actor: system }),
    insertFamilyJobs(ctx.db, { id: day.id, event_id: day.event_id, at: ctx.now }),
  ])
}

/**
 * Refunds one family for a day that is off and tells them once, however many children and orders they have. Runs from
 * the outbox and may run twice; an order may be cancelled at the same time.
 */
export async function tellFamily(ctx: Ctx, { ref, body }: Row): Promise<void> {
  await retryOnConflict(async () => tellOnce(ctx, { customer_id: ref, day_off_id: String(body['day_off_id']) }))
}

/** What a day off returns of one order. */
type OrderOfDay = { order: PaidOrder; places: LoadedRegistration[]; items: { item_id: string; amount: number }[] }

async function tellOnce(ctx: Ctx, family: { customer_id: string; day_off_id: string }): Promise<void> {
  const [row] = await dayOffById(ctx.db, family.day_off_id)
  if (!row) return
  const { day, event, package: given } = row
  const orders: PaidOrder[] = []
  for (const { id } of await ordersOfFamily(ctx.db, { ...family, event_id: day.event_id }))
    orders.push(await loadOrderWithRefunds(ctx, id))
  const visits = await visitsOfPlaces(
    ctx.db,
    orders.flatMap((order) => placesIn(order, day).map(({ registration }) => registration.id)),
  )
  const loaded = new Set(orders.map(({ id }) => id))
  for (const id of new Set(visits.map(({ order_id }) => order_id)).difference(loaded))
    orders.push(await loadOrderWithRefunds(ctx, id))
  const dedupe = `day_off:${day.id}`
  // The money of a family is returned in one batch, so one refund means that all are made.
  if (orders.some(({ refunds }) => refunds.some((refund) => refund.dedupe.startsWith(`${dedupe}:`)))) return
  const places = orders.flatMap((order) =>
    placesIn(order, day).map((place) => payerOf(place, { order, visits: visits.find(isOf(place)) })),
  )
  const parts = orders.map((order) => partOf(order, { day, places }))
  const [first] = [...parts].sort((a, b) => returnedOf(b) - returnedOf(a))
  if (!first) return

  const actor = actorOf({ by: day.called_by })
  const people = parts.flatMap(({ places }) => places)
  const returned = sum(parts.map(returnedOf))
  await commit(ctx, [
    ...parts.flatMap((part) => refund(ctx, part, { day, actor, dedupe: `${dedupe}:${part.order.id}` })),
    ...(given
      ? people.flatMap(({ registration }) =>
          creditOneVisit(ctx, registration, {
            ...{ ...given, package_id: given.id, timezone: event.timezone },
            dedupe: `${dedupe}:${registration.id}`,
          }),
        )
      : []),
    ...(day.notify
      ? [
          recordEvent(ctx, {
            kind: 'order.day_off',
            ref: first.order.id,
            key: `${day.id}:${family.customer_id}`,
            body: {
              ...{ event_id: day.event_id, day_off_id: day.id, order_ids: parts.map(({ order }) => order.id) },
              registration_ids: people.map(({ registration }) => registration.id),
              ...{ returned, visits: given ? people.length : 0 },
              destination: destinationOf(day),
              to_balance: sum(
                parts.map((part) => destinationForMail(part.order, returnedOf(part), destinationOf(day)).to_balance),
              ),
            },
          }),
        ]
      : []),
  ])
}

const returnedOf = ({ items }: OrderOfDay): number => sum(items.map(({ amount }) => amount))
const destinationOf = ({ return_as }: DayOffRow) =>
  return_as === 'balance' ? ('account_balance' as const) : ('original_method' as const)

type VisitRow = Awaited<ReturnType<typeof visitsOfPlaces>>[number]
const isOf =
  ({ registration }: LoadedRegistration) =>
  ({ registration_id }: VisitRow) =>
    registration_id === registration.id

/** The places of an order whose people are expected on the day. */
const placesIn = (order: PaidOrder, { event_id }: DayOffRow): LoadedRegistration[] =>
  heldPlaces(order).filter(
    ({ registration }) =>
      registration.event_id === event_id &&
      (registrationStates.attending.has(registration.status) || registration.status === 'pending'),
  )

/** A place with the line item that paid for it: its own, or that of the package whose visit it uses. */
type Payer = { place: LoadedRegistration; own_order_id: string; order_id: string; item_id?: string; visits: number }
const payerOf = (
  place: LoadedRegistration,
  { order, visits }: { order: PaidOrder; visits: VisitRow | undefined },
): Payer => ({
  ...{ place, own_order_id: order.id },
  ...(visits ?? { order_id: order.id, item_id: itemOf(order, place)?.id, visits: 1 }),
})
const itemOf = ({ items }: PaidOrder, { registration }: LoadedRegistration) =>
  items.find(({ registration_id, cancelled_at }) => registration_id === registration.id && cancelled_at === null)

function partOf(order: PaidOrder, { day, places }: { day: DayOffRow; places: readonly Payer[] }): OrderOfDay {
  const own = places.filter(({ own_order_id }) => own_order_id === order.id).map(({ place }) => place)
  if (order.status !== 'paid') return { order, places: own, items: [] }
  const amounts = new Map<string, number>()
  for (const { place, item_id, visits } of places.filter(({ order_id }) => order_id === order.id)) {
    const item = order.items.find(({ id }) => id === item_id)
    if (!item) continue
    const before = amounts.get(item.id) ?? 0
    const line = { ...item, amount_cancelled: item.amount_cancelled + before }
    const left = { open: openOfItem(order, item.id), remaining: returnable(order) - sum([...amounts.values()]) }
    amounts.set(item.id, before + refundOfDay({ line, visits }, termsFor(place, day), left))
  }
  const items = [...amounts].map(([item_id, amount]) => ({ item_id, amount })).filter(({ amount }) => amount > 0)
  return { order, places: own, items }
}

function termsFor({ booking }: LoadedRegistration, day: DayOffRow): DayTerms {
  const { starts_at, ends_at, timezone, overnight, dates } = booking
  const days = daysOf({ starts_at, ends_at, timezone, overnight, is_series: dates.length > 1, series_dates: dates })
  return { ...day, at: days.findIndex(({ date }) => date === day.day), days: days.length }
}

function refund(
  ctx: Ctx,
  part: OrderOfDay,
  { day, actor, dedupe }: { day: DayOffRow; actor: Actor; dedupe: string },
): Statement[] {
  const { order, items } = part
  const amount = returnedOf(part)
  if (amount === 0) return part.places.map(({ registration }) => guardPlace(ctx.db, registration))
  return [
    ...transitionOrder(ctx, order, 'paid', {
      ...{ actor, reason: 'day_off', note: day.text },
      set: { amount_cancelled: order.amount_cancelled + amount },
    }),
    ...addToItems(ctx, items),
    ...createRefund(ctx, order, {
      ...{ amount, destination: destinationOf(day), dedupe, reason: 'day_off', inputs: { places: items }, actor },
      ...{ note: day.text, notify: false },
    }),
  ]
}
