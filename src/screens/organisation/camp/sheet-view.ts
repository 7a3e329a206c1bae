import type { Camp } from '#contract/organisation/camp'
import type { SheetColumn, SheetEntry } from '#contract/organisation/sheet'
import type { Text } from '../../../locales/choose-language.ts'
import { sideBySide } from '../../../locales/fill-in.ts'
import { phoneWords } from '../../people/family/member-view.ts'
import { healthLine } from './camp-view.ts'

type Words = { deskSheet: Text['deskSheet']; adults: Text['adults'] }
type About = { text: Words; groups: readonly { key: string; name: string }[]; titleOf: (questionId: string) => string }

/** The most days that a sheet has boxes for. A longer event has one box to tick. */
const maxDays = 7

/** The days with a box on the sheet: the chosen one, or all days of a short event. */
export function daysOnSheet({ days }: Pick<Camp, 'days'>, day: string | null): Camp['days'] {
  if (day !== null) return days.filter(({ date }) => date === day)
  return days.length > maxDays ? [] : days
}

const contact =
  ({ adults }: Words) =>
  ({ name, relation, phone }: NonNullable<SheetEntry['phones'] | SheetEntry['pick_up']>[number]): string =>
    sideBySide(name, relation && adults.relations[relation], phone && phoneWords(phone))

/** The lines of a cell of the sheet. */
export function cellLines(column: SheetColumn, entry: SheetEntry, { text, groups, titleOf }: About): string[] {
  const answers = (list: SheetEntry['answers']) =>
    (list ?? []).map(({ field_id, text: said }) => `${titleOf(field_id)} ${said}`)
  switch (column) {
    case 'age':
      return entry.age === null || entry.age === undefined ? [] : [text.deskSheet.years(entry.age)]
    case 'pronouns':
    case 'option':
      return [entry[column] ?? ''].filter((line) => line !== '')
    case 'group':
      return groups.filter(({ key }) => key === entry.group).map(({ name }) => name)
    case 'waiver':
      return entry.waiver?.status === 'missing' ? [text.deskSheet.waiverMissing] : []
    case 'missing':
      return (entry.missing ?? []).map((title) => text.deskSheet.open(title))
    case 'pick_up':
      return (entry.pick_up ?? []).map(contact(text))
    case 'phones':
      return (entry.phones ?? []).map(contact(text))
    case 'answers':
    case 'consents':
      return answers(entry[column])
    case 'health':
      return [healthLine(entry) ?? text.deskSheet.healthHidden].filter((line) => line !== '')
    default:
      return []
  }
}
