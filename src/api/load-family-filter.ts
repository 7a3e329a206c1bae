import type { AstroGlobal } from 'astro'
import { isPersonal, wholeFamily } from '#contract/event-filters'
import { refreshAddress, routesOf } from '../routes.ts'
import type { ExploreFilters } from '../page-input/explore-filters.ts'
import { addressLanguage, findCurrentUser, profileReader, type ReadProfile } from './page-request.ts'
import { type FamilyPerson, pageReads } from './page-reads.ts'

export type FamilyFilter = {
  /** The filters with only the people of the reader's own family. */
  filters: ExploreFilters
  people: FamilyPerson[]
  chosen: FamilyPerson[]
  read: ReadProfile
}

/**
 * The family of the reader of a list that is filtered by it; null for a list that is the same for every reader. For a
 * visitor, and for people of another family, the list is shown as without this filter. To choose people, a visitor
 * logs in first.
 */
export async function loadFamilyFilter(
  astro: AstroGlobal,
  filters: ExploreFilters,
): Promise<FamilyFilter | Response | null> {
  const { url, request, locals } = astro
  if (!isPersonal(url.searchParams)) return null
  const language = addressLanguage(url)
  const to = routesOf(astro.params['program_id'] ?? '', language)
  const without = to.explore({ ...filters, for: [] })
  const isChoosing = filters.for.includes(wholeFamily)
  const user = await findCurrentUser(request, locals.cfContext)
  if (!user) return astro.redirect(isChoosing ? to.loginFirst(url.pathname + url.search) : without, 303)
  if (user.isSpent) return astro.redirect(refreshAddress(url.pathname + url.search), 303)

  const people = await pageReads.family(user)
  const chosen = people.filter(({ id }) => filters.for.includes(id))
  const [only, ...others] = people
  if (isChoosing && only && others.length === 0) return astro.redirect(to.explore({ ...filters, for: [only.id] }), 303)
  if (!isChoosing && chosen.length === 0) return astro.redirect(without, 303)
  return {
    filters: { ...filters, for: chosen.map(({ id }) => id) },
    people,
    chosen,
    read: profileReader(locals.cfContext, user, language ?? user.language),
  }
}
