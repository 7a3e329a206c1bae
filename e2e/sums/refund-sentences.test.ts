import { describe, expect, it } from 'vitest'
import { keptWords } from '../../functions/contract/sentences/kept-words.ts'
import { cancellationOutcome } from '../../functions/booking/registrations/cancellation-preview.ts'
import { feeOf } from '../../functions/offering/pricing/line-price.ts'
import { textIn } from '../../src/locales/choose-language.ts'
import { exampleEvent } from '../../src/screens/example-program.ts'
import { isFeeKept, refundWords } from '../../src/screens/offering/event/refund-words.ts'

const cost = 34_500
const tiers = [
  { until: 'P14D', percent: 100 },
  { until: 'P3D', percent: 50 },
]
/** When a place is cancelled: in each of the two steps of the policy, and after them. The event begins on July 5. */
const days = { full: '2027-05-01T12:00:00Z', half: '2027-06-25T12:00:00Z', over: '2027-07-04T12:00:00Z' }
const retentions = [
  { fixed: 0, percent: 0, keep_fees: true },
  { fixed: 0, percent: 0, keep_fees: false },
  { fixed: 2500, percent: 0, keep_fees: true },
  { fixed: 500, percent: 10, keep_fees: false },
]
const ways = [
  { automatic: true, request: true },
  { automatic: true, request: false },
  { automatic: false, request: true },
  { automatic: false, request: false },
]
const table = (Object.keys(days) as (keyof typeof days)[]).flatMap((day) =>
  retentions.flatMap((retention) =>
    ways.flatMap((way) => [0, 300].map((fixed) => ({ day, ...way, ...retention, fee: fixed, retention, way }))),
  ),
)

describe.each(['en-CA', 'fr-CA'] as const)('the sentences about a refund, in %s', (locale) => {
  const { event: text } = textIn(locale)
  it.each(table)(
    'the page of the event, checkout and the cancellation name the same refund: $day, automatic $automatic, request $request, $fixed and $percent % kept, fee $fee, kept $keep_fees',
    ({ day, fee, retention, way }) => {
      const now = Date.parse(days[day])
      const selling = { fee: { percent: 0, fixed: fee, included: false }, taxes: [], show_prices: 'all_in' as const }
      const event = {
        ...exampleEvent,
        refund_policy: {
          ...exampleEvent.refund_policy,
          camp_refund_policy: tiers,
          camp_refund_retention_policy: retention,
          is_automated_camp_refund_allowed: way.automatic,
          is_camp_refund_request_allowed: way.request,
        },
      }
      const amount_fee = feeOf(cost, 1, selling)
      const line = { amount: cost, amount_discount: 0, amount_fee, is_fee_included: false, taxes: [] }
      const booking = {
        is_session: false,
        starts_at: Date.parse(event.starts_at),
        timezone: event.timezone,
        refund: { tiers, retention, ...way, session: null },
      }
      const remaining = cost + amount_fee
      const outcome = cancellationOutcome({ status: 'confirmed', booking, line, remaining, now })
      const words = refundWords(event, locale, { now, selling, place: { cost, name: null } })
      const kept = outcome.keptFor && keptWords(outcome.keptFor, { currency: event.currency, locale })
      const isPromised = outcome.is_in_policy && outcome.amount > 0

      const step = words.refundSteps.find(({ until, isPast }) => until !== null && !isPast)
      if (isPromised)
        expect(step?.amount).toContain((outcome.amount / 100).toFixed(2).replace('.', locale === 'fr-CA' ? ',' : '.'))
      if (isPromised && day === 'full') {
        expect(step?.words).toBe(kept === null ? text.allOfIt : text.allBut(kept))
        if (kept !== null) expect(words.summary).toContain(kept)
      }
      expect(isFeeKept(event, { now, selling })).toBe(isPromised && amount_fee > 0 && outcome.detail?.fee === 0)

      const promisesNothing = [
        text.noRefund,
        text.refundByAsking,
        text.refundByContact,
        text.lateNow.keep_credit_used(null),
      ]
      expect(promisesNothing.includes(words.summary)).toBe(!isPromised)
      expect(words.summary === text.refundByAsking).toBe(!isPromised && outcome.result === 'request')
    },
  )
})
