import { notLookedUp } from '../../contract/people/place-line.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'

const home = {
  address_line_1: '48 Shore Road',
  city: 'Mirror Lake',
  region: 'Ontario',
  postcode: 'm5v2t6',
  country_short_code: 'CA',
}

describe('the customer of a profile', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })

  it('POST and PUT return 200 with the changed customer', async () => {
    const person = await makeCustomer(bench)
    const before = (await (await bench.call('/v1/profile/customer', { headers: person.headers })).json()) as object
    const answer = await bench.call(
      '/v1/profile/customer',
      person.json({ addresses: [home], phones: ['416 555 0123', '+1 (416) 555-0123'], timezone: 'America/Halifax' }),
    )
    expect(answer.status).toBe(200)
    const address = {
      ...notLookedUp,
      ...home,
      address_line_2: null,
      region_short_code: 'CA-ON',
      postcode: 'M5V 2T6',
      country: 'Canada',
    }
    const changed = {
      ...before,
      addresses: [address],
      phones: ['+14165550123'],
      timezone: 'America/Halifax',
      updated: expect.any(String),
    }
    expect(await answer.json()).toEqual(changed)
    const put = await bench.call('/v1/profile/customer', {
      ...person.json({
        ...changed,
        updated: undefined,
        timezone: 'America/Toronto',
        id: 'cus_other',
        user_id: 'usr_other',
        has_active_membership: true,
      }),
      method: 'PUT',
    })
    expect(await put.json()).toEqual({ ...changed, timezone: 'America/Toronto' })
  })

  it.each([
    [{ postcode: '12345' }, 'invalid_postcode', 'addresses[0].postcode'],
    [{ postcode: '' }, 'required', 'addresses[0].postcode'],
    [{ region: 'Bavaria' }, 'invalid_region', 'addresses[0].region'],
    [{ region: '' }, 'required', 'addresses[0].region'],
    [{ city: '' }, 'required', 'addresses[0].city'],
    [{ address_line_1: 'x'.repeat(121) }, 'too_long', 'addresses[0].address_line_1'],
    [{ country_short_code: 'XX' }, 'invalid_option', 'addresses[0].country_short_code'],
    [{ country_short_code: undefined }, 'required', 'addresses[0].country'],
    [{ country_short_code: undefined, country: 'Atlantis' }, 'invalid_option', 'addresses[0].country'],
    [{ country_short_code: 'US', postcode: '1234' }, 'invalid_region', 'addresses[0].region'],
    [{ secret: 1 }, 'unknown_parameter', 'addresses[0].secret'],
  ])('returns 400 for an address with %j', async (change, type, param) => {
    const person = await makeCustomer(bench)
    const answer = await bench.call('/v1/profile/customer', person.json({ addresses: [{ ...home, ...change }] }))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ type, param })
  })

  it.each([
    { ...home, country_short_code: 'US', region: 'ny', postcode: '10001-1234' },
    { ...home, country_short_code: 'DE', region: undefined, postcode: '10115' },
    { ...home, country_short_code: 'GB', region: 'Kent', postcode: 'CT1 2DR' },
    { ...home, country_short_code: 'TK', region: 'Atafu', region_short_code: null, postcode: null },
    { ...home, region: undefined, region_short_code: 'CA-QC', postcode: 'H2X 1Y4' },
    { ...home, region: 'CA-ON', country: 'CA', country_short_code: undefined },
    { ...home, region: 'Québec', postcode: 'H2X 1Y4' },
    { ...home, region: 'Colombie-Britannique', postcode: 'V5K 0A1' },
  ])('an address with %j is accepted', async (address) => {
    const person = await makeCustomer(bench)
    const answer = await bench.call('/v1/profile/customer', person.json({ addresses: [address] }))
    expect(await answer.json()).toMatchObject({ addresses: [{ city: 'Mirror Lake' }] })
  })

  it('returns 400 for an invalid phone number or a read-only field', async () => {
    const person = await makeCustomer(bench)
    expect(
      await (await bench.call('/v1/profile/customer', person.json({ phones: ['4165550123', '+1 111 1111'] }))).json(),
    ).toMatchObject({
      type: 'invalid_phone',
      param: 'phones[1]',
    })
    expect(await (await bench.call('/v1/profile/customer', person.json({ id: 'cus_other' }))).json()).toMatchObject({
      type: 'unknown_parameter',
    })
    expect((await bench.call('/v1/profile/customer')).status).toBe(401)
  })
})

