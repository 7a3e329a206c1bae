import type { PackageQuery } from '#contract/site-pages'
import type { PackageKind } from '../routes.ts'
import { packagesPerKind, packagesPerPage, readId, readSkip } from './input-values.ts'
import type { Event } from '#contract/offering/event'

/** The packages that a page shows. With `pageOf` it is the page that has this package. */
export type PackagePageInput = { kind: PackageKind | null; limit: number; skip: number; pageOf?: string | null }

/** The selection in the last part of a URL; null when there is no such page. */
export function readPackagePage(word: string | undefined, query: PackageQuery): PackagePageInput | null {
  if (word === undefined) return { kind: null, limit: packagesPerKind, skip: 0 }
  return word === 'session' || word === 'membership'
    ? { kind: word, limit: packagesPerPage, skip: readSkip(query.get('skip')), pageOf: readId(query.get('page_of')) }
    : null
}

/** The number of packages before those on the page. */
export const firstIndexOnPage = ({ limit, skip, pageOf }: PackagePageInput, { page }: { page: number }): number =>
  pageOf ? page * limit : skip

/**
 * True when a package of this program opens the event or type. Its holders can book, even if the package is no longer
 * sold.
 */
export const opensWithPackages = (
  { packages }: Pick<Event, 'packages'>,
  features: { sessions_enabled: boolean; memberships_enabled: boolean } | null,
): boolean =>
  packages.some(({ object }) =>
    object === 'session_package' ? features?.sessions_enabled === true : features?.memberships_enabled === true,
  )

/** The kinds of packages that open the event or type. */
export function openingKinds({ packages }: Pick<Event, 'packages'>): 'session' | 'membership' | 'both' {
  const isOpenedBy = (kind: Event['packages'][number]['object']) => packages.some(({ object }) => object === kind)
  if (!isOpenedBy('membership_package')) return 'session'
  return isOpenedBy('session_package') ? 'both' : 'membership'
}
