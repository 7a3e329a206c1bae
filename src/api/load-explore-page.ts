import type { Visit } from '../layouts/visit.ts'
import { teaserRows } from '../screens/appointments/teaser-rows.ts'
import { type Filters, isFiltered } from '../screens/explore/read-filters.ts'
import { loadAppointments } from './load-appointments.ts'
import { loadExplore } from './load-explore.ts'
import { loadProducts } from './load-store.ts'
import { loadTeaser } from './load-teaser.ts'

type LoadExplorePageInput = {
  programId: string
  filters: Filters /** Begun already: what a program has tells what else to ask. */
  visit: Promise<Visit | null>
}

/** All that the explore page shows: events with their filters, and a taste of what else there is. Null: there is no such program. */
export async function loadExplorePage(
  executionCtx: ExecutionContext,
  { programId, filters, visit }: LoadExplorePageInput,
) {
  const isWhole = !isFiltered(filters) && filters.skip === 0
  const [found, packages, appointments, products] = await Promise.all([
    loadExplore(executionCtx, programId, filters),
    visit.then((arrived) => loadTeaser(executionCtx, arrived)),
    visit.then((arrived) =>
      isWhole && arrived?.features?.appointments_enabled
        ? loadAppointments(executionCtx, programId, teaserRows + 1)
        : [],
    ),
    visit.then((arrived) => loadProducts(executionCtx, arrived)),
  ])
  return found && { ...found, packages, appointments, products }
}
