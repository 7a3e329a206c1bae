// Over 250 lines: the sentences about a refund policy share the words about the kept amount.
import type { Event, EventOption, RefundPolicy } from '#contract/offering/event'
import { displayMoney } from '#contract/display-money'
import { fullRefund, keptWords } from '#contract/sentences/kept-words'
import { textIn } from '../../../locales/choose-language.ts'
import {
  capitalise,
  dayMonth,
  hourWords,
  languageOf,
  type Locale,
  weekdayDate,
  weekdayDay,
  zoneWords,
} from '#contract/date-format'
import type { PublicSelling } from '#pricing/all-in-price'
import { refundOfPrice } from '#pricing/refund-amount'
import { percentWords } from '../../../locales/price-words.ts'
import { type WallClock, wallClock } from '#contract/wall-clock'
import { refundDeadline } from './refund-deadline.ts'

/**
 * One step of the refund policy: its deadline (null for the time after all deadlines), its share, and the amount when
 * the price is known.
 */
type RefundStep = {
  until: string | null
  words: string
  amount: string | null
  fill: 'all' | 'half' | null
  isPast: boolean
}
export type RefundWords = { summary: string; refundSteps: RefundStep[]; notes: string[] }
type Policied = Pick<
  Event,
  'type' | 'refund_policy' | 'starts_at' | 'timezone' | 'currency' | 'is_series' | 'series_dates'
>
type Step = { clock: WallClock; wall: number; percent: number }
/** `now` (ms) decides which line is emphasised. When the program has no fee, the text does not mention a fee. */
export type RefundTextInput = {
  now: number
  selling: PublicSelling
  /** The place that the amounts refer to: its listed price, and its name when other places have another price. */
  place?: { cost: number; name: string | null } | null
}
const nothingKept = { fixed: 0, percent: 0, keep_fees: true }

/** Whether the program adds or includes a booking fee. */
export const takesFee = ({ fee }: PublicSelling): boolean => fee.percent > 0 || fee.fixed > 0
/** True when the organisation keeps the booking fee of a cancelled place. */
const feeStays = (policy: RefundPolicy, selling: PublicSelling): boolean =>
  takesFee(selling) && policy.camp_refund_retention_policy?.keep_fees !== false

/** A day, with its year when it is not the year of the event. */
const dayOf = (clock: WallClock, start: WallClock, locale: Locale) =>
  (clock.year === start.year ? weekdayDay : weekdayDate)(clock, locale)

// The locale of a page has the program's country.
const soldIn = (currency: string, locale: Locale) => ({ currency, program: { country: locale.slice(3) } })

/** The part of each price that the organisation keeps, in words; null when it keeps nothing. */
const retainedWords = (policy: RefundPolicy, currency: string, locale: Locale): string | null =>
  keptWords(
    { ...fullRefund, retention: policy.camp_refund_retention_policy ?? nothingKept, bookingFee: false },
    { currency: soldIn(currency, locale), locale },
  )

/** The part of a full refund that the organisation keeps: `$25.00 and the booking fee`. Null when it keeps nothing. */
const keptOf = ({ refund_policy: policy, currency }: Policied, selling: PublicSelling, locale: Locale) =>
  keptWords(
    {
      ...fullRefund,
      retention: policy.camp_refund_retention_policy ?? nothingKept,
      bookingFee: feeStays(policy, selling),
    },
    { currency: soldIn(currency, locale), locale },
  )

/** The refund of one step: a share of the price, less the kept amount. */
function partWords(
  percent: number,
  { retained, kept, locale }: { retained: string | null; kept: string | null; locale: Locale },
): string {
  const text = textIn(locale).event
  const share = percentWords(percent * 100, languageOf(locale))
  if (percent === 0) return text.nothing
  if (percent === 100) return kept === null ? text.allOfIt : text.allBut(kept)
  if (retained) return text.partOfRest(share, retained)
  return percent === 50 ? text.half : text.part(share)
}

