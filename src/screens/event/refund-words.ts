import type { Event, RefundPolicy } from '#contract/event'
import { displayMoney } from '#contract/money'
import { type Language, textIn } from '../../locales/choose-language.ts'
import { weekdayDay } from '../../locales/day-words.ts'
import { hourWords } from '../../locales/hour-words.ts'
import { percentWords } from '../../locales/price-words.ts'
import { type WallClock, wallClock } from '../../locales/zoned-time.ts'
import { refundDeadline } from './refund-deadline.ts'

/** One cup of the refund policy: its last moment (null = after all others) and what comes back. */
type Cup = { until: string | null; words: string; fill: 'all' | 'half' | null }
export type RefundWords = { summary: string; cups: Cup[]; notes: string[] }
type Policied = Pick<Event, 'type' | 'refund_policy' | 'starts_at' | 'timezone' | 'currency'>

const momentOf = (clock: WallClock, language: Language) => `${weekdayDay(clock, language)}, ${hourWords(clock, language)}`

/** What is kept of every place before anything comes back: `$25.00`, `10%`, `10% + $5.00`; null when nothing is. */
function keptWords(policy: RefundPolicy, currency: string, language: Language): string | null {
  const kept = policy.camp_refund_retention_policy
  if (!kept || (kept.fixed === 0 && kept.percent === 0)) return null
  const parts = [kept.percent > 0 && percentWords(kept.percent * 100, language), kept.fixed > 0 && displayMoney(kept.fixed, currency, language)]
  return parts.filter(Boolean).join(' + ')
}

function partWords(percent: number, kept: string | null, language: Language): string {
  const text = textIn(language).event
  const share = percentWords(percent * 100, language)
  if (percent === 0) return text.nothing
  if (kept) return percent === 100 ? text.allBut(kept) : text.partOfRest(share, kept)
  if (percent === 100) return text.allOfIt
  return percent === 50 ? text.half : text.part(share)
}

function sessionWords(event: Policied, language: Language): RefundWords | null {
  const text = textIn(language).event
  const policy = event.refund_policy.session_cancellation_policy
  const deadline = policy && refundDeadline(event.starts_at, policy.free_until, event.timezone)
  if (event.type !== 'class' || !policy || !deadline) return null
  const summary = text.sessionFree(momentOf(deadline.clock, language))
  return { summary, cups: [], notes: [summary, text.sessionLate[policy.late]] }
}

/** The refund policy in plain words with dates. `now` chooses the line that still helps a reader (ms since 1970). */
export function refundWords(event: Policied, language: Language, now: number): RefundWords {
  const session = sessionWords(event, language)
  if (session) return session

  const text = textIn(language).event
  const policy = event.refund_policy
  const kept = keptWords(policy, event.currency, language)
  const today = wallClock(new Date(now).toISOString(), event.timezone)
  const wallNow = Date.UTC(today.year, today.month - 1, today.day, today.hour, today.minute)
  const tiers = policy.camp_refund_policy.flatMap(({ until, percent }) => {
    const deadline = refundDeadline(event.starts_at, until, event.timezone)
    return deadline && percent > 0 ? [{ ...deadline, percent }] : []
  })

  const open = tiers.find(({ wall }) => wall >= wallNow)
  const cups = tiers.map(
    ({ clock, percent }): Cup => ({ until: momentOf(clock, language), words: partWords(percent, kept, language), fill: percent === 100 ? 'all' : 'half' }),
  )
  const notes = tiers.length === 0 ? [] : [policy.camp_refund_retention_policy?.keep_fees === false ? text.feeComesBack : text.feesStay]
  return { summary: summaryOf(open, kept, language), cups: tiers.length === 0 ? [] : [...cups, { until: null, words: text.nothing, fill: null }], notes }
}

function summaryOf(open: { clock: WallClock; percent: number } | undefined, kept: string | null, language: Language): string {
  const text = textIn(language).event
  if (!open) return text.noRefund
  const day = weekdayDay(open.clock, language)
  return open.percent === 100 && !kept ? text.refundUntil(day) : text.refundPartUntil(percentWords(open.percent * 100, language), day)
}
