import type { CheckIn, Roster, RosterEntry } from '#contract/organisation/roster'
import { formatDate, hourWords } from '#contract/date-format'
import { wallClock } from '#contract/wall-clock'
import { sideBySide } from '../../../locales/fill-in.ts'
import { isNamed, isSameName } from '../../../stores/organisation/roster-search.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'

/** The events with the people whose name contains these words, ignoring accents; without words, all people. */
export const entriesNamed = (events: Roster['events'], text: string): Roster['events'] =>
  events
    .map((event) => ({
      ...event,
      entries: event.entries.filter(({ attendee_profile: { first_name, last_name } }) =>
        isNamed(`${first_name} ${last_name}`, text),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)

/** The status line of an attendee: `Here since 8:51 am · by Jo`. */
export function checkInWords(
  checkIn: CheckIn,
  { timezone, programContext }: { timezone: string; programContext: Pick<ProgramContext, 'locale' | 'text'> },
): string {
  const { roster: words } = programContext.text
  const when = checkIn.marked_at ? hourWords(wallClock(checkIn.marked_at, timezone), programContext.locale) : ''
  const state = words.states[checkIn.marked_at ? checkIn.status : 'expected'](when)
  return checkIn.marked_by && checkIn.status !== 'expected' ? `${state} · ${words.by(checkIn.marked_by)}` : state
}

/**
 * The names and ages of the people of an event, each different from the others. Children with the same name and age
 * also have the name of the first adult of their record.
 */
export function namesToldApart(
  entries: readonly RosterEntry[],
  words: Pick<ProgramContext['text']['roster'], 'age' | 'childOf'>,
): string[] {
  const names = entries.map(({ attendee_profile: { first_name, last_name, age } }) => {
    const name = `${first_name} ${last_name}`
    return age === null ? name : `${name}, ${words.age(age)}`
  })
  return names.map((name, index) => {
    const adult = entries[index]?.contacts.find((contact) => contact.name)?.name
    const isAlone = names.every((other, place) => place === index || !isSameName(other, name))
    return isAlone || !adult ? name : `${name} (${words.childOf(adult)})`
  })
}

/** The option of an attendee, and the other fields that the roster shows of the person. */
export function optionAndFields({
  option,
  attendee_profile,
}: Pick<RosterEntry, 'option' | 'attendee_profile'>): string {
  const { id: _, first_name: __, last_name: ___, age: ____, ...fields } = attendee_profile
  return sideBySide(option, ...Object.values<string | null>(fields))
}

/** The words `Waiver missing`, or the earlier version that was signed and its day. */
export function missingWaiver(
  signed: RosterEntry['waiver_signed'],
  { timezone, programContext }: { timezone: string; programContext: Pick<ProgramContext, 'locale' | 'text'> },
): string {
  const { waiver } = programContext.text.roster
  if (!signed) return waiver.missing
  return waiver.signed(signed.version, formatDate(signed.signed_at, { timezone, locale: programContext.locale }))
}
