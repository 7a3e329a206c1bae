import { dayMs, hourMs } from '../../contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Bench } from '../../test-bench/bench.ts'
import { makeAppointmentType } from '../../test-bench/appointments.ts'
import type { Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { makeEvent, makeWaiver } from '../../test-bench/programs.ts'
import { clockContext } from '../../test-bench/registering.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { remindOfBookings } from './remind-of-bookings.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
})

const run = (text: string, ...params: unknown[]) =>
  bench.bareDb
    .prepare(text)
    .bind(...params)
    .run()
/** A family with two places in a new event that starts in 30 days. */
async function booked(input: { startsIn?: number; name?: string } = {}) {
  const person = await shop.customer()
  const startsAt = bench.now() + (input.startsIn ?? 30 * dayMs)
  const event = await makeEvent(bench, {
    programId: shop.programId,
    name: input.name ?? 'Canoe Week',
    startsAt,
    endsAt: startsAt + 4 * dayMs + 7 * hourMs,
  })
  const order = await shop.cart(person, { places: 2, eventId: event.event_id, optionId: event.option_ids[0] ?? '' })
  expect((await shop.pay(person, order)).status).toBe(201)
  return { person, order, event, startsAt }
}
/** Reminders sent to a person, as the start of each mail's key. */
async function remindersTo(person: Person): Promise<string[]> {
  const mails = await mailsTo(bench, person.email)
  return mails.flatMap(({ dedupe }) => /^mail\.(reminder_\w+|waiver_pending):/.exec(dedupe)?.[1] ?? []).reverse()
}
/** Reminders in the person's notification list on the site. */
const listedFor = async (person: Person) =>
  (
    await bench.bareDb
      .prepare(
        `SELECT n.reason FROM notifications AS n JOIN customers AS c ON c.user_id = n.user_id
         WHERE c.id = ? AND (n.reason LIKE 'reminder%' OR n.reason = 'waiver_pending') ORDER BY n.created`,
      )
      .bind(person.identity.customer_id)
      .all<{ reason: string }>()
  ).results.map(({ reason }) => reason)
/** Runs the scheduler every hour until a time. */
async function until(at: number): Promise<void> {
  while (bench.now() < at) {
    bench.pass(Math.min(hourMs, at - bench.now()))
    await bench.tick()
  }
}
async function cancel(person: Person, { registration_ids }: Cart, at = 0): Promise<void> {
  await person.renew()
  const answer = await bench.call(`/v1/profile/registrations/${registration_ids[at]}/cancel`, person.json({}))
  expect(answer.status).toBe(200)
}

describe('reminders before a booking', () => {
  it('an order gets reminders 24 and 2 hours before the start', async () => {
    const { person, event, startsAt } = await booked()
    await run(
      `UPDATE events SET description = ? WHERE id = ?`,
      'A week.\n\n## Bring\n\n- A hat\n- Lunch',
      event.event_id,
    )
    bench.setNow(startsAt - 24 * hourMs - 60_000)
    await bench.tick()
    expect(await remindersTo(person)).toEqual([])
    bench.pass(60_000)
    await bench.tick()
    expect(await remindersTo(person)).toEqual(['reminder_24h'])
    const [mail] = await mailsTo(bench, person.email)
    expect(mail?.subject).toMatch(/^Canoe Week: \w{3}, /)
    expect(mail?.text).toContain('What to bring: A hat; Lunch')
    expect(mail?.text.match(/Canoe Week, /g)).toHaveLength(2)

    await until(startsAt - hourMs)
    expect(await remindersTo(person)).toEqual(['reminder_24h', 'reminder_2h'])
    await until(startsAt + hourMs)
    expect(await remindersTo(person)).toHaveLength(2)
    expect(await listedFor(person)).toEqual(['reminder_24h', 'reminder_2h'])
  })

  it('overlapping runs send a reminder once', async () => {
    const { person, startsAt } = await booked()
    bench.setNow(startsAt - 24 * hourMs)
    await Promise.all(Array.from({ length: 10 }, async () => remindOfBookings(clockContext(bench))))
    // A runner that stops after sending leaves the row due again. The key of the mail prevents a second mail.
    await bench.tick()
    await run(
      `UPDATE outbox SET done_at = NULL, leased_until = NULL WHERE kind IN ('booking.starts_in_24_hours', 'mail.reminder_24h') AND due_at >= ?`,
      bench.now() - hourMs,
    )
    await bench.tick()
    expect(await remindersTo(person)).toEqual(['reminder_24h'])
  })

  it('missed reminders are sent after an outage', async () => {
    const early = await booked()
    const late = await booked({ startsIn: 3 * hourMs })
    bench.pass(hourMs + 60_000)
    await bench.tick()
    expect(await remindersTo(late.person)).toEqual(['reminder_2h'])
    bench.setNow(early.startsAt - 19 * hourMs)
    await bench.tick()
    expect(await remindersTo(early.person)).toEqual(['reminder_24h'])
  })

  it('a booking that was cancelled or rescheduled gets no outdated reminder', async () => {
    const [cancelled, moved, partly] = [await booked(), await booked(), await booked()]
    const startsAt = Math.max(cancelled.startsAt, moved.startsAt, partly.startsAt)
    bench.setNow(startsAt - 23 * hourMs)
    await remindOfBookings(clockContext(bench))
    for (const at of [0, 1]) await cancel(cancelled.person, cancelled.order, at)
    await cancel(partly.person, partly.order)
    await run(
      'UPDATE events SET starts_at = starts_at + ?, ends_at = ends_at + ? WHERE id = ?',
      dayMs,
      dayMs,
      moved.event.event_id,
    )
    await bench.tick()
    expect(await remindersTo(cancelled.person)).toEqual([])
    expect(await remindersTo(moved.person)).toEqual([])
    expect([await listedFor(cancelled.person), await listedFor(moved.person)]).toEqual([[], []])
    expect(await remindersTo(partly.person)).toEqual(['reminder_24h'])
    expect((await mailsTo(bench, partly.person.email))[0]?.text.match(/Canoe Week, /g)).toHaveLength(1)
    // The new time has its own reminder.
    await until(startsAt + 2 * hourMs)
    expect(await remindersTo(moved.person)).toEqual(['reminder_24h'])
  })

  it('each date of a series gets reminders', async () => {
    const { person, event, startsAt } = await booked({ name: 'Swim lessons' })
    const dates = [0, 7].map((days) => ({
      starts_at: startsAt + days * dayMs,
      ends_at: startsAt + days * dayMs + hourMs,
    }))
    await run(
      'UPDATE events SET is_series = 1, series_dates = ?, ends_at = ? WHERE id = ?',
      JSON.stringify(dates),
      startsAt + 7 * dayMs + hourMs,
      event.event_id,
    )
    const { type_id, option_ids } = await makeAppointmentType(bench, shop.programId, {})
    const other = await booked()
    const lesson = other.order.registration_ids[0]
    await run(
      `UPDATE registrations SET kind = 'appointment', event_id = NULL, option_id = NULL, appointment_type_id = ?, appointment_option_id = ? WHERE id = ?`,
      type_id,
      option_ids[0],
      lesson,
    )
    await run(
      'INSERT INTO appointment_slots (registration_id, appointment_type_id, appointment_option_id, place, starts_at, ends_at, free_at) VALUES (?, ?, ?, 0, ?, ?, ?)',
      lesson,
      type_id,
      option_ids[0],
      startsAt + 2 * dayMs,
      startsAt + 2 * dayMs + hourMs,
      startsAt + 2 * dayMs + hourMs,
    )
    bench.setNow(startsAt - 24 * hourMs)
    for (let days = 0; days <= 7; days += 1) {
      await bench.tick()
      bench.pass(22 * hourMs)
      await bench.tick()
      bench.pass(2 * hourMs)
    }
    expect(await remindersTo(person)).toEqual(['reminder_24h', 'reminder_2h', 'reminder_24h', 'reminder_2h'])
    expect(await remindersTo(other.person)).toEqual(['reminder_24h', 'reminder_2h', 'reminder_24h', 'reminder_2h'])
  })
})

