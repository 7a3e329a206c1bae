import { dayMs } from '../../contract/limits.ts'
import { beforeAll, expect, it } from 'vitest'
import type { AccessLogEntry } from '../../contract/people/invitation.ts'
import type { List } from '../../contract/paging.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})

it('P-01: managers of a child see reads of its health notes for twelve months', async () => {
  const programId = await makeProgram(bench)
  const [nadia, daniel] = [await makeCustomer(bench), await makeCustomer(bench, { firstName: 'Daniel' })]
  const { attendee_id } = await makeAttendee(bench, nadia, { programId })
  const path = `/v1/profile/attendees/${attendee_id}`
  const relate =
    'INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?1, ?2, ?3, ?4, 1)'
  await bench.env.DB.prepare(relate)
    .bind(daniel.identity.customer_id, attendee_id, 'parent', '["view","medical"]')
    .run()
  const get = async (person: Person, address: string) => bench.call(address, { headers: person.headers })
  const log = async () => (await (await get(nadia, `${path}/access_log`)).json()) as List<AccessLogEntry>
  await get(daniel, path)
  expect((await log()).total).toBe(0)
  await bench.call(path, { ...nadia.json({ medical_history: 'Bee stings' }), method: 'PUT' })
  await get(daniel, path)
  bench.pass(1)
  await get(nadia, path)
  const { data } = await log()
  expect(data.map(({ first_name, is_caller }) => [first_name, is_caller])).toEqual([
    ['Nadia', true],
    ['Daniel', false],
  ])
  expect(JSON.stringify(data)).not.toContain('Bee')
  expect((await get(daniel, `${path}/access_log`)).status).toBe(403)
  bench.pass(365 * dayMs)
  await nadia.renew()
  expect((await log()).data).toMatchObject([{ first_name: 'Nadia' }])
  bench.pass(1)
  await bench.tick()
  expect((await log()).total).toBe(0)
  const left = await bench.env.DB.prepare('SELECT id FROM health_reads WHERE attendee_id = ?1').bind(attendee_id).all()
  expect(left.results).toEqual([])
})
