import { formatDate, formatDeadline, type Locale, localeOf } from '#contract/date-format'
import { displayMoney } from '#contract/display-money'
import type { Language } from '#contract/field-rules'
import { dayMs } from '#contract/limits'
import type { BookingPreview } from '#contract/money/family-booking'
import { type PaidBy, receivedWith } from '#contract/money/payment'
import { overridable } from '#contract/organisation/staff-booking'
import { emergencyPhoneField, newRows } from '#contract/organisation/staff-booking-form'
import type { PersonRefusal } from '#contract/person-refusal'
import { bookingLinkWords } from '#contract/sentences/booking-link-words'
import { orderMailWords } from '#contract/sentences/order-mail-words'
import { instantOf, wallClock } from '#contract/wall-clock'

/** After how many days an unpaid place may become free, and the hour of that day. */
const holdDays = [1, 3, 7, 14]
const holdHour = 17
export const usualHoldDays = 3

/** Until when an unpaid place may be held, the usual time first among equals; all before the first day. */
export function holdChoices(now: number, event: { starts_at: string; timezone: string }, locale: Locale) {
  const start = Date.parse(event.starts_at)
  const times = holdDays.flatMap((days) => {
    const { year, month, day } = wallClock(now + days * dayMs, event.timezone)
    const at = instantOf({ year, month, day, hour: holdHour, minute: 0 }, event.timezone)
    return at < start ? [{ days, at }] : []
  })
  const place = { timezone: event.timezone, locale, now }
  return (times.length > 0 ? times : [{ days: 0, at: start }]).map(({ days, at }) => ({
    value: new Date(at).toISOString(),
    label: formatDeadline(at, place),
    isUsual: days === usualHoldDays || times.length < 2,
  }))
}

/** A reason against the booking, and the id of the field that it is about. */
export type Problem = {
  param: string
  message: string
  type: string
  field: string
  row: string | null
  instead: NonNullable<PersonRefusal['instead']>
}
type Refused = {
  type: string
  param: string | null
  message: string
  errors: readonly { param: string; message: string; type?: string }[]
  refusals?: readonly PersonRefusal[] | undefined
}

/** The reasons against a booking: those of its preview, or those of its refusal. */
export function problemsOf(
  refused: Refused | null,
  preview: BookingPreview | null,
  rows: readonly string[],
): Problem[] {
  const refusals: readonly (Omit<PersonRefusal, 'person'> & { person?: number | null })[] =
    refused === null
      ? (preview?.refusals ?? [])
      : (refused.refusals ??
        (refused.errors.length > 0
          ? refused.errors.map((each) => ({ ...each, type: each.type ?? refused.type }))
          : [{ type: refused.type, param: refused.param ?? '', message: refused.message }]))
  return refusals.map(({ type, param, message, instead = [] }) => ({
    type,
    param,
    message,
    instead,
    ...fieldOf(type === 'attendee_dob_required' ? param.replace('option_id', 'attendee.date_of_birth') : param, rows),
  }))
}

/** The id of the field that a parameter of the call is typed in, and the row of its person. */
export function fieldOf(param: string, rows: readonly string[]): { field: string; row: string | null } {
  const [, at, rest = ''] = /^people\[(\d+)\]\.(.*)$/.exec(param) ?? []
  const row = at === undefined ? null : (rows[Number(at)] ?? null)
  if (row !== null) {
    const own = rest.replace(/^attendee\./, '')
    if (own === emergencyPhoneField) return { row, field: emergencyPhoneField }
    if (newRows.includes(row))
      return {
        row,
        field: ['last_name', 'date_of_birth', 'relation'].includes(own) ? `${row}-${own}` : `${row}-first_name`,
      }
    return { row, field: `who-${row}` }
  }
  const own = param
    .replace(/^customer\./, '')
    .replace('.amount', '')
    .replace('.', '_')
  return {
    row: null,
    field:
      param === 'people'
        ? 'people'
        : param === 'code'
          ? 'coupon'
          : own === 'over_capacity_reason'
            ? 'over_reason'
            : own,
  }
}

/** The checks among the refusals that an exception may waive. */
export const waivable = (problems: readonly Problem[]): string[] => {
  const checks: readonly string[] = overridable
  return [...new Set(problems.map(({ type }) => type).filter((type) => checks.includes(type)))]
}

/** The chosen values, after a button that takes another option for a person. */
export function withOption(values: Readonly<Record<string, string>>): Record<string, string> {
  const [, row, option] = /^option:([\w-]+):([\w-]+)$/.exec(values['next'] ?? '') ?? []
  return { ...values, ...(row && option ? { [`option.${row}`]: option } : {}) }
}

type Letter = { subject: string; text: string }
type LetterInput = {
  preview: BookingPreview
  paidBy: PaidBy
  isToComplete: boolean
  holdUntil: string
  customer: { first_name: string; language: Language }
  program: { name: string; country: string; timezone: string }
  what: string
  now: number
}

/** The mails that leave with a booking, in the language of the family. The number of the receipt does not exist yet. */
export function lettersOf({
  preview,
  paidBy,
  isToComplete,
  holdUntil,
  customer,
  program,
  what,
  now,
}: LetterInput): Letter[] {
  const { language, first_name } = customer
  const place = { timezone: program.timezone, locale: localeOf(language, program.country), now }
  const places = preview.items.filter(({ type }) => type === 'event_option').length
  const isPaid = preview.amount_total.value === 0 || receivedWith[paidBy] !== undefined
  const isLinked = isToComplete || (!isPaid && paidBy === 'link')
  const amount = displayMoney(preview.amount_total.value, preview.amount_total, language)
  const { paid, offline } = orderMailWords[language]
  const link = bookingLinkWords[language].mail
  const until = holdUntil && formatDeadline(holdUntil, place)
  return [
    ...(isPaid
      ? [{ subject: paid.subject(what, '…'), text: paid.lead(first_name || null, program.name, places) }]
      : []),
    ...(!isPaid && !isLinked
      ? [
          {
            subject: offline.subject(formatDate(holdUntil || now, place), places),
            text: offline.lead({ amount, program: program.name, until, places }),
          },
        ]
      : []),
    ...(isLinked
      ? [
          {
            subject: link.subject(program.name, places),
            // The mail lists the places below this sentence.
            text: `${isPaid ? link.complete(program.name) : link.pay({ program: program.name, amount, until })} ${what}`,
          },
        ]
      : []),
  ]
}
