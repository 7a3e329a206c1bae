import type { OrganiserOrder, OrganiserOrderExportQuery } from '../../contract/organisation/desk.ts'
import { instant } from '../../contract/instant.ts'
import { money } from '../../contract/display-money.ts'
import { type List, list } from '../../contract/paging.ts'
import { organiserListWords } from '../../contract/sentences/organiser-list-words.ts'
import { localize } from '../../contract/texts.ts'
import { withOffset } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { csvOfPages } from '../../platform/middleware/csv-file.ts'
import { amountRemaining, paymentStatus } from '../../money/orders/order-money.ts'
import { type ListedItem, type ListedOrder, type OrderListInput, pageOfOrders } from './desk-rows.ts'

/** A program's orders; by default those that await an offline payment, the most urgent first. */
export async function listOrders(ctx: Ctx, input: OrderListInput): Promise<List<OrganiserOrder>> {
  const { rows, items, total } = await pageOfOrders(ctx.db, input)
  const itemsOf = Map.groupBy(items, ({ order_id }) => order_id)
  return list(
    rows.map((row) => showListed(ctx, row, itemsOf.get(row.order.id) ?? [])),
    total,
    input,
  )
}

/** A page of the submitted orders among these, the newest first. */
export const listOrdersById = (ctx: Ctx, input: Pick<OrderListInput, 'program_id' | 'ids' | 'limit' | 'skip'>) =>
  listOrders(ctx, { ...input, all: true, sort: 'created', order: 'desc' })

/** The matching orders as a file for spreadsheets, one per row; without a filter of their state, every submitted order. */
export function exportOrders(ctx: Ctx, input: OrganiserOrderExportQuery & { program_id: string }): Promise<string> {
  const words = organiserListWords[ctx.language]
  const all = input.all || (input.status === undefined && input.is_owed === undefined)
  return csvOfPages(
    words.orders,
    (page) => listOrders(ctx, { ...input, all, ...page, order: 'asc', sort: 'created' }),
    ({ customer_profile: customer, ...order }) => [
      order.receipt_number,
      order.id,
      words.orderStatuses[order.status],
      customer.first_name,
      customer.last_name,
      customer.email,
      customer.phone,
      order.items.map(nameOfItem).join('; '),
      order.amount_total.currency_code,
      order.amount_total.major_value,
      order.amount_paid.major_value,
      order.amount_returned.major_value,
      order.amount_due.major_value,
      order.due_at && withOffset(order.due_at, 'UTC'),
      order.paid_at && withOffset(order.paid_at, 'UTC'),
      withOffset(order.created, 'UTC'),
    ],
    { language: ctx.language },
  )
}

const nameOfItem = ({ quantity, product_name, attendee_name }: OrganiserOrder['items'][number]): string =>
  `${quantity === 1 ? '' : `${quantity} × `}${product_name}${attendee_name === null ? '' : ` (${attendee_name})`}`

function showListed(ctx: Ctx, { order, program, user }: ListedOrder, items: ListedItem[]): OrganiserOrder {
  const inMoney = (amount: number) => money(amount, { currency: order.currency, program }, ctx.language)
  return {
    id: order.id,
    object: 'organiser_order',
    program_id: order.program_id,
    status: order.status,
    payment_status: paymentStatus(order),
    receipt_number: order.receipt_number,
    customer_id: order.customer_id,
    customer_name: `${user.first_name} ${user.last_name}`,
    customer_profile: { id: order.customer_profile_id, ...user },
    checkout_method: order.checkout_method,
    items: items.map((item) => ({
      id: item.id,
      type: item.type,
      product_name: localize(item, ctx.contentLanguage).product_name,
      attendee_name: item.attendee_name,
      registration_id: item.registration_id,
      quantity: item.quantity,
      amount: inMoney(item.amount),
      is_cancelled: item.cancelled_at !== null,
    })),
    amount_total: inMoney(order.amount_total),
    amount_paid: inMoney(order.amount_paid),
    amount_returned: inMoney(order.amount_returned),
    amount_due: inMoney(amountRemaining(order)),
    due_at: instant(order.due_at),
    paid_at: instant(order.paid_at),
    created: instant(order.created),
    updated: instant(order.updated),
  }
}