/** The rule of a class for cancelling a date: free until a deadline, then for a fee, or only by the organisation. */
function sessionWords(event: Policied, locale: Locale, { now, selling }: RefundTextInput): RefundWords | null {
  const text = textIn(locale).event
  const { session_cancellation_policy: policy, is_session_cancellation_request_allowed: isAllowed } =
    event.refund_policy
  const deadline = policy && refundDeadline(event.starts_at, policy.free_until, event.timezone)
  if (event.type !== 'class' || !policy || !deadline) return null
  if (!isAllowed) return { summary: text.refundByContact, refundSteps: [], notes: [text.refundByContactText] }
  const start = wallClock(event.starts_at, event.timezone)
  const moment = `${dayOf(deadline.clock, start, locale)}, ${hourWords(deadline.clock, locale)}`
  const lateFee = displayMoney(policy.late_fee, soldIn(event.currency, locale), locale)
  const isLate = deadline.wall < wallTime(now, event.timezone)
  const kept = keptOf(event, selling, locale)
  const summary = isLate
    ? policy.late === 'charge_fee'
      ? text.lateNowFee(lateFee)
      : text.lateNow[policy.late](kept)
    : text.sessionFree(`${moment} (${zoneWords(event.timezone, locale)})`, kept)
  const late = policy.late === 'charge_fee' ? text.sessionLateFee(lateFee) : text.sessionLate[policy.late](kept)
  const noShow = policy.no_show === 'charge_fee' ? text.noShowFee(lateFee) : text.noShow[policy.no_show](kept)
  const retained = retainedWords(event.refund_policy, event.currency, locale)
  return {
    summary,
    refundSteps: [],
    notes: [
      asSentence(summary),
      ...(isLate ? [] : [late]),
      ...(policy.no_show === policy.late ? [] : [noShow]),
      ...(retained ? [text.keptAlways(retained)] : []),
      ...firstDateNote(event, locale),
    ],
  }
}

/** An instant as local time, in a number that reads as UTC. */
function wallTime(now: number, timezone: string): number {
  const { year, month, day, hour, minute } = wallClock(new Date(now).toISOString(), timezone)
  return Date.UTC(year, month - 1, day, hour, minute)
}

/**
 * The steps by deadline, earliest first, as the server applies them. After the last step with a refund, nothing is
 * refunded.
 */
function stepsOf(event: Policied): Step[] {
  const steps = event.refund_policy.camp_refund_policy.flatMap(({ until, percent }): Step[] => {
    const deadline = refundDeadline(event.starts_at, until, event.timezone)
    return deadline ? [{ ...deadline, percent }] : []
  })
  const inOrder = steps.sort((a, b) => a.wall - b.wall)
  return inOrder.slice(0, inOrder.findLastIndex(({ percent }) => percent > 0) + 1)
}

const openStep = (steps: readonly Step[], wallNow: number) => steps.find(({ wall }) => wall >= wallNow)

/** Whether cancelling now returns a part of the price, but not the booking fee. */
export function isFeeKept(event: Policied, { now, selling }: Pick<RefundTextInput, 'now' | 'selling'>): boolean {
  const policy = event.refund_policy
  const { session_cancellation_policy: session } = policy
  const wallNow = wallTime(now, event.timezone)
  if (event.type === 'class' && session) {
    const deadline = refundDeadline(event.starts_at, session.free_until, event.timezone)
    const isLate = deadline !== null && deadline.wall < wallNow
    const isOver = isLate && session.late === 'keep_credit_used'
    return policy.is_session_cancellation_request_allowed && !isOver && feeStays(policy, selling)
  }
  const isHere = policy.is_automated_camp_refund_allowed || policy.is_camp_refund_request_allowed
  const percent = openStep(stepsOf(event), wallNow)?.percent ?? 0
  if (!isHere || percent === 0) return false
  return percent < 100 ? takesFee(selling) : feeStays(policy, selling)
}

/** The refund policy in plain words with dates. */
export function refundWords(event: Policied, locale: Locale, reading: RefundTextInput): RefundWords {
  const session = sessionWords(event, locale, reading)
  if (session) return session
  const { now, selling } = reading
  const kept = keptOf(event, selling, locale)

  const retained = retainedWords(event.refund_policy, event.currency, locale)
  const start = wallClock(event.starts_at, event.timezone)
  const wallNow = wallTime(now, event.timezone)
  const steps = stepsOf(event)
  const open = openStep(steps, wallNow)
  const cups = steps.map(
    ({ clock, percent, wall }): RefundStep => ({
      until: `${dayOf(clock, start, locale)}, ${hourWords(clock, locale)}`,
      words: partWords(percent, { retained, kept, locale }),
      amount: amountAt(percent, event, { ...reading, locale }),
      fill: percent === 100 ? 'all' : percent === 0 ? null : 'half',
      isPast: wall < wallNow,
    }),
  )
  const last: RefundStep = {
    until: null,
    words: textIn(locale).event.nothing,
    amount: amountAt(0, event, { ...reading, locale }),
    fill: null,
    isPast: false,
  }
  return {
    summary: summaryOf(open && { day: dayOf(open.clock, start, locale), percent: open.percent }, {
      policy: event.refund_policy,
      retained,
      kept,
      locale,
      isOver: steps.length > 0 && !open,
    }),
    refundSteps: cups.length === 0 ? [] : [...cups, last],
    notes: notesOf(event, { ...reading, locale, hasSteps: cups.length > 0 }),
  }
}

