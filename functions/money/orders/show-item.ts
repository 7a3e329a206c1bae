import { money, type SoldByProgram } from '../../contract/display-money.ts'
import type { Language } from '../../contract/field-rules.ts'
import { localize } from '../../contract/texts.ts'
import type { MembershipTerms } from '../../contract/booking/membership.ts'
import type { MembershipPlan, OrderItem } from '../../contract/money/order.ts'
import { paidParts } from '../../offering/pricing/refund-amount.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { membershipPlan } from '../../offering/pricing/membership-plan.ts'
import type { ItemRow } from './order-rows.ts'

/** The reader's context. `membership_id` is the membership for which the order pays a later period. */
type Reader = SoldByProgram & { language: string; contentLanguage: Language | null; membership_id: string | null }

/** An add-on shows the attendee of its parent. */
const nameOfParent = ({ parent }: ItemRow, all: readonly ItemRow[]) =>
  (parent !== null && all.find(({ id }) => id === parent)?.attendee_name) || null

/** The source of an item: the registration of a place, or the person a package is for. A store product has none. */
function sourceOf({ type, source, attendee_profile_id }: ItemRow): string | null {
  if (type === 'session_package' || type === 'membership_package') return attendee_profile_id
  return type === 'product_variation' ? null : source
}

/**
 * An item as the API returns it; `all` are the items of its order. `amount_tax` is the tax on its price; the tax on the
 * fee is the remaining tax of the order.
 */
export function showItem(row: ItemRow, reader: Reader, all: readonly ItemRow[] = []): OrderItem {
  const inMoney = (amount: number) => money(amount, reader, reader.language)
  const { product_name, confirm_text, pickup_text, text_languages } = localize(row, reader.contentLanguage)
  return {
    id: row.id,
    object: 'order_item',
    type: row.type,
    source: sourceOf(row),
    parent: row.parent,
    product_id: row.product_id,
    product_name,
    text_languages,
    product_variation_id: row.product_variation_id,
    product_category_id: row.product_category_id,
    quantity: row.quantity,
    unit_amount: inMoney(row.unit_amount),
    amount: inMoney(row.amount),
    amount_discount: inMoney(row.amount_discount),
    amount_fee: inMoney(row.amount_fee),
    amount_tax: inMoney(row.amount_tax),
    amount_tax_added: inMoney(sum(row.taxes.map((tax) => (tax.is_included ? 0 : tax.amount)))),
    amount_total: inMoney(sum(Object.values(paidParts(row)))),
    amount_cancelled: inMoney(row.amount_cancelled),
    is_fee_included: row.is_fee_included,
    registration_id: row.registration_id,
    attendee_name: row.attendee_name ?? nameOfParent(row, all),
    confirm_text,
    pickup_text,
    return_days: row.return_days,
    is_cancelled: row.cancelled_at !== null,
    membership: row.membership_terms && showPlan(row.membership_terms, row, reader),
    ...(row.price_reason === null ? {} : { price_reason: row.price_reason }),
  }
}

// The order of a later period has the terms from that period on. Its membership has the date of the next period.
function showPlan(
  terms: MembershipTerms,
  { unit_amount }: Pick<ItemRow, 'unit_amount'>,
  reader: Reader,
): MembershipPlan {
  const isLater = reader.membership_id !== null
  const plan = membershipPlan(isLater ? { ...terms, trial_days: null, anchor_day: null } : terms)
  // True if a card is charged after this order.
  const keeps_card = plan.renews || (!isLater && unit_amount === 0 && plan.first_cost > 0)
  return {
    start_date: plan.start_on,
    trial_end_date: plan.trial_end_on,
    first_payment_date: plan.first_on,
    first_cost: money(plan.first_cost, reader, reader.language),
    next_payment_date: isLater ? null : plan.next_on,
    cost: money(plan.cost, reader, reader.language),
    billing_period: terms.billing_period,
    num_periods: terms.num_periods,
    renews: plan.renews,
    needs_card: keeps_card && (terms.trial_days === null || terms.trial_needs_card),
    keeps_card,
  }
}
