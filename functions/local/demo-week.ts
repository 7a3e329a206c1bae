import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Temporal } from 'temporal-polyfill'
import { dayMs } from '../contract/limits.ts'
import type { Event } from '../contract/offering/event.ts'
import type { OrganiserEvent } from '../contract/organisation/organiser-event.ts'
import type { List } from '../contract/paging.ts'
import { dayInZone } from '../contract/wall-clock.ts'
import type { Client } from '../organisation/organiser/program-file/program-calls.ts'
import { type DemoLogin, demoPhone, makeCaller } from './demo.ts'
import { book, findFamily, type Office, officeOf } from './demo-bookings.ts'
import { demoEvents, demoTimes, demoTimezone } from './demo-events.ts'
import { demoFamilies } from './demo-families.ts'

/**
 * What the starts on a data folder made. `offset_seconds` is the offset to which a start returns the clock if the start
 * before it ended half way.
 */
type Made = { week: string | null; day: string | null; offset_seconds: number | null }
const nothing: Made = { week: null, day: null, offset_seconds: null }

const readMade = (file: string): Made =>
  existsSync(file) ? { ...nothing, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Made>) } : nothing

function writeMade(file: string, made: Made): void {
  writeFileSync(`${file}.new`, JSON.stringify(made))
  renameSync(`${file}.new`, file)
}

/** True if a start on this machine's day has not completed the demo of the day. */
export const needsDemoDay = (file: string, now: number): boolean => readMade(file).day !== dayInZone(now, demoTimezone)

/** The Monday of the week of this time where the demo program is. */
export function demoMonday(now: number): Temporal.PlainDate {
  const today = Temporal.PlainDate.from(dayInZone(now, demoTimezone))
  return today.subtract({ days: today.dayOfWeek - 1 })
}

type Input = {
  programId: string
  client: Client
  login: DemoLogin
  file: string
  /** The machine's time, in ms. */
  now: number
}

/**
 * Makes the demo of the day through the API: the camp and the class of the week with their bookings, an evening of the
 * next week with a waitlist, and an order that waits for its payment until tonight. Repeated calls add what is missing.
 */
export async function makeDemoDay(site: string, input: Input): Promise<void> {
  const { file } = input
  const { offset_seconds, ...made } = readMade(file)
  if (offset_seconds !== null) await setClock(site, offset_seconds)
  const siteNow = Date.parse((await readClock(site)).now)
  const monday = demoMonday(siteNow)
  const week = monday.toString()
  const office = officeOf(site, input)
  // The payment of an earlier day is over.
  if (made.week !== null) await send(`${site}/dev/tick`, {})
  if (made.week !== week) {
    await makeWeek(site, { ...input, office, monday, made: { ...made, offset_seconds: null } })
    writeMade(file, { ...nothing, week })
  }
  await holdUntilTonight(office, monday, siteNow)
  writeMade(file, { ...nothing, week, day: dayInZone(input.now, demoTimezone) })
}

type Week = Input & { office: Office; monday: Temporal.PlainDate; made: Made }

async function makeWeek(site: string, { office, monday, made, file, login }: Week): Promise<void> {
  const { camp, climbing, pottery } = demoEvents(monday)
  const times = demoTimes(monday)
  const campId = await putOnSale(office, camp, times.camp)
  await putOnSale(office, climbing, times.climbing)
  const potteryId = await putOnSale(office, pottery, times.pottery)
  const families = demoFamilies(monday.year)

  // No one can book an event that has begun, so the clock shows the day before the week.
  const dayBefore = monday.toZonedDateTime(demoTimezone).epochMilliseconds - dayMs / 2
  await atTime(site, { at: dayBefore, file, made }, async () => {
    const form = await read<Event>(site, `/v1/explore/events/${campId}`)
    for (const family of families) {
      await book(office, family, { event_key: camp.key, option_key: 'full', paid_by: 'cash', form })
      if (family.climbs)
        await book(office, family, { event_key: climbing.key, option_key: 'place', paid_by: 'terminal' })
    }
    await office('POST', `/events/${camp.key}/groups/fill`, { body: {} })
  })

  const [ortega] = families.filter(({ last_name }) => last_name === 'Ortega')
  if (ortega) await book(office, ortega, { event_key: pottery.key, option_key: 'wheel', paid_by: 'terminal' })
  await waitForPlace(site, { office, login, event_key: pottery.key, event_id: potteryId })
}

