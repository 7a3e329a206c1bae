import type { CardEvent } from '#contract/offering/event'
import type { Family, PeopleSearch } from '#contract/organisation/people'
import type { List } from '#contract/paging'
import type { RegisterPage } from '../page-input/desk-register.ts'
import { explore, type PageRequest } from './api-client.ts'
import { type BookedEvent, loadBookedEvent } from './load-event.ts'
import type { ReadDesk } from './page-request.ts'
import { readAnswer } from './read-answer.ts'

const maxCamps = 20
const maxFamilies = 5

/** What the page of a booking needs before anything is typed. */
export type RegisterData = {
  family: Family | null
  /** Families that match the search for the caller; null without a search. */
  found: NonNullable<PeopleSearch['customers']>['data'] | null
  booked: BookedEvent | null
  /** The camps to choose from, while none is chosen. */
  camps: List<CardEvent> | null
}

/** Loads the page of a booking at the desk; null for a family or an event that the program does not have. */
export async function loadRegister(
  request: PageRequest,
  { programId, page, read }: { programId: string; page: RegisterPage; read: ReadDesk },
): Promise<RegisterData | null> {
  const [family, people, booked, camps] = await Promise.all([
    page.customer === null ? null : read<Family>(`/people/${page.customer}`),
    page.caller === null || page.customer !== null
      ? null
      : read<PeopleSearch>(
          `/people?${new URLSearchParams({ search: page.caller, type: 'customer', limit: String(maxFamilies) })}`,
        ),
    page.event === null ? null : loadBookedEvent(request, page.event),
    page.event === null ? loadCamps(request, programId, page) : null,
  ])
  if (family === 'not_allowed' || people === 'not_allowed') return null
  if (page.customer !== null && family === null) return null
  if (page.event !== null && booked?.event.program.id !== programId) return null
  return { family, found: people?.customers?.data ?? null, booked, camps }
}

/** Upcoming events of a program by a search, the next first; only those with places unless all are listed. */
export const loadCamps = (
  request: PageRequest,
  programId: string,
  { find, all }: Pick<RegisterPage, 'find' | 'all'>,
): Promise<List<CardEvent>> =>
  explore(request)
    .events.$get({
      query: {
        program_id: programId,
        status: 'upcoming',
        limit: String(maxCamps),
        ...(find === null ? {} : { search: find }),
        ...(all ? {} : { available: 'true' }),
      },
    })
    .then(readAnswer)
