import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Attendee, ProgramAttendeeProfile } from '../../contract/people/attendee.ts'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { List } from '../../contract/paging.ts'
import { database } from '../../platform/database/database.ts'
import { attendees, healthReads } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'

const canary = {
  medical_history: 'Canary-medical',
  dietary_restrictions: 'Canary-food',
  health_card_number: 'cana-ry12 34',
}
let bench: Bench
let programId: string
let ada: Person
let ben: Person

beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
  ada = await makeCustomer(bench, { programIds: [programId] })
  ben = await makeCustomer(bench, { programIds: [programId] })
})

const add = (person: Person, body: Record<string, unknown>) =>
  bench.call(
    '/v1/profile/attendees',
    person.json({ first_name: 'Maya', last_name: 'Roy', relations: [{ relation: 'other' }], ...body }),
  )
const put = (person: Person, id: string, body: unknown) =>
  bench.call(`/v1/profile/attendees/${id}`, { ...person.json(body), method: 'PUT' })
const get = (person: Person, path: string) => bench.call(path, { headers: person.headers })
/** A date some days from today, some years ago. */
const day = (days: number, years = 0) => {
  const date = new Date(bench.now() + days * 86_400_000)
  date.setUTCFullYear(date.getUTCFullYear() - years)
  return date.toISOString().slice(0, 10)
}
const readsOf = async (attendeeId: string) =>
  database(bench.env.DB).select().from(healthReads).where(eq(healthReads.attendee_id, attendeeId))
const errorOf = async (answer: Response) => (await answer.json()) as ErrorBody

