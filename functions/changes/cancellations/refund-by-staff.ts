import { ApiError } from '../../contract/api-error.ts'
import type { StaffRefund, StaffRefundRequest } from '../../contract/changes/staff-change.ts'
import type { StaffDestination } from '../../contract/booking/registration.ts'
import { money } from '../../contract/display-money.ts'
import { instant } from '../../contract/instant.ts'
import { returnable } from '../../contract/money/refund.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import { createRefund, type LoadedRefund, loadOrderOfProgram, reduceOrder } from '../../money/refunds/create-refund.ts'
import { shareOut, sum } from '../../offering/pricing/shares.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { leftOfItem } from '../../money/orders/instalments.ts'
import { chosenDestination, destinationForMail, type PaidOrder } from './cancel-place.ts'
import { partsTo, showParts } from './staff-plan.ts'

type InOrder = { program_id: string; order_id: string }
type ItemShare = { item_id: string; amount: number }

/**
 * Refunds an amount of an order and keeps its places: at most what was paid for the items less what was refunded. The
 * items record their shares, so that a later cancellation or refund never exceeds what was paid for them.
 */
export function refundByStaff(ctx: OrganiserContext, input: StaffRefundRequest & InOrder): Promise<StaffRefund> {
  return retryOnConflict(async () => {
    const order = await loadOrderOfProgram(ctx, input)
    const { amount, to, reason, notify = true } = input
    if (!orderStates.finished.has(order.status))
      throw new ApiError('state_conflict', { param: 'order_id', subject: order.status })
    const destination = chosenDestination(order, to, 'to')
    const places = shareOfItems(order, input)
    if (input.dry_run) return showPlanned(ctx, order, { places, amount, to })

    const id = ctx.newId('sre')
    ctx.request.setCreatedLocation(`/v1/organiser/programs/${order.program_id}/orders/${order.id}/refunds/${id}`)
    const body = { amount, ...destinationForMail(order, amount, destination) }
    await commit(ctx, [
      ...reduceOrder(ctx, order, { amount, items: places, actor: ctx.actor, reason: 'organiser', note: reason }),
      ...createRefund(ctx, order, {
        amount,
        destination,
        dedupe: `staff:${id}`,
        reason: 'organiser',
        inputs: { places },
        actor: ctx.actor,
        note: reason,
        notify,
      }),
      ...(notify ? [recordEvent(ctx, { kind: 'order.refunded', ref: order.id, key: id, body })] : []),
    ])
    return getStaffRefund(ctx, { ...input, refund_id: id })
  })
}

/** A refund by staff. Throws `not_found` for another order's. */
export async function getStaffRefund(
  ctx: OrganiserContext,
  input: InOrder & { refund_id: string },
): Promise<StaffRefund> {
  const order = await loadOrderOfProgram(ctx, input)
  const parts = order.refunds.filter(({ dedupe }) => dedupe.startsWith(`staff:${input.refund_id}:`))
  const [first] = parts
  if (!first) throw new ApiError('not_found', { param: 'refund_id' })
  const amount = sum(parts.map((part) => part.amount))
  return {
    ...shown(ctx, order, { places: first.inputs['places'] as ItemShare[], parts: parts.map(partOf), amount }),
    id: input.refund_id,
    dry_run: false,
    amount_left: money(returnable(order), order, ctx.language),
    status: parts.find(({ status }) => status !== 'succeeded')?.status ?? 'succeeded',
    created: instant(first.created),
  }
}

const partOf = ({ destination, returned_as, amount }: LoadedRefund) => ({
  destination: returned_as === 'cash' ? returned_as : destination,
  amount,
})

function showPlanned(
  ctx: OrganiserContext,
  order: PaidOrder,
  { places, amount, to }: { places: ItemShare[]; amount: number; to: StaffDestination | undefined },
): StaffRefund {
  return {
    ...shown(ctx, order, { places, parts: partsTo(order, amount, to), amount }),
    id: null,
    dry_run: true,
    amount_left: money(returnable(order) - amount, order, ctx.language),
    status: null,
    created: null,
  }
}

type Shown = { places: ItemShare[]; parts: { destination: StaffDestination; amount: number }[]; amount: number }

function shown(ctx: OrganiserContext, order: PaidOrder, { places, parts, amount }: Shown) {
  const inMoney = (value: number) => money(value, order, ctx.language)
  return {
    object: 'staff_refund' as const,
    order_id: order.id,
    amount: inMoney(amount),
    items: places.map((place) => ({ item_id: place.item_id, amount: inMoney(place.amount) })),
    returned_to: showParts(parts, inMoney),
  }
}

/** The amount by item, in proportion to what was paid for each and not refunded. A paid debt stays paid. */
function shareOfItems(order: PaidOrder, { items, amount }: Pick<StaffRefundRequest, 'items' | 'amount'>): ItemShare[] {
  const unknown = items?.find((id) => !order.items.some((item) => item.id === id))
  if (unknown !== undefined) throw new ApiError('not_found', { param: 'items' })
  const chosen = order.items.filter(({ id, type }) => type !== 'balance_due' && (items?.includes(id) ?? true))
  const left = chosen.map((item) => leftOfItem(order, item))
  if (amount > Math.min(returnable(order), sum(left))) throw new ApiError('refund_not_allowed', { param: 'amount' })
  return shareOut(amount, left).flatMap((share, at) => {
    const item = chosen[at]
    return item && share > 0 ? [{ item_id: item.id, amount: share }] : []
  })
}
