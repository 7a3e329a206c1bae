import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Membership } from '../../contract/booking/membership.ts'
import type { List } from '../../contract/paging.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeMembershipPackage, makeProgram } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { read } from '../../test-bench/sign-ups.ts'
import { makeStaff } from '../../test-bench/staff.ts'

let bench: Bench
let shop: Shop
let packages: string[]
let people: Person[]
let bought: Membership[]
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { memberships: true } } }))
  packages = [await makeMembershipPackage(bench, shop.programId), await makeMembershipPackage(bench, shop.programId)]
  people = [await shop.customer(), await shop.customer()]
  const child = await makeAttendee(bench, people[0] as Person, { programId: shop.programId })
  bought = [
    await buy(people[0], packages[0], { attendee_profile_id: child.attendee_profile_id }),
    await buy(people[0], packages[1]),
    await buy(people[1], packages[0]),
  ]
})

const profileOf = (person: Person | undefined) => person?.profileId(shop.programId) ?? ''
async function buy(person: Person | undefined, package_id: string | undefined, more: object = {}) {
  if (!person) throw new Error('No customer')
  const body = { package_id, customer_profile_id: profileOf(person), default_payment_method: 'pm_card_visa', ...more }
  const made = await bench.call(`/v1/profile/programs/${shop.programId}/memberships`, person.json(body))
  expect(made.status).toBe(201)
  bench.pass(1000)
  return (await made.json()) as Membership
}
const list = async (query = '', programId = shop.programId, headers: HeadersInit = organiserHeaders) =>
  read<List<Membership> & ErrorBody>(bench.call(`/v1/organiser/programs/${programId}/memberships${query}`, { headers }))
const idsOf = async (query = '') => (await list(query)).data.map(({ id }) => id)
const ids = (...at: number[]) => at.map((each) => bought[each]?.id)

describe('GET organiser memberships', () => {
  it('a program lists the memberships of all its customers, page by page', async () => {
    expect(await idsOf()).toEqual(ids(0, 1, 2))
    expect(await list('?limit=1&skip=1')).toMatchObject({ total: 3, data: [{ id: bought[1]?.id }] })
    expect(await idsOf('?order=desc')).toEqual(ids(2, 1, 0))
  })

  it('each filter keeps only its memberships', async () => {
    const attendee = bought[0]?.attendee_profile
    expect(await idsOf(`?package_id=${packages[0]}`)).toEqual(ids(0, 2))
    expect(await idsOf(`?contact_id=${profileOf(people[0])}`)).toEqual(ids(0, 1))
    expect(await idsOf(`?attendee_id=${attendee?.attendee_id}`)).toEqual(ids(0))
    expect(await idsOf('?status=cancelled')).toEqual([])
    expect(await idsOf('?status=active&status=cancelled')).toEqual(ids(0, 1, 2))
    const name = encodeURIComponent(`${attendee?.first_name} ${attendee?.last_name}`)
    expect(await idsOf(`?search=${name}`)).toEqual(ids(0))
    expect(await idsOf('?search=%25')).toEqual([])
  })

  it('a customer finds their own membership by the name of its person', async () => {
    const person = people[0] as Person
    const path = `/v1/profile/programs/${shop.programId}/memberships`
    const search = encodeURIComponent(bought[0]?.attendee_profile?.first_name ?? '')
    const own = await shop.read<List<Membership>>(person, `${path}?search=${search}`)
    expect(own.data.map(({ id }) => id)).toEqual(ids(0))
  })

  it('another program lists none of them, and a coach lists no memberships', async () => {
    expect(await list('', await makeProgram(bench))).toMatchObject({ total: 0, data: [] })
    const other = `?contact_id=${profileOf(people[0])}`
    expect(await list(other, await makeProgram(bench))).toMatchObject({ total: 0, data: [] })
    const coach = await makeStaff(bench, { programId: shop.programId, role: 'coach' })
    expect(await list('', shop.programId, coach.headers)).toMatchObject({ type: 'not_allowed' })
  })
})
