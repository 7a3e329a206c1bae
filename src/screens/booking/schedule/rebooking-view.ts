import { monthName } from '#contract/date-format'
import { shapeOf } from '#contract/event-times'
import type { Rebooking } from '#contract/booking/rebooking'
import { wallClock } from '#contract/wall-clock'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { leafWords } from '#contract/leaf-words'
import { weekdaysOf } from '../../../locales/event-times.ts'
import { priceWords } from '../../../locales/price-words.ts'
import { type SaleBadge, saleBadge } from '../../../locales/sale-badge.ts'

export type RebookingView = {
  month: string
  days: string
  under: string
  /** A text such as `For Samuel, like Late Summer Overnight in August 2026`. */
  why: string
  price: string
  badge: SaleBadge | null
  /** The text `Book it again for 2027`, when the new booking is in another year. */
  button: string
  href: string
}
type PageContext = Pick<ProgramContext, 'program' | 'language' | 'locale' | 'text' | 'to'>

/** A repeatable booking in words for the page. */
export function rebookingView(
  rebooking: Rebooking,
  { program, language, locale, text, to }: PageContext,
): RebookingView {
  const { event, option, booked_event: booked, first_name, registration_id } = rebooking
  const { schedule: words, sale } = text
  const before = wallClock(booked.starts_at, booked.timezone)
  const { year } = wallClock(event.starts_at, event.timezone)
  const cost = option.cost.cost.value
  const { available_spots: places, sale_starts_at: opensAt } = option.order_availability
  return {
    ...leafWords(shapeOf(event), weekdaysOf(event), locale),
    why: words.like({
      name: first_name,
      event: booked.name,
      month: `${monthName(before.month, language)} ${before.year}`,
    }),
    price:
      cost === 0 ? sale.free : priceWords(cost, { currency: event.currency, program }, program.selling, language).sum,
    badge: saleBadge(
      { status: option.sale_status, places, opensAt, timezone: event.timezone, startsAt: event.starts_at },
      locale,
    ),
    button: year > before.year ? words.againFor(year) : words.again,
    href: to.register(event.id, option.id, registration_id),
  }
}
