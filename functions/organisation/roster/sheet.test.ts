import { beforeAll, describe, expect, it } from 'vitest'
import type { Sheet } from '../../contract/organisation/sheet.ts'
import { dayMs } from '../../contract/limits.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { countTrips } from '../../test-bench/counted-trips.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeQuestion } from '../../test-bench/programs.ts'
import { type Family, made, openFamily } from '../../test-bench/registering.ts'

let bench: Bench
let f: Family
let key: string
const size = { value: 's', label: 'QXSMALL' }

beforeAll(async () => {
  bench = await openBench()
  f = await openFamily(bench)
  const shirt = await makeQuestion(bench, f.programId, { title: 'T-shirt size' })
  const photos = await makeQuestion(bench, f.programId, { title: 'Photos?', type: 'consent' })
  const allergies = await makeQuestion(bench, f.programId, { title: 'Allergies', required: false })
  const startsAt = bench.now() + 10 * dayMs
  const camp = await f.event({}, { startsAt, endsAt: startsAt + dayMs, questionIds: [shirt, photos, allergies] })
  const answers = [
    { field_id: shirt, value: size.label },
    { field_id: photos, value: true },
    { field_id: allergies, value: 'QXNUTS' },
  ]
  const { id } = await made(await f.placeFor(camp, { body: { form_response: { answers } } }))
  await bench.bareDb.prepare(`UPDATE registrations SET status = 'confirmed' WHERE id = ?`).bind(id).run()
  const event = bench.bareDb.prepare(
    'SELECT e.key FROM events AS e JOIN registrations AS r ON r.event_id = e.id WHERE r.id = ?',
  )
  key = (await event.bind(id).first<{ key: string }>())?.key ?? ''
  await bench.bareDb
    .prepare(
      `INSERT INTO event_groups SELECT 'grp_1', event_id, 'herons', 0, 'Herons', NULL, NULL FROM registrations WHERE id = ?`,
    )
    .bind(id)
    .run()
  await bench.bareDb
    .prepare(`INSERT INTO group_places SELECT id, event_id, 'grp_1', NULL, 1 FROM registrations WHERE id = ?`)
    .bind(id)
    .run()
})

const sheet = async (query = '') => {
  const path = `/v1/organiser/programs/${f.programId}/events/${key}/sheet${query}`
  return (await (await bench.call(path, { headers: organiserHeaders })).json()) as Sheet & {
    type: string
    param: string
  }
}
const reads = async () =>
  (await bench.bareDb.prepare('SELECT seen_on, role FROM health_reads WHERE program_id = ?').bind(f.programId).all())
    .results

describe('the sheet of an event', () => {
  it('the sheet has answers and consents without health, and reading it is not logged', async () => {
    const { entries, columns } = await sheet()
    expect(columns).not.toContain('health')
    expect(entries).toMatchObject([
      {
        group: 'herons',
        waiver: { status: null },
        missing: [],
        answers: [{ text: size.label }],
        consents: [{ text: 'Yes' }],
      },
    ])
    expect(JSON.stringify(entries)).not.toContain('QXNUTS')
    expect(await reads()).toEqual([])
  })

  it('the sheet shows health only when it is requested, logs it for each person, and takes three trips at most', async () => {
    const { entries } = await sheet('?columns=health')
    expect(entries).toMatchObject([{ health: { medical_history: null, answers: [{ text: 'QXNUTS' }] } }])
    expect(Object.keys(entries[0] ?? {})).not.toContain('answers')
    expect(await reads()).toEqual([{ seen_on: 'sheet', role: 'client' }])
    const path = `/v1/organiser/programs/${f.programId}/events/${key}/sheet?columns=health`
    const { status, trips } = await countTrips(bench, path, { headers: organiserHeaders })
    expect(status).toBe(200)
    expect(trips).toBeLessThanOrEqual(3)
  })

  it('the sheet has the columns, days and groups that exist, and no others', async () => {
    expect((await sheet('?columns=age,group&group=herons')).columns).toEqual(['age', 'group'])
    for (const [query, type, param] of [
      ['?columns=secrets', 'invalid_option', 'columns'],
      ['?group=otters', 'not_found', 'group'],
      ['?day=2020-01-01', 'not_found', 'day'],
    ])
      expect(await sheet(query), query).toMatchObject({ type, param })
  })

  it('the file of a sheet has a column for each answered question', async () => {
    const path = `/v1/organiser/programs/${f.programId}/events/${key}/sheet/export?columns=group,answers,consents`
    const response = await bench.call(path, { headers: organiserHeaders })
    const [head, row] = (await response.text()).trimEnd().split('\r\n')
    expect(head).toMatch(/"Last name","First name","Group","T-shirt size","Photos\?"$/)
    expect(row).toMatch(/"Herons","QXSMALL","Yes"$/)
  })
})
