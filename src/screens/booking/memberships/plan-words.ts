import { dayWords } from '#contract/date-format'
import { displayMoney } from '#contract/display-money'
import type { MembershipPlan as OrderedPlan, OrderItem } from '#contract/money/order'
import type { BillingPeriod } from '#contract/offering/package'
import type { MembershipPlan } from '#pricing/membership-plan'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { priceWords } from '../../../locales/price-words.ts'
import { sellingOf } from '../../offering/packages/package-words.ts'

type PageContext = Pick<ProgramContext, 'text' | 'program' | 'language' | 'locale'>
/** A payment plan and its fee setting. The costs are before fee and tax. */
export type Plan = MembershipPlan & {
  billing_period: BillingPeriod
  num_periods: number | null
  trial_days: number | null
  include_fee: boolean
  currency: string
  /** The amount due now, from the order; null before there is an order. */
  paid_now: string | null
}

type OrderedLine = Pick<OrderItem, 'is_fee_included' | 'amount_total'>
/** The plan of an order item: the amount due now is the item's price after discounts. */
export const planOfLine = (plan: OrderedPlan, { is_fee_included, amount_total }: OrderedLine): Plan => ({
  start_on: plan.start_date,
  trial_end_on: plan.trial_end_date,
  first_on: plan.first_payment_date,
  first_cost: plan.first_cost.value,
  next_on: plan.next_payment_date,
  cost: plan.cost.value,
  renews: plan.renews,
  billing_period: plan.billing_period,
  num_periods: plan.num_periods,
  trial_days: null,
  include_fee: is_fee_included,
  currency: plan.cost.currency_code,
  paid_now: amount_total.display,
})

/** An amount that is charged, with fee and tax. */
const charged = (cost: number, plan: Plan, { program, language }: PageContext) =>
  priceWords(cost, { currency: plan.currency, program }, sellingOf(plan, program.selling), language).charged

/** The payment plan in one line: `Free until December 9, 2026, then $33.90 every month`. */
export function planSentence(plan: Plan, today: string, context: PageContext): string {
  const { plan: words } = context.text.memberships
  const { start_on, trial_end_on, next_on, num_periods, first_cost, cost, renews } = plan
  const day = (each: string) => dayWords(each, context.locale)
  const [first, price] = [charged(first_cost, plan, context), charged(cost, plan, context)]
  const every = words.every[plan.billing_period]
  const isLater = start_on > today
  const head =
    trial_end_on !== null
      ? isLater
        ? words.startsFree(day(start_on), day(trial_end_on))
        : words.freeUntil(day(trial_end_on))
      : isLater
        ? words.starts(day(start_on))
        : null
  const isShare = renews && next_on !== null && first_cost !== cost
  const tail = () => {
    if (head !== null && !renews) return words.thenOnce(first)
    if (head !== null)
      return isShare ? words.thenShare(first, price, every, day(next_on)) : words.thenPrice(price, every)
    const now = plan.paid_now ?? first
    if (!renews) return words.once(now)
    return next_on === null ? words.onOrder(now) : words.now(now, price, every, day(next_on))
  }
  return [head, tail(), renews && num_periods !== null && words.times(num_periods)].filter(Boolean).join(', ')
}

/** The payment plan as lines of a sum: today's payment, a later first payment, and the following payments. */
export function planLines(plan: Plan, today: string, context: PageContext): { label: string; amount: string }[] {
  const { plan: words } = context.text.memberships
  const { first_on, next_on, billing_period: period } = plan
  const day = (each: string) => dayWords(each, context.locale)
  const nothing = displayMoney(0, { currency: plan.currency, program: context.program }, context.language)
  const first = charged(plan.first_cost, plan, context)
  const isTrial = plan.trial_days !== null && plan.start_on <= today
  const begin =
    first_on > today
      ? [
          { label: isTrial ? words.todayFree(plan.trial_days ?? 0) : words.today, amount: nothing },
          { label: words.first(day(first_on)), amount: first },
        ]
      : [{ label: words.today, amount: first }]
  if (!plan.renews || period === 'once') return begin
  const then = next_on === null ? words.after[period] : words.thenFrom[period](day(next_on))
  return [...begin, { label: then, amount: charged(plan.cost, plan, context) }]
}
