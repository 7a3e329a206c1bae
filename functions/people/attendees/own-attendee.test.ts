import { readFileSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SignedUp } from '../../contract/people/account.ts'
import { type Attendee, type RelationName, rights } from '../../contract/people/attendee.ts'
import type { List } from '../../contract/paging.ts'
import { database } from '../../platform/database/database.ts'
import { relations } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { bearer, post, signupBody } from '../../test-bench/sign-ups.ts'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
})

type Headers = Record<string, string>
const familyOf = async (headers: Headers) =>
  ((await (await bench.call('/v1/profile/attendees', { headers })).json()) as List<Attendee>).data
const selvesOf = async (headers: Headers) =>
  (await familyOf(headers)).filter((each) => each.relations.some(({ relation }) => relation === 'self'))
const put = (id: string, body: unknown, headers: Headers) =>
  bench.call(`/v1/profile/attendees/${id}`, { ...post(body, headers), method: 'PUT' })

describe("the customer's own attendee", () => {
  const signUp = async () => {
    const account = (await (await bench.call('/v1/signup', post(signupBody()))).json()) as SignedUp
    return bearer(account)
  }
  const addSelf = (headers: Headers, body: object = {}) =>
    bench.call(
      '/v1/profile/attendees',
      post({ first_name: 'Nadia', last_name: 'Roy', relations: [{ relation: 'self' }], ...body }, headers),
    )

  it('C4: every customer has exactly one own attendee from sign-up on', async () => {
    const headers = await signUp()
    const [self, ...others] = await familyOf(headers)
    expect(others).toEqual([])
    expect(self).toMatchObject({
      first_name: 'Nadia',
      last_name: 'Roy',
      date_of_birth: null,
      relations: [{ relation: 'self', rights: [...rights] }],
      profiles: [],
    })
  })

  it('C4: adding oneself fills in the own attendee once', async () => {
    const headers = await signUp()
    const [self] = await familyOf(headers)
    const body = { date_of_birth: '1988-02-03', gender: 'female', program_ids: [programId] }
    const answers = await Promise.all(Array.from({ length: 5 }, () => addSelf(headers, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400])
    const [filled, ...others] = await selvesOf(headers)
    expect(others).toEqual([])
    expect(filled).toMatchObject({ id: self?.id, date_of_birth: '1988-02-03', profiles: [{ program_id: programId }] })
    const child = (await (
      await bench.call(
        '/v1/profile/attendees',
        post({ first_name: 'Maya', last_name: 'Roy', relations: [{ relation: 'parent' }] }, headers),
      )
    ).json()) as Attendee
    for (const [id, relation] of [
      [self?.id ?? '', 'friend'],
      [child.id, 'self'],
    ] as const) {
      const answer = await put(id, { relations: [{ relation }] }, headers)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ type: 'invalid_option', param: 'relations[0].relation' })
    }
  })

  it("C4: the own attendee follows a change of the customer's names", async () => {
    const headers = await signUp()
    const rename = (first_name: string) =>
      bench.call('/v1/profile', { ...post({ first_name }, headers), method: 'PUT' })
    await rename('Nadine')
    expect(await familyOf(headers)).toMatchObject([{ first_name: 'Nadine', last_name: 'Roy' }])
    const [self] = await familyOf(headers)
    await put(self?.id ?? '', { first_name: 'Dee' }, headers)
    await rename('Nadia')
    expect(await familyOf(headers)).toMatchObject([{ first_name: 'Dee' }])
  })

  it('C4: the migration gives earlier customers their own attendee', async () => {
    const [before, has] = [await makeCustomer(bench), await makeCustomer(bench)]
    await addSelf(has.headers, { first_name: 'Ben' })
    const migration = readFileSync(
      new URL('../../platform/database/migrations/0004_family.sql', import.meta.url),
      'utf8',
    )
    for (const insert of migration.match(/INSERT INTO[\s\S]*?;/g) ?? []) await bench.env.DB.prepare(insert).run()
    expect(await familyOf(before.headers)).toMatchObject([
      { first_name: 'Nadia', last_name: 'Roy', relations: [{ relation: 'self', rights: [...rights] }] },
    ])
    expect(await selvesOf(has.headers)).toMatchObject([{ first_name: 'Ben' }])
  })
})

describe('the last manager of a child', () => {
  const stepBack = (person: Person, id: string, relation: RelationName) =>
    put(id, { relations: [{ relation }] }, person.headers)
  const rightsOf = async (person: Person, id: string) => {
    const db = database(bench.env.DB)
    const own = and(eq(relations.attendee_id, id), eq(relations.customer_id, person.identity.customer_id))
    const [row] = await db.select().from(relations).where(own)
    return row?.rights ?? []
  }
  const twoParents = async () => {
    const [ada, ben] = [await makeCustomer(bench), await makeCustomer(bench)]
    const { attendee_id } = await makeAttendee(bench, ada, { programId })
    await database(bench.env.DB)
      .insert(relations)
      .values({
        customer_id: ben.identity.customer_id,
        attendee_id,
        relation: 'parent',
        rights: [...rights],
        created: bench.now(),
      })
    return { ada, ben, attendee_id }
  }

  it('T8: the last manager of a child stays its manager when they become a friend', async () => {
    const ada = await makeCustomer(bench)
    const { attendee_id } = await makeAttendee(bench, ada, { programId })
    expect((await stepBack(ada, attendee_id, 'friend')).status).toBe(200)
    expect(await rightsOf(ada, attendee_id)).toEqual(['view', 'register', 'pay', 'manage'])
    expect((await stepBack(ada, attendee_id, 'parent')).status).toBe(200)
    expect(await rightsOf(ada, attendee_id)).toEqual([...rights])
  })

  it('T8: a parent who becomes a friend only views the child when there is another parent', async () => {
    const { ada, attendee_id } = await twoParents()
    await stepBack(ada, attendee_id, 'friend')
    expect(await rightsOf(ada, attendee_id)).toEqual(['view'])
    expect((await stepBack(ada, attendee_id, 'parent')).status).toBe(403)
  })

  it('T8: one of two parents who step back at once still manages the child', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ada, ben, attendee_id } = await twoParents()
      const answers = await Promise.all([ada, ben].map((person) => stepBack(person, attendee_id, 'friend')))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const managers = await Promise.all([ada, ben].map((person) => rightsOf(person, attendee_id)))
      expect(managers.filter((own) => own.includes('manage'))).toHaveLength(1)
    }
  })

  it('T8: the schema refuses to remove the last manager', async () => {
    const ada = await makeCustomer(bench)
    const { attendee_id } = await makeAttendee(bench, ada, { programId })
    const run = (sql: string) => bench.env.DB.prepare(sql).bind(attendee_id).run()
    await expect(run(`UPDATE relations SET rights = '["view"]' WHERE attendee_id = ?`)).rejects.toThrow(/last_manager/)
    await expect(run('DELETE FROM relations WHERE attendee_id = ?')).rejects.toThrow(/last_manager/)
  })
})
