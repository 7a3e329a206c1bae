import { hourMs } from '../../contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MembershipPackage, SessionPackage } from '../../contract/offering/package.ts'
import type { List } from '../../contract/paging.ts'
import type { ErrorBody } from '../../contract/api-error.ts'
import { makeAppointmentType } from '../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeEvent, makeMembershipPackage, makeProgram, makeSessionPackage } from '../../test-bench/programs.ts'

const selling = {
  fee: { percent: 250, fixed: 50, included: false },
  taxes: [{ name: 'HST', percent: 1300, included: false }],
}
const features = { sessions: true, memberships: true }
let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
const request = (path: string, headers: Record<string, string> = {}) =>
  bench.call(`/v1/explore/programs/${path}`, { headers })
const read = async <Body>(path: string) => (await request(path)).json() as Promise<Body>
const sessions = (program: string, query = '') => read<List<SessionPackage>>(`${program}/session_packages${query}`)
const memberships = (program: string, query = '') =>
  read<List<MembershipPackage>>(`${program}/membership_packages${query}`)
const names = ({ data }: List<{ name: string }>) => data.map(({ name }) => name)

describe('GET explore/programs/{program_id}/session_packages', () => {
  it('returns 200 with the price including fee and tax', async () => {
    const programId = await makeProgram(bench, { selling, features })
    const id = await makeSessionPackage(bench, programId, {
      description: 'Open lanes',
      expiry_amount: 12,
      expiry_period: 'month',
      terms: 'For the family',
    })
    const at = new Date(bench.now()).toISOString()
    expect(await sessions(programId)).toMatchObject({
      count: 1,
      total: 1,
      page: 0,
      page_count: 1,
      access_limited: false,
    })
    expect((await sessions(programId)).data).toEqual([
      {
        id,
        object: 'session_package',
        program_id: programId,
        name: 'Ten lake swims',
        description: 'Open lanes',
        include_fee: false,
        allocated_amount: 10,
        is_unlimited: false,
        expiry_amount: 12,
        expiry_period: 'month',
        instalments: [],
        for: null,
        is_discontinued: false,
        terms: 'For the family',
        price: {
          cost: expect.objectContaining({ value: 12_000, display: '$120.00' }),
          fee: expect.objectContaining({ value: 350 }),
          tax: expect.objectContaining({ value: 1560 + 46 }),
        },
        events: [],
        num_events: 0,
        appointment_types: [],
        created: at,
        updated: at,
      },
    ])
  })

  it.each<{ include_fee: boolean | null; program: boolean; fee: number; tax: number }>([
    { include_fee: null, program: false, fee: 350, tax: 1606 },
    { include_fee: null, program: true, fee: 350, tax: 1560 },
    { include_fee: true, program: false, fee: 350, tax: 1560 },
    { include_fee: false, program: true, fee: 350, tax: 1606 },
  ])(
    'the price includes the fee if the package or else the program says so: %j',
    async ({ include_fee, program, fee, tax }) => {
      const programId = await makeProgram(bench, {
        selling: { ...selling, fee: { ...selling.fee, included: program } },
        features,
      })
      await makeSessionPackage(bench, programId, { include_fee })
      const [shown] = (await sessions(programId)).data
      expect([shown?.include_fee, shown?.price.cost.value, shown?.price.fee.value, shown?.price.tax.value]).toEqual([
        include_fee ?? program,
        12_000,
        fee,
        tax,
      ])
    },
  )

  it('returns 200 with the cheapest package first', async () => {
    const [programId, other] = [await makeProgram(bench, { features }), await makeProgram(bench, { features })]
    await makeSessionPackage(bench, other, { name: 'Elsewhere' })
    for (const [name, cost, isGone] of [
      ['C', 3000, false],
      ['A', 2000, false],
      ['B', 2000, false],
      ['D', 1000, true],
      ['E', 9000, false],
    ] as const) {
      await makeSessionPackage(bench, programId, { name, cost, is_discontinued: isGone })
      bench.pass(1)
    }
    expect(names(await sessions(programId))).toEqual(['A', 'B', 'C', 'E'])
    expect(
      await Promise.all(
        ['?order=desc', '?sort=name&order=desc&limit=2', '?sort=created', '?limit=1&skip=2'].map(async (query) =>
          names(await sessions(programId, query)),
        ),
      ),
    ).toEqual([['E', 'C', 'B', 'A'], ['E', 'C'], ['C', 'A', 'B', 'E'], ['C']])
    expect(await sessions(programId, '?limit=3&skip=3')).toMatchObject({ count: 1, total: 4, page: 1, page_count: 2 })
    expect(await sessions(programId, '?limit=0')).toMatchObject({
      count: 0,
      total: 4,
      page: 0,
      page_count: 0,
      data: [],
    })
  })

  it('returns 200 with at most one page of packages', async () => {
    const programId = await makeProgram(bench, { features })
    for (let at = 0; at < 23; at += 1) await makeSessionPackage(bench, programId, { name: `Package ${at}` })
    expect(await sessions(programId)).toMatchObject({ count: 20, total: 23, page_count: 2 })
    expect(await sessions(programId, '?limit=100')).toMatchObject({ count: 23 })
  })

  it.each(['', '?order=desc', '?sort=name', '?sort=created&order=desc'])(
    'returns 200 with the page that contains the package for the query “%s”',
    async (how) => {
      const programId = await makeProgram(bench, { features })
      const gone = await makeSessionPackage(bench, programId, { cost: 99_000, is_discontinued: true })
      const pass = await makeMembershipPackage(bench, programId)
      for (let at = 0; at < 23; at += 1)
        await makeSessionPackage(bench, programId, { name: at % 3 ? 'Swims' : 'Dives', cost: 1000 * (1 + (at % 4)) })
      const query = (more: string) => `${how}${how ? '&' : '?'}${more}`
      const pages = await Promise.all([0, 20].map((skip) => sessions(programId, query(`skip=${skip}`))))
      expect(pages.map(({ count }) => count)).toEqual([20, 3])
      for (const page of pages)
        for (const { id } of page.data) expect(await sessions(programId, query(`page_of=${id}`))).toEqual(page)
      for (const id of [gone, pass, 'spk_none'])
        expect(await sessions(programId, query(`page_of=${id}`))).toEqual(pages[0])
      expect((await memberships(programId, `?page_of=${pass}`)).data.map(({ id }) => id)).toEqual([pass])
    },
  )

  it('returns 200 with the next twenty events that a package covers', async () => {
    const programId = await makeProgram(bench, { features })
    const [id, unused] = [
      await makeSessionPackage(bench, programId),
      await makeSessionPackage(bench, programId, { name: 'Unused', cost: 90_000 }),
    ]
    const soon = bench.now() + hourMs
    for (let at = 0; at < 22; at += 1)
      await makeEvent(bench, {
        programId,
        name: `Evening ${at}`,
        startsAt: soon + (22 - at) * hourMs,
        packageIds: [id, unused].slice(0, at === 0 ? 2 : 1),
      })
    await makeEvent(bench, {
      programId,
      name: 'Over',
      startsAt: bench.now() - 9 * hourMs,
      endsAt: bench.now() - hourMs,
      packageIds: [id],
    })
    await makeEvent(bench, { programId, name: 'Not told', status: 'draft', packageIds: [id] })
    await makeEvent(bench, { programId, name: 'Open to all' })
    const [first, second] = (await sessions(programId)).data
    expect([first?.num_events, first?.events.map(({ name }) => name)]).toEqual([
      22,
      Array.from({ length: 20 }, (_, at) => `Evening ${21 - at}`),
    ])
    expect([second?.num_events, second?.events.map(({ name }) => name)]).toEqual([1, ['Evening 0']])
  })

  it('returns 200 with the published appointment types that a package covers', async () => {
    const programId = await makeProgram(bench, { features })
    const [session, membership] = [
      await makeSessionPackage(bench, programId),
      await makeMembershipPackage(bench, programId),
    ]
    const restrict_to_package_ids = [session, membership]
    const { type_id } = await makeAppointmentType(bench, programId, { name: 'Open lanes', restrict_to_package_ids })
    await makeAppointmentType(bench, programId, { status: 'draft', restrict_to_package_ids })
    await makeAppointmentType(bench, programId)
    const listed = [...(await sessions(programId)).data, ...(await memberships(programId)).data]
    expect(listed.map(({ appointment_types }) => appointment_types)).toEqual([
      [{ id: type_id, name: 'Open lanes' }],
      [{ id: type_id, name: 'Open lanes' }],
    ])
  })

  it.each([
    ['limit', '101'],
    ['limit', '-1'],
    ['limit', '1.5'],
    ['skip', 'x'],
    ['sort', 'cost'],
    ['order', 'up'],
    ['id', 'spk_1'],
    ['page', '1'],
    ['limit', '%27%3B--'],
  ])('returns 400 for %s=%s with the parameter', async (param, value) => {
    const programId = await makeProgram(bench, { features })
    const answer = await request(`${programId}/session_packages?${param}=${value}`)
    expect([answer.status, ((await answer.json()) as ErrorBody).param]).toEqual([400, param])
  })

  it('returns 304 when nothing changed', async () => {
    const programId = await makeProgram(bench, { features })
    await makeSessionPackage(bench, programId)
    const answer = await request(`${programId}/session_packages`)
    const tag = answer.headers.get('ETag') ?? ''
    expect([
      answer.headers.get('Cache-Control'),
      (await request(`${programId}/session_packages`, { 'If-None-Match': tag })).status,
    ]).toEqual(['public, max-age=0, must-revalidate', 304])
    expect(
      (await request(`${programId}/session_packages`, { 'If-None-Match': tag, 'Accept-Language': 'fr' })).status,
    ).toBe(200)
  })

  it('returns 404 when the program does not sell session packages', async () => {
    const off = await makeProgram(bench, { features: { memberships: true } })
    const id = await makeSessionPackage(bench, off)
    expect(
      await Promise.all(
        [`${off}/session_packages`, `${off}/session_packages/${id}`, 'never-was/session_packages'].map(
          async (path) => (await request(path)).status,
        ),
      ),
    ).toEqual([404, 404, 404])
  })
})

