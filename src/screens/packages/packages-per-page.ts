import type { PackageKind } from '../../routes.ts'

/** Packages of one kind on a page of their own: the page size of the API (site.txt §5). */
export const packagesPerPage = 20
/** Of each kind where both are shown. */
const fewPackages = 6
const farthest = 1_000_000

/** How many are left out before the first; what is no such number is none. */
export const readSkip = (asked: string | null): number => (asked !== null && /^\d{1,7}$/.test(asked) && Number(asked) <= farthest ? Number(asked) : 0)

/** What a page of packages shows, by the last part of its address; null where there is no such page. */
export function pageOf(word: string | undefined, skip: number): { kind: PackageKind | null; limit: number; skip: number } | null {
  if (word === undefined) return { kind: null, limit: fewPackages, skip: 0 }
  return word === 'session' || word === 'membership' ? { kind: word, limit: packagesPerPage, skip } : null
}
