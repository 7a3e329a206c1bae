import type { Attendee } from '#contract/people/attendee'
import { largestPageSize } from '#contract/limits'
import type { FamilyCalendar } from '#contract/money/order'
import type { List } from '#contract/paging'
import type { Rebooking } from '#contract/booking/rebooking'
import type { Registration, SignedWaiver } from '#contract/booking/registration'
import {
  type BookingsPage,
  bookingsQuery,
  foldedBookings,
  monthQuery,
  spanOfMonth,
} from '../page-input/bookings-page.ts'
import { loadOthersBookings, type OthersBooking } from './load-others-bookings.ts'
import type { ReadProfile } from './page-request.ts'

type About = { programId: string; timezone: string; isClosed: boolean; now: number }
/** One page of the bookings, or all bookings of a month. */
export type Bookings = {
  places: Registration[]
  hasMore: boolean
  family: Attendee[]
  calendar: FamilyCalendar | null
  /** Earlier bookings that can be booked again, by their ids. */
  again: Map<string, Rebooking>
  /** Bookings by other adults: shown with a month, and with the first page of upcoming bookings. */
  others: OthersBooking[]
  /** The latest past bookings and the number of all, with the first page of upcoming bookings. */
  past: { places: Registration[]; total: number } | null
}

export async function loadBookings(
  read: ReadProfile,
  page: BookingsPage & { month: string | null },
  about: About,
): Promise<Bookings> {
  const { month, who } = page
  const person = who ? `&attendee_id=${encodeURIComponent(who)}` : ''
  const isFirstUpcoming = month === null && !page.isPast && page.skip === 0
  const [list, family, calendar, again, past] = await Promise.all([
    month === null ? readList(read, page, about) : readMonth(read, { month, who }, about),
    read<List<Attendee>>('/v1/profile/attendees?limit=50'),
    read<FamilyCalendar>('/v1/profile/calendar'),
    about.isClosed
      ? null
      : read<List<Rebooking>>(
          `/v1/profile/rebookings?program_id=${encodeURIComponent(about.programId)}&limit=${largestPageSize}${person}`,
        ),
    isFirstUpcoming
      ? read<List<Registration>>(
          `/v1/profile/registrations?${bookingsQuery({ ...page, isPast: true }, about, foldedBookings)}`,
        )
      : null,
  ])
  const hasOthers = month !== null || isFirstUpcoming
  const attendees = (family?.data ?? []).filter(({ id }) => hasOthers && (who === null || id === who))
  const time = month === null ? { now: about.now } : spanOfMonth(month, about.timezone)
  return {
    ...list,
    others: await loadOthersBookings(read, { attendees, programId: about.programId, ...time }),
    family: family?.data ?? [],
    calendar,
    past: past && { places: past.data, total: past.total },
    again: new Map((again?.data ?? []).map((rebooking) => [rebooking.registration_id, rebooking])),
  }
}

type Listed = Pick<Bookings, 'places' | 'hasMore'>

async function readList(read: ReadProfile, page: BookingsPage, about: About): Promise<Listed> {
  const list = await read<List<Registration>>(`/v1/profile/registrations?${bookingsQuery(page, about)}`)
  const places = list?.data ?? []
  return { places, hasMore: list !== null && page.skip + places.length < list.total }
}

/** Reads every booking of a month, in several calls when one is not enough. */
async function readMonth(read: ReadProfile, of: { month: string; who: string | null }, about: About): Promise<Listed> {
  const page = (skip: number) =>
    read<List<Registration>>(`/v1/profile/registrations?${monthQuery({ ...of, skip }, about)}`)
  const first = await page(0)
  const places = [...(first?.data ?? [])]
  while (first && places.length < first.total) {
    const next = await page(places.length)
    if (!next || next.data.length === 0) break
    places.push(...next.data)
  }
  return { places, hasMore: false }
}

/** The signed waivers of registrations, by the id of the registration. */
export async function loadSignedWaivers(
  read: ReadProfile,
  registrations: readonly Pick<Registration, 'id' | 'waiver'>[],
): Promise<ReadonlyMap<string, SignedWaiver>> {
  const waivers = await Promise.all(
    registrations
      .filter(({ waiver }) => waiver !== null)
      .map(({ id }) => read<SignedWaiver>(`/v1/profile/registrations/${encodeURIComponent(id)}/waiver`)),
  )
  return new Map(waivers.flatMap((waiver) => (waiver ? [[waiver.registration_id, waiver] as const] : [])))
}
