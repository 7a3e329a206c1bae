import { expect, it } from 'vitest'
import type { Attendee } from '#contract/people/attendee'
import type { AttendeeBooking } from '#contract/people/invitation'
import { loadOthersBookings } from './load-others-bookings.ts'
import type { ReadProfile } from './page-request.ts'

const now = Date.UTC(2027, 6, 1)
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()
const booking = (id: string, days: number, more: Partial<AttendeeBooking> = {}) => ({
  ...{ id, program_id: 'lakeside', is_mine: false, starts_at: inDays(days), ends_at: inDays(days + 1) },
  ...more,
})
const person = (id: string, adults: number) =>
  ({ id, first_name: id, relations: Array.from({ length: adults }, () => ({})) }) as unknown as Attendee

it('bookings by other adults are those of shared people, nearest first', async () => {
  const lists: Record<string, object[]> = {
    Maya: [booking('running', -0.5), booking('mine', 3, { is_mine: true }), booking('late', 30)],
    Samuel: [booking('soon', 2)],
  }
  const sent: URL[] = []
  const read = (async (path: string) => {
    const url = new URL(path, 'http://localhost')
    sent.push(url)
    const list = lists[/attendees\/(\w+)\/bookings/.exec(path)?.[1] ?? '']
    return { data: list, total: list?.length ?? 0 }
  }) as unknown as ReadProfile
  const attendees = [person('Maya', 2), person('Samuel', 2), person('Lea', 1)]
  const until = Date.parse(inDays(40))
  const shown = await loadOthersBookings(read, { attendees, programId: 'lakeside', now, until })
  expect(shown.map(({ id, first_name }) => `${first_name} ${id}`)).toEqual(['Maya running', 'Samuel soon', 'Maya late'])
  expect(sent.map(({ pathname }) => pathname.split('/').at(-2))).toEqual(['Maya', 'Samuel'])
  expect(Object.fromEntries(sent[0]?.searchParams ?? [])).toEqual({
    ...{ limit: '100', skip: '0', program_id: 'lakeside' },
    ...{ event_ends_gt: inDays(0), event_scheduled_lt: inDays(40) },
  })
})

it('bookings by other adults are read in at most three pages per person', async () => {
  const skips: (string | null)[] = []
  const read = (async (path: string) => {
    skips.push(new URL(path, 'http://localhost').searchParams.get('skip'))
    return { data: Array.from({ length: 100 }, (_, at) => booking(`${at}`, at)), total: 5000 }
  }) as unknown as ReadProfile
  const shown = await loadOthersBookings(read, { attendees: [person('Maya', 2)], programId: 'lakeside', now })
  expect([shown.length, skips]).toEqual([300, ['0', '100', '200']])
})
