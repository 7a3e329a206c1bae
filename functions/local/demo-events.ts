import type { Temporal } from 'temporal-polyfill'
import type { FileEvent } from '../contract/organisation/file-events.ts'
import { type Client, getProgram } from '../organisation/organiser/program-file/program-calls.ts'

/** The time zone of the demo program. */
export const demoTimezone = 'America/Toronto'
const numDays = 7
const keyPrefix = 'week-'
const both = (en: string, fr: string) => ({ en, fr })
const shared = { refund: { tiers: [{ until: 'P7D', percent: 100 }] } }

/**
 * The events of the demo for the week of a Monday, without their times: a camp and a class of every day, and an evening
 * of the week after.
 */
export function demoEvents(monday: Temporal.PlainDate) {
  const keyOf = (name: string) => `${keyPrefix}${name}-${monday.toString()}`
  const camp = {
    ...{ ...shared, key: keyOf('camp'), type: 'camp', venues: ['boathouse'], tags: ['Water', 'Outdoors'] },
    name: both('Lake Camp', 'Camp du lac'),
    summary: both('Seven days on and by the water', 'Sept jours sur l’eau et au bord de l’eau'),
    picture_url: '/pictures/dock.svg',
    picture_text: both('A dock on a lake', 'Un quai sur un lac'),
    ...{ overnight: false, waiver: 'water', waiver_may_wait: true, questions: ['swims', 'allergies'] },
    options: [
      {
        ...{ key: 'full', name: both('Full day', 'Journée complète'), cost: 290 },
        ...{ minimum_age: 5, maximum_age: 13, spots_total: 16 },
      },
    ],
    groups: [
      { key: 'herons', name: 'Herons', maximum_age: 8 },
      { key: 'otters', name: 'Otters', minimum_age: 9 },
    ],
  }
  const climbing = {
    ...{ ...shared, key: keyOf('climbing'), type: 'class', venues: ['creek-hall'], tags: ['Climbing'] },
    name: both('Climbing Club', 'Club d’escalade'),
    summary: both('An hour on the wall after camp, every day', 'Une heure sur le mur après le camp, chaque jour'),
    picture_url: '/pictures/climb.svg',
    picture_text: both('A child on a climbing wall', 'Un enfant sur un mur d’escalade'),
    options: [{ key: 'place', name: both('A place', 'Une place'), cost: 70, minimum_age: 5, spots_total: 8 }],
  }
  const pottery = {
    ...{ ...shared, key: keyOf('pottery'), type: 'class', venues: ['boathouse'], tags: ['Arts'], waitlist: true },
    name: both('Pottery Evening', 'Soirée de poterie'),
    summary: both('Clay for small and larger hands', 'De l’argile pour petites et grandes mains'),
    picture_url: '/pictures/pottery.svg',
    picture_text: both('A bowl on a potter’s wheel', 'Un bol sur un tour de potier'),
    options: [
      { key: 'wheel', name: both('At the wheel', 'Au tour'), cost: 45, minimum_age: 5, spots_total: 2 },
      { key: 'table', name: both('At the table', 'À la table'), cost: 30, minimum_age: 5, spots_total: 8 },
    ],
  }
  return { camp, climbing, pottery }
}

const at = (monday: Temporal.PlainDate, days: number, time: string) => `${monday.add({ days }).toString()}T${time}`

/** The times of the events of a week. */
export const demoTimes = (monday: Temporal.PlainDate) => ({
  camp: { starts_at: at(monday, 0, '09:00'), ends_at: at(monday, numDays - 1, '16:00') },
  climbing: {
    series_dates: Array.from({ length: numDays }, (_, day) => ({
      starts_at: at(monday, day, '16:30'),
      ends_at: at(monday, day, '17:30'),
    })),
  },
  pottery: { starts_at: at(monday, numDays + 1, '18:30'), ends_at: at(monday, numDays + 1, '20:00') },
})

/** The events of earlier weeks in a program. The file of the demo does not have them, and they stay. */
export async function keptDemoEvents(
  target: { site: string; client: Client },
  programId: string,
): Promise<FileEvent[]> {
  const exported = await getProgram(target, programId)
  return exported.ok ? exported.body.events.filter(({ key }) => key.startsWith(keyPrefix)) : []
}
