import type { LoadedOrder } from '../orders/load-order.ts'
import { localize } from '../../contract/texts.ts'
import type { Language } from '../../contract/field-rules.ts'
import { dayStart } from '../../offering/pricing/billing-period.ts'
import { chargedTotal } from '../../booking/memberships/membership-rules.ts'
import { nextPaymentAt, nextPaymentCost } from '../../booking/memberships/next-payment.ts'

/** A membership that an order began or continued, with its next payment. */
export type BoughtMembership = {
  name: string
  change: 'trial' | 'later' | 'begun' | 'renewed'
  /** When it begins, in ms. */
  startsAt: number
  /** The next charge with fee and tax; null if there is none. */
  next: { at: number; amount: number } | null
  /** True if a stored card is charged. */
  hasCard: boolean
  /** When the free trial ends, in ms; null without one. */
  trialEndsAt: number | null
}

/** The memberships that a paid order began or continued. */
export function boughtMemberships(order: LoadedOrder, language: Language, now: number): BoughtMembership[] {
  const { selling, default_currency } = order.program
  return order.memberships.flatMap((row) => {
    const item =
      order.membership_id === row.id ? order.items[0] : order.items.find(({ id }) => id === row.order_item_id)
    if (!item) return []
    const at = nextPaymentAt(row, now)
    const cost = nextPaymentCost(row, default_currency, now)
    return {
      name: localize(item, language).product_name,
      change: changeOf(row, order.membership_id !== null),
      startsAt: dayStart(row.start_on, row.timezone),
      next: at === null || cost === null ? null : { at, amount: chargedTotal(row, cost, selling) },
      hasCard: row.payment_source_id !== null,
      trialEndsAt: row.trial_end_on === null ? null : dayStart(row.trial_end_on, row.timezone),
    }
  })
}

function changeOf(
  { status, num_paid }: LoadedOrder['memberships'][number],
  isOfPeriod: boolean,
): BoughtMembership['change'] {
  if (status === 'trialing') return 'trial'
  if (status === 'scheduled') return 'later'
  return isOfPeriod && num_paid > 1 ? 'renewed' : 'begun'
}
