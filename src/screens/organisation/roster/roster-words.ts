import type { CheckIn, Roster, RosterEntry, RosterEvent } from '#contract/organisation/roster'
import { formatDate, hourWords, type Locale } from '#contract/date-format'
import { eventWhen } from '#contract/event-times'
import { wallClock } from '#contract/wall-clock'
import { sideBySide } from '../../../locales/fill-in.ts'
import { isNamed, isSameName } from '../../../stores/organisation/roster-search.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'

/** The list as it is opened: by a link, with its token, or by a member of the team, without one. */
export type Gate = {
  token: string | null
  /** The name of the person who checks in. */
  by: string
  text: string
  /** The address of the forms, and of everyone without a search. */
  action: string
  everyone: string
}
/** A part of the list: a group of an event, or the people of an event without a group. */
export type RosterSection = { name: string; group: string | null; event: RosterEvent; entries: RosterEntry[] }

/**
 * The parts of the list, by event and group. A member who looks after groups has them first, and the others in
 * `others`. A day that is called off has no people.
 */
export function sectionsOf(events: readonly RosterEvent[]): { own: RosterSection[]; others: RosterSection[] } {
  const sections = events.flatMap((event) => {
    const isGroup = (key: string | null) => event.groups.some((group) => group.key === key)
    const rest = { name: event.name, group: null, isOwn: false, isOf: (key: string | null) => !isGroup(key) }
    const parts = event.groups.map(({ key, name, is_own }) => ({
      ...{ name, group: key, isOwn: is_own, isOf: (other: string | null) => other === key },
    }))
    if (event.called_off !== null) return [{ ...rest, event, entries: [] }]
    return [...parts, rest]
      .map((part) => ({ ...part, event, entries: event.entries.filter(({ group }) => part.isOf(group)) }))
      .filter(({ entries }) => entries.length > 0)
  })
  const own = sections.filter(({ isOwn }) => isOwn)
  if (own.length === 0) return { own: sections, others: [] }
  // A called-off day concerns the members of every group.
  const isFirst = ({ isOwn, event }: (typeof sections)[number]) => isOwn || event.called_off !== null
  return { own: sections.filter(isFirst), others: sections.filter((each) => !isFirst(each)) }
}

/** The parts with the people whose name contains these words, ignoring accents; without words, all parts. */
export const sectionsNamed = (sections: readonly RosterSection[], text: string): RosterSection[] =>
  sections
    .map((section) => ({
      ...section,
      entries: section.entries.filter(({ attendee_profile: { first_name, last_name } }) =>
        isNamed(`${first_name} ${last_name}`, text),
      ),
    }))
    .filter(({ entries }) => text === '' || entries.length > 0)

/** The number of people of these parts by their mark. */
export function countsOf(sections: readonly RosterSection[]): Roster['counts'] {
  const counts = { expected: 0, here: 0, picked_up: 0, absent: 0 }
  for (const { check_in } of sections.flatMap(({ entries }) => entries)) counts[check_in.status] += 1
  return counts
}

/** When and where a part takes place; of a group, also its event. */
export function sectionWhen({ event, group }: Pick<RosterSection, 'event' | 'group'>, locale: Locale): string {
  const { hours } = eventWhen({ ...event, overnight: true, is_series: false, series_dates: [] }, locale)
  return sideBySide(group === null ? null : event.name, hours, event.venue)
}

/** The first person with a phone who may pick the person up, or else another contact. */
export const firstToCall = ({ contacts }: Pick<RosterEntry, 'contacts'>) => contacts.find(({ phone }) => phone !== null)

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
