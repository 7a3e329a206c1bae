import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Membership } from '../../contract/booking/membership.ts'
import { dayMs } from '../../contract/limits.ts'
import type { ErrorBody } from '../../contract/api-error.ts'
import { orders, registrations, sessionCredits, statusHistory } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { makeEvent, makeMembershipPackage } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo, read } from '../../test-bench/sign-ups.ts'
import { makeStaff, type Staff } from '../../test-bench/staff.ts'

let bench: Bench
let shop: Shop
let desk: Staff
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { memberships: true, sessions: true } } }))
  desk = await makeStaff(bench, { programId: shop.programId, role: 'front_desk', firstName: 'Jo' })
})

type Answer = Membership & ErrorBody
const own = () => `/v1/profile/programs/${shop.programId}/memberships`
const change = (method: 'PUT' | 'POST', path: string, body: Record<string, unknown>) =>
  read<Answer>(
    bench.call(`/v1/organiser/programs/${shop.programId}/memberships/${path}`, { ...desk.json(body), method }),
  )
const now = (person: Person, id: string) => shop.read<Membership>(person, `${own()}/${id}`)
const child = (person: Person, firstName: string) =>
  makeAttendee(bench, person, { programId: shop.programId, firstName })

/** A confirmed customer with two children, and a membership of the first. */
async function member(more: Parameters<typeof makeMembershipPackage>[2] = {}) {
  const person = await shop.customer({ isConfirmed: true })
  const [mia, leo] = [await child(person, 'Mia'), await child(person, 'Leo')]
  const package_id = await makeMembershipPackage(bench, shop.programId, more)
  const bought = await read<Membership>(
    bench.call(
      own(),
      person.json({
        package_id,
        customer_profile_id: person.profileId(shop.programId),
        attendee_profile_id: mia.attendee_profile_id,
        default_payment_method: 'pm_card_visa',
      }),
    ),
  )
  expect(['active', 'trialing']).toContain(bought.status)
  return { person, mia, leo, package_id, id: bought.id, bought }
}
const lastChange = async (id: string) =>
  (
    await shop.db
      .select()
      .from(statusHistory)
      .where(and(eq(statusHistory.object, 'membership'), eq(statusHistory.object_id, id)))
      .orderBy(desc(statusHistory.step))
      .limit(1)
  )[0]
const lastMail = async (person: Person) => {
  await bench.tick()
  const mails = await mailsTo(bench, person.email)
  return mails.filter(({ subject }) => subject.endsWith('has changed'))[0]?.text ?? ''
}

