import type { Order, OrderItem } from '#contract/order'
import { money } from '#contract/money'
import type { Registration } from '#contract/registration'
import type { Visit } from '../../layouts/visit.ts'
import { dayMonth, weekdayDay } from '../../locales/day-words.ts'
import { hourWords } from '../../locales/hour-words.ts'
import { wallClock } from '../../locales/zoned-time.ts'
import type { IconName } from '../../ui/icons.ts'

export type StateBadge = { kind: 'good' | 'few' | 'stop' | null; icon: IconName | null; words: string }
const active = new Set(['confirmed', 'attended', 'no_show', 'pending'])

/** The state of an order as a badge; a state we do not know gets a neutral word (decisions.md §0.8). */
export function orderBadge(status: string, { text }: Pick<Visit, 'text'>): StateBadge {
  const words = (text.order.status as Record<string, string>)[status] ?? text.order.unknownStatus
  if (status === 'paid') return { kind: 'good', icon: 'check', words }
  if (status === 'cancelled' || status === 'expired') return { kind: 'stop', icon: 'x', words }
  return { kind: 'few', icon: 'clock', words }
}

export function placeBadge(status: string, { text }: Pick<Visit, 'text'>): StateBadge {
  const words = (text.order.placeStatus as Record<string, string>)[status] ?? text.order.unknownStatus
  if (status === 'confirmed' || status === 'attended') return { kind: 'good', icon: 'check', words }
  if (status === 'cancelled' || status === 'late_cancelled' || status === 'expired' || status === 'no_show') return { kind: 'stop', icon: 'x', words }
  return { kind: 'few', icon: 'clock', words }
}

/** `12 April 2027` in the order's zone. */
export function dayOf(instant: string, timezone: string, { language }: Pick<Visit, 'language'>): string {
  const at = wallClock(instant, timezone)
  return `${dayMonth(at, language)} ${at.year}`
}

/** `Monday 21 June, 9 am`. */
export function momentOf(instant: string, timezone: string, { language }: Pick<Visit, 'language'>): string {
  const at = wallClock(instant, timezone)
  return `${weekdayDay(at, language)}, ${hourWords(at, language)}`
}

/** First line of a paid order: `See you on 5 July, Maya and Samuel`; null when nobody is expected any more. */
export function welcome(order: Order, { text, language }: Pick<Visit, 'text' | 'language'>, now: number): string | null {
  const coming = order.registrations.filter(({ status, event }) => active.has(status) && Date.parse(event.ends_at) > now).sort((one, other) => one.event.starts_at.localeCompare(other.event.starts_at))
  const [first] = coming
  if (!first || order.status !== 'paid') return null
  const names = [...new Set(coming.filter(({ event }) => event.id === first.event.id).map(({ attendee_profile }) => attendee_profile.first_name))]
  return text.order.seeYou(dayMonth(wallClock(first.event.starts_at, first.event.timezone), language), text.order.andNames(names))
}

export type ReceiptLine = { name: string; price: string; discount: string; tax: string; sum: string }

/** Lines of the receipt: the amounts of each line as the order has them; nothing is worked out but the line's own sum. */
export function receiptLines(order: Order, language: string): ReceiptLine[] {
  const views = new Map(order.registrations.map((registration) => [registration.id, registration]))
  return order.items.map((item) => {
    const registration = views.get(item.registration_id ?? '')
    return { name: lineName(item, registration), price: item.amount.display, discount: item.amount_discount.value > 0 ? `−${item.amount_discount.display}` : item.amount_discount.display, tax: item.amount_tax.display, sum: money(sumOfLine(order, item), order.currency, language).display }
  })
}

const lineName = (item: OrderItem, registration: Registration | undefined): string => [item.product_name, registration?.option.name, item.attendee_name].filter(Boolean).join(', ')

/** What one line adds to the total: fee and tax only where they are not inside the price already. */
function sumOfLine(order: Order, item: OrderItem): number {
  const isTaxAdded = order.tax_items.some(({ is_included }) => !is_included)
  return item.amount.value - item.amount_discount.value + (item.is_fee_included ? 0 : item.amount_fee.value) + (isTaxAdded ? item.amount_tax.value : 0)
}