describe('the programs of a profile', () => {
  let bench: Bench
  let programId: string
  beforeAll(async () => {
    bench = await openBench()
    programId = await makeProgram(bench)
  })

  it('joining returns 201 and then 200 with the same profile', async () => {
    const person = await makeCustomer(bench)
    const address = `/v1/profile/programs/${programId}`
    expect((await bench.call(address, { headers: person.headers })).status).toBe(404)
    const first = await bench.call(address, { method: 'POST', headers: person.headers })
    expect(first.status).toBe(201)
    const profile = await first.json()
    expect(profile).toMatchObject({
      object: 'customer_profile',
      customer_id: person.identity.customer_id,
      program_id: programId,
      email: person.email,
      sources: [],
      default_source: null,
      is_subscribed: false,
      unsubscribed: null,
      payment_provider: 'sandbox',
    })
    const second = await bench.call(address, person.json({}))
    expect(second.status).toBe(200)
    expect(await second.json()).toEqual(profile)
    expect(await (await bench.call(address, { headers: person.headers })).json()).toEqual(profile)
  })

  it('concurrent joins create one profile', async () => {
    const person = await makeCustomer(bench)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => bench.call(`/v1/profile/programs/${programId}`, person.json({}))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(29)
    expect(
      new Set(await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id))).size,
    ).toBe(1)
  })

  it('marketing consent is never assumed', async () => {
    const person = await makeCustomer(bench, { programIds: [programId] })
    const address = `/v1/profile/programs/${programId}`
    expect(await (await bench.call(address, person.json({ is_subscribed: true }))).json()).toMatchObject({
      is_subscribed: true,
    })
    expect(await (await bench.call(address, person.json({}))).json()).toMatchObject({ is_subscribed: true })
  })

  it('C4: marketing consent can be withdrawn and given again', async () => {
    const person = await makeCustomer(bench)
    const address = `/v1/profile/programs/${programId}`
    const say = async (is_subscribed: boolean) =>
      (await bench.call(address, person.json({ is_subscribed }))).json() as Promise<{ unsubscribed: string | null }>
    expect(await say(false)).toMatchObject({ is_subscribed: false, unsubscribed: null })
    await say(true)
    const withdrawn = await say(false)
    expect(withdrawn).toMatchObject({ is_subscribed: false, unsubscribed: new Date(bench.now()).toISOString() })
    bench.pass(60_000)
    await person.renew()
    expect((await say(false)).unsubscribed).toBe(withdrawn.unsubscribed)
    expect(await (await bench.call(address, person.json({}))).json()).toMatchObject({ is_subscribed: false })
    expect(await say(true)).toMatchObject({ is_subscribed: true, unsubscribed: null })
  })

  it('joined programs are listed newest last', async () => {
    const [one, two] = [await makeProgram(bench), await makeProgram(bench)]
    const person = await makeCustomer(bench, { programIds: [one, two] })
    const all = (await (await bench.call('/v1/profile/programs', { headers: person.headers })).json()) as {
      data: { program_id: string }[]
    }
    expect(all).toMatchObject({ count: 2, total: 2, page: 0, page_count: 1, access_limited: false })
    expect(all.data.map(({ program_id }) => program_id).sort()).toEqual([one, two].sort())
    expect(
      await (await bench.call('/v1/profile/programs?limit=1&skip=1&order=desc', { headers: person.headers })).json(),
    ).toMatchObject({
      count: 1,
      total: 2,
      page: 1,
      page_count: 2,
    })
    expect((await bench.call('/v1/profile/programs?sort=email', { headers: person.headers })).status).toBe(400)
  })

  it('returns 404 for an unknown program and 401 without a token', async () => {
    const person = await makeCustomer(bench)
    expect((await bench.call('/v1/profile/programs/no-such-program', person.json({}))).status).toBe(404)
    expect((await bench.call(`/v1/profile/programs/${programId}`)).status).toBe(401)
  })
})

