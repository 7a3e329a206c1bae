import { type ExploreFilters, filtersAsQuery, isFiltered } from '../page-input/explore-filters.ts'
import { cardsPerPage, teaserAppointmentTypes } from '../page-input/input-values.ts'
import { loadPackages, type PackageLists } from './load-packages.ts'
import { loadTeaserProducts, type ProgramWithFeatures } from './load-store.ts'
import { pageReads } from './page-reads.ts'

/** One page of a program's coming events and the values its filters offer. Null: there is no such program. */
export const loadExplore = (programId: string, filters: ExploreFilters) =>
  pageReads.cards({ program_id: programId, ...filtersAsQuery(filters), skip: filters.skip, limit: cardsPerPage })

/** `program` is already being loaded: its features decide what else is loaded. */
type LoadExplorePageInput = {
  programId: string
  filters: ExploreFilters
  program: Promise<ProgramWithFeatures | null>
}

/** All that the explore page shows: events with their filters, and the first of whatever else the program sells. Null: there is no such program. */
export async function loadExplorePage(
  executionCtx: ExecutionContext,
  { programId, filters, program }: LoadExplorePageInput,
) {
  const isWholeList = !isFiltered(filters) && filters.skip === 0
  const [explore, packages, appointments, products] = await Promise.all([
    loadExplore(programId, filters),
    program.then((loaded) => loadTeaserPackages(executionCtx, loaded)),
    program.then((loaded) =>
      isWholeList && loaded?.features?.appointments_enabled
        ? pageReads.appointmentTypes(programId, teaserAppointmentTypes + 1)
        : [],
    ),
    program.then(loadTeaserProducts),
  ])
  return explore && { ...explore, packages, appointments, products }
}

/** The cheapest package of each kind that a program sells; null where it sells none, without a call. */
async function loadTeaserPackages(
  executionCtx: ExecutionContext,
  program: ProgramWithFeatures | null,
): Promise<PackageLists | null> {
  const { sessions_enabled: hasSessions, memberships_enabled: hasMemberships } = program?.features ?? {}
  if (!program || !(hasSessions || hasMemberships)) return null
  const kind = hasSessions && hasMemberships ? null : hasSessions ? 'session' : 'membership'
  const lists = await loadPackages(executionCtx, program.program.id, { kind, limit: 1, skip: 0 })
  return (lists.session?.total ?? 0) + (lists.membership?.total ?? 0) > 0 ? lists : null
}
