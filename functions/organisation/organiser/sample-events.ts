import { Temporal } from 'temporal-polyfill'
import type { Language } from '../../contract/field-rules.ts'
import { FileEvent } from '../../contract/organisation/file-events.ts'
import { sampleKeys } from '../../contract/organisation/season.ts'
import { sampleWords } from '../../contract/sentences/sample-words.ts'

const [campKey, classKey, openKey] = sampleKeys

/** The first Monday of July in the next summer after a day. From June on, that is the next year's. */
export function firstMondayOfSummer(today: string): Temporal.PlainDate {
  const { year, month } = Temporal.PlainDate.from(today)
  const july = Temporal.PlainDate.from({ year: month >= 6 ? year + 1 : year, month: 7, day: 1 })
  return july.add({ days: (8 - july.dayOfWeek) % 7 })
}

/** The drafts of a sample season, in the program's language: a camp, a weekly class and a free event. */
export function sampleEvents(today: string, language: Language): FileEvent[] {
  const words = sampleWords[language]
  const monday = firstMondayOfSummer(today)
  const at = (days: number, hour: string) => `${monday.add({ days }).toString()}T${hour}`
  return [
    {
      key: campKey,
      type: 'camp',
      ...words.camp,
      starts_at: at(0, '09:00'),
      ends_at: at(4, '16:00'),
      waitlist: true,
      options: [
        { key: 'full', ...words.fullDay, cost: 320, spots_total: 20, minimum_age: 6, maximum_age: 12 },
        { key: 'half', ...words.halfDay, cost: 190, spots_total: 8, minimum_age: 6, maximum_age: 8 },
      ],
    },
    {
      key: classKey,
      type: 'class',
      ...words.class,
      series_dates: [0, 7, 14, 21].map((days) => ({
        starts_at: at(days + 1, '16:00'),
        ends_at: at(days + 1, '17:30'),
      })),
      options: [{ key: 'place', ...words.place, cost: 120, spots_total: 10, minimum_age: 8 }],
    },
    {
      key: openKey,
      type: 'event',
      ...words.open,
      starts_at: at(-2, '10:00'),
      ends_at: at(-2, '12:00'),
      options: [{ key: 'place', ...words.place, free: true, spots_total: 'unlimited' }],
    },
  ].map((event) => FileEvent.parse(event))
}
