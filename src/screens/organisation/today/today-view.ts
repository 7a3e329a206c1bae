import type { Language } from '#contract/field-rules'
import { capitalise, weekdayName } from '#contract/date-format'
import { nameList } from '#contract/name-list'
import type { NewBooking, Today, TodayEvent } from '#contract/organisation/today'
import type { Text } from '../../../locales/choose-language.ts'
import type { IconName } from '../../../ui/icons.tsx'

type Kind = 'waivers' | 'refund_requests' | 'messages' | 'payments_due' | 'disputes'
/** Something that waits for a person. `search` finds it at the desk; null for what has no order yet. */
export type Waiting = {
  kind: Kind
  icon: IconName
  title: string
  text: string
  search: string | null
  at: string | null
  isDeadline: boolean
}

/** Names of a list that are written; the others are counted. */
const maxNames = 3

/** What waits for the member, the most urgent kind first. A kind without items, or without the right, is left out. */
export function waitingOf(today: Today, words: Text['deskToday'], language: Language): Waiting[] {
  const { waivers, refund_requests, messages, payments_due, disputes } = today
  const names = (all: string[], total: number) => {
    const shown = [...new Set(all)].slice(0, maxNames)
    return total > shown.length ? words.andOthers(shown.join(', '), total - shown.length) : nameList(shown, language)
  }
  const rows: Waiting[] = []
  if (waivers && waivers.total > 0)
    rows.push({
      ...{ kind: 'waivers', icon: 'doc', title: words.waivers(waivers.total), search: null },
      text: names(
        waivers.data.map(({ first_name, last_name }) => `${first_name} ${last_name}`),
        waivers.total,
      ),
      ...{ at: waivers.data.map(({ starts_at }) => starts_at).toSorted()[0] ?? null, isDeadline: true },
    })
  for (const { order_id, customer_name, amount, comment, created } of refund_requests?.data ?? [])
    rows.push({
      ...{
        kind: 'refund_requests',
        icon: 'coin',
        title: words.refund(customer_name, amount.display),
        search: order_id,
      },
      ...{ text: comment ?? '', at: created, isDeadline: false },
    })
  if (messages && messages.total > 0)
    rows.push({
      ...{ kind: 'messages', icon: 'chat', title: words.messages(messages.total), search: null },
      text: names(
        messages.data.map(({ sender_name }) => sender_name),
        messages.total,
      ),
      ...{ at: messages.data[0]?.created ?? null, isDeadline: false },
    })
  for (const { id, customer_name, amount_due, due_at } of payments_due?.data ?? [])
    rows.push({
      ...{ kind: 'payments_due', icon: 'clock', title: words.promised(customer_name, amount_due.display), search: id },
      ...{ text: words.promisedText, at: due_at, isDeadline: true },
    })
  for (const { order_id, customer_name, amount, paid_at } of disputes?.data ?? [])
    rows.push({
      ...{ kind: 'disputes', icon: 'card', title: words.disputed(customer_name, amount.display), search: order_id },
      ...{ text: words.disputedText, at: paid_at, isDeadline: false },
    })
  return rows
}

/** How many people come today, at how many events, and with how many appointments. A day that is called off has none. */
export function comingOf(events: readonly TodayEvent[]): { people: number; camps: number; appointments: number } {
  const held = events.filter(({ called_off }) => called_off === null)
  const camps = held.filter(({ person }) => person === null)
  return {
    people: camps.reduce(
      (sum, { counts }) => sum + counts.expected + counts.here + counts.picked_up + counts.absent,
      0,
    ),
    camps: camps.length,
    appointments: held.length - camps.length,
  }
}

const tallest = 19
type Bar = { weekday: string; short: string; display: string; height: number }

/** The sales of each day of the report as bars, the last one today. Only for a program with one currency. */
export function barsOf({ from, to, data, totals }: NonNullable<Today['sales']>, language: Language): Bar[] {
  const [sum, other] = totals
  if (!sum || other) return []
  const byDay = new Map(data.map((row) => [row.key, row.amount_total]))
  const most = Math.max(1, ...data.map(({ amount_total }) => amount_total.value))
  const bars: Bar[] = []
  for (let day = Date.parse(from); day <= Date.parse(to); day += 86_400_000) {
    const amount = byDay.get(new Date(day).toISOString().slice(0, 10))
    const weekday = new Date(day).getUTCDay()
    bars.push({
      weekday: capitalise(weekdayName(weekday, language)),
      short: capitalise(weekdayName(weekday, language, 'short')),
      display: amount?.display ?? '–',
      height: amount ? Math.max(0.5, (tallest * amount.value) / most) : 0,
    })
  }
  return bars
}

type OfOrder = { order_id: string; created: string; people: string[]; titles: string[]; amount: string | null }

/** New bookings by order, so that brothers and sisters of one order are one row. */
export function bookingsByOrder(bookings: readonly NewBooking[]): OfOrder[] {
  return [...Map.groupBy(bookings, ({ order_id }) => order_id).values()].flatMap((places) => {
    const [first] = places
    return first
      ? [
          {
            order_id: first.order_id,
            created: first.created,
            people: [...new Set(places.map(({ first_name, last_name }) => `${first_name} ${last_name}`))],
            titles: [...new Set(places.map(({ name }) => name))],
            amount: first.amount?.display ?? null,
          },
        ]
      : []
  })
}
