import { largestSheet, type SheetColumn, sheetColumnNames } from '#contract/organisation/sheet'
import type { SheetPageQuery } from '#contract/site-pages'
import { readSkip, readText } from './input-values.ts'

/** Columns that the page offers. Health information is opened by its own button, and marks belong to the gate. */
export const offeredColumns: readonly SheetColumn[] = sheetColumnNames.filter(
  (column) => !['health', 'check_in', 'family', 'due'].includes(column),
)
const usual: readonly SheetColumn[] = ['age', 'missing', 'pick_up', 'phones']
/** The number of people on one sheet. */
export const peoplePerSheet = largestSheet

/** The chosen columns, the day or null for all days, and one group or null for everyone. */
export type SheetPage = { columns: SheetColumn[]; day: string | null; group: string | null; skip: number }

export function readSheetPage(query: SheetPageQuery): SheetPage {
  const named = query.getAll('column')
  const day = query.get('day') ?? ''
  return {
    columns: offeredColumns.filter((column) => (named.length === 0 ? usual : named).includes(column)),
    day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null,
    group: readText(query.get('group'), 63),
    skip: readSkip(query.get('skip')),
  }
}

/** The query of GET events/{key}/sheet for a sheet, and of its file, which has everyone. */
export function printedQuery(page: SheetPage, { hasHealth, isFile }: { hasHealth: boolean; isFile: boolean }): string {
  const { columns, day, group, skip } = page
  return new URLSearchParams({
    columns: [...columns, ...(hasHealth ? ['health'] : [])].join(',') || 'option',
    ...(day === null ? {} : { day }),
    ...(group === null ? {} : { group }),
    ...(isFile ? {} : { limit: String(peoplePerSheet), skip: String(skip) }),
  }).toString()
}
