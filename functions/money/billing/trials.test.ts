import { beforeAll, describe, expect, it } from 'vitest'
import type { Membership } from '../../contract/booking/membership.ts'
import type { Order } from '../../contract/money/order.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { makeMembershipPackage, makeProgram, makeSessionPackage } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { memberships: true, sessions: true } } }))
})

const send = async <Body>(person: Person, path: string, body: unknown = {}) => {
  const answer = await bench.call(path, person.json(body))
  return { status: answer.status, body: (await answer.json()) as Body & { type: string; param: string | null } }
}
const base = () => `/v1/profile/programs/${shop.programId}/memberships`
const trial = (more: Parameters<typeof makeMembershipPackage>[2] = {}) =>
  makeMembershipPackage(bench, shop.programId, { trial_days: 14, ...more })
const buy = (person: Person, package_id: string, attendee_profile_id: string | null = null) =>
  send<Membership>(person, base(), {
    package_id,
    customer_profile_id: person.profileId(shop.programId),
    default_payment_method: 'pm_card_visa',
    ...(attendee_profile_id === null ? {} : { attendee_profile_id }),
  })
const child = async (person: Person) =>
  (await makeAttendee(bench, person, { programId: shop.programId })).attendee_profile_id
const cart = (person: Person, items: unknown[]) =>
  send<Order>(person, '/v1/profile/orders', {
    program_id: shop.programId,
    customer_profile_id: person.profileId(shop.programId),
    items,
  })

describe('a free trial', () => {
  it('a person gets one free trial in a program, also of another membership', async () => {
    const person = await shop.customer()
    const [one, other] = [await child(person), await child(person)]
    const source = await trial()
    const first = await buy(person, source, one)
    expect([first.status, first.body.status]).toEqual([201, 'trialing'])
    expect((await send(person, `${base()}/${first.body.id}/cancel`)).status).toBe(200)

    const again = await buy(person, await trial(), one)
    expect([again.status, again.body.status, again.body.trial_end]).toEqual([201, 'active', null])
    expect((await buy(person, source, other)).body.status).toBe('trialing')
    expect((await buy(person, await trial())).body.status).toBe('active')
  })

  it('a trial of the family counts for each person of the family', async () => {
    const person = await shop.customer()
    expect((await buy(person, await trial())).body.status).toBe('trialing')
    expect((await buy(person, await trial(), await child(person))).body.status).toBe('active')
  })

  it('a package with trial_again gives a person another trial', async () => {
    const person = await shop.customer()
    const one = await child(person)
    expect((await buy(person, await trial(), one)).body.status).toBe('trialing')
    expect((await buy(person, await trial({ trial_again: true }), one)).body.status).toBe('trialing')
  })

  it('a person gets one trial in a cart with two memberships, and one among two carts', async () => {
    const person = await shop.customer()
    const one = await child(person)
    const line = async () => ({ type: 'membership_package', source: await trial(), attendee_profile_id: one })
    const both = await cart(person, [await line(), await line()])
    expect(both.body.items.map(({ amount }) => amount.value)).toEqual([0, 4500])
    const second = await cart(person, [await line()])
    expect(second.body.amount_total.value).toBe(0)
    expect((await shop.pay(person, { order_id: both.body.id } as never)).status).toBe(201)
    const late = await send(person, `/v1/profile/orders/${second.body.id}/payments`, {
      checkout_method: 'free',
      payment_source_id: (
        (await shop.read<Membership>(person, `${base()}?limit=1`)) as unknown as { data: Membership[] }
      ).data[0]?.default_payment_method,
    })
    expect([late.status, late.body.type]).toEqual([409, 'state_conflict'])
  })

  it('a trial of another program does not count', async () => {
    const person = await shop.customer()
    await buy(person, await trial())
    const programId = await makeProgram(bench, { features: { memberships: true } })
    const elsewhere = await send<Membership>(person, `/v1/profile/programs/${programId}`, {})
    const bought = await send<Membership>(person, `/v1/profile/programs/${programId}/memberships`, {
      package_id: await makeMembershipPackage(bench, programId, { trial_days: 14 }),
      customer_profile_id: elsewhere.body.id,
      default_payment_method: 'pm_card_visa',
    })
    expect([bought.status, bought.body.status]).toEqual([201, 'trialing'])
  })
})

describe('whom a package is sold for', () => {
  it('a package for one person needs a person, and one for the family takes none', async () => {
    const person = await shop.customer()
    const one = await child(person)
    const kinds = [
      ['session_package', makeSessionPackage],
      ['membership_package', makeMembershipPackage],
    ] as const
    for (const [type, make] of kinds) {
      const own = await make(bench, shop.programId, { sold_for: 'person' })
      const shared = await make(bench, shop.programId, { sold_for: 'family' })
      const answers = [
        await cart(person, [{ type, source: own }]),
        await cart(person, [{ type, source: own, attendee_profile_id: one }]),
        await cart(person, [{ type, source: shared, attendee_profile_id: one }]),
        await cart(person, [{ type, source: shared }]),
      ]
      expect(answers.map(({ status, body }) => [status, body.param ?? null])).toEqual([
        [400, 'attendee_profile_id'],
        [201, null],
        [400, 'attendee_profile_id'],
        [201, null],
      ])
    }
  })
})