describe('the reminder of an online event', () => {
  it('the reminder links each attendee to the page that joins the event', async () => {
    const { person, event, order, startsAt } = await booked({ name: 'Online Evening' })
    await run('UPDATE events SET online_event = 1 WHERE id = ?', event.event_id)
    bench.setNow(startsAt - 24 * hourMs)
    await bench.tick()
    const [mail] = await mailsTo(bench, person.email)
    expect(mail?.text).toContain('You can join from half an hour before it starts')
    for (const id of order.registration_ids) expect(mail?.text).toContain(`/pg/${shop.programId}/online/${id}`)
  })
})

describe('the reminder of a waiver', () => {
  it('the reminder is sent 7, 3 and 1 days before the first day while the waiver is not accepted', async () => {
    const waiver = await makeWaiver(bench, shop.programId)
    const [waiting, signed] = [await booked(), await booked()]
    for (const { event } of [waiting, signed])
      await run('UPDATE events SET waiver_id = ?, waiver_may_wait = 1 WHERE id = ?', waiver, event.event_id)
    const accept = (registration: string | undefined, id: string) =>
      run(
        `INSERT INTO waiver_acceptances (id, waiver_id, version, text_hash, registration_id, accepted_by_customer_id, on_behalf_of_attendee_id, relation, accepted_at)
         SELECT ?, ?, 1, 'hash-of-the-text', r.id, r.customer_id, r.attendee_id, 'parent', 0 FROM registrations AS r WHERE r.id = ?`,
        id,
        waiver,
        registration ?? '',
      )
    for (const [index, id] of signed.order.registration_ids.entries())
      await accept(id, `wac_${signed.order.order_id}_${index}`)
    for (const days of [8, 7, 6, 3]) {
      bench.setNow(waiting.startsAt - days * dayMs + 60_000)
      await bench.tick()
    }
    expect(await remindersTo(waiting.person)).toEqual(['waiver_pending', 'waiver_pending'])
    const [mail] = await mailsTo(bench, waiting.person.email)
    expect(mail?.subject).toBe('Please accept the waiver for Canoe Week')
    expect(mail?.text).toContain(`/pg/${shop.programId}/profile/overview`)
    expect(mail?.text.match(/Canoe Week, /g)).toHaveLength(2)

    await accept(waiting.order.registration_ids[0], `wac_${waiting.order.order_id}`)
    bench.setNow(waiting.startsAt - dayMs + 60_000)
    await bench.tick()
    const reminders = (await mailsTo(bench, waiting.person.email)).filter(({ dedupe }) => /waiver_pending/.test(dedupe))
    expect(reminders).toHaveLength(3)
    expect(reminders[0]?.text.match(/Canoe Week, /g)).toHaveLength(1)
    expect((await remindersTo(signed.person)).filter((name) => name === 'waiver_pending')).toEqual([])
  })
})
