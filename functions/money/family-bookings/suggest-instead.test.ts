import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs, weekMs } from '../../contract/limits.ts'
import type { BookedOrder, BookingPreview, RefusedBookingBody } from '../../contract/money/family-booking.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import {
  type BookableEvent,
  type BookingFamily,
  openBookingFamily,
  rowsWritten,
} from '../../test-bench/booking-family.ts'
import { makeAttendee } from '../../test-bench/people.ts'
import { takenOf } from '../../test-bench/registering.ts'

let bench: Bench
let f: BookingFamily
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingFamily(bench)
})

const bodyFor = (event: BookableEvent, more: object, people: readonly string[] = f.children) =>
  f.bodyFor(event, { people, more })
const preview = async (event: BookableEvent, people?: readonly string[]) =>
  (await f.book<BookingPreview>(bodyFor(event, { dry_run: true }, people))).body.refusals

describe('what a refused person can have instead', () => {
  it('another option of the event has a place and suits the person', async () => {
    const event = await f.event([
      { spots: 2 },
      { name: 'Half day', spots: 1 },
      { name: 'Overnight', minimumAge: 30 },
      { name: 'Weekend', spots: 0 },
      { name: 'Evening', isClosed: true },
    ])
    const instead = [{ kind: 'option', option_id: event.option_ids[1], name: 'Half day' }]
    expect(await preview(event)).toEqual([expect.objectContaining({ person: 2, type: 'sold_out', instead })])

    const { status, body } = await f.book<BookedOrder>(bodyFor(event, { on_refusal: 'hold' }))
    expect([status, body.refusals]).toEqual([201, [expect.objectContaining({ person: 2, instead })]])
    expect(await takenOf(bench, event.option_ids[1] ?? '')).toBe(0)
  })

  it('the same camp in another week is on sale and suits the person, the nearest three first', async () => {
    const startsAt = bench.now() + 30 * dayMs
    const inWeek = (week: number, options: Parameters<BookingFamily['event']>[0], name = 'Canoe Week') =>
      f.event(options, { name, startsAt: startsAt + week * weekMs })
    const forOlder = [{ minimumAge: 14 }]
    const event = await inWeek(0, forOlder)
    const [fifth, , , , next, third] = [
      await inWeek(5, [{}]),
      await inWeek(-1, forOlder),
      await inWeek(2, [{ spots: 0 }]),
      await inWeek(1, [{}], 'Sail Week'),
      await inWeek(1, [{}]),
      await inWeek(3, [{}, { name: 'Half day' }]),
      await inWeek(6, [{}]),
    ]
    const small = await makeAttendee(bench, f.ada, { programId: f.programId, bornOn: '2018-05-01' })
    const [refusal, ...more] = await preview(event, [small.attendee_id])
    expect([refusal?.type, refusal?.instead, more]).toEqual([
      'attendee_too_young',
      [next, third, fifth].map((week, at) => ({
        kind: 'event',
        event_id: week?.event_id,
        name: 'Canoe Week',
        starts_at: new Date(startsAt + ([1, 3, 5][at] ?? 0) * weekMs).toISOString(),
      })),
      [],
    ])
  })

  it('the waitlist of an option that is sold out', async () => {
    const event = await f.event([{ spots: 0 }], { waitlist: true })
    expect((await preview(event, f.children.slice(0, 1)))[0]?.instead).toEqual([{ kind: 'waitlist', name: 'Full day' }])
  })

  it('a person with another booking at that time gets another week, no other option', async () => {
    const event = await f.event([{}, { name: 'Half day' }])
    await f.book(bodyFor(event, {}, f.children.slice(0, 1)))
    const same = await f.event([{}, { name: 'Half day' }], { name: 'Sail Week' })
    const later = await f.event([{}], { name: 'Sail Week', startsAt: bench.now() + 37 * dayMs })
    const [refusal] = await preview(same, f.children.slice(0, 1))
    expect([refusal?.type, refusal?.instead]).toEqual([
      'attendee_conflict',
      [expect.objectContaining({ kind: 'event', event_id: later.event_id })],
    ])
  })

  it('the error of a refused booking has it too, and no row is written', async () => {
    const event = await f.event([{ spots: 2 }, { name: 'Half day', spots: 1 }])
    const before = await rowsWritten(bench)
    const { status, body } = await f.book<RefusedBookingBody>(bodyFor(event, {}))
    const instead = [{ kind: 'option', option_id: event.option_ids[1], name: 'Half day' }]
    expect([status, body.refusals]).toEqual([409, [expect.objectContaining({ person: 2, type: 'sold_out', instead })]])
    expect(await rowsWritten(bench)).toBe(before)
  })

  it('each last place is offered to one person, and all people get an offer before one has two', async () => {
    const event = await f.event([
      { spots: 0 },
      { name: 'Half day', spots: 1 },
      { name: 'Evening', spots: 1 },
      { name: 'Weekend', spots: 2 },
    ])
    const refused = await preview(event)
    expect(refused.map(({ instead }) => instead?.map(({ name }) => name))).toEqual([
      ['Half day', 'Weekend'],
      ['Evening'],
      ['Weekend'],
    ])
  })
})
