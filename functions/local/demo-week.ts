import { createHash } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { dayMs } from '../contract/limits.ts'
import { type DemoLogin, demoPhone } from './demo.ts'

type Child = { first_name: string; date_of_birth: string; swims: string; allergies?: string }
type Family = {
  first_name: string
  last_name: string
  children: readonly Child[]
  /** A charge that is not paid yet, or a waiver that is not signed yet. */
  open?: 'payment' | 'waiver'
}
const [notYet, jacket, swimmer] = ['Not yet', 'With a lifejacket', '25 metres without help'] as const
const child = (first_name: string, date_of_birth: string, swims: string, allergies?: string): Child => ({
  ...{ first_name, date_of_birth, swims },
  ...(allergies ? { allergies } : {}),
})

/** The families of the demo week. Their children are of the right age in any year that starts within four of these. */
const families = (year: number): readonly Family[] => {
  const born = (age: number, day: string) => `${year - age}-${day}`
  return [
    {
      ...{ first_name: 'Amina', last_name: 'Diallo' },
      children: [child('Idris', born(10, '01-12'), swimmer), child('Sira', born(8, '01-03'), jacket)],
    },
    { first_name: 'Marc', last_name: 'Pelletier', children: [child('Zoé', born(9, '01-20'), swimmer)] },
    {
      ...{ first_name: 'Priya', last_name: 'Raman' },
      children: [
        child('Arjun', born(8, '01-08'), notYet, 'Peanuts. His auto-injector is in the red pouch of his bag.'),
        child('Leela', born(11, '01-30'), swimmer),
      ],
    },
    { first_name: 'Tom', last_name: 'Becker', open: 'payment', children: [child('Oscar', born(9, '01-15'), jacket)] },
    { first_name: 'Grace', last_name: 'Kim', open: 'waiver', children: [child('Hana', born(8, '01-22'), jacket)] },
    {
      ...{ first_name: 'Luis', last_name: 'Ortega' },
      children: [child('Mateo', born(11, '01-05'), swimmer), child('Inés', born(8, '01-18'), notYet)],
    },
    { first_name: 'Emma', last_name: 'Walsh', children: [child('Finn', born(10, '01-27'), swimmer)] },
    { first_name: 'Nour', last_name: 'Haddad', children: [child('Yara', born(9, '01-11'), jacket)] },
  ]
}
const numChildren = (year: number) => families(year).reduce((sum, { children }) => sum + children.length, 0)
const emailOf = ({ first_name, last_name }: Family) => `${first_name}.${last_name}@example.com`.toLowerCase()

/** The Monday of the week of this time where the demo program is. */
export const demoMonday = (now: number, timezone: string): Temporal.PlainDate => {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate()
  return today.subtract({ days: today.dayOfWeek - 1 })
}

/** The events of a week. A new event may have begun only with times that count from the first day of the program. */
function eventsOf(monday: Temporal.PlainDate) {
  const both = (en: string, fr: string) => ({ en, fr })
  const shared = { waitlist: true, refund: { tiers: [{ until: 'P7D', percent: 100 }] } }
  return {
    camp: {
      ...{ ...shared, key: `lake-camp-${monday.toString()}`, type: 'camp', venues: ['boathouse'] },
      name: both('Lake Camp', 'Camp du lac'),
      summary: both('Seven days by the water, dry or wet', 'Sept jours au bord de l’eau, au sec ou non'),
      ...{ starts_at: '+0d 09:00', ends_at: '+0d 16:00', overnight: false },
      ...{ waiver: 'water', waiver_may_wait: true, questions: ['swims', 'allergies'] },
      options: [
        {
          ...{ key: 'full', name: both('Full day', 'Journée complète'), cost: 290 },
          ...{ minimum_age: 5, maximum_age: 13, spots_total: numChildren(monday.year) },
        },
      ],
      groups: [
        { key: 'herons', name: 'Herons', maximum_age: 8 },
        { key: 'otters', name: 'Otters', minimum_age: 9 },
      ],
    },
    lesson: {
      ...{ ...shared, key: `climbing-club-${monday.toString()}`, type: 'class', venues: ['creek-hall'] },
      name: both('Climbing Club', 'Club d’escalade'),
      summary: both('An hour on the wall after camp, every day', 'Une heure sur le mur après le camp, chaque jour'),
      options: [{ key: 'place', name: both('A place', 'Une place'), cost: 70, minimum_age: 5, spots_total: 8 }],
    },
  }
}

