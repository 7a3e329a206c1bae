import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { HealthRead, RegistrationHealth } from '../../contract/organisation/health.ts'
import { dayMs } from '../../contract/limits.ts'
import type { AccessLogEntry } from '../../contract/people/invitation.ts'
import type { List } from '../../contract/paging.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeStaff } from '../../test-bench/staff.ts'
import { makeQuestion } from '../../test-bench/programs.ts'
import { type Family, made, openFamily } from '../../test-bench/registering.ts'

let bench: Bench
let f: Family
let id: string
let child: string

beforeAll(async () => {
  bench = await openBench()
  f = await openFamily(bench)
  const shirt = await makeQuestion(bench, f.programId, { title: 'T-shirt size' })
  const allergies = await makeQuestion(bench, f.programId, { title: 'Allergies', required: false })
  const startsAt = bench.now() + 40 * dayMs
  const camp = await f.event({}, { startsAt, endsAt: startsAt + dayMs, questionIds: [shirt, allergies] })
  const answers = [
    { field_id: shirt, value: 'QXSMALL' },
    { field_id: allergies, value: 'QXNUTS' },
  ]
  id = (await made(await f.placeFor(camp, { body: { form_response: { answers } } }))).id
  await bench.bareDb.prepare(`UPDATE registrations SET status = 'confirmed' WHERE id = ?`).bind(id).run()
  const row = bench.bareDb.prepare('SELECT attendee_id FROM registrations WHERE id = ?').bind(id)
  child = (await row.first<{ attendee_id: string }>())?.attendee_id ?? ''
  const notes = { medical_history: 'QXBEES', health_card_number: '1234567890' }
  await bench.call(`/v1/profile/attendees/${child}`, { ...f.ada.json(notes), method: 'PUT' })
})

const called = { 'Health-Reason': 'They%20called%20%C3%A0%20midi.' }
const read = (query = '', headers: Record<string, string> = organiserHeaders) =>
  bench.call(`/v1/organiser/programs/${f.programId}/registrations/${id}/health${query}`, { headers })
const log = async () => {
  const path = `/v1/profile/attendees/${child}/access_log`
  return ((await (await bench.call(path, { headers: f.ada.headers })).json()) as List<AccessLogEntry>).data
}

describe('health information of a place', () => {
  it('health information is hidden until 30 days before a place, and a refused read is not in the log', async () => {
    const refused = await read()
    expect([refused.status, ((await refused.json()) as { type: string }).type]).toEqual([403, 'health_not_shown'])
    expect(await log()).toEqual([])
  })

  it('health information is shown within these days, and the family sees who read it where and why', async () => {
    bench.pass(15 * dayMs)
    await f.ada.renew()
    const lines = ['log', 'info', 'warn', 'error'].map((name) => vi.spyOn(console, name as 'log'))
    const response = await read('?seen_on=family_page', { ...organiserHeaders, ...called })
    const health = (await response.json()) as RegistrationHealth
    expect(health).toMatchObject({
      medical_history: 'QXBEES',
      dietary_restrictions: null,
      health_card_number: '1234567890',
      answers: [{ title: 'Allergies', value: 'QXNUTS' }],
    })
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(await log()).toMatchObject([
      {
        customer_id: null,
        program_id: f.programId,
        program_name: expect.any(String),
        role: 'client',
        seen_on: 'family_page',
        is_caller: false,
      },
    ])
    // Neither health information nor answers are ever in a line of the log.
    expect(JSON.stringify(lines.map(({ mock }) => mock.calls))).not.toMatch(/QX|1234567890|They called/)
    vi.restoreAllMocks()
  })

  it('a coach reads that of their own group alone, and the log names the role', async () => {
    const coach = await makeStaff(bench, { programId: f.programId, role: 'coach' })
    expect((await read('', coach.headers)).status).toBe(403)
    for (const sql of [
      `INSERT INTO event_groups SELECT 'grp_1', event_id, 'herons', 0, 'Herons', NULL, NULL FROM registrations WHERE id = ?1`,
      `INSERT INTO group_places SELECT id, event_id, 'grp_1', NULL, 1 FROM registrations WHERE id = ?1`,
    ])
      await bench.bareDb.prepare(sql).bind(id).run()
    await bench.bareDb.prepare(`INSERT INTO group_staff VALUES ('grp_1', ?)`).bind(coach.staff_id).run()
    expect((await read('', coach.headers)).status).toBe(200)
    expect(await log()).toMatchObject([{ role: 'coach', reason: null }, { role: 'client' }])
  })

  it('the front desk gives a reason that the family sees, and the twenty-first of a day is told once', async () => {
    const desk = await makeStaff(bench, { programId: f.programId, role: 'front_desk' })
    const refused = (await (await read('', desk.headers)).json()) as { type: string; param: string }
    expect(refused).toMatchObject({ type: 'required', param: 'Health-Reason' })
    const told = async () => {
      const rows = bench.bareDb.prepare(`SELECT count(*) AS n FROM outbox WHERE kind = 'health.read_often'`)
      return (await rows.first<{ n: number }>())?.n
    }
    for (let reads = 1; reads <= 20; reads += 1) await read('', { ...desk.headers, ...called })
    expect(await told()).toBe(0)
    for (let reads = 21; reads <= 22; reads += 1) await read('', { ...desk.headers, ...called })
    expect(await told()).toBe(1)
    expect((await log())[0]).toMatchObject({ role: 'front_desk', reason: 'They called à midi.' })
  })

  it('the owner reads who opened whose notes and why, and no other role does', async () => {
    const path = `/v1/organiser/programs/${f.programId}/health_reads?limit=2`
    const owner = await makeStaff(bench, { programId: f.programId, role: 'owner' })
    const { data, total } = (await (await bench.call(path, { headers: owner.headers })).json()) as List<HealthRead>
    expect(data).toHaveLength(2)
    expect(total).toBe(24)
    const reader = { reader_name: 'Sam Tremblay', role: 'front_desk', seen_on: 'registration' }
    expect(data[0]).toMatchObject({ ...reader, reason: 'They called à midi.', first_name: expect.stringMatching(/./) })
    const later = `${path.replace('limit=2', 'limit=100')}&skip=23`
    const oldest = (await (await bench.call(later, { headers: owner.headers })).json()) as List<HealthRead>
    expect(oldest.data).toMatchObject([{ role: 'client', reader_name: null, seen_on: 'family_page' }])
    for (const role of ['manager', 'front_desk', 'nurse'] as const) {
      const other = await makeStaff(bench, { programId: f.programId, role })
      expect((await bench.call(path, { headers: other.headers })).status).toBe(403)
    }
    expect((await bench.call(path, { headers: f.ada.headers })).status).toBe(404)
  })

  it('health information is not found in another program, and no longer after the person left', async () => {
    const elsewhere = await bench.call(`/v1/organiser/programs/no-such-program/registrations/${id}/health`, {
      headers: organiserHeaders,
    })
    expect(elsewhere.status).toBe(404)
    const left = bench.bareDb.prepare(`UPDATE attendee_profiles SET status = 'disconnected' WHERE attendee_id = ?`)
    await left.bind(child).run()
    expect((await read()).status).toBe(404)
  })
})
