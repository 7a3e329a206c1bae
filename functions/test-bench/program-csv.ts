import type { WrittenFile } from './program-file.ts'

type Written = NonNullable<WrittenFile['events']>[number]
/** How the spreadsheet of an organisation writes days, times and prices. */
type Spelling = { day: (day: string) => string; hour: (hour: string) => string; price: (cost: number) => string }

const usDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
export const american: Spelling = {
  day: (day) => `${Number(day.slice(5, 7))}/${Number(day.slice(8, 10))}/${day.slice(0, 4)}`,
  hour: (hour) => `${Number(hour.slice(0, 2)) % 12 || 12}:${hour.slice(3)} ${hour < '12' ? 'AM' : 'PM'}`,
  price: (cost) => usDollars.format(cost),
}
export const plain: Spelling = { day: (day) => day, hour: (hour) => hour, price: String }

/** The columns of the CSV of a program, in their order. */
export const csvHeaders = [
  'Course ID',
  'Type',
  'Course Name',
  'Summary',
  'Status',
  'Location',
  'Tags',
  'Form questions',
  'Add-ons',
  'Waitlist',
  'Start Date',
  'Start Time',
  'End Date',
  'End Time',
  'Option key',
  'Rate',
  'Fee',
  'Capacity',
  'Min Age',
  'Max Age',
  'Shared places',
  'Places together',
  'Registration opens',
  'Deposit',
  'Balance due days before',
  'Refund policy',
  'Refund fee',
] as const
export type CsvHeader = (typeof csvHeaders)[number]
export type CsvLine = Record<CsvHeader, string>

/** The events of a program file as the lines of a CSV: one for each of their dates, or each of their options. */
export function csvLines({ events = [], pools = [] }: WrittenFile, spelling: Spelling): CsvLine[] {
  const time = (wall: string) => [spelling.day(wall.slice(0, 10)), spelling.hour(wall.slice(11, 16))]
  return events.flatMap((event) => {
    const dates = event.series_dates?.length ? event.series_dates : [event as { starts_at: string; ends_at: string }]
    const options = event.options ?? []
    return Array.from({ length: Math.max(dates.length, options.length) }, (_, at): CsvLine => {
      const [date, option] = [dates[at], options[at]]
      const [startDate = '', startTime = ''] = date ? time(date.starts_at) : []
      const [endDate = '', endTime = ''] = date ? time(date.ends_at) : []
      const [pool = ''] = option?.pools ?? []
      const [part] = option?.payment_plan?.parts ?? []
      const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))
      return {
        ...(at === 0 ? eventCells(event) : { ...noCells, 'Course ID': event.key }),
        'Start Date': startDate,
        'Start Time': startTime,
        'End Date': endDate,
        'End Time': endTime,
        'Option key': text(option?.key),
        Rate: text(option?.name),
        Fee: option ? (option.free ? 'Free' : spelling.price(Number(option.cost))) : '',
        Capacity: text(option?.spots_total),
        'Min Age': text(option?.minimum_age),
        'Max Age': text(option?.maximum_age),
        'Shared places': pool,
        'Places together': text(pools.find(({ key }) => key === pool)?.spots_total),
        'Registration opens': option?.sale_starts_at ? time(option.sale_starts_at).join(' ') : '',
        Deposit: text(option?.payment_plan?.deposit_amount),
        'Balance due days before': text(part?.days_before),
      }
    })
  })
}

const noCells = Object.fromEntries(csvHeaders.map((header) => [header, ''])) as CsvLine
const eventCells = (event: Written): CsvLine => ({
  ...noCells,
  'Course ID': event.key,
  Type: event.type,
  'Course Name': String(event.name),
  Summary: String(event.summary ?? ''),
  Status: event.status ?? 'draft',
  Location: (event.venues ?? []).join('; '),
  Tags: (event.tags ?? []).join('; '),
  'Form questions': (event.questions ?? []).join('; '),
  'Add-ons': (event.promoted_products ?? []).join('; '),
  Waitlist: event.waitlist ? 'Yes' : '',
  'Refund policy': (event.refund?.tiers ?? [])
    .map(({ until, percent }) => `${percent}% until ${until.slice(1, -1)} days before`)
    .join('; '),
  'Refund fee': String(event.refund?.retention?.fixed ?? ''),
})

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
/** The text of a CSV file with these columns. */
export const csvText = (lines: readonly Record<string, string>[], headers: readonly string[] = csvHeaders): string =>
  [headers, ...lines.map((line) => headers.map((header) => line[header] ?? ''))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\r\n')
