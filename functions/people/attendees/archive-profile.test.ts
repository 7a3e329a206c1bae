import { beforeEach, describe, expect, it } from 'vitest'
import type { OrganiserAttendee } from '../../contract/people/organiser-attendee.ts'
import type { List } from '../../contract/paging.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { made, openFamily } from '../../test-bench/registering.ts'

const organiser = { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` }
type Answer = OrganiserAttendee & { code: number; type: string }
let bench: Bench
let family: Awaited<ReturnType<typeof openFamily>>
let event: Awaited<ReturnType<typeof family.event>>
beforeEach(async () => {
  bench = await openBench()
  family = await openFamily(bench)
  event = await family.event({ cost: 0 })
})

const path = (call = '') => `/v1/organiser/programs/${family.programId}/attendees${call}`
const read = async <Body = List<OrganiserAttendee>>(call = '') =>
  (await (await bench.call(path(call), { headers: organiser })).json()) as Body
const post = async (call: string, body: object = {}, at = path) => {
  const init = { method: 'POST', headers: { ...organiser, 'Content-Type': 'application/json' } }
  return (await (await bench.call(at(call), { ...init, body: JSON.stringify(body) })).json()) as Answer
}
const archive = (body: object = {}) => post(`/${family.maya}/archive`, body)
const restore = () => post(`/${family.maya}/restore`)
const mayas = () => read<Answer>(`/${family.maya}`)
/** Connects a person to the program, as a page does before registering them. */
const connect = async () => {
  const { attendee_id } = await mayas()
  const body = { attendee_id, program_id: family.programId }
  return bench.call(`/v1/profile/programs/${family.programId}/attendees`, family.ada.json(body))
}
const asFamily = async (call: string, method = 'POST') => {
  const { attendee_id } = await mayas()
  return bench.call(`/v1/profile/attendees/${attendee_id}${call}`, { ...family.ada.json({}), method })
}
const typeOf = async (answer: Response) => ((await answer.json()) as { type?: string }).type

describe('POST organiser/programs/{id}/attendees/{id}/archive', () => {
  it('an archived person cannot be booked until they are restored', async () => {
    expect(await archive({ reason: 'Asked to leave.' })).toMatchObject({
      object: 'organiser_attendee',
      status: 'archived',
      is_archived: true,
      archived_by_program_at: new Date(bench.now()).toISOString(),
    })
    expect((await family.placeFor(event)).status).toBe(404)
    const refused = await connect()
    expect([refused.status, await typeOf(refused)]).toEqual([409, 'attendee_archived'])

    expect(await restore()).toMatchObject({ status: 'active', archived_by_program_at: null })
    expect((await made(await family.placeFor(event))).status).toBe('pending')
    const { results } = await bench.bareDb
      .prepare(
        "SELECT from_status, to_status, actor_type, reason FROM status_history WHERE object = 'attendee_profile' AND object_id = ? ORDER BY step",
      )
      .bind(family.maya)
      .all()
    expect(results).toEqual([
      { from_status: 'active', to_status: 'archived', actor_type: 'organiser', reason: 'Asked to leave.' },
      { from_status: 'archived', to_status: 'active', actor_type: 'organiser', reason: null },
    ])
  })

  it('archiving is refused while the person has upcoming bookings', async () => {
    await made(await family.placeFor(event))
    expect(await archive()).toMatchObject({ code: 409, type: 'has_future_registrations' })
    bench.pass(3_600_000)
    const answers = await Promise.all([archive(), archive()])
    expect(answers.map(({ status }) => status)).toEqual(['archived', 'archived'])
    expect(await restore()).toEqual(await restore())
  })

  it('one of a concurrent booking and archiving succeeds', async () => {
    const [place, answer] = await Promise.all([family.placeFor(event), archive()])
    expect([place.status === 201, answer.status === 'archived'].filter(Boolean)).toHaveLength(1)
  })

  it('the family cannot undo an archiving by the organisation', async () => {
    await made(await family.placeFor(event))
    bench.pass(3_600_000)
    await family.ada.renew()
    await archive()
    expect((await asFamily('', 'DELETE')).status).toBe(200)
    expect((await asFamily('/restore')).status).toBe(200)
    expect(await mayas()).toMatchObject({ status: 'archived' })
    const leave = await bench.call(
      `/v1/profile/programs/${family.programId}/attendees/${family.maya}/disconnect`,
      family.ada.json({}),
    )
    expect(leave.status).toBe(200)
    expect(await typeOf(await connect())).toBe('attendee_archived')
    expect(await restore()).toMatchObject({ status: 'disconnected', archived_by_program_at: null })
    expect((await connect()).status).toBe(200)
  })

  it('a person archived by both the family and the organisation returns only when both restore them', async () => {
    await made(await family.placeFor(event))
    bench.pass(3_600_000)
    await family.ada.renew()
    await archive()
    expect((await asFamily('', 'DELETE')).status).toBe(200)
    expect(await restore()).toMatchObject({ status: 'archived', archived_by_program_at: null })
    expect((await asFamily('/restore')).status).toBe(200)
    expect(await mayas()).toMatchObject({ status: 'active' })
  })
})

describe('GET organiser/programs/{id}/attendees', () => {
  it('the list has no health data', async () => {
    const other = await family.childOf(family.ben)
    await archive()
    expect((await read()).data.map(({ id }) => id)).toEqual([other])
    expect((await read('?status=archived')).data.map(({ id }) => id)).toEqual([family.maya])
    expect(await read('?status=active&status=archived&limit=1&sort=created')).toMatchObject({ count: 1, total: 2 })
    expect(JSON.stringify(await read('?status=archived'))).not.toMatch(/medical|dietary|health/)
    const elsewhere = await openFamily(bench)
    const there = (call = '') => `/v1/organiser/programs/${elsewhere.programId}/attendees${call}`
    expect(await post(`/${family.maya}/restore`, {}, there)).toMatchObject({ code: 404 })
    expect((await bench.call(there(`/${family.maya}`), { headers: organiser })).status).toBe(404)
  })
})