describe('PUT organiser memberships/{id}', () => {
  it('ends a membership with its period and takes the end back, with the staff member in the history', async () => {
    const { person, id, bought } = await member()
    const preview = await change('PUT', id, { cancel_at_period_end: true, dry_run: true })
    expect([preview.cancel_at, preview.next_payment_at]).toEqual([bought.current_period_end, null])
    expect((await now(person, id)).cancel_at_period_end).toBe(false)

    expect((await change('PUT', id, { cancel_at_period_end: true })).cancel_at).toBe(bought.current_period_end)
    expect(await lastChange(id)).toMatchObject({ reason: 'cancels_at_period_end', actor_id: desk.staff_id })
    expect(await lastMail(person)).toMatch(/ends on .* \(before: goes on\)/)

    expect((await change('PUT', id, { cancel_at_period_end: false })).cancel_at).toBeNull()
    expect(await lastMail(person)).toMatch(/goes on \(before: ends on /)
  })

  it('a change to what already is changes nothing, and sends no mail', async () => {
    const { person, id, mia } = await member()
    const { step } = (await lastChange(id)) ?? {}
    const mails = (await mailsTo(bench, person.email)).length
    await change('PUT', id, { cancel_at_period_end: false, attendee_profile_id: mia.attendee_profile_id })
    await bench.tick()
    expect([(await lastChange(id))?.step, (await mailsTo(bench, person.email)).length]).toEqual([step, mails])
  })

  it('a new person gets the membership and its visits, and places of the former person are due', async () => {
    const { person, mia, leo, id, package_id } = await member({ is_unlimited: true })
    const event = await makeEvent(bench, {
      programId: shop.programId,
      packageIds: [package_id],
      startsAt: bench.now() + 5 * dayMs,
      options: [{ cost: 0, spots: 5 }],
    })
    const cart = await shop.cart(person, {
      eventId: event.event_id,
      optionId: event.option_ids[0],
      attendeeIds: [mia],
    })
    const free = await bench.call(
      `/v1/profile/orders/${cart.order_id}/payments`,
      person.json({ checkout_method: 'free' }),
    )
    expect(free.status).toBe(201)

    const changed = await change('PUT', id, { attendee_profile_id: leo.attendee_profile_id })
    expect(changed.attendee_profile?.first_name).toBe('Leo')
    expect(await lastMail(person)).toMatch(/For\s*:?\s*Leo \S+ \(before: Mia /)
    const credits = await shop.db.select().from(sessionCredits).where(eq(sessionCredits.membership_id, id))
    expect(credits.map(({ attendee_profile_id }) => attendee_profile_id)).toEqual([leo.attendee_profile_id])
    const [place] = await shop.db
      .select()
      .from(registrations)
      .where(eq(registrations.id, cart.registration_ids[0] ?? ''))
    expect(place?.price_due_at).toBe(bench.now() + 5 * dayMs)
    expect((await change('PUT', id, { attendee_profile_id: mia.attendee_profile_id })).status).toBe('active')
  })

  it('the membership of a trial, another family’s person and a second membership of a person are refused', async () => {
    const other = await member()
    const trial = await member({ trial_days: 7 })
    const person = { attendee_profile_id: trial.leo.attendee_profile_id }
    expect(await change('PUT', trial.id, person)).toMatchObject({ type: 'transition_not_allowed' })
    expect(await change('PUT', other.id, person)).toMatchObject({ type: 'not_found', param: 'attendee_profile_id' })
    expect(await change('PUT', other.id, {})).toMatchObject({ type: 'required' })
    const { package_id, leo } = other
    await bench.call(
      own(),
      other.person.json({
        package_id,
        customer_profile_id: other.person.profileId(shop.programId),
        attendee_profile_id: leo.attendee_profile_id,
        default_payment_method: 'pm_card_visa',
      }),
    )
    expect(await change('PUT', other.id, { attendee_profile_id: leo.attendee_profile_id })).toMatchObject({
      type: 'already_registered',
    })
  })
})

describe('a hold by staff', () => {
  it('shows the membership as it would be, then holds it, and tells the customer of both days', async () => {
    const { person, id, bought } = await member()
    const from = new Date(bench.now() + 3 * dayMs).toISOString().slice(0, 10)
    const preview = await change('POST', `${id}/hold`, { from, dry_run: true })
    expect([preview.status, preview.pause_starts_at?.slice(0, 10)]).toEqual(['active', from])
    expect((await now(person, id)).pause_starts_at).toBeNull()

    const held = await change('POST', `${id}/hold`, { from })
    expect([held.pause_starts_at, held.next_payment_at]).toEqual([preview.pause_starts_at, preview.next_payment_at])
    expect(await lastMail(person)).toMatch(/On hold\s*:?\s*from .* \(before: no\)/)

    const back = await change('POST', `${id}/hold/end`, { dry_run: true })
    expect([back.pause_starts_at, back.next_payment_at]).toEqual([null, bought.next_payment_at])
    expect((await now(person, id)).pause_starts_at).not.toBeNull()
    expect((await change('POST', `${id}/hold/end`, { notify: false })).pause_starts_at).toBeNull()
    expect(await shop.db.select().from(orders).where(eq(orders.membership_id, id))).toEqual([])
  })
})