describe('GET explore/programs/{program_id}/session_packages/{id}', () => {
  it('returns 200 for a package that is off sale', async () => {
    const [programId, other] = [await makeProgram(bench, { features }), await makeProgram(bench, { features })]
    const [id, gone] = [
      await makeSessionPackage(bench, programId),
      await makeSessionPackage(bench, programId, { is_discontinued: true }),
    ]
    expect(await read(`${programId}/session_packages/${id}`)).toEqual((await sessions(programId)).data[0])
    expect(await read(`${programId}/session_packages/${gone}`)).toMatchObject({ id: gone, is_discontinued: true })
    expect(
      await Promise.all(
        [`${other}/session_packages/${id}`, `${programId}/session_packages/spk_none`].map(
          async (path) => (await request(path)).status,
        ),
      ),
    ).toEqual([404, 404])
  })
})

describe('GET explore/programs/{program_id}/membership_packages', () => {
  it('returns 200 with the billing period and its contents', async () => {
    const programId = await makeProgram(bench, {
      features,
      preferences: { default_membership_terms: 'Stop any month' },
    })
    const id = await makeMembershipPackage(bench, programId, {
      name: 'Studio pass',
      allocated_amount: 2,
      allocated_period: 'month',
      allocate_credits_on_period: true,
      expiry_amount: 2,
      expiry_period: 'month',
    })
    const { event_id } = await makeEvent(bench, { programId, name: 'Open studio', packageIds: [id] })
    expect((await memberships(programId)).data).toEqual([
      {
        id,
        object: 'membership_package',
        program_id: programId,
        name: 'Studio pass',
        description: null,
        billing_period: 'month',
        price: expect.objectContaining({ cost: expect.objectContaining({ value: 4500 }) }),
        include_fee: false,
        allocated_amount: 2,
        allocated_period: 'month',
        is_unlimited: false,
        allocate_credits_on_period: true,
        is_discontinued: false,
        terms: 'Stop any month',
        expiry_amount: 2,
        expiry_period: 'month',
        trial_days: null,
        trial_needs_card: true,
        for: null,
        trial_again: false,
        num_periods: null,
        anchor_day: null,
        events: [{ id: event_id, name: 'Open studio' }],
        num_events: 1,
        appointment_types: [],
        created: expect.any(String),
        updated: expect.any(String),
      },
    ])
  })

  it('returns 200 with the packages of the given ids, also off sale', async () => {
    const [programId, other] = [await makeProgram(bench, { features }), await makeProgram(bench, { features })]
    const [own, gone, elsewhere] = [
      await makeMembershipPackage(bench, programId, { name: 'Own', terms: 'Own terms' }),
      await makeMembershipPackage(bench, programId, { name: 'Gone', cost: 100, is_discontinued: true }),
      await makeMembershipPackage(bench, other),
    ]
    await makeMembershipPackage(bench, programId, { name: 'Not asked for' })
    expect(names(await memberships(programId))).toEqual(['Not asked for', 'Own'])
    expect(names(await memberships(programId, `?id=${own}&id=${gone}&id=${elsewhere}&id=mpk_none`))).toEqual([
      'Gone',
      'Own',
    ])
    expect((await memberships(programId, `?id=${own}`)).data[0]?.terms).toBe('Own terms')
    expect(await memberships(programId, '?id=mpk_none')).toMatchObject({ count: 0, total: 0 })
  })

  it('returns 400 for an invalid id', async () => {
    const [programId, off] = [
      await makeProgram(bench, { features }),
      await makeProgram(bench, { features: { sessions: true } }),
    ]
    const answer = await request(`${programId}/membership_packages?id=%27or%201`)
    expect([answer.status, ((await answer.json()) as ErrorBody).param]).toEqual([400, 'id'])
    expect((await request(`${off}/membership_packages`)).status).toBe(404)
  })
})

describe('an event for members', () => {
  it('an event lists the packages that cover it', async () => {
    const [programId, other] = [await makeProgram(bench, { features }), await makeProgram(bench, { features })]
    const [pass, swims, theirs] = [
      await makeMembershipPackage(bench, programId, { is_discontinued: true }),
      await makeSessionPackage(bench, programId),
      await makeSessionPackage(bench, other),
    ]
    const { event_id } = await makeEvent(bench, { programId, packageIds: [swims, pass, theirs, 'spk_none'] })
    const shown = (await (await bench.call(`/v1/explore/events/${event_id}`)).json()) as {
      packages: unknown
      restrict_to_package_ids: string[]
    }
    expect(shown.restrict_to_package_ids).toEqual([swims, pass, theirs, 'spk_none'])
    expect(shown.packages).toEqual([
      { id: pass, object: 'membership_package', name: 'Swim pass', is_discontinued: true },
      { id: swims, object: 'session_package', name: 'Ten lake swims', is_discontinued: false },
    ])
  })
})
