import type { Money } from '../contract/amount.ts'
import type { Report } from '../contract/organisation/reports.ts'
import { sum } from '../offering/pricing/shares.ts'

const cellOf = (row: object, name: string): number => {
  const cell = (row as Record<string, number | string | Money | null | undefined>)[name]
  return typeof cell === 'number' ? cell : cell !== null && typeof cell === 'object' ? cell.value : 0
}
const added = (rows: readonly object[], name: string): number => sum(rows.map((row) => cellOf(row, name)))

/** Counts that are summed in the rows of a report. An order, a payment or a person of two groups counts in both. */
const ownCounts: readonly string[] = ['items', 'days_here', 'days_picked_up', 'days_absent']

/** What of a report does not add up: its rows to its totals, or its totals to these sums. */
export function reportDifferences({ report, by, data, totals }: Report, right: Record<string, number>): string[] {
  const names = [...new Set([...Object.keys(right), ...totals.flatMap((row) => Object.keys(row))])]
  return names.flatMap((name) => {
    const [rows, total] = [added(data, name), added(totals, name)]
    const isOwnSum = name.startsWith('amount_') || ownCounts.includes(name)
    return [
      ...(isOwnSum && rows !== total ? [`${name} of ${report} by ${by} is ${total}, its rows add up to ${rows}`] : []),
      ...(right[name] !== undefined && right[name] !== total
        ? [`${name} of ${report} by ${by} is ${total}, not ${right[name]}`]
        : []),
    ]
  })
}
