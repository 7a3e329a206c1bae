import type { Eligibility } from '#contract/booking/eligibility'
import type { FitPerson } from '#contract/booking/person-fit'
import type { List } from '#contract/paging'
import { minuteMs, weekMs } from '#contract/limits'
import type { CardEvent, Event } from '#contract/offering/event'
import { wallClock } from '#contract/wall-clock'
import { type ExploreFilters, filtersAsQuery, isFiltered } from '../page-input/explore-filters.ts'
import { cardsPerPage, teaserAppointmentTypes } from '../page-input/input-values.ts'
import type { PageRequest } from './api-client.ts'
import { loadPackages, type PackageLists } from './load-packages.ts'
import { loadTeaserProducts, type ProgramWithFeatures } from './load-store.ts'
import { type FamilyPerson, pageReads } from './page-reads.ts'
import type { ReadProfile } from './page-request.ts'

const maxAlternatives = 24

/** One page of a program's upcoming events and the values of its filters; null when the program does not exist. */
export const loadExplore = (
  programId: string,
  filters: ExploreFilters,
  { language }: Pick<PageRequest, 'language'>,
  people: readonly FitPerson[] = [],
) =>
  pageReads.cards(
    { program_id: programId, ...filtersAsQuery(filters), for: people, skip: filters.skip, limit: cardsPerPage },
    language,
  )

/** What the list of one reader shows in addition: their family, and what does not suit the chosen people. */
export type FamilyList = {
  people: readonly { id: string; first_name: string }[]
  /** True when the reader came to choose people. */
  isChoosing: boolean
  /** Sentences about the family, by event. */
  sentences: ReadonlyMap<string, string>
  /** The number of events that the choice of people hides, and of all events; null without a choice. */
  others: { hidden: number; total: number; isCapped: boolean } | null
}

type FamilyInput = { programId: string; filters: ExploreFilters; people: readonly FamilyPerson[]; read: ReadProfile }

/** The family's part of a list, after its events are known. */
export async function loadFamilyList(
  { programId, filters, people, read }: FamilyInput,
  events: List<CardEvent>,
): Promise<FamilyList> {
  const isChosen = filters.for.length > 0
  const query = new URLSearchParams(events.data.map(({ id }) => ['event_id', id]))
  const [eligibility, all] = await Promise.all([
    isChosen && events.count > 0 ? read<List<Eligibility>>(`/v1/profile/eligibility?${query}`) : null,
    isChosen ? pageReads.cardCount({ program_id: programId, ...filtersAsQuery(filters), limit: 0, skip: 0 }) : null,
  ])
  return {
    people: people.map(({ id, first_name }) => ({ id, first_name })),
    isChoosing: !isChosen,
    sentences: new Map(
      (eligibility?.data ?? []).flatMap(({ event_id, sentence, attendees }) =>
        attendees.length > 1 || attendees.some(({ result }) => result === 'booked') ? [[event_id, sentence]] : [],
      ),
    ),
    others: all && { hidden: all.total - events.total, total: all.total, isCapped: all.is_capped > 0 },
  }
}

/** Events of the program in the same week, from Monday on. They are offered when an event does not suit the visitor. */
export async function loadSameWeek(event: Event, language: PageRequest['language']): Promise<CardEvent[]> {
  const { weekday, hour, minute } = wallClock(event.starts_at, event.timezone)
  const monday = Date.parse(event.starts_at) - ((((weekday + 6) % 7) * 24 + hour) * 60 + minute) * minuteMs
  const inWeek = {
    scheduled_gte: new Date(monday).toISOString(),
    scheduled_lte: new Date(monday + weekMs).toISOString(),
  }
  const cards = await pageReads.cards(
    { program_id: event.program.id, ...inWeek, skip: 0, limit: maxAlternatives },
    language,
  )
  return cards?.events.data ?? []
}

/** `program` is a promise that is already pending. Its features decide what else the page loads. */
type LoadExplorePageInput = {
  programId: string
  filters: ExploreFilters
  program: Promise<ProgramWithFeatures | null>
  /** The people whom every event must suit. */
  people?: readonly FitPerson[]
}

/**
 * Loads the explore page: events with their filters, and the first of everything else the program sells. Null when the program
 * does not exist.
 */
export async function loadExplorePage(
  request: PageRequest,
  { programId, filters, program, people }: LoadExplorePageInput,
) {
  const isWholeList = !isFiltered(filters) && filters.skip === 0
  const [explore, packages, appointments, products] = await Promise.all([
    loadExplore(programId, filters, request, people),
    program.then((loaded) => loadTeaserPackages(request, loaded)),
    program.then((loaded) =>
      isWholeList && loaded?.features?.appointments_enabled
        ? pageReads.appointmentTypes(programId, { limit: teaserAppointmentTypes + 1, language: request.language })
        : [],
    ),
    program.then((loaded) => loadTeaserProducts(request, loaded)),
  ])
  return explore && { ...explore, packages, appointments, products }
}

/** The cheapest package of each kind that a program sells. Null when it sells none; then the API is not called. */
async function loadTeaserPackages(
  request: PageRequest,
  program: ProgramWithFeatures | null,
): Promise<PackageLists | null> {
  const { sessions_enabled: hasSessions, memberships_enabled: hasMemberships } = program?.features ?? {}
  if (!program || !(hasSessions || hasMemberships)) return null
  const kind = hasSessions && hasMemberships ? null : hasSessions ? 'session' : 'membership'
  const lists = await loadPackages(request, program.program.id, { kind, limit: 1, skip: 0 })
  return (lists.session?.total ?? 0) + (lists.membership?.total ?? 0) > 0 ? lists : null
}
