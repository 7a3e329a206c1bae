/** One line of the table: what was promised, what was measured. */
export type Line = { part: string; page: string; what: string; budget: number; measured: number; unit: 'B' | 'requests' | 'points' | 'count'; atLeast?: boolean }

export const holds = (line: Line) => (line.atLeast ? line.measured >= line.budget : line.measured <= line.budget)

/** Prints the table and answers how many lines do not hold. */
export function printTable(lines: Line[]): number {
  const rows = lines.map((line) => [line.part, line.page, line.what, shown(line.budget, line), shown(line.measured, line), line.budget === 0 ? '' : (line.measured / line.budget).toFixed(2), holds(line) ? 'held' : 'NOT HELD'])
  const all = [['part', 'page', 'what', 'budget', 'measured', 'ratio', ''], ...rows]
  const widths = all[0]?.map((_, at) => Math.max(...all.map((row) => (row[at] ?? '').length))) ?? []
  for (const row of all) console.log(row.map((cell, at) => (at >= 3 && at <= 5 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join('  '))
  return lines.filter((line) => !holds(line)).length
}

function shown(value: number, { unit, atLeast }: Line): string {
  const sign = atLeast ? '≥ ' : ''
  return unit === 'B' ? `${sign}${(value / 1000).toFixed(1)} KB` : `${sign}${value}`
}
