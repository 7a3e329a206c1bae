import { type Locale, localeOf } from '#contract/date-format'
import { displayMoney } from '#contract/display-money'
import type { StaffCancellation, StaffMove } from '#contract/changes/staff-change'
import { eventWhenLine } from '#contract/event-times'
import type { Language } from '#contract/field-rules'
import type { Event } from '#contract/offering/event'
import type { OrganiserOrder } from '#contract/organisation/desk'
import type { Family } from '#contract/organisation/people'
import type { OrganiserRegistration } from '#contract/organisation/roster'
import { balanceWords } from '#contract/sentences/balance-words'
import { orderMailWords } from '#contract/sentences/order-mail-words'
import { placeDays } from '../families/family-view.ts'

export type Letter = { subject: string; texts: string[] }
type Order = Pick<OrganiserOrder, 'id' | 'checkout_method'>
type Program = { name: string; country: string }
type Place = Pick<
  OrganiserRegistration,
  'id' | 'name' | 'option' | 'starts_at' | 'ends_at' | 'timezone' | 'attendee_profile' | 'order_id'
>

/** The order of a place among those of its family that are listed; null without the right to read orders. */
export const orderOf = ({ orders }: Pick<Family, 'orders'>, { order_id }: Pick<Place, 'order_id'>): Order | null =>
  orders?.data.find(({ id }) => id === order_id) ?? null

type Cancelled = {
  cancellation: StaffCancellation
  place: Place
  /** The name of the event in the language of the family. */
  name: string
  order: Order | null
  program: Program
  language: Language
}

/** The mail that leaves with a cancellation, in the language of the family. */
export function cancelledLetter({ cancellation, place, name, order, program, language }: Cancelled): Letter {
  const { cancelled, anyCard } = orderMailWords[language]
  const written = (amount: StaffCancellation['amount']) => displayMoney(amount.value, amount, language)
  const parts = cancellation.returned_to.map(({ destination, amount }) => {
    if (destination === 'cash') return cancelled.inCash(written(amount), program.name)
    if (destination === 'account_balance') return balanceWords[language].refund.back(written(amount), program.name)
    return order === null || order.checkout_method === 'card'
      ? cancelled.automatic(written(amount), anyCard)
      : cancelled.byHand(written(amount), program.name)
  })
  return {
    subject: cancelled.subject(place.attendee_profile.first_name, name),
    texts: [cancelled.byStaff(program.name), parts.length > 0 ? parts.join(' ') : cancelled.nothing],
  }
}

type Moved = {
  move: StaffMove
  /** How the difference is settled. */
  way: string
  place: Place
  /** The new event in the language of the family. */
  event: Event
  option: string
  program: Program
  language: Language
}

/** The mail that leaves with a move, in the language of the family. */
export function movedLetter({ move, way, place, event, option, program, language }: Moved): Letter {
  const { moved, cancelled, eventChanged } = orderMailWords[language]
  const locale: Locale = localeOf(language, program.country)
  const when = eventWhenLine(event, locale)
  const { amount_returned: returned } = move
  const amount = displayMoney(returned.value, returned, language)
  const back: Record<string, string> = {
    cash: cancelled.inCash(amount, program.name),
    balance: balanceWords[language].refund.back(amount, program.name),
  }
  return {
    subject: moved.place.subject(event.name, when),
    texts: [
      `${moved.place.byStaff(program.name)} ${event.name}, ${option}, ${when}.`,
      eventChanged.before(`${place.name}, ${place.option}, ${placeDays(place, locale)}`),
      ...(returned.value > 0 ? [back[way] ?? moved.place.returned(amount)] : []),
    ],
  }
}
