/** The year a receipt is counted in: the one the program's clock shows (decisions.md §1). */
export function receiptYear(at: number, timezone: string): number {
  return Number(new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric' }).format(at))
}
