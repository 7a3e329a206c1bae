import { formatDate } from '#contract/date-format'
import type { SessionCredit, SessionCreditEntry } from '#contract/booking/session-credit'
import type { OwnPackages } from '../../../api/load-own-packages.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { openedBy, type PackageWords } from './package-words.ts'
import { sideBySide } from '../../../locales/fill-in.ts'

type PageContext = Pick<ProgramContext, 'text' | 'locale' | 'program' | 'to'>
export type OwnPackage = {
  id: string
  packageId: string
  name: string
  lang: string | undefined
  forWhom: string
  /** The visits that are left: `4 of 10 visits left`. */
  left: string
  ends: string | null
  /** A note that an instalment must be paid first. */
  onHold: string | null
  /** A box for each visit. It is true while the visit is left. Empty when there are too many visits to count. */
  punches: boolean[]
  bookHref: string | null
  /** The events that the visits book, and the number of further events. */
  opens: PackageWords['opens']
  more: number
  againHref: string | null
  orderHref: string | null
}
const mostPunches = 20

/** The rest of each package, in order of use. */
export function ownPackages(own: OwnPackages, context: PageContext): OwnPackage[] {
  const { packages: words } = context.text
  const names = new Map(
    own.attendees.flatMap(({ first_name, profiles }) => profiles.map(({ id }) => [id, first_name] as const)),
  )
  return own.balance.credits.map((credit) => {
    const sold = own.packages.get(credit.package_id)
    const isUsedUp = !credit.is_unlimited && credit.available === 0
    const opens = sold ? openedBy(sold, context.to) : []
    return {
      id: credit.id,
      packageId: credit.package_id,
      name: credit.package_name,
      lang: credit.text_languages?.['package_name'],
      forWhom:
        credit.attendee_profile_id === null
          ? words.forEveryone
          : words.onlyFor(names.get(credit.attendee_profile_id) ?? ''),
      left: leftWords(credit, context),
      ends: isUsedUp ? null : endWords(credit, context),
      onHold: credit.is_on_hold ? words.onHold : null,
      punches:
        credit.is_unlimited || credit.total > mostPunches
          ? []
          : Array.from({ length: credit.total }, (_, at) => at < credit.available),
      bookHref: isUsedUp || credit.is_on_hold ? null : (opens[0]?.href ?? null),
      opens,
      more: sold ? Math.max(0, sold.num_events - sold.events.length) : 0,
      againHref: sold && !sold.is_discontinued ? context.to.buyPackage(sold.id) : null,
      orderHref: credit.order_id && context.to.order(credit.order_id),
    }
  })
}

/** The visits left in words: `4 of 10 visits left`. Every credit has the same form. */
export function leftWords(
  credit: Pick<SessionCredit, 'available' | 'total' | 'is_unlimited'>,
  { text: { packages: words } }: Pick<PageContext, 'text'>,
): string {
  if (credit.is_unlimited) return words.unlimitedLeft
  return credit.available === 0 ? words.usedUp(credit.total) : words.leftOf(credit.available, credit.total)
}

function endWords({ expires_at, is_unlimited }: SessionCredit, context: PageContext): string {
  const { packages: words } = context.text
  if (expires_at === null) return is_unlimited ? '' : words.neverEnds
  return words.ends(dayOf(expires_at, context))
}

/**
 * The visits of all packages together: `4 of 10 visits left. 2 expire on March 1.` Null with a single package, which
 * shows its visits itself.
 */
export function sumWords({ balance }: Pick<OwnPackages, 'balance'>, context: PageContext): string | null {
  const { packages: words } = context.text
  const { available, total, next_expiry_amount: count, next_expiry_date: until, credits } = balance
  if (available === 0 || credits.filter((each) => each.available > 0).length < 2) return null
  const ends = count === null || until === null ? '' : words.endsOn(count, dayOf(until, context), count === available)
  return [`${words.leftOf(available, total)}.`, ends].filter(Boolean).join(' ')
}

const dayOf = (instant: string, { program, locale }: PageContext) =>
  formatDate(instant, { timezone: program.timezone, locale })

/** An entry of the history in words. The use of a visit that was reserved before is not shown again. */
export function entryWords(entry: SessionCreditEntry, context: PageContext) {
  const { packages: words } = context.text
  const isBack = entry.amount > 0 && entry.kind !== 'purchase' && entry.kind !== 'grant'
  const booking = sideBySide(
    entry.attendee_name,
    entry.booking_title,
    entry.booking_starts_at && dayOf(entry.booking_starts_at, context),
    entry.note,
  )
  return {
    day: dayOf(entry.created, context),
    what: entry.redemption_id === null ? words.historyText[entry.kind] : deskWords(entry, context),
    about: booking || entry.package_name,
    lang: booking ? undefined : entry.text_languages?.['package_name'],
    count: isBack ? words.back(entry.amount) : entry.amount === 0 ? '' : words.visits(Math.abs(entry.amount)),
  }
}

/** A visit that the organisation used without a booking. Of unlimited visits, one entry also tells the return. */
function deskWords({ kind, amount, redemption_status }: SessionCreditEntry, { text }: Pick<PageContext, 'text'>) {
  const { atDesk } = text.packages
  if (kind === 'return') return atDesk.returned
  return amount === 0 && redemption_status === 'returned' ? atDesk.usedAndReturned : atDesk.used
}

/** True for entries that tell the customer something new. */
export const isTold = ({ kind, amount, redemption_id }: SessionCreditEntry): boolean =>
  kind !== 'redeem' || amount !== 0 || redemption_id !== null
