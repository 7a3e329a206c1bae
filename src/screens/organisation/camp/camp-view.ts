import type { Camp } from '#contract/organisation/camp'
import type { FilledGroups } from '#contract/organisation/groups'
import type { Sheet, SheetEntry } from '#contract/organisation/sheet'
import type { CampPage } from '../../../page-input/camp-page.ts'

/** The numbers of an event over all its options; a place without a limit leaves `places` null. */
export function numbersOf({ options, people }: Pick<Camp, 'options' | 'people'>) {
  const sum = (name: 'sold' | 'held' | 'waiting') => options.reduce((total, option) => total + option[name], 0)
  const limits = options.map(({ spots_total }) => spots_total)
  return {
    ...{ sold: people.all, families: people.families, held: sum('held'), waiting: sum('waiting') },
    places: limits.some((limit) => limit === null)
      ? null
      : limits.reduce<number>((all, limit) => all + (limit ?? 0), 0),
  }
}

/** The widths of a bar of places out of `size`: sold, held, and those beyond the total. */
export function seatsOf({ spots_total, sold, held }: Camp['options'][number]) {
  if (spots_total === null) return null
  const size = Math.max(spots_total, sold + held, 1)
  const within = Math.min(sold, spots_total)
  return { size, within, held: Math.min(held, size - sold), over: sold - within }
}

/** The questions that the page has as columns, in the order of the event. */
export const columnsOf = ({ questions }: Pick<Sheet, 'questions'>, { columns }: Pick<CampPage, 'columns'>) =>
  questions.filter(({ key }) => columns.includes(key))

/** The answer of a person to a question as a text; empty without one. */
export const answerOf = (entry: Pick<SheetEntry, 'answers' | 'consents'>, questionId: string): string =>
  [...(entry.answers ?? []), ...(entry.consents ?? [])].find(({ field_id }) => field_id === questionId)?.text ?? ''

/** What is known about the health of a person, as one line; null where the reader does not see it. */
export const healthLine = ({ health }: Pick<SheetEntry, 'health'>): string | null =>
  health
    ? [health.medical_history, health.dietary_restrictions, ...health.answers.map(({ text }) => text)]
        .filter((part) => part !== null && part !== '')
        .join(' · ')
    : null

/** The suggested groups: who would go to each, the largest group first. */
export const suggestionsOf = (
  { moved }: Pick<FilledGroups, 'moved'>,
  groups: readonly { key: string; name: string }[],
) =>
  groups
    .map(({ key, name }) => ({ name, people: moved.filter(({ to }) => to === key).map((person) => person.name) }))
    .filter(({ people }) => people.length > 0)
    .toSorted((a, b) => b.people.length - a.people.length)