type AddedEvent = { id: string; event: { starts_at: string } }
/** A day as a program file writes it, from the first day of the program. */
const fromFirstDay = (days: number) => `${days < 0 ? '-' : '+'}${Math.abs(days)}d`

type Input = { programId: string; timezone: string; client: { id: string; secret: string }; login: DemoLogin }
type Found = { customers: { data: { id: string }[] } }
type FamilyPage = { attendees: { data: { attendee_id: string; first_name: string }[] } }
type PublicEvent = {
  id: string
  fields: { id: string; title: string; type: string }[]
  waiver: { waiver_id: string; version: number } | null
}

/**
 * Makes a camp and a class of this week with their bookings, through the API. The bookings are made at the end of the
 * week before, so the local clock goes back for them. A repeated call adds what is missing.
 */
export async function makeDemoWeek(site: string, input: Input): Promise<void> {
  const { programId, timezone, client, login } = input
  const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
  const desk = `/api/v1/organiser/programs/${programId}`
  const { now } = await call<{ now: string }>(site, 'GET', '/dev/clock')
  const monday = demoMonday(Date.parse(now), timezone)
  const bookedAt = monday.toZonedDateTime(timezone).epochMilliseconds - dayMs / 2
  const seconds = Math.round((Date.parse(now) - bookedAt) / 1000)
  const { camp, lesson } = eventsOf(monday)
  const added = await asOffice<AddedEvent>('POST', '/events', camp)
  const firstDay = Temporal.PlainDate.from(added.event.starts_at.slice(0, 10))
  const at = (days: number, time: string) => `${monday.add({ days }).toString()}T${time}`
  await asOffice('PUT', `/events/${camp.key}`, { starts_at: at(0, '09:00'), ends_at: at(6, '16:00') })
  const dates = [0, 1, 2, 3, 4, 5, 6].map((days) => fromFirstDay(firstDay.until(monday.add({ days })).days))
  const series_dates = dates.map((day) => ({ starts_at: `${day} 16:30`, ends_at: `${day} 17:30` }))
  await asOffice('POST', '/events', { ...lesson, series_dates })
  for (const { key } of [camp, lesson]) await asOffice('POST', `/events/${key}/publish`, {})
  await call(site, 'POST', '/dev/clock', { advance_seconds: -seconds })
  try {
    const shownCamp = await call<PublicEvent>(site, 'GET', `/api/v1/explore/events/${added.id}`)
    for (const family of families(monday.year)) await bookFamily(family, shownCamp, lesson.key)
    await asOffice('POST', `/events/${camp.key}/groups/fill`, {})
    await joinWaitlist(shownCamp)
  } finally {
    await call(site, 'POST', '/dev/clock', { advance_seconds: seconds })
  }
  // An unpaid place is held until its event begins at the latest, so a charge is what is unpaid in a running week.
  for (const family of families(monday.year).filter(({ open }) => open === 'payment')) {
    const charge = { product: 'Late pick-up', amount: 2000, note: `Week of ${monday.toString()}`, notify: false }
    await asOffice('POST', `/people/${(await find(family))?.id}/charges`, charge)
  }

  async function asOffice<Body>(method: string, path: string, body?: object): Promise<Body> {
    return call<Body>(site, method, `${desk}${path}`, body, basic)
  }

  /** The customer of a family and its people, if an earlier week made them. */
  async function find(family: Family): Promise<(FamilyPage & { id: string }) | null> {
    const found = await asOffice<Found>('GET', `/people?type=customer&search=${encodeURIComponent(emailOf(family))}`)
    const id = found.customers.data[0]?.id
    return id === undefined ? null : { ...(await asOffice<FamilyPage>('GET', `/people/${id}`)), id }
  }

  async function bookFamily(family: Family, event: PublicEvent, lessonKey: string): Promise<void> {
    const email = emailOf(family)
    const { first_name, last_name, children, open } = family
    const known = await find(family)
    const phone = `+1416555${String(2000 + (createHash('sha256').update(email).digest().readUInt16BE(0) % 7000))}`
    const booking = (paid_by: string) => ({ paid_by, notify: false, timezone })
    await asOffice('POST', '/bookings', {
      ...booking('cash'),
      event_id: event.id,
      customer: known ? { id: known.id } : { first_name, last_name, email, phone },
      people: children.map((each) => {
        const attendee_id = known?.attendees.data.find((one) => one.first_name === each.first_name)?.attendee_id
        const { swims, allergies, ...fields } = each
        return {
          ...(attendee_id
            ? { attendee_id }
            : { attendee: { ...fields, last_name, relation: 'parent', emergency_contact_phone: phone } }),
          ...{ option_key: 'full', form_response: { answers: answersOf(event, { swims, allergies }) } },
          ...(open === 'waiver' || !event.waiver
            ? { to_complete: true }
            : { waiver: { waiver_id: event.waiver.waiver_id, version: event.waiver.version } }),
        }
      }),
    })
    if (open || children.length > 1) return
    const booked = await find(family)
    const people = booked?.attendees.data.map(({ attendee_id }) => ({ attendee_id, option_key: 'place' })) ?? []
    await asOffice('POST', '/bookings', {
      ...booking('terminal'),
      ...{ event_key: lessonKey, customer: { id: booked?.id }, people },
    })
  }

  /** The demo family waits for a place of the camp, which is full. */
  async function joinWaitlist(event: PublicEvent): Promise<void> {
    const { email, password } = login
    const session = await call<{ access_token: string }>(site, 'POST', '/api/v1/login', { username: email, password })
    const bearer = `Bearer ${session.access_token}`
    const [options, profile, attendees] = await Promise.all([
      call<{ data: { id: string }[] }>(site, 'GET', `/api/v1/explore/events/${event.id}/options`),
      call<{ id: string }>(site, 'GET', `/api/v1/profile/programs/${programId}`, undefined, bearer),
      call<{ data: { profiles: { id: string; program_id: string }[] }[] }>(
        site,
        'GET',
        '/api/v1/profile/attendees',
        undefined,
        bearer,
      ),
    ])
    const own = attendees.data.flatMap(({ profiles }) => profiles).find((each) => each.program_id === programId)
    const body = {
      ...{ status: 'waitlisted', event_id: event.id, option_id: options.data[0]?.id },
      ...{ customer_profile_id: profile.id, attendee_profile_id: own?.id },
    }
    await call(site, 'POST', '/api/v1/profile/registrations', body, bearer)
  }
}