describe('the addresses of a profile', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })
  const path = '/v1/profile/customer_addresses'
  type Person = Awaited<ReturnType<typeof makeCustomer>>
  const add = (person: Person, change: object = {}) => bench.call(path, person.json({ ...home, ...change }))
  const added = async (person: Person, change: object = {}) =>
    ((await (await add(person, change)).json()) as { id: string }).id
  const change = (person: Person, id: string, body: object) =>
    bench.call(`${path}/${id}`, { ...person.json(body), method: 'PUT' })
  const cities = async (person: Person, query = '') => {
    const answer = await bench.call(`${path}${query}`, { headers: person.headers })
    return ((await answer.json()) as { data: { city: string }[] }).data.map(({ city }) => city)
  }

  it("the customer's response shows an added address", async () => {
    const person = await makeCustomer(bench)
    const answer = await add(person)
    expect(answer.status).toBe(201)
    const address = (await answer.json()) as { id: string }
    expect(address).toMatchObject({ object: 'customer_address', region_short_code: 'CA-ON', postcode: 'M5V 2T6' })
    const work = await added(person, { city: 'Perth' })
    expect(await cities(person)).toEqual(['Mirror Lake', 'Perth'])
    expect(await cities(person, '?order=desc&limit=1')).toEqual(['Perth'])
    expect(await (await change(person, address.id, { address_line_2: 'Unit 4' })).json()).toEqual({
      ...address,
      address_line_2: 'Unit 4',
    })
    const customer = (await (await bench.call('/v1/profile/customer', { headers: person.headers })).json()) as {
      addresses: object[]
    }
    expect(customer.addresses).toHaveLength(2)
    expect(customer.addresses[0]).not.toHaveProperty('id')
    const put = { ...person.json({ addresses: customer.addresses }), method: 'PUT' }
    await bench.call('/v1/profile/customer', put)
    expect((await bench.call(`${path}/${work}`, { headers: person.headers })).status).toBe(200)
    const gone = await bench.call(`${path}/${address.id}`, { method: 'DELETE', headers: person.headers })
    expect(await gone.json()).toMatchObject({ id: address.id })
    expect(await cities(person)).toEqual(['Perth'])
    expect((await change(person, address.id, { city: 'X' })).status).toBe(404)
  })

  it('a changed address is checked as a whole', async () => {
    const person = await makeCustomer(bench)
    const id = await added(person)
    const moved = await change(person, id, { country: 'US' })
    expect(await moved.json()).toMatchObject({
      type: 'required',
      param: 'region',
      errors: [{ param: 'region' }, { type: 'invalid_postcode', param: 'postcode' }],
    })
    const whole = await change(person, id, { country: 'US', region: 'Vermont', postcode: '05401' })
    expect(await whole.json()).toMatchObject({
      region_short_code: 'US-VT',
      country_short_code: 'US',
      country: 'United States',
    })
    expect(await (await change(person, id, { region: 'NY' })).json()).toMatchObject({ region: 'New York' })
  })

  it('I-09: another customer’s address is not found by any call', async () => {
    const [ada, eve] = [await makeCustomer(bench), await makeCustomer(bench)]
    const id = await added(ada)
    for (const address_id of [id, 'adr_missing']) {
      const calls = await Promise.all([
        bench.call(`${path}/${address_id}`, { headers: eve.headers }),
        change(eve, address_id, { city: 'Elsewhere' }),
        bench.call(`${path}/${address_id}`, { method: 'DELETE', headers: eve.headers }),
      ])
      expect(calls.map(({ status }) => status)).toEqual([404, 404, 404])
    }
    expect(await cities(ada)).toEqual(['Mirror Lake'])
  })

  it('a customer has at most ten addresses', async () => {
    const person = await makeCustomer(bench)
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => add(person, { city: `City ${index}` })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2)
    const other = await makeCustomer(bench)
    const ids = [await added(other), await added(other, { city: 'Perth' })]
    await Promise.all(ids.map((id, index) => change(other, id, { city: `New ${index}` })))
    expect(await cities(other)).toEqual(['New 0', 'New 1'])
  })
})
