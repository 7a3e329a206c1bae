import { minuteMs, weekMs } from '#contract/limits'
import type { CardEvent, Event } from '#contract/offering/event'
import { wallClock } from '#contract/wall-clock'
import { type ExploreFilters, filtersAsQuery, isFiltered } from '../page-input/explore-filters.ts'
import { cardsPerPage, teaserAppointmentTypes } from '../page-input/input-values.ts'
import type { PageRequest } from './api-client.ts'
import { loadPackages, type PackageLists } from './load-packages.ts'
import { loadTeaserProducts, type ProgramWithFeatures } from './load-store.ts'
import { pageReads } from './page-reads.ts'

const maxAlternatives = 24

/** One page of a program's upcoming events and the values of its filters; null when the program does not exist. */
export const loadExplore = (programId: string, filters: ExploreFilters, { language }: Pick<PageRequest, 'language'>) =>
  pageReads.cards(
    { program_id: programId, ...filtersAsQuery(filters), skip: filters.skip, limit: cardsPerPage },
    language,
  )

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
}

/**
 * Loads the explore page: events with their filters, and the first of everything else the program sells. Null when the program
 * does not exist.
 */
export async function loadExplorePage(request: PageRequest, { programId, filters, program }: LoadExplorePageInput) {
  const isWholeList = !isFiltered(filters) && filters.skip === 0
  const [explore, packages, appointments, products] = await Promise.all([
    loadExplore(programId, filters, request),
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
