import type { PackageQuery } from '#contract/site-pages'
import type { PackageKind } from '../routes.ts'
import { packagesPerKind, packagesPerPage, readId, readSkip } from './input-values.ts'
import type { Event } from '#contract/offering/event'

/** What a page of packages shows; with `pageOf` it is the page of that package. */
export type PackagePageInput = { kind: PackageKind | null; limit: number; skip: number; pageOf?: string | null }

/** What the last part of an address selects; null where there is no such page. */
export function readPackagePage(word: string | undefined, query: PackageQuery): PackagePageInput | null {
  if (word === undefined) return { kind: null, limit: packagesPerKind, skip: 0 }
  return word === 'session' || word === 'membership'
    ? { kind: word, limit: packagesPerPage, skip: readSkip(query.get('skip')), pageOf: readId(query.get('page_of')) }
    : null
}

/** How many come before those on the page. */
export const firstIndexOnPage = ({ limit, skip, pageOf }: PackagePageInput, { page }: { page: number }): number =>
  pageOf ? page * limit : skip

/** Whether visits of a package open something here. */
export const opensWithVisits = (
  { packages }: Pick<Event, 'packages'>,
  features: { sessions_enabled: boolean } | null,
): boolean => features?.sessions_enabled === true && packages.some(({ object }) => object === 'session_package')
