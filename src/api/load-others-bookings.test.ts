import { expect, it } from 'vitest'
import type { Attendee } from '#contract/attendee'
import type { AttendeeBooking } from '#contract/invitation'
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

it('what other adults booked is of shared people alone, of one program, not over, and nearest first', async () => {
  const lists: Record<string, object[]> = {
    Maya: [
      booking('late', 30),
      booking('mine', 3, { is_mine: true }),
      booking('elsewhere', 4, { program_id: 'hillside' }),
      booking('running', -0.5),
      booking('over', -1),
    ],
    Samuel: [booking('soon', 2)],
  }
  const asked: string[] = []
  const read = (async (path: string) => {
    const [, id = ''] = /attendees\/(\w+)\/bookings/.exec(path) ?? []
    asked.push(id)
    return { data: lists[id], total: lists[id]?.length ?? 0 }
  }) as unknown as ReadProfile
  const attendees = [person('Maya', 2), person('Samuel', 2), person('Lea', 1)]
  const shown = await loadOthersBookings(read, { attendees, programId: 'lakeside', now })
  expect(shown.map(({ id, first_name }) => `${first_name} ${id}`)).toEqual(['Maya running', 'Samuel soon', 'Maya late'])
  expect(asked).toEqual(['Maya', 'Samuel'])
  const until = Date.parse(inDays(10))
  const month = await loadOthersBookings(read, { attendees, programId: 'lakeside', now: Date.parse(inDays(-1)), until })
  expect(month.map(({ id, attendee_id }) => `${attendee_id} ${id}`)).toEqual([
    'Maya over',
    'Maya running',
    'Samuel soon',
  ])
})