/** The answers to the first two questions of the camp, by the kind of their answer. */
function answersOf({ fields }: PublicEvent, { swims, allergies }: { swims: string; allergies: string | undefined }) {
  const idOf = (type: string) => fields.find((field) => field.type === type)?.id
  return [
    { field_id: idOf('single_choice'), value: swims },
    ...(allergies ? [{ field_id: idOf('long_text'), value: allergies }] : []),
  ]
}

/** What a call returns that an earlier start made already. */
const isDone = (path: string, type: unknown) =>
  type === 'already_registered' || (path.endsWith('/publish') && type === 'transition_not_allowed')

/** Calls the site; a POST to the API is made once, even when it is repeated later. */
async function call<Body>(
  site: string,
  method: string,
  path: string,
  body?: object,
  authorization?: string,
): Promise<Body> {
  const text = JSON.stringify(body)
  const key = createHash('sha256').update(`${path}\n${text}`).digest('base64url')
  const response = await fetch(`${site}${path}`, {
    method,
    headers: {
      ...{ 'Content-Type': 'application/json', 'User-Agent': demoPhone },
      ...(authorization ? { Authorization: authorization } : {}),
      ...(method === 'POST' && authorization ? { 'Idempotency-Key': key } : {}),
    },
    ...(body ? { body: text } : {}),
  })
  const payload = (await response.json()) as Body & { type?: string }
  if (!response.ok && !isDone(path, payload.type))
    throw new Error(
      `The demo week could not be made: ${method} ${path} answered ${response.status} ${JSON.stringify(payload)}`,
    )
  return payload
}
