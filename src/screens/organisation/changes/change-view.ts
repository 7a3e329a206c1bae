import { type Locale, localeOf } from '#contract/date-format'
import { displayMoney } from '#contract/display-money'
import type { StaffMove } from '#contract/changes/staff-change'
import { eventWhenLine } from '#contract/event-times'
import type { Language } from '#contract/field-rules'
import { minuteMs } from '#contract/limits'
import type { Event } from '#contract/offering/event'
import type { OrganiserRegistration } from '#contract/organisation/roster'
import { balanceWords } from '#contract/sentences/balance-words'
import { orderMailWords } from '#contract/sentences/order-mail-words'
import { placeDays } from '../families/family-view.ts'

export type Letter = { subject: string; texts: string[] }
type Program = { name: string; country: string }
type Place = Pick<
  OrganiserRegistration,
  'id' | 'name' | 'option' | 'starts_at' | 'ends_at' | 'timezone' | 'attendee_profile'
>

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

/** For how many more minutes the last change of a booking can be undone, rounded up; null if it cannot. */
export function minutesToUndo({ undo_until }: Pick<OrganiserRegistration, 'undo_until'>, now: number): number | null {
  const left = undo_until === null ? 0 : Date.parse(undo_until) - now
  return left > 0 ? Math.ceil(left / minuteMs) : null
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
