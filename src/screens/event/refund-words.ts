import type { Event, RefundPolicy } from '#contract/event'
import { displayMoney } from '#contract/money'
import { textIn } from '../../locales/choose-language.ts'
import { dayMonth, hourWords, languageOf, type Locale, weekdayDate, weekdayDay } from '#contract/date-format'
import { percentWords } from '../../locales/price-words.ts'
import { type WallClock, wallClock } from '#contract/wall-clock'
import { refundDeadline } from './refund-deadline.ts'

/** One cup of the refund policy: its last moment (null = after all others) and what comes back. */
type RefundStep = { until: string | null; words: string; fill: 'all' | 'half' | null; isPast: boolean }
export type RefundWords = { summary: string; refundSteps: RefundStep[]; notes: string[] }
type Policied = Pick<
  Event,
  'type' | 'refund_policy' | 'starts_at' | 'timezone' | 'currency' | 'is_series' | 'series_dates'
>
type Step = { clock: WallClock; wall: number; percent: number }

/** A day, with its year when that is not the event's own. */
const dayOf = (clock: WallClock, start: WallClock, locale: Locale) =>
  (clock.year === start.year ? weekdayDay : weekdayDate)(clock, locale)

/** What is kept of every place before anything comes back: `$25.00`, `10%`, `10% + $5.00`; null when nothing is. */
function retainedWords(policy: RefundPolicy, currency: string, locale: Locale): string | null {
  const retained = policy.camp_refund_retention_policy
  if (!retained || (retained.fixed === 0 && retained.percent === 0)) return null
  const parts = [
    retained.percent > 0 && percentWords(retained.percent * 100, languageOf(locale)),
    retained.fixed > 0 && displayMoney(retained.fixed, currency, locale),
  ]
  return parts.filter(Boolean).join(' + ')
}

function partWords(percent: number, retained: string | null, locale: Locale): string {
  const text = textIn(locale).event
  const share = percentWords(percent * 100, languageOf(locale))
  if (percent === 0) return text.nothing
  if (retained) return percent === 100 ? text.allBut(retained) : text.partOfRest(share, retained)
  if (percent === 100) return text.allOfIt
  return percent === 50 ? text.half : text.part(share)
}

/** A class with a rule for its dates: cancelled freely until a moment, at a price afterwards, or by the organiser alone. */
function sessionWords(event: Policied, locale: Locale): RefundWords | null {
  const text = textIn(locale).event
  const { session_cancellation_policy: policy, is_session_cancellation_request_allowed: isAllowed } =
    event.refund_policy
  const deadline = policy && refundDeadline(event.starts_at, policy.free_until, event.timezone)
  if (event.type !== 'class' || !policy || !deadline) return null
  if (!isAllowed) return { summary: text.refundByContact, refundSteps: [], notes: [text.refundByContactText] }
  const start = wallClock(event.starts_at, event.timezone)
  const summary = text.sessionFree(`${dayOf(deadline.clock, start, locale)}, ${hourWords(deadline.clock, locale)}`)
  const late =
    policy.late === 'charge_fee'
      ? text.sessionLateFee(displayMoney(policy.late_fee, event.currency, locale))
      : text.sessionLate[policy.late]
  const retained = retainedWords(event.refund_policy, event.currency, locale)
  return {
    summary,
    refundSteps: [],
    notes: [
      asSentence(summary),
      late,
      ...(retained ? [text.keptAlways(retained)] : []),
      ...firstDateNote(event, locale),
    ],
  }
}

/** The steps as they pass: earliest first, as the server takes them. What comes after the last that pays is nothing. */
function stepsOf(event: Policied): Step[] {
  const steps = event.refund_policy.camp_refund_policy.flatMap(({ until, percent }): Step[] => {
    const deadline = refundDeadline(event.starts_at, until, event.timezone)
    return deadline ? [{ ...deadline, percent }] : []
  })
  const inOrder = steps.sort((a, b) => a.wall - b.wall)
  return inOrder.slice(0, inOrder.findLastIndex(({ percent }) => percent > 0) + 1)
}

/** The refund policy in plain words with dates. `now` chooses the line that still helps a reader (ms since 1970); where the program takes no fee none is spoken of. */
export function refundWords(event: Policied, locale: Locale, now: number, hasFee = true): RefundWords {
  const session = sessionWords(event, locale)
  if (session) return session

  const retained = retainedWords(event.refund_policy, event.currency, locale)
  const start = wallClock(event.starts_at, event.timezone)
  const today = wallClock(new Date(now).toISOString(), event.timezone)
  const wallNow = Date.UTC(today.year, today.month - 1, today.day, today.hour, today.minute)
  const steps = stepsOf(event)
  const open = steps.find(({ wall }) => wall >= wallNow)
  const cups = steps.map(
    ({ clock, percent, wall }): RefundStep => ({
      until: `${dayOf(clock, start, locale)}, ${hourWords(clock, locale)}`,
      words: partWords(percent, retained, locale),
      fill: percent === 100 ? 'all' : percent === 0 ? null : 'half',
      isPast: wall < wallNow,
    }),
  )
  const last: RefundStep = { until: null, words: textIn(locale).event.nothing, fill: null, isPast: false }
  return {
    summary: summaryOf(open && { day: dayOf(open.clock, start, locale), percent: open.percent }, {
      policy: event.refund_policy,
      retained: retained,
      locale,
    }),
    refundSteps: cups.length === 0 ? [] : [...cups, last],
    notes: notesOf(event, { locale, hasFee, hasSteps: cups.length > 0 }),
  }
}

function summaryOf(
  open: { day: string; percent: number } | undefined,
  { policy, retained, locale }: { policy: RefundPolicy; retained: string | null; locale: Locale },
): string {
  const text = textIn(locale).event
  if (!open || open.percent === 0) return text.noRefund
  if (!policy.is_automated_camp_refund_allowed && !policy.is_camp_refund_request_allowed) return text.refundByContact
  const words =
    open.percent === 100 && !retained
      ? text.refundUntil(open.day)
      : text.refundPartUntil(percentWords(open.percent * 100, languageOf(locale)), open.day)
  return policy.is_automated_camp_refund_allowed ? words : text.onRequestShort(words)
}

/** Who gives money back, from which day it is counted, and what becomes of the fee. */
function notesOf(
  event: Policied,
  { locale, hasFee, hasSteps }: { locale: Locale; hasFee: boolean; hasSteps: boolean },
): string[] {
  const text = textIn(locale).event
  const {
    is_automated_camp_refund_allowed: isAutomatic,
    is_camp_refund_request_allowed: isRequest,
    camp_refund_retention_policy: retention,
  } = event.refund_policy
  const way = !hasSteps || isAutomatic ? null : isRequest ? text.onRequest : text.refundByContactText
  const anyway = isRequest ? (hasSteps ? text.askAfter : text.askAnyway) : null
  const fee =
    !hasSteps || !hasFee ? text.ifWeCancel : retention?.keep_fees === false ? text.feeComesBack : text.feesStay
  return [way, ...(hasSteps ? firstDateNote(event, locale) : []), anyway, fee].filter((note) => note !== null)
}

/** A series is refunded as one: its first date counts. */
function firstDateNote(event: Policied, locale: Locale): string[] {
  if (!event.is_series || event.series_dates.length < 2) return []
  return [textIn(locale).event.firstDateCounts(dayMonth(wallClock(event.starts_at, event.timezone), locale))]
}

/** A text as a sentence: an abbreviated month brings its own full stop. */
export const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)
