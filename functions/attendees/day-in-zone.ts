const formats = new Map<string, Intl.DateTimeFormat>()

/** The day `yyyy-mm-dd` that an instant falls on in a time zone. */
export function dayInZone(at: number, timezone: string): string {
  let format = formats.get(timezone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timezone, format)
  }
  return format.format(at)
}
