import { Temporal } from 'temporal-polyfill'
import type { RefundTier } from '../../contract/offering/event.ts'

type SessionRule = {
  free_until: string
  late: 'keep_credit_used' | 'return_credit' | 'charge_fee'
  late_fee: number
  /** What happens to the payment of a no-show; missing means `keep_credit_used`. */
  no_show?: 'keep_credit_used' | 'return_credit' | 'charge_fee'
  request: boolean
}
/** The cancellation terms of a booking: tiers before the start, what the organisation keeps, what can be requested. */
export type CancellationPolicy = {
  tiers: readonly RefundTier[]
  retention: { fixed: number; percent: number; keep_fees: boolean }
  automatic: boolean
  request: boolean
  session: SessionRule | null
}
/** The fields of a booking on which its cancellation depends. Sessions use the session rule if the policy has one. */
export type CancellableBooking = {
  /** An appointment, or an event that is a class. */
  is_session: boolean
  starts_at: number
  timezone: string
  refund: CancellationPolicy
}

/**
 * The part of the policy that applies at a given time. `fixed_penalty` is the late fee of a session, in minor units.
 */
export type Tier = {
  until: string | null
  percent: number
  ends_at: number | null
  is_late: boolean
  fixed_penalty: number
  is_automatic: boolean
  is_request: boolean
  is_contact_only: boolean
}

/**
 * The tier that applies at `now`: the first whose deadline has not passed; the deadline itself is in time. A tier of
 * 100 % refunds everything except what `refundParts` keeps. Sessions have their own rule.
 */
export function tierAt(booking: CancellableBooking, now: number): Tier {
  if (booking.is_session && booking.refund.session) return sessionTier(booking, booking.refund.session, now)
  const { automatic, request } = booking.refund
  const ends = booking.refund.tiers.map((tier) => ({
    tier,
    ends_at: deadlineBefore(booking.starts_at, tier.until, booking.timezone),
  }))
  const current = ends.sort((one, other) => one.ends_at - other.ends_at).find(({ ends_at }) => isInTime(ends_at, now))
  const common = { is_late: false, fixed_penalty: 0, is_request: request, is_contact_only: false }
  if (!current) return { ...common, until: null, percent: 0, ends_at: null, is_automatic: false }
  return {
    ...common,
    until: current.tier.until,
    percent: current.tier.percent,
    ends_at: current.ends_at,
    is_automatic: automatic,
  }
}

// After `free_until`, cancelling a session costs `late_fee` under `charge_fee` (calculated in
// offering/pricing/refund-amount.ts). A session paid with money is refunded in money where a credit would be returned.
function sessionTier(booking: CancellableBooking, rule: SessionRule, now: number): Tier {
  const ends_at = deadlineBefore(booking.starts_at, rule.free_until, booking.timezone)
  const common = { is_automatic: true, is_request: false, is_contact_only: !rule.request }
  if (isInTime(ends_at, now))
    return { ...common, until: rule.free_until, percent: 100, ends_at, is_late: false, fixed_penalty: 0 }
  const isKept = rule.late === 'keep_credit_used'
  return {
    ...common,
    until: null,
    percent: isKept ? 0 : 100,
    ends_at: null,
    is_late: true,
    fixed_penalty: rule.late === 'charge_fee' ? rule.late_fee : 0,
    is_automatic: !isKept,
  }
}

/**
 * The instant that lies an ISO 8601 duration before another instant, in the local time of a time zone: 14 days before
 * 9 am is 9 am, regardless of daylight saving time.
 */
export function deadlineBefore(at: number, duration: string, timezone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timezone)
    .subtract(Temporal.Duration.from(duration)).epochMilliseconds
}

/** True until the deadline, including the exact moment of the deadline. */
export function isInTime(deadline: number, now: number): boolean {
  return now <= deadline
}
