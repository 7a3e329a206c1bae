import { money } from '../../contract/display-money.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ShownRow } from './show-rows.ts'

/** The order of a registration in brief; null while it is in none. */
export function showOrderBrief(ctx: Ctx, { order, user, program }: ShownRow): Registration['order'] {
  if (!order) return null
  const amount = (value: number) => money(value, { currency: order.currency, program }, ctx.language)
  return {
    amount_returned: amount(order.amount_returned),
    amount_cost: amount(order.amount_cost),
    amount_fee: amount(order.amount_fee),
    amount_total: amount(order.amount_total),
    checkout_methods: order.checkout_method === null ? [] : [order.checkout_method],
    currency: order.currency,
    customer_name: `${user.first_name} ${user.last_name}`,
    program_name: localize(program, ctx.contentLanguage).name,
    receipt_number: order.receipt_number,
    status: order.status,
  }
}
