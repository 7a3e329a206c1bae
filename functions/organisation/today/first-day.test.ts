import { beforeEach, describe, expect, it } from 'vitest'
import type { FirstDay } from '../../contract/organisation/first-day.ts'
import type { Today } from '../../contract/organisation/today.ts'
import { type StaffRole, staffRoles } from '../../contract/people/staff.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { organiserHeaders, putFile, shortestFile, type WrittenFile } from '../../test-bench/program-file.ts'
import { makeStaff } from '../../test-bench/staff.ts'

let bench: Bench
let file: WrittenFile
beforeEach(async () => {
  bench = await openBench()
  file = { ...shortestFile(), features: { online_payments: false } }
  await apply({})
})

async function apply(changes: Partial<WrittenFile>): Promise<void> {
  bench.pass(1)
  file = { ...file, ...changes }
  const answer = await putFile(bench, file)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
}
const at = () => `/v1/organiser/programs/${file.program}/today`
const statuses = ({ steps }: FirstDay) => steps.map(({ status }) => status).join(' ')
async function today(headers: Record<string, string> = organiserHeaders): Promise<FirstDay | null> {
  const answer = await bench.call(at(), { headers })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return ((await answer.json()) as Today).first_day
}
async function firstDay(): Promise<FirstDay> {
  const day = await today()
  if (day === null) throw new Error('The owner has no first day.')
  return day
}
const put = (steps: object, headers: Record<string, string> = organiserHeaders) => {
  bench.pass(1)
  return bench.call(`${at()}/first_day`, { method: 'PUT', headers, body: JSON.stringify(steps) })
}
async function change(steps: object): Promise<FirstDay> {
  const answer = await put(steps)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as FirstDay
}
const history = async (name: string) =>
  (
    await bench.env.DB.prepare(
      "SELECT from_status || ' ' || to_status AS moved FROM status_history WHERE object = 'first_step' AND object_id = ? ORDER BY step",
    )
      .bind(`${file.program}.${name}`)
      .all<{ moved: string }>()
  ).results.map(({ moved }) => moved)

const camp = {
  ...{ key: 'otter', type: 'camp' as const, name: 'Otter Camp', summary: 'Five days on the water' },
  ...{ starts_at: '2030-07-01T09:00', ends_at: '2030-07-05T16:00' },
  options: [{ key: 'full', name: 'Full day', cost: 100, spots_total: 12 }],
}
const island = {
  ...{ key: 'island', name: 'Island' },
  address: { address_line_1: '1 Quay', city: 'Toronto', region: 'CA-ON', postcode: 'M5V 2T6', country: 'CA' },
}

describe('the first day in GET today', () => {
  it('each step is done by its setting, place and camp, and the day ends with the first camp on sale', async () => {
    expect(await firstDay()).toMatchObject({ object: 'first_day', program_id: file.program, is_over: false })
    expect(statuses(await firstDay())).toBe('open open open open open')
    await apply({ preferences: { brand_accent_color: '#11696b' } })
    expect(statuses(await firstDay())).toBe('done open open open open')
    await apply({ selling: { offline: true, offline_instructions: 'Pay at the office.' } })
    expect(statuses(await firstDay())).toBe('done done open open open')
    await apply({ venues: [island], events: [{ ...camp, venues: ['island'] }] })
    const drafted = await firstDay()
    expect([statuses(drafted), drafted.is_over]).toEqual(['done done done open open', false])
    const row = await bench.env.DB.prepare("SELECT id FROM events WHERE key = 'otter' AND program_id = ?")
      .bind(file.program)
      .first<{ id: string }>()
    expect(drafted.steps[3]).toEqual({ name: 'camp', status: 'open', event_id: row?.id })
    await apply({ events: [{ ...camp, venues: ['island'], status: 'published' }] })
    const sold = await firstDay()
    expect([statuses(sold), sold.is_over]).toEqual(['done done done done open', true])
    await apply({ events: [{ ...camp, venues: ['island'], status: 'unpublished' }] })
    expect((await firstDay()).is_over).toBe(true)
  })

  it('an online event needs no place, and a sample season is no step', async () => {
    const sample = await bench.call(`/v1/organiser/programs/${file.program}/season/sample`, {
      ...{ method: 'POST', headers: organiserHeaders },
    })
    expect(sample.status, await sample.clone().text()).toBe(200)
    expect((await firstDay()).steps.map(({ status, event_id }) => [status, event_id])).toEqual(
      Array.from({ length: 5 }, () => ['open', null]),
    )
    bench.pass(1)
    const own = await bench.call(`/v1/organiser/programs/${file.program}/events`, {
      ...{ method: 'POST', headers: organiserHeaders, body: JSON.stringify({ ...camp, online_event: true }) },
    })
    expect(own.status, await own.clone().text()).toBe(201)
    expect(statuses(await firstDay())).toBe('open open done open open')
  })

  it.each(staffRoles)('a %s has the first day only with the rights for its steps', async (role: StaffRole) => {
    const { headers } = await makeStaff(bench, { programId: file.program, role })
    expect((await today(headers)) !== null).toBe(role === 'owner' || role === 'manager')
  })
})

describe('PUT today/first_day', () => {
  it('a step is skipped and opened again with its history, and a repeat changes nothing', async () => {
    expect(statuses(await change({ place: 'skipped', camp: 'skipped' }))).toBe('open open skipped skipped open')
    expect(statuses(await change({ place: 'skipped' }))).toBe('open open skipped skipped open')
    expect(statuses(await change({ place: 'open' }))).toBe('open open open skipped open')
    expect(await history('place')).toEqual(['open skipped', 'skipped open'])
    expect(await history('camp')).toEqual(['open skipped'])
    expect(statuses(await firstDay())).toBe('open open open skipped open')
  })

  it('the look as a parent is done for good, and the last step ends the day', async () => {
    expect(statuses(await change({ look: 'done' }))).toBe('open open open open done')
    expect((await put({ look: 'open' })).status).toBe(409)
    const rest = { brand: 'skipped', payment: 'skipped', place: 'skipped', camp: 'skipped' }
    expect((await change(rest)).is_over).toBe(true)
    expect((await change({ camp: 'open' })).is_over).toBe(false)
  })

  it('another step is not said to be done, and a change names a step', async () => {
    expect((await put({ brand: 'done' })).status).toBe(400)
    expect((await put({})).status).toBe(400)
    expect(await history('brand')).toEqual([])
  })

  it('two members who decide the same step at once make one transition', async () => {
    const answers = await Promise.all([put({ place: 'skipped' }), put({ place: 'skipped' })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await history('place')).toEqual(['open skipped'])
  })

  it('a program has only its own steps, and a front desk changes none', async () => {
    await change({ place: 'skipped' })
    const { json } = await makeStaff(bench, { programId: file.program, role: 'front_desk' })
    expect((await bench.call(`${at()}/first_day`, { ...json({ place: 'open' }), method: 'PUT' })).status).toBe(403)
    file = { ...shortestFile(), features: { online_payments: false } }
    await apply({})
    expect(statuses(await firstDay())).toBe('open open open open open')
  })
})