/** The refund of the given place; null when only the organisation decides. */
function amountAt(
  percent: number,
  { refund_policy: policy, currency }: Policied,
  { place, selling, locale }: RefundTextInput & { locale: Locale },
): string | null {
  if (!place || !(policy.is_automated_camp_refund_allowed || policy.is_camp_refund_request_allowed)) return null
  const retention = policy.camp_refund_retention_policy ?? nothingKept
  return displayMoney(refundOfPrice(place.cost, selling, { percent, retention }), soldIn(currency, locale), locale)
}

function summaryOf(
  open: { day: string; percent: number } | undefined,
  {
    policy,
    retained,
    kept,
    locale,
    isOver,
  }: { policy: RefundPolicy; retained: string | null; kept: string | null; locale: Locale; isOver: boolean },
): string {
  const text = textIn(locale).event
  if (!open || open.percent === 0) {
    if (policy.is_camp_refund_request_allowed) return text.refundByAsking
    return isOver ? text.lateNow.keep_credit_used(null) : text.noRefund
  }
  if (!policy.is_automated_camp_refund_allowed && !policy.is_camp_refund_request_allowed) return text.refundByContact
  const share = percentWords(open.percent * 100, languageOf(locale))
  const part = retained ? text.partOfRest(share, retained) : share
  const words =
    open.percent < 100
      ? text.refundPartUntil(part, open.day)
      : kept === null
        ? text.refundUntil(open.day)
        : text.sessionFree(open.day, kept)
  return policy.is_automated_camp_refund_allowed ? words : text.onRequestShort(words)
}

/** The notes of the policy: who decides on refunds, the day from which deadlines count, and what happens to the fee. */
function notesOf(
  event: Policied,
  { locale, selling, place, hasSteps }: RefundTextInput & { locale: Locale; hasSteps: boolean },
): string[] {
  const text = textIn(locale).event
  const {
    is_automated_camp_refund_allowed: isAutomatic,
    is_camp_refund_request_allowed: isRequest,
    camp_refund_retention_policy: retention,
  } = event.refund_policy
  const way = !hasSteps || isAutomatic ? null : isRequest ? text.onRequest : text.refundByContactText
  const anyway = isRequest ? (hasSteps ? text.askAfter : text.askAnyway) : null
  const zone = capitalise(zoneWords(event.timezone, locale))
  const amounts = place ? text.amountsFor(zone, place.name) : `${zone}.`
  const fee =
    !hasSteps || !takesFee(selling)
      ? text.ifWeCancel
      : retention?.keep_fees === false
        ? text.feeComesBack
        : text.feesStay
  return [hasSteps ? amounts : null, way, ...(hasSteps ? firstDateNote(event, locale) : []), anyway, fee].filter(
    (note) => note !== null,
  )
}

/** A series is refunded as a whole, counted from its first date. */
function firstDateNote(event: Policied, locale: Locale): string[] {
  if (!event.is_series || event.series_dates.length < 2) return []
  return [textIn(locale).event.firstDateCounts(dayMonth(wallClock(event.starts_at, event.timezone), locale))]
}

/**
 * The place whose refund the page of an event shows. It is the cheapest place with a price, preferably one on sale.
 * It is named when other places have another price.
 */
export function refundPlace(
  options: Pick<EventOption, 'id' | 'name' | 'cost'>[],
  rows: { id: string; register: string | null }[],
): { cost: number; name: string | null } | null {
  const paid = options.filter(({ cost }) => cost.cost.value > 0)
  const onSale = paid.filter(({ id }) => rows.some((row) => row.id === id && row.register !== null))
  const [least] = [...(onSale.length > 0 ? onSale : paid)].sort((a, b) => a.cost.cost.value - b.cost.cost.value)
  if (!least) return null
  const cost = least.cost.cost.value
  return { cost, name: paid.some((option) => option.cost.cost.value !== cost) ? least.name : null }
}

/** A text as a sentence. An abbreviated month already ends with a full stop. */
export const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)