/** Makes an event unless it exists, sets its times and publishes it; returns its id. */
async function putOnSale(
  office: Office,
  event: { key: string },
  times: { series_dates: { starts_at: string; ends_at: string }[] } | { starts_at: string; ends_at: string },
): Promise<string> {
  const path = `/events/${event.key}`
  // A new event may have begun only with times that count from the first day of the program.
  const first = { starts_at: '+0d 09:00', ends_at: '+0d 10:00' }
  const firstTimes = 'series_dates' in times ? { series_dates: [first] } : first
  const existing =
    (await office<OrganiserEvent>('GET', path, { mayRefuse: ['not_found'] })) ??
    (await office<OrganiserEvent>('POST', '/events', { body: { ...event, ...firstTimes } }))
  const dates = 'series_dates' in times ? times.series_dates.map(({ starts_at }) => starts_at) : []
  const removed = (existing?.event.series_dates ?? []).flatMap(({ starts_at }) =>
    dates.includes(starts_at) ? [] : [starts_at],
  )
  await office('PUT', path, {
    body: { ...times, ...(removed.length > 0 ? { remove: { series_dates: removed } } : {}) },
  })
  await office('POST', `${path}/publish`, { body: {} })
  return existing?.id ?? ''
}

type Waiting = { office: Office; login: DemoLogin; event_key: string; event_id: string }
/** The demo family waits for a place of an event that is full. */
async function waitForPlace(site: string, { office, login, event_key, event_id }: Waiting): Promise<void> {
  const waiting = await office<List<unknown>>('GET', `/events/${event_key}/waitlist`)
  const family = await findFamily(office, login.email)
  if (!family || (waiting?.total ?? 0) > 0) return
  const session = await send(`${site}/api/v1/login`, { username: login.email, password: login.password })
  // The family may have another password since.
  if (!session.ok) return
  const { access_token } = (await session.json()) as { access_token: string }
  const options = await read<List<{ id: string }>>(site, `/v1/explore/events/${event_id}/options`)
  const body = {
    ...{ status: 'waitlisted', event_id, option_id: options.data[0]?.id },
    ...{ customer_profile_id: family.customer_profile.id, attendee_profile_id: family.attendees.data[0]?.id },
  }
  await makeCaller(site)('/v1/profile/registrations', body, `Bearer ${access_token}`)
}

/** A family pays at the office until tonight, so that Today shows a payment on every day. */
async function holdUntilTonight(office: Office, monday: Temporal.PlainDate, now: number): Promise<void> {
  const midnight = Temporal.PlainDate.from(dayInZone(now, demoTimezone)).add({ days: 1 }).toZonedDateTime(demoTimezone)
  const hold_until = new Date(midnight.epochMilliseconds - 1000).toISOString()
  const event_key = demoEvents(monday).pottery.key
  for (const family of demoFamilies(monday.year).filter(({ open }) => open === 'payment'))
    await book(office, family, { event_key, option_key: 'table', paid_by: 'later', hold_until })
}

type Clock = { now: string; offset_seconds: number }
const readClock = async (site: string): Promise<Clock> => (await (await fetch(`${site}/dev/clock`)).json()) as Clock

async function setClock(site: string, offset: number): Promise<void> {
  const { offset_seconds } = await readClock(site)
  await send(`${site}/dev/clock`, { advance_seconds: offset - offset_seconds })
}

/** Works while the clock of the site shows another time. The file has the offset to which a later start returns it. */
async function atTime(
  site: string,
  { at, file, made }: { at: number; file: string; made: Made },
  work: () => Promise<void>,
): Promise<void> {
  const { now, offset_seconds } = await readClock(site)
  writeMade(file, { ...made, offset_seconds })
  await setClock(site, offset_seconds - Math.round((Date.parse(now) - at) / 1000))
  try {
    await work()
  } finally {
    await setClock(site, offset_seconds)
    writeMade(file, made)
  }
}

const send = (address: string, body: object) =>
  fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': demoPhone },
    body: JSON.stringify(body),
  })
const read = async <Body>(site: string, path: string): Promise<Body> =>
  (await (await fetch(`${site}/api${path}`)).json()) as Body
