import type { Money } from '#contract/amount'
import { dayWords, formatDate } from '#contract/date-format'
import type { Membership } from '#contract/booking/membership'
import type { Order } from '#contract/money/order'
import { allInPrice } from '#pricing/all-in-price'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { priceWords } from '../../../locales/price-words.ts'
import { langOf } from '../../../locales/text-language.ts'
import { bankStepAddress } from '../../../routes.ts'
import type { StateBadge } from '../../money/order/order-words.ts'
import { sellingOf } from '../../offering/packages/package-words.ts'
import * as membershipStates from '#contract/states/membership-states'

type PageContext = Pick<ProgramContext, 'text' | 'program' | 'language' | 'locale'>

/**
 * The reason for which a membership waits: its first payment, the payment of a period, or a card; null when it does
 * not wait.
 */
export type WaitingReason = 'first' | 'pay' | 'card' | null

export function waitingFor({ status, pause_starts_at }: Pick<Membership, 'status' | 'pause_starts_at'>): WaitingReason {
  if (status === 'incomplete') return 'first'
  if (membershipStates.owing.has(status)) return 'pay'
  return status === 'paused' && pause_starts_at === null ? 'card' : null
}

/** True when the membership has ended for good. */
export const isOver = ({ status }: Pick<Membership, 'status'>): boolean => membershipStates.ended.has(status)

/** An amount of a membership that is charged, with fee and tax. */
export const chargedWords = (
  cost: Pick<Money, 'value' | 'currency_code' | 'display'>,
  { is_fee_included }: Pick<Membership, 'is_fee_included'>,
  { program, language }: Pick<PageContext, 'program' | 'language'>,
): string => {
  const selling = sellingOf({ include_fee: is_fee_included }, program.selling)
  return priceWords(cost.value, cost, selling, language).charged
}

/**
 * The amount to charge now, with fee and tax, in minor units: what is owed, or the first period of a membership whose
 * trial ended without a card.
 */
export function chargedNow(membership: Membership, { program }: Pick<PageContext, 'program'>): number {
  const { amount_due, next_payment_cost, price, is_fee_included } = membership
  if (amount_due.value > 0 && waitingFor(membership) !== 'card') return amount_due.value
  const selling = sellingOf({ include_fee: is_fee_included }, program.selling)
  return allInPrice((next_payment_cost ?? price).value, selling).total
}

/** The status as a badge. An unknown status has a neutral word. */
export function membershipBadge(membership: Membership, context: PageContext): StateBadge {
  const { memberships: words, order } = context.text
  const { status, cancel_at } = membership
  if (waitingFor(membership) === 'card') return { kind: 'stop', icon: 'alert', words: words.needsCard }
  if (cancel_at !== null && !isOver(membership))
    return { kind: 'few', icon: 'clock', words: words.endsOn(day(cancel_at, membership, context)) }
  const named = (words.status as Record<string, string>)[status] ?? order.unknownStatus
  if (membershipStates.running.has(status)) return { kind: 'good', icon: 'check', words: named }
  if (waitingFor(membership)) return { kind: 'stop', icon: 'alert', words: named }
  return isOver(membership) ? { kind: null, icon: null, words: named } : { kind: 'few', icon: 'clock', words: named }
}

const day = (instant: string, { timezone }: Pick<Membership, 'timezone'>, { locale }: PageContext): string =>
  formatDate(instant, { timezone, locale })

/** The status and the next step, in sentences. `cost` is the next charge, with fee and tax. */
export function membershipSentences(membership: Membership, cost: string, context: PageContext): string[] {
  const { sentence: words } = context.text.memberships
  const on = (instant: string | null) => (instant === null ? '' : day(instant, membership, context))
  const { status, amount_due, cancel_at, ends_at, current_period_end, pause_starts_at, pause_ends_at } = membership
  const due = amount_due.value > 0 ? amount_due.display : cost
  if (waitingFor(membership) === 'card') return [words.trialOver(cost)]
  if (cancel_at !== null && !isOver(membership)) return [words.ending(on(cancel_at))]
  const hold = pause_starts_at !== null && status === 'active' ? [words.willPause(on(pause_starts_at))] : []
  const goesOn =
    pause_ends_at !== null
      ? words.resumes(on(pause_ends_at))
      : membership.may_resume
        ? words.untilResumed
        : words.untilProgram
  switch (status) {
    case 'scheduled':
      return [words.scheduled(dayWords(membership.start_date, context.locale))]
    case 'incomplete':
      return [words.incomplete(due)]
    case 'trialing':
      return [words.trialing(on(membership.trial_end))]
    case 'active':
      if (ends_at !== null) return [words.lastPeriod(on(ends_at))]
      return [current_period_end === null ? words.forGood : words.active(on(current_period_end)), ...hold]
    case 'past_due': {
      const { next_payment_at: retry, is_usable } = membership
      return [
        words.pastDue(due),
        is_usable ? words.staysOpen : words.isClosed,
        ...(retry ? [words.retry(on(retry))] : []),
      ]
    }
    case 'unpaid':
      return [words.unpaid(due)]
    case 'paused':
      return [words.paused(on(pause_starts_at)), goesOn]
    case 'cancelled':
      return membership.cancelled_at === null ? [] : [words.cancelled(on(membership.cancelled_at))]
    default:
      return [words[status]]
  }
}

/**
 * The day on which a cancellation would take effect. A null `endsAt` means at once. Null when the membership cannot
 * be cancelled.
 */
export function cancelling(membership: Membership): { endsAt: string | null } | null {
  const { status, cancel_at_period_end, current_period_end } = membership
  if (isOver(membership) || status === 'incomplete' || cancel_at_period_end) return null
  if (!membershipStates.running.has(status)) return { endsAt: null }
  return current_period_end === null ? null : { endsAt: current_period_end }
}

/** The payment of an open order that waits for the customer or for the bank. */
export function openPayment(open: Order | null): { bank: string } | 'checking' | null {
  const payment = open?.payments.at(-1)
  const bank = open && payment?.status === 'requires_action' ? bankStepAddress({ ...open, payments: [payment] }) : null
  if (bank) return { bank }
  return payment?.status === 'processing' ? 'checking' : null
}

/** A membership as a row of a list. */
export function membershipRow(membership: Membership, context: PageContext & Pick<ProgramContext, 'to'>) {
  const { packages, memberships: words } = context.text
  const { package: sold, attendee_profile: person, next_payment_at, next_payment_cost } = membership
  const cost = next_payment_cost ? chargedWords(next_payment_cost, membership, context) : ''
  const waiting = waitingFor(membership)
  return {
    id: membership.id,
    href: context.to.membership(membership.id),
    name: sold.name,
    lang: langOf(sold, 'name'),
    forWhom: person ? packages.onlyFor(person.first_name) : packages.forEveryone,
    badge: membershipBadge(membership, context),
    sentences: membershipSentences(membership, cost, context),
    next:
      waiting === null && next_payment_at !== null
        ? { label: words.next(day(next_payment_at, membership, context)), amount: cost }
        : null,
    waiting,
    isOver: isOver(membership),
  }
}