describe('POST attendees', () => {
  it('returns 201 with the family member connected to the program', async () => {
    const answer = await add(ada, {
      date_of_birth: '2017-05-31',
      gender: 'female',
      relations: [{ relation: 'parent' }],
      program_ids: [programId],
      phone: '416-555-0142',
      emergency_contact_phone: '(416) 555-0199',
    })
    expect(answer.status).toBe(201)
    const made = (await answer.json()) as Attendee
    expect(made).toMatchObject({
      object: 'attendee',
      phone: '+14165550142',
      emergency_contact_phone: '+14165550199',
      relations: [{ customer_id: ada.identity.customer_id, relation: 'parent' }],
    })
    expect(made.relations[0]?.rights).toEqual(['view', 'register', 'pay', 'medical', 'pickup', 'manage'])
    expect(made.profiles).toMatchObject([
      {
        program_id: programId,
        attendee_id: made.id,
        primary_contact_id: ada.profileId(programId),
        num_registrations: 0,
      },
    ])
  })

  it('a national number without a program is read in the country of the customer', async () => {
    const answer = await add(ada, {
      date_of_birth: '2017-05-31',
      gender: 'female',
      relations: [{ relation: 'parent' }],
      phone: '416-555-0142',
    })
    expect([answer.status, ((await answer.json()) as Attendee).phone]).toEqual([201, '+14165550142'])
  })

  it.each([
    {
      what: 'an invalid phone number',
      body: { phone: '+1 111 111 1111', program_ids: true },
      type: 'invalid_phone',
      param: 'phone',
    },
    {
      what: 'a birthday tomorrow',
      body: () => ({ date_of_birth: day(1) }),
      type: 'date_in_future',
      param: 'date_of_birth',
    },
    {
      what: 'a birthday today',
      body: () => ({ date_of_birth: day(0) }),
      type: 'date_in_future',
      param: 'date_of_birth',
    },
    {
      what: 'a birthday 126 years ago',
      body: () => ({ date_of_birth: day(-1, 125) }),
      type: 'date_too_old',
      param: 'date_of_birth',
    },
    {
      what: 'a birthday on February 30',
      body: { date_of_birth: '2017-02-30' },
      type: 'invalid_date',
      param: 'date_of_birth',
    },
    {
      what: 'a gender that the program does not offer',
      body: { gender: 'another', program_ids: true },
      type: 'invalid_option',
      param: 'gender',
    },
    { what: 'no relation', body: { relations: [] }, type: 'invalid_parameter', param: 'relations' },
    { what: 'a missing relation', body: { relations: undefined }, type: 'required', param: 'relations' },
    {
      what: 'an unknown relation',
      body: { relations: [{ relation: 'pet' }] },
      type: 'invalid_option',
      param: 'relations[0].relation',
    },
    {
      what: 'a health card of three characters',
      body: { health_card_number: '123' },
      type: 'invalid_health_card',
      param: 'health_card_number',
    },
    {
      what: 'a health card of fifty digits',
      body: { health_card_number: '1'.repeat(50) },
      type: 'invalid_health_card',
      param: 'health_card_number',
    },
    {
      what: 'a health card in another script',
      body: { health_card_number: 'АБВГ1234' },
      type: 'invalid_health_card',
      param: 'health_card_number',
    },
    { what: 'a name of 41 characters', body: { first_name: 'é'.repeat(41) }, type: 'too_long', param: 'first_name' },
    { what: 'no name', body: { first_name: ' ' }, type: 'required', param: 'first_name' },
    { what: 'a field that does not exist', body: { shoe_size: 33 }, type: 'unknown_parameter', param: 'shoe_size' },
    { what: 'an id of its own', body: { id: 'att_mine' }, type: 'unknown_parameter', param: 'id' },
  ])('returns 400 for a person with $what, with the field but not the value', async ({ body, type, param }) => {
    const fields: Record<string, unknown> = typeof body === 'function' ? body() : body
    const answer = await add(ada, 'program_ids' in fields ? { ...fields, program_ids: [programId] } : fields)
    expect(answer.status).toBe(400)
    const error = await errorOf(answer)
    expect(error).toMatchObject({ code: 400, type, param })
    expect(JSON.stringify(error)).not.toMatch(/111 111|1{20}|АБВГ/)
  })

  it('returns 400 with every failing field in errors[]', async () => {
    const error = await errorOf(await add(ada, { phone: '+1 111 111 1111', date_of_birth: day(1) }))
    expect(error.errors.map(({ type, param }) => ({ type, param }))).toEqual([
      { type: 'invalid_phone', param: 'phone' },
      { type: 'date_in_future', param: 'date_of_birth' },
    ])
  })

  it('five genders are accepted if the program offers them', async () => {
    const wide = await makeProgram(bench, { features: { expanded_gender: true } })
    expect((await add(ada, { gender: 'non_binary', program_ids: [wide] })).status).toBe(201)
  })

  it('a second own attendee is refused', async () => {
    const carl = await makeCustomer(bench, { programIds: [programId] })
    expect((await add(carl, { relations: [{ relation: 'self' }] })).status).toBe(201)
    const again = await add(carl, { relations: [{ relation: 'self' }] })
    expect(again.status).toBe(400)
    expect(await errorOf(again)).toMatchObject({ type: 'invalid_option', param: 'relations[0].relation' })
  })

  it('ten concurrent requests create one own attendee', async () => {
    const dora = await makeCustomer(bench, { programIds: [programId] })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => add(dora, { relations: [{ relation: 'self' }] })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)])
  })

  it('returns 404 for an unknown program', async () => {
    const answer = await add(ada, { program_ids: ['no-such-program'] })
    expect(answer.status).toBe(404)
    expect(await errorOf(answer)).toMatchObject({ type: 'not_found', param: 'program_ids[0]' })
    expect(
      (
        await bench.call('/v1/profile/attendees', {
          ...ada.json({ first_name: 'A', last_name: 'B', relations: [{ relation: 'parent' }] }),
          headers: { 'Content-Type': 'application/json' },
        })
      ).status,
    ).toBe(401)
  })

  it('a repeated request with the same key creates one person', async () => {
    const eve = await makeCustomer(bench)
    const send = () =>
      bench.call(
        '/v1/profile/attendees',
        eve.json(
          { first_name: 'Lou', last_name: 'Roy', relations: [{ relation: 'parent' }] },
          { 'Idempotency-Key': 'lou-1' },
        ),
      )
    const [first, second] = [await send(), await send()]
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await second.json()).toEqual(await first.json())
    expect(((await (await get(eve, '/v1/profile/attendees')).json()) as List<Attendee>).total).toBe(1)
  })
})

