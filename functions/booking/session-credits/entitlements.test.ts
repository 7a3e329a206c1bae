import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Entitlement } from '../../contract/booking/entitlement.ts'
import type { Membership } from '../../contract/booking/membership.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import type { SessionBalance } from '../../contract/booking/session-credit.ts'
import { sessionCredits } from '../../platform/database/tables.ts'
import { makeAppointmentType } from '../../test-bench/appointments.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { makeEvent, makeMembershipPackage } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

const day = 86_400_000
let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({
    program: { features: { memberships: true, sessions: true, appointments: true } },
  }))
})

type Answer<Body> = { status: number; body: Body & { type: string; message: string } }
const send = async <Body>(person: Person, path: string, body: unknown = {}): Promise<Answer<Body>> => {
  const answer = await bench.call(path, person.json(body))
  return { status: answer.status, body: (await answer.json()) as Answer<Body>['body'] }
}
const own = (path: string) => `/v1/profile/programs/${shop.programId}/${path}`
const entitlementsOf = async (person: Person) =>
  (await shop.read<{ data: Entitlement[] }>(person, own('entitlements'))).data

/** A customer with a membership for one child, and a call that registers a child for an event after some days. */
async function member(sold: Parameters<typeof makeMembershipPackage>[2] = {}, isForFamily = false) {
  const person = await shop.customer()
  const [child, other] = [
    await makeAttendee(bench, person, { programId: shop.programId }),
    await makeAttendee(bench, person, { programId: shop.programId }),
  ]
  const package_id = await makeMembershipPackage(bench, shop.programId, sold)
  const bought = await send<Membership>(person, own('memberships'), {
    package_id,
    customer_profile_id: person.profileId(shop.programId),
    default_payment_method: 'pm_card_visa',
    ...(isForFamily ? {} : { attendee_profile_id: child.attendee_profile_id }),
  })
  expect(bought.status).toBe(201)
  const register = async (days: number, more: Record<string, unknown> = {}, cost = 0) => {
    const { event_id, option_ids } = await makeEvent(bench, {
      programId: shop.programId,
      packageIds: [package_id],
      startsAt: bench.now() + days * day,
      options: [{ cost }],
    })
    return send<Registration>(person, '/v1/profile/registrations', {
      event_id,
      option_id: option_ids[0],
      customer_profile_id: person.profileId(shop.programId),
      attendee_profile_id: child.attendee_profile_id,
      ...more,
    })
  }
  const cancel = () => send<Membership>(person, own(`memberships/${bought.body.id}/cancel`))
  return { person, child, other, package_id, id: bought.body.id, register, cancel }
}

describe('the access that a membership gives', () => {
  it('a renewing membership gives its child alone access to events of any day', async () => {
    const { person, child, other, package_id, register } = await member()
    expect((await register(200)).status).toBe(201)
    const refused = await register(3, { attendee_profile_id: other.attendee_profile_id })
    expect(refused.body.type).toBe('membership_required')
    expect(await entitlementsOf(person)).toMatchObject([
      { package_id, attendee_profile_id: child.attendee_profile_id, until: null, counts_visits: false },
    ])
  })

  it('the refusal of an event after the end of a cancelled membership names that day', async () => {
    const { person, register, cancel } = await member()
    await cancel()
    const [entitlement] = await entitlementsOf(person)
    expect(entitlement?.until).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect((await register(5)).status).toBe(201)
    const refused = await register(45)
    expect([refused.status, refused.body.type]).toEqual([403, 'membership_required'])
    expect(refused.body.message).toMatch(/^The membership ends on .+, so it doesn’t cover this date\.$/)
  })

  it('a cancelled trial cannot book an event half a year ahead', async () => {
    const { register, cancel } = await member({ trial_days: 14 })
    expect((await register(3)).status).toBe(201)
    await cancel()
    expect((await register(180)).body.type).toBe('membership_required')
    expect((await register(10)).status).toBe(201)
  })

  it('a visit pays only for events that begin before the visit expires', async () => {
    const { person, register } = await member({
      is_unlimited: false,
      allocated_amount: 4,
      allocated_period: 'billing_period',
      allocate_credits_on_period: true,
    })
    const [credit] = (await shop.read<SessionBalance>(person, own('session_balance'))).credits
    expect(credit?.membership_id).toMatch(/^mem_/)
    const pay = { session_credit_id: credit?.id }
    expect((await register(5, pay)).status).toBe(201)
    expect((await register(60, pay)).body.type).toBe('credit_not_available')
    // An event without a price uses a visit. Members pay for an event with a price.
    expect((await register(6)).body.type).toBe('membership_required')
    expect((await register(7, {}, 2000)).status).toBe(201)
  })

  it('an unlimited visit of a cancelled membership pays for nothing after its end', async () => {
    const { person, register, cancel } = await member({}, true)
    await cancel()
    const [credit] = (await shop.read<SessionBalance>(person, own('session_balance'))).credits
    const pay = { session_credit_id: credit?.id }
    expect((await register(5, pay)).status).toBe(201)
    expect((await register(45, pay)).body.type).toBe('credit_not_available')
  })

  it('a pass that expires before an event does not pay for it', async () => {
    const { person, register } = await member({}, true)
    const [credit] = (await shop.read<SessionBalance>(person, own('session_balance'))).credits
    const id = credit?.id ?? ''
    await shop.db
      .update(sessionCredits)
      .set({ expires_at: bench.now() + 10 * day })
      .where(eq(sessionCredits.id, id))
    expect((await register(9, { session_credit_id: id })).status).toBe(201)
    expect((await register(11, { session_credit_id: id })).body.type).toBe('credit_not_available')
  })

  it('a membership gives access to the dates of a weekly series up to its end', async () => {
    const { person, child, package_id, cancel } = await member()
    const { type_id, option_ids } = await makeAppointmentType(bench, shop.programId, {
      restrict_to_package_ids: [package_id],
      options: [{ cost: 0 }],
    })
    const book = (start: number, weeks?: number) =>
      send<Registration>(person, `/v1/profile/appointments${weeks ? '/series' : ''}`, {
        appointment_type_id: type_id,
        appointment_option_id: option_ids[0],
        customer_profile_id: person.profileId(shop.programId),
        attendee_profile_id: child.attendee_profile_id,
        start_time: new Date(start).toISOString(),
        ...(weeks ? { weeks } : {}),
      })
    // The Wednesday after next, at 11 in the summer of Toronto and at 10 in its winter.
    const today = new Date(bench.now())
    const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 10 - today.getUTCDay(), 15)
    expect((await book(first)).status).toBe(201)
    await cancel()
    expect((await book(first + 7 * day, 8)).body.type).toBe('membership_required')
  })
})
