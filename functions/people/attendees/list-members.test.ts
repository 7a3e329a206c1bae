import { beforeAll, describe, expect, it } from 'vitest'
import type { Member, Right } from '../../contract/people/attendee.ts'
import type { List } from '../../contract/paging.ts'
import { database } from '../../platform/database/database.ts'
import { relations } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'

describe('GET profile/members', () => {
  let bench: Bench
  let programId: string
  beforeAll(async () => {
    bench = await openBench()
    programId = await makeProgram(bench)
  })
  const share = async (person: Person, attendee_id: string, rights: Right[] = ['view', 'pickup']) =>
    database(bench.env.DB).insert(relations).values({
      customer_id: person.identity.customer_id,
      attendee_id,
      relation: 'grandparent',
      rights,
      created: bench.now(),
    })
  const request = (person: Person, query = '') => bench.call(`/v1/profile/members${query}`, { headers: person.headers })
  const members = async (person: Person, query = '') => (await (await request(person, query)).json()) as List<Member>

  it('each adult is listed once with everyone they share', async () => {
    const ada = await makeCustomer(bench, { firstName: 'Ada' })
    const [lou, zoe] = [
      await makeCustomer(bench, { firstName: 'Lou' }),
      await makeCustomer(bench, { firstName: 'Zoé' }),
    ]
    const [maya, samuel] = [
      await makeAttendee(bench, ada, { programId }),
      await makeAttendee(bench, ada, { programId: await makeProgram(bench), firstName: 'Samuel' }),
    ]
    await share(lou, maya.attendee_id)
    await share(lou, samuel.attendee_id)
    await share(zoe, maya.attendee_id)
    const all = await members(ada, '?sort=first_name')
    expect(all.data.map(({ first_name, attendees }) => [first_name, attendees.length])).toEqual([
      ['Lou', 2],
      ['Zoé', 1],
    ])
    expect(all.data[0]?.attendees[0]).toEqual({
      attendee_id: maya.attendee_id,
      first_name: 'Maya',
      last_name: 'Roy',
      relation: 'grandparent',
      rights: ['view', 'pickup'],
    })
    const page = await members(ada, '?sort=first_name&order=desc&limit=1')
    expect([page.total, page.data.map(({ first_name }) => first_name)]).toEqual([2, ['Zoé']])
    const here = await members(ada, `?program_id=${programId}`)
    expect(here.data.find(({ first_name }) => first_name === 'Lou')?.attendees).toHaveLength(1)
    expect((await members(lou)).data.map(({ first_name }) => first_name).sort()).toEqual(['Ada', 'Zoé'])
  })

  it('the list shows no email or phone', async () => {
    const [ada, ben, eve] = [await makeCustomer(bench), await makeCustomer(bench), await makeCustomer(bench)]
    const { attendee_id } = await makeAttendee(bench, ada, { programId })
    await share(ben, attendee_id)
    expect(await (await request(ada)).text()).not.toMatch(/@example|\+1416/)
    expect((await members(eve)).total).toBe(0)
    await bench.call(`/v1/profile/attendees/${attendee_id}`, { method: 'DELETE', headers: ada.headers })
    expect((await members(ada)).total).toBe(0)
    expect((await members(ben)).total).toBe(1)
  })

  it('returns 403 until the email is confirmed', async () => {
    const answer = await request(await makeCustomer(bench, { verified: false }))
    expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ type: 'email_not_verified' })])
  })
})