describe('P-01: health data', () => {
  it('P-01: health data is in plain text only in GET attendees/{id}', async () => {
    const added = await (
      await add(ada, { ...canary, relations: [{ relation: 'parent' }], program_ids: [programId] })
    ).text()
    const { id } = JSON.parse(added) as Attendee
    expect(added).not.toMatch(/anary|CANARY/i)
    expect(JSON.parse(added)).toMatchObject({
      medical_history: null,
      health_card_number: null,
      health_card_last4: '1234',
    })
    expect(await (await get(ada, '/v1/profile/attendees?limit=100')).text()).not.toMatch(/canary/i)
    expect(await (await put(ada, id, { parent_name: 'Nadia Roy' })).text()).not.toMatch(/canary/i)
    expect(
      JSON.stringify(await database(bench.env.DB).select().from(attendees).where(eq(attendees.id, id))),
    ).not.toMatch(/canary/i)
    expect(await readsOf(id)).toEqual([])
    expect(await (await get(ada, `/v1/profile/attendees/${id}`)).json()).toMatchObject({
      medical_history: 'Canary-medical',
      dietary_restrictions: 'Canary-food',
      health_card_number: 'CANARY1234',
    })
    expect(await readsOf(id)).toMatchObject([{ attendee_id: id, customer_id: ada.identity.customer_id }])
  })

  it('P-01: health data is hidden from a grandparent', async () => {
    const { id } = (await (await add(ada, { ...canary, relations: [{ relation: 'grandparent' }] })).json()) as Attendee
    expect(await (await get(ada, `/v1/profile/attendees/${id}`)).json()).toMatchObject({
      medical_history: null,
      dietary_restrictions: null,
      health_card_number: null,
    })
    expect(await readsOf(id)).toEqual([])
  })
})

describe('PUT attendees/{attendee_id}', () => {
  it('PUT changes the given fields and keeps the others', async () => {
    const { id } = (await (
      await add(ada, {
        relations: [{ relation: 'parent' }],
        program_ids: [programId],
        parent_name: 'Nadia',
        email: 'maya@example.com',
      })
    ).json()) as Attendee
    const changed = await put(ada, id, {
      last_name: 'Singh',
      email: null,
      phone: '416 555 0177',
      id: 'att_other',
      created: 'never',
    })
    expect(changed.status).toBe(200)
    expect(await changed.json()).toMatchObject({
      id,
      first_name: 'Maya',
      last_name: 'Singh',
      email: null,
      parent_name: 'Nadia',
      phone: '+14165550177',
    })
  })

  it('returns 403 without the right to manage', async () => {
    const { attendee_id } = await makeAttendee(bench, ada, {
      programId,
      relation: 'grandparent',
      rights: ['view', 'register', 'pickup'],
    })
    expect((await put(ada, attendee_id, { last_name: 'X' })).status).toBe(403)
    expect((await put(ben, attendee_id, { last_name: 'X' })).status).toBe(404)
  })

  it('PUT cannot change the relation of another adult', async () => {
    const { attendee_id } = await makeAttendee(bench, ada, { programId })
    const answer = await put(ada, attendee_id, {
      relations: [{ relation: 'parent', customer_id: ben.identity.customer_id }],
    })
    expect(((await answer.json()) as Attendee).relations.map(({ customer_id }) => customer_id)).toEqual([
      ada.identity.customer_id,
    ])
    expect((await get(ben, `/v1/profile/attendees/${attendee_id}`)).status).toBe(404)
  })
})

