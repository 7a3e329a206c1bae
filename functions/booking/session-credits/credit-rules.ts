import { Temporal } from 'temporal-polyfill'
import type { PackageTerms } from '../../contract/booking/session-credit.ts'
import type { HeldMembership } from '../../contract/booking/entitlement.ts'
import { opensAt } from './entitlement.ts'

/** Credits in the form that the rules use: the visits of a package that a family bought or that a membership grants. */
export type Credits = {
  attendee_profile_id: string | null
  amount: number
  available: number
  is_unlimited: boolean
  expires_at: number | null
  created: number
  /** True for credits of a suspended membership. */
  is_suspended?: boolean
}

/**
 * When credits bought now expire: after a number of days, weeks, months or years in the program's time zone; null =
 * never.
 */
export function creditsExpireAt(
  { expiry_amount, expiry_period }: Pick<PackageTerms, 'expiry_amount' | 'expiry_period'>,
  at: { now: number; timezone: string },
): number | null {
  if (expiry_amount === null || expiry_period === null) return null
  const bought = Temporal.Instant.fromEpochMilliseconds(at.now).toZonedDateTimeISO(at.timezone)
  return bought.add({ [`${expiry_period}s`]: expiry_amount }).epochMilliseconds
}

/** Whether credits are valid at a time, considering their dates only. */
export const areCreditsValid = (
  { expires_at, is_suspended }: Pick<Credits, 'expires_at' | 'is_suspended'>,
  now: number,
): boolean => is_suspended !== true && (expires_at === null || now < expires_at)

/** A booking that credits may pay for: one person's, at these times, with the packages that cover it. */
export type Bookable = {
  program_id: string
  attendee_profile_id: string
  package_ids: readonly string[]
  starts: readonly number[]
}
/** Credits with the membership that gave them, if one did. */
export type OwnCredits = Credits & { program_id: string; package_id: string; membership: HeldMembership | null }

/** Whether credits can pay for a booking: they must be valid now and when it begins. */
export const mayPay = (credits: OwnCredits, bookable: Bookable, now: number): boolean =>
  credits.program_id === bookable.program_id &&
  bookable.package_ids.includes(credits.package_id) &&
  (credits.attendee_profile_id === null || credits.attendee_profile_id === bookable.attendee_profile_id) &&
  (credits.is_unlimited || credits.available > 0) &&
  areCreditsValid(credits, now) &&
  bookable.starts.every((starts_at) => coversStart(credits, starts_at))

const coversStart = (
  { expires_at, membership }: Pick<OwnCredits, 'expires_at' | 'membership'>,
  starts_at: number,
): boolean => (expires_at === null || starts_at < expires_at) && (membership === null || opensAt(membership, starts_at))

/**
 * Valid credits in the order of use: unlimited first, then earliest expiry, then those of one person before those of
 * the family, then oldest.
 */
export function inOrderOfUse<Each extends Credits>(credits: readonly Each[], now: number): Each[] {
  const rank = (each: Each) => [
    each.is_unlimited ? 0 : 1,
    each.expires_at ?? Number.POSITIVE_INFINITY,
    each.attendee_profile_id === null ? 1 : 0,
    each.created,
  ]
  return credits
    .filter((each) => areCreditsValid(each, now))
    .sort((a, b) => {
      const [left, right] = [rank(a), rank(b)]
      const at = left.findIndex((value, index) => value !== right[index])
      return at < 0 ? 0 : (left[at] ?? 0) < (right[at] ?? 0) ? -1 : 1
    })
}

/** Remaining and total credits, and how many of the remaining ones expire first. */
export function sumCredits(credits: readonly Credits[], now: number) {
  const good = credits.filter((each) => areCreditsValid(each, now))
  const count = (each: readonly Credits[]) => each.reduce((sum, { available }) => sum + available, 0)
  const ends = good.flatMap(({ available, expires_at }) => (available > 0 && expires_at !== null ? [expires_at] : []))
  const next = ends.length === 0 ? null : Math.min(...ends)
  return {
    available: count(good),
    total: good.reduce((sum, { amount }) => sum + amount, 0),
    is_unlimited: good.some(({ is_unlimited }) => is_unlimited),
    next_expiry_amount: next === null ? null : count(good.filter(({ expires_at }) => expires_at === next)),
    next_expiry_at: next,
  }
}
