import type { PeopleSearch } from '#contract/organisation/people'
import { type DeskSearchPage, peopleQuery } from '../page-input/desk-search.ts'
import type { ReadDesk } from './page-request.ts'

/** Loads what a search of the desk finds; null without a text, and for a text that cannot be searched. */
export async function loadPeople(read: ReadDesk, { q, ...page }: DeskSearchPage): Promise<PeopleSearch | null> {
  if (q === null) return null
  const people = await read<PeopleSearch>(`/people?${peopleQuery({ q, ...page })}`)
  return people === 'not_allowed' ? null : people
}