describe('GET attendees', () => {
  it('the list can be searched by name, email and age', async () => {
    const fay = await makeCustomer(bench)
    for (const [first_name, date_of_birth] of [
      ['Zoé', day(0, 10)],
      ['Anaïs', day(1, 10)],
      ['Élodie', null],
    ] as const)
      await add(fay, { first_name, date_of_birth, email: `${first_name.length}@example.com` })
    const names = async (query: string) =>
      ((await (await get(fay, `/v1/profile/attendees?${query}`)).json()) as List<Attendee>).data.map(
        ({ first_name }) => first_name,
      )
    expect(await names('sort=first_name')).toEqual(['Anaïs', 'Élodie', 'Zoé'])
    expect(await names('sort=first_name&order=desc&limit=1&skip=1')).toEqual(['Élodie'])
    expect(await names('search=zoe')).toEqual(['Zoé'])
    expect(await names('search=roy+elo')).toEqual(['Élodie'])
    expect(await names('search=6@example')).toEqual(['Élodie'])
    expect(await names('age=10')).toEqual(['Zoé'])
    expect(await names('age=9')).toEqual(['Anaïs'])
    const counted = { count: 0, total: 3, page: 0, page_count: 0, access_limited: false, data: [] }
    expect(await (await get(fay, '/v1/profile/attendees?limit=0')).json()).toEqual(counted)
    expect((await get(fay, '/v1/profile/attendees?sort=password_hash')).status).toBe(400)
    expect((await get(fay, '/v1/profile/attendees?limit=-1')).status).toBe(400)
  })

  it("another customer's family is hidden", async () => {
    const { attendee_id } = await makeAttendee(bench, ada, { programId })
    const mine = (await (await get(ben, '/v1/profile/attendees?limit=100')).json()) as List<Attendee>
    expect(mine.data.map(({ id }) => id)).not.toContain(attendee_id)
    const other = await get(ben, `/v1/profile/attendees/${attendee_id}`)
    const missing = await get(ben, '/v1/profile/attendees/att_missing')
    expect(other.status).toBe(404)
    const withoutPath = async (answer: Response) => ({ ...(await errorOf(answer)), path: '' })
    expect(await withoutPath(other)).toEqual(await withoutPath(missing))
  })
})

describe('POST programs/{program_id}/attendees', () => {
  it('returns 201 on connecting and then 200 with the same profile', async () => {
    const { id } = (await (await add(ada, { relations: [{ relation: 'parent' }] })).json()) as Attendee
    const connect = (person: Person) =>
      bench.call(
        `/v1/profile/programs/${programId}/attendees`,
        person.json({ program_id: programId, attendee_id: id, primary_contact_id: ada.profileId(programId) }),
      )
    const first = await connect(ada)
    expect(first.status).toBe(201)
    const profile = (await first.json()) as ProgramAttendeeProfile
    expect(profile).toMatchObject({
      object: 'program_attendee_profile',
      program_id: programId,
      attendee_id: id,
      primary_contact_id: ada.profileId(programId),
    })
    const second = await connect(ada)
    expect(second.status).toBe(200)
    expect(await second.json()).toEqual(profile)
    expect((await connect(ben)).status).toBe(404)
  })

  it('returns 404 for a contact of another customer', async () => {
    const { attendee_id } = await makeAttendee(bench, ada, { programId: await makeProgram(bench) })
    const connect = (body: unknown) => bench.call(`/v1/profile/programs/${programId}/attendees`, ada.json(body))
    expect((await connect({ attendee_id, primary_contact_id: ben.profileId(programId) })).status).toBe(404)
    expect((await connect({ attendee_id, program_id: 'another' })).status).toBe(400)
    expect((await connect({})).status).toBe(400)
  })

  it('ten concurrent requests connect once', async () => {
    const { attendee_id } = await makeAttendee(bench, ada, { programId: await makeProgram(bench) })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        bench.call(`/v1/profile/programs/${programId}/attendees`, ada.json({ attendee_id })),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
  })
})
