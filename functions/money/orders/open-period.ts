import { system } from '../../platform/actor.ts'
import { smallestCharge } from '../../contract/money/stripe-amount.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { historyRow } from '../../platform/database/history.ts'
import { creditUsed, type DuePeriod } from '../../booking/memberships/membership-rules.ts'
import type { ShownMembershipRow } from '../../booking/memberships/membership-rows.ts'
import { blankLine } from './blank-line.ts'
import { insertItem, insertOrder } from './order-rows.ts'
import { orderTotals } from './order-totals.ts'
import { namesOf } from './package-lines.ts'

/**
 * Statements that open the order of a membership period: one item at the current price, less the credit for pauses. The
 * schema allows one per period.
 */
export function openPeriod(
  ctx: Ctx,
  shown: ShownMembershipRow,
  due: DuePeriod,
): { order_id: string; writes: Statement[] } {
  const { membership: row, package: sold, selling, currency, person } = shown
  const order_id = ctx.newId('ord')
  const item_id = ctx.newId('itm')
  const unit_amount = due.cost - creditUsed(row.credit_amount, due.cost, smallestCharge(currency))
  const line = {
    id: item_id,
    kinds: ['membership_package'],
    product_id: row.package_id,
    product_variation_id: null,
    quantity: 1,
    amount: unit_amount,
    is_fee_included: row.terms.include_fee ?? selling.fee.included,
  }
  const { lines, tax_items, amount_subtotal, amount_discount, amount_fee, amount_tax, amount_total } = orderTotals(
    [line],
    selling,
    {
      automatic: [],
      entered: null,
    },
  )
  const totals = lines[0]
  if (!totals) throw new Error('a line has no totals')
  const order = {
    id: order_id,
    program_id: row.program_id,
    customer_id: row.customer_id,
    customer_profile_id: row.customer_profile_id,
    status: 'pending' as const,
    currency,
    timezone: row.timezone,
    checkout_method: 'card' as const,
    tax_items,
    amount_subtotal,
    amount_discount,
    amount_fee,
    amount_tax,
    amount_total,
    membership_id: row.id,
    membership_period: due.period.start_on,
    created: ctx.now,
    updated: ctx.now,
  }
  const item = {
    ...blankLine,
    ...totals,
    id: item_id,
    order_id,
    position: 1,
    type: 'membership_package' as const,
    source: row.package_id,
    product_id: row.package_id,
    product_name: sold.name,
    translations: namesOf(sold.translations),
    attendee_name: person ? `${person.first_name} ${person.last_name}` : null,
    unit_amount,
    attendee_profile_id: row.attendee_profile_id,
    membership_terms: { ...row.terms, start_on: due.period.start_on, cost: due.cost },
    created: ctx.now,
  }
  const history = { object: 'order', object_id: order_id, step: -1, from: null, to: 'pending', actor: system } as const
  return {
    order_id,
    writes: [insertOrder(ctx.db, order), insertItem(ctx.db, item), historyRow(ctx, { ...history, at: ctx.now })],
  }
}
