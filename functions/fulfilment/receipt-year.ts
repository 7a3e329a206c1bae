/** The year a receipt is counted in: the one the program's clock shows. */
export function receiptYear(at: number, timezone: string): number {
  return Number(new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric' }).format(at))
}
