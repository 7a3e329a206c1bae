import type { PackageKind } from '../../routes.ts'
import { readId } from '../read-id.ts'

/** Packages of one kind on a page of their own: the page size of the API (site.txt §5). */
export const packagesPerPage = 20
/** Of each kind where both are shown. */
const fewPackages = 6
const farthest = 1_000_000

/** How many are left out before the first; what is no such number is none. */
export const readSkip = (input: string | null): number =>
  input !== null && /^\d{1,7}$/.test(input) && Number(input) <= farthest ? Number(input) : 0

/** What a page of packages shows; with `pageOf` it is the page of that package. */
export type PackagePage = { kind: PackageKind | null; limit: number; skip: number; pageOf?: string | null }

/** What is asked for by the last part of an address; null where there is no such page. */
export function pageOfKind(word: string | undefined, query: URLSearchParams): PackagePage | null {
  if (word === undefined) return { kind: null, limit: fewPackages, skip: 0 }
  return word === 'session' || word === 'membership'
    ? { kind: word, limit: packagesPerPage, skip: readSkip(query.get('skip')), pageOf: readId(query.get('page_of')) }
    : null
}

/** How many come before those that were found. */
export const skipped = ({ limit, skip, pageOf }: PackagePage, { page }: { page: number }): number =>
  pageOf ? page * limit : skip
