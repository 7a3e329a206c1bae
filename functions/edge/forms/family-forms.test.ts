import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Attendee } from '../../contract/people/attendee.ts'
import type { List } from '../../contract/paging.ts'
import { database } from '../../platform/database/database.ts'
import { attendees } from '../../platform/database/tables.ts'
import { findFormFailure } from '../../in-process.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { browser, signedInBrowser } from '../../test-bench/edge.ts'
import { makeCustomer } from '../../test-bench/people.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'

const maya = {
  relation: 'parent',
  first_name: 'Maya',
  last_name: 'Roy',
  date_of_birth_day: '31',
  date_of_birth_month: '5',
  date_of_birth_year: '2017',
  gender: 'female',
  phone: '',
  email: '',
  language: 'en',
}

describe('the family forms, without JavaScript', () => {
  let bench: Bench
  let programId: string
  let parent: ReturnType<typeof browser>
  let headers: Record<string, string>
  beforeAll(async () => {
    bench = await openBench()
    programId = await makeProgram(bench)
    const person = await makeCustomer(bench)
    headers = person.headers
    parent = await signedInBrowser(bench, person)
  })
  const path = (rest = '') => `/pg/${programId}/profile/family${rest}`
  const family = async (query = '') =>
    ((await (await bench.call(`/v1/profile/attendees${query}`, { headers })).json()) as List<Attendee>).data
  const whoOf = (answer: Response) =>
    new URL(answer.headers.get('Location') ?? '', bench.env.SITE_ORIGIN).searchParams.get('who') ?? ''
  const added = async (change: Partial<typeof maya> = {}) =>
    whoOf(await parent.form(path('/add'), { ...maya, ...change }))

  it('the form adds a person once per key', async () => {
    const first = await parent.form(path('/add'), { ...maya, key: 'family-add-once' })
    const second = await parent.form(path('/add'), { ...maya, key: 'family-add-once' })
    expect(first.status).toBe(303)
    expect(first.headers.get('Location')).toMatch(/\/profile\/family\?saved=added&who=att_/)
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'))
    const made = (await family()).find(({ id }) => id === whoOf(first))
    expect(made).toMatchObject({ date_of_birth: '2017-05-31', profiles: [{ program_id: programId, status: 'active' }] })
    expect((await family()).filter(({ first_name }) => first_name === 'Maya')).toHaveLength(1)
  })

  it('a filter form offers the family of its reader, and counts what suits them', async () => {
    const program = await makeProgram(bench)
    await makeEvent(bench, { programId: program, options: [{ maximumAge: 5 }] })
    await makeEvent(bench, { programId: program, options: [{ minimumAge: 6 }] })
    const id = await added({ first_name: 'Fiona' })
    const read = async (query: string, who = parent) => {
      const answer = await who.get(`/pg/${program}/profile/fits${query}`)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      return (await answer.json()) as { people?: { id: string; first_name: string }[]; total?: number }
    }
    expect((await read('')).people).toContainEqual({ id, first_name: 'Fiona' })
    expect(await read('', browser(bench))).toEqual({ people: [] })
    const counts = ['', `?for=${id}`, `?for=${id}&type=class`, `?for=${id}&age=5`, '?for=att_none', '?type=spaceship']
    expect(await Promise.all(counts.map(async (query) => (await read(`/count${query}`)).total))).toEqual([
      2, 1, 0, 0, 2, 0,
    ])
    expect((await read(`/count?for=${id}`, browser(bench))).total).toBe(0)
  })

  it('the form names every empty field', async () => {
    const answer = await parent.form(path('/add'), { ...maya, relation: '', gender: '', date_of_birth_day: '' })
    expect(answer.headers.get('Location')).toBe(path('/add'))
    const failure = await findFormFailure(parent.pageRequest(), bench.env, 'family-add')
    expect(failure?.errors.map(({ param }) => param)).toEqual(['gender', 'relation'])
    expect(failure?.values).toMatchObject({ first_name: 'Maya', date_of_birth_year: '2017' })
  })

  it('an incomplete date of birth is rejected', async () => {
    await parent.form(path('/add'), { ...maya, date_of_birth_month: '' })
    expect(await findFormFailure(parent.pageRequest(), bench.env, 'family-add')).toMatchObject({
      type: 'invalid_date',
      param: 'date_of_birth',
    })
  })

  it('P-01: a rejected form stores no health data, and the response to a script contains none', async () => {
    const id = await added({ first_name: 'Lou' })
    const typed = {
      emergency_contact_phone: '12',
      medical_history: 'Canary-medical',
      dietary_restrictions: 'Canary-food',
      health_card_number: 'CANARY1234',
    }
    const answer = await parent.form(path(`/${id}/edit-emergency`), typed)
    expect(answer.status).toBe(303)
    const failure = await findFormFailure(parent.pageRequest(), bench.env, 'family-emergency')
    expect(failure).toMatchObject({ param: 'emergency_contact_phone', values: { emergency_contact_phone: '12' } })
    expect(JSON.stringify(failure)).not.toMatch(/canary/i)
    expect(await (await parent.script(path(`/${id}/edit-emergency`), typed)).text()).not.toMatch(/canary/i)
  })

  it('P-05: no log line contains what is typed about a person', async () => {
    const lines: string[] = []
    const spies = (['log', 'warn', 'error', 'info', 'debug'] as const).map((level) =>
      vi
        .spyOn(console, level)
        .mockImplementation((...parts: unknown[]) => void lines.push(parts.map(String).join(' '))),
    )
    const id = await added({ first_name: 'Canaryna', email: 'canary@example.com', phone: '416 555 0187' })
    await parent.form(path(`/${id}/edit-emergency`), {
      medical_history: 'Canary-medical',
      parent_name: 'Canary-parent',
    })
    await parent.form(path(`/${id}/edit-emergency`), {
      emergency_contact_phone: 'canary',
      health_card_number: 'CANARY!',
    })
    await parent.form(path(`/${id}/edit-personal`), { ...maya, first_name: 'Canary://', email: 'canary' })
    const { HEALTH_KEY } = bench.env
    Object.assign(bench.env, { HEALTH_KEY: 'k1:no-key' })
    const failed = await parent.script(path(`/${id}/edit-emergency`), { medical_history: 'Canary-medical' })
    Object.assign(bench.env, { HEALTH_KEY })
    expect(failed.status).toBe(500)
    expect(await failed.text()).not.toMatch(/canary/i)
    for (const spy of spies) spy.mockRestore()
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('\n')).not.toMatch(/canary|5550187/i)
  })

  it('P-02: an invalid health card number is rejected without repeating it', async () => {
    const id = await added({ first_name: 'Ann' })
    for (const health_card_number of ['12', 'x'.repeat(21), '١٢٣٤٥'])
      expect(await (await parent.script(path(`/${id}/edit-emergency`), { health_card_number })).json()).toMatchObject({
        type: 'invalid_health_card',
        errors: [{ message: expect.not.stringContaining(health_card_number) }],
      })
  })

  it('an empty field keeps the stored health card number', async () => {
    const id = await added({ first_name: 'Eve' })
    const cardOf = async () =>
      (await database(bench.env.DB).select().from(attendees).where(eq(attendees.id, id)))[0]?.health_card_last4
    const save = (fields: Record<string, string>) => parent.form(path(`/${id}/edit-emergency`), fields)
    await save({ health_card_number: '1234-567-890', medical_history: 'Asthma' })
    await save({ health_card_number: '', medical_history: '' })
    expect(await cardOf()).toBe('7890')
    await save({ health_card_number: '', health_card_removed: '1' })
    expect(await cardOf()).toBeNull()
  })

  it('fields that the form lacks stay unchanged', async () => {
    const id = await added({ first_name: 'Zoé', email: 'zoe@example.com' })
    await parent.form(path(`/${id}/edit-emergency`), { parent_name: 'Nadia Roy' })
    const answer = await parent.form(path(`/${id}/edit-personal`), { ...maya, first_name: 'Zoé', last_name: 'Singh' })
    expect(answer.headers.get('Location')).toBe(`${path(`/${id}`)}?saved=changed`)
    expect((await family()).find((each) => each.id === id)).toMatchObject({
      last_name: 'Singh',
      email: null,
      parent_name: 'Nadia Roy',
    })
  })

  it('the form shares, unshares and deletes a person', async () => {
    const id = await added({ first_name: 'Théo' })
    const profile = (await family()).find((each) => each.id === id)?.profiles[0]?.id ?? ''
    const ended = await parent.form(path(`/${id}/connect`), { action: 'disconnect', program_attendee_id: profile })
    expect(ended.headers.get('Location')).toBe(`${path(`/${id}`)}?saved=disconnected`)
    const shared = await parent.form(path(`/${id}/connect`), { action: 'connect' })
    expect(shared.headers.get('Location')).toBe(`${path(`/${id}`)}?saved=connected`)
    const removed = await parent.form(path(`/${id}`), { action: 'remove' })
    expect(removed.headers.get('Location')).toBe(`${path()}?saved=erased&who=${id}`)
  })
})
