import type { Language } from '#contract/field-rules'
import { capitalise, weekdayName } from '#contract/date-format'
import type { NewBooking, Today, TodayEvent } from '#contract/organisation/today'
import type { Text } from '../../../locales/choose-language.ts'
import type { DeskRoutes } from '../../../routes.ts'
import type { IconName } from '../../../ui/icons.tsx'

type Kind = 'waivers' | 'refund_requests' | 'messages' | 'payments_due' | 'disputes'
type Link = { label: string; href: string }
/** Something that waits for a person. `href` is where it is done; null where each name has its own page. */
export type Waiting = {
  kind: Kind
  icon: IconName
  title: string
  href: string | null
  text: string
  names: Link[]
  others: number
  act: Link | null
  at: string | null
  isDeadline: boolean
}

/** Names of a list that are written; the others are counted. */
const maxNames = 3

/** What waits for the member, the most urgent kind first. A kind without items, or without the right, is left out. */
export function waitingOf(
  { waivers, refund_requests, messages, payments_due, disputes, links }: Today,
  words: Text['deskToday'],
  to: Pick<DeskRoutes, 'family' | 'message' | 'messages'>,
): Waiting[] {
  const ofNames = (all: Link[], total: number) => {
    const names = all.slice(0, maxNames)
    return { text: '', names, others: total - names.length, href: total === 1 ? (names[0]?.href ?? null) : null }
  }
  const alone = { names: [], others: 0 }
  const act = (id: string, label: string): Link | null => (links[id] ? { label, href: links[id] } : null)
  const rows: Waiting[] = []
  if (waivers && waivers.total > 0) {
    const people = waivers.data.map((person) => ({
      label: `${person.first_name} ${person.last_name}`,
      href: to.family(person.customer_id),
    }))
    const at = waivers.data.map(({ starts_at }) => starts_at).toSorted()[0] ?? null
    rows.push({
      ...{ kind: 'waivers', icon: 'doc', title: words.waivers(waivers.total), act: null, at, isDeadline: true },
      ...ofNames(people, waivers.total),
    })
  }
  for (const { id, customer_id, customer_name, amount, comment, created } of refund_requests?.data ?? [])
    rows.push({
      ...{ kind: 'refund_requests', icon: 'coin', title: words.refund(customer_name, amount.display) },
      ...{ href: links[id] ?? to.family(customer_id), text: comment ?? '', ...alone, act: act(id, words.decide) },
      ...{ at: created, isDeadline: false },
    })
  if (messages && messages.total > 0) {
    const people = messages.data.map(({ id, sender_name }) => ({ label: sender_name, href: to.message(id) }))
    const [oldest] = messages.data
    rows.push({
      ...{ kind: 'messages', icon: 'chat', title: words.messages(messages.total) },
      ...{ at: oldest?.created ?? null, isDeadline: false },
      ...ofNames(people, messages.total),
      href: to.messages(),
      act: oldest ? { label: words.reply, href: to.message(oldest.id) } : null,
    })
  }
  for (const { id, customer_id, customer_name, amount_due, due_at } of payments_due?.data ?? [])
    rows.push({
      ...{ kind: 'payments_due', icon: 'clock', title: words.promised(customer_name, amount_due.display) },
      ...{ href: to.family(customer_id), text: words.promisedText, ...alone, act: act(id, words.record) },
      ...{ at: due_at, isDeadline: true },
    })
  for (const { payment_id, customer_id, customer_name, amount, paid_at } of disputes?.data ?? [])
    rows.push({
      ...{ kind: 'disputes', icon: 'card', title: words.disputed(customer_name, amount.display) },
      ...{ href: to.family(customer_id), text: words.disputedText, ...alone, act: act(payment_id, words.respond) },
      ...{ at: paid_at, isDeadline: false },
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

type OfOrder = {
  order_id: string
  customer_id: string
  created: string
  people: string[]
  titles: string[]
  amount: string | null
}

/** New bookings by order, so that brothers and sisters of one order are one row. */
export function bookingsByOrder(bookings: readonly NewBooking[]): OfOrder[] {
  return [...Map.groupBy(bookings, ({ order_id }) => order_id).values()].flatMap((places) => {
    const [first] = places
    return first
      ? [
          {
            order_id: first.order_id,
            customer_id: first.customer_id,
            created: first.created,
            people: [...new Set(places.map(({ first_name, last_name }) => `${first_name} ${last_name}`))],
            titles: [...new Set(places.map(({ name }) => name))],
            amount: first.amount?.display ?? null,
          },
        ]
      : []
  })
}
