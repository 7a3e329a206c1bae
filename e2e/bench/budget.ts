/** One line of the table: budget and measurement. A line without a budget is informational. */
export type Line = {
  part: string
  page: string
  what: string
  budget: number | null
  measured: number
  unit: 'B' | 'requests' | 'points' | 'count' | 'times' | 'ms'
  atLeast?: boolean
}

export const holds = ({ budget, measured, atLeast }: Line) =>
  budget === null || (atLeast ? measured >= budget : measured <= budget)

/** Prints the table and returns the number of exceeded budgets. */
export function printTable(lines: Line[]): number {
  const rows = lines.map((line) => [
    line.part,
    line.page,
    line.what,
    line.budget === null ? '' : shown(line.budget, line),
    shown(line.measured, { ...line, atLeast: false }),
    line.budget ? (line.measured / line.budget).toFixed(2) : '',
    line.budget === null ? '' : holds(line) ? 'held' : 'NOT HELD',
  ])
  const all = [['part', 'page', 'what', 'budget', 'measured', 'ratio', ''], ...rows]
  const widths = all[0]?.map((_, index) => Math.max(...all.map((row) => (row[index] ?? '').length))) ?? []
  for (const row of all)
    console.log(
      row
        .map((cell, index) =>
          index >= 3 && index <= 5 ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
  return lines.filter((line) => !holds(line)).length
}

function shown(value: number, { unit, atLeast }: Pick<Line, 'unit' | 'atLeast'>): string {
  const sign = atLeast ? '≥ ' : ''
  if (unit === 'B') return `${sign}${(value / 1000).toFixed(1)} KB`
  if (unit === 'times') return `${sign}${value.toFixed(2)} ×`
  return unit === 'ms' ? `${sign}${Math.round(value)} ms` : `${sign}${value}`
}
