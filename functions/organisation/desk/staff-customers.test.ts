import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { BookingPreview } from '../../contract/money/family-booking.ts'
import type { Order } from '../../contract/money/order.ts'
import { dayMs } from '../../contract/limits.ts'
import { database } from '../../platform/database/database.ts'
import { customerProfiles, customers, users } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingDesk, openBookingDesk } from '../../test-bench/booking-desk.ts'
import type { BookableEvent } from '../../test-bench/booking-family.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'

let bench: Bench
let f: BookingDesk
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingDesk(bench)
})

const db = () => database(bench.bareDb)
const dana = { first_name: 'Dana', last_name: 'Kessler' }
const ruby = { first_name: 'Ruby', last_name: 'Kessler', relation: 'parent', date_of_birth: '2016-02-19' }
const bodyFor = (event: BookableEvent, customer: object, more: object = {}) => ({
  ...f.bodyForStaff(event, { customer }),
  people: [{ attendee: ruby, option_id: event.option_ids[0] }],
  ...more,
})
const accountOf = async (order: Order) =>
  (
    await db()
      .select({ user: users, profile: customerProfiles })
      .from(customerProfiles)
      .innerJoin(customers, eq(customers.id, customerProfiles.customer_id))
      .innerJoin(users, eq(users.id, customers.user_id))
      .where(eq(customerProfiles.id, order.customer_profile.id))
  )[0]
const allMails = async () => (await bench.env.DB.prepare('SELECT recipient FROM mailbox').all()).results

describe('a booking for a new customer', () => {
  it('adds a customer without a log-in, who gets no mail at all', async () => {
    const { status, body } = await f.bookByStaff(bodyFor(await f.event(), { ...dana, phone: '613-555-0168' }))
    expect([status, body.status, body.items[0]?.attendee_name]).toEqual([201, 'paid', 'Ruby Kessler'])
    const account = await accountOf(body)
    expect(account?.user).toMatchObject({ ...dana, email: '', phone: '+16135550168', is_email_verified: false })
    expect(account?.profile.is_subscribed).toBe(false)
    // The confirmation, the reminders and every other mail until after the camp.
    for (let day = 0; day < 40; day += 8) {
      await bench.tick()
      bench.pass(8 * dayMs)
    }
    expect(await allMails()).toEqual([])
    const failed = await bench.env.DB.prepare('SELECT kind FROM outbox WHERE done_at IS NULL AND attempts > 0').all()
    expect(failed.results).toEqual([])
  })

  it('no password or recovery opens an account without an email', async () => {
    await f.bookByStaff(bodyFor(await f.event(), { ...dana, phone: '613-555-0168' }))
    const post = (path: string, body: object) =>
      bench.call(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await post('/v1/login', { email: '', password: 'none' })).status).toBe(400)
    expect((await post('/v1/recovery', { email: '', program_id: f.programId })).status).toBe(400)
  })

  it('invites an email to take the account over, without consent to marketing', async () => {
    const email = 'dana@example.com'
    const { body } = await f.bookByStaff(bodyFor(await f.event(), { ...dana, email }))
    const mails = await mailsTo(bench, email)
    const link = mails.flatMap(({ text }) => /recovery\/([\w.~-]+)/.exec(text)?.[1] ?? [])[0] ?? ''
    bench.pass(9 * dayMs)
    const reset = await bench.call(`/v1/recovery/${link}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ password: 'a long enough phrase 7' }),
    })
    expect(reset.status).toBe(200)
    const { access_token: token } = (await reset.json()) as { access_token: string }
    const own = await bench.call(`/v1/profile/orders/${body.id}`, { headers: { Authorization: `Bearer ${token}` } })
    expect(own.status).toBe(200)
    expect((await accountOf(body))?.profile.is_subscribed).toBe(false)
  })

  it('an email that is given later invites to take the account over, and only once', async () => {
    const { body } = await f.bookByStaff(bodyFor(await f.event(), { ...dana, phone: '613-555-0168' }))
    const account = await accountOf(body)
    const id = account?.profile.customer_id
    const email = 'dana.later@example.com'
    const later = await f.event([{ cost: 100 }], { startsAt: bench.now() + 90 * dayMs })
    const again = {
      customer: { id, email },
      people: [{ attendee: { ...ruby, first_name: 'Otto' }, option_id: later.option_ids[0] }],
    }
    expect((await f.bookByStaff({ ...bodyFor(later, {}), ...again })).status).toBe(201)
    expect((await mailsTo(bench, email)).some(({ subject }) => /account/i.test(subject))).toBe(true)
    const other = await f.bookByStaff<ErrorBody>({
      ...bodyFor(later, {}),
      ...again,
      customer: { id, email: 'x@example.com' },
    })
    expect([other.body.type, other.body.param]).toEqual(['email_in_use', 'customer.email'])
  })

  it('refuses the email of an account, and a person without names or a way to reach them', async () => {
    const event = await f.event()
    const refusalOf = async (customer: object) => {
      const { body } = await f.bookByStaff<ErrorBody>(bodyFor(event, customer))
      return [body.type, body.param]
    }
    expect(await refusalOf({ ...dana, email: f.ada.email })).toEqual(['email_in_use', 'customer.email'])
    expect(await refusalOf(dana)).toEqual(['required', 'customer.email'])
    expect(await refusalOf({ first_name: 'Dana', phone: '613-555-0168' })).toEqual(['required', 'customer.last_name'])
    expect(await refusalOf({ ...dana, phone: '12' })).toEqual(['invalid_phone', 'customer.phone'])
    expect(await refusalOf({ id: f.ada.identity.customer_id, first_name: 'X' })).toEqual([
      'invalid_parameter',
      'customer.first_name',
    ])
  })

  it('a refused booking and a dry run add no customer', async () => {
    const event = await f.event([{ cost: 100, minimumAge: 16 }])
    const customer = { ...dana, phone: '613-555-0168' }
    const danas = async () => (await db().select().from(users).where(eq(users.first_name, 'Dana'))).length
    const before = await danas()
    expect((await f.bookByStaff<ErrorBody>(bodyFor(event, customer))).body.type).toBe('attendee_too_young')
    const preview = await f.bookByStaff<BookingPreview>(bodyFor(await f.event(), customer, { dry_run: true }))
    expect(preview.body.items.length).toBe(1)
    expect(await danas()).toBe(before)
  })
})
