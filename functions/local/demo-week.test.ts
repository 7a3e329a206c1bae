import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { dayMs } from '../contract/limits.ts'
import type { RegistrationHealth } from '../contract/organisation/health.ts'
import type { Roster } from '../contract/organisation/roster.ts'
import type { Today } from '../contract/organisation/today.ts'
import type { OrganiserWaitlistEntry } from '../contract/booking/waitlist.ts'
import type { List } from '../contract/paging.ts'
import { applyProgramFile } from '../organisation/organiser/program-file/apply-file.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { organiserHeaders } from '../test-bench/program-file.ts'
import { mailsTo } from '../test-bench/sign-ups.ts'
import { type DemoLogin, demoLogin } from './demo.ts'
import { keptDemoEvents } from './demo-events.ts'
import { demoMonday, makeDemoDay, needsDemoDay } from './demo-week.ts'

const site = 'http://site'
const programId = 'lakeside'
const demoFile = 'functions/organisation/organiser/program-file/programs/lakeside.yaml'
const thursday = Date.UTC(2027, 9, 14, 15)
const [id = '', secret = ''] = Buffer.from(organiserHeaders.Authorization.slice(6), 'base64').toString().split(':')
const client = { id, secret }
const folder = mkdtempSync(join(tmpdir(), 'demo-week-'))
const file = join(folder, 'demo-week.txt')
let bench: Bench
let login: DemoLogin

/** Answers requests to the site with the bench and its clock. The start ends before it reads the last of them. */
function reach(requests = Number.POSITIVE_INFINITY): void {
  let left = requests
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const response = left > 0 ? await answer(new URL(address), init) : null
    left -= 1
    if (response === null || left === 0) throw new Error('The start ended.')
    return response
  })
}

async function answer({ pathname, search, searchParams }: URL, init: RequestInit): Promise<Response> {
  if (pathname === '/dev/mailbox.json') return Response.json(await mailsTo(bench, searchParams.get('to') ?? ''))
  if (pathname === '/dev/tick') await bench.tick()
  if (pathname === '/dev/clock' && init.body)
    bench.pass((JSON.parse(String(init.body)) as { advance_seconds: number }).advance_seconds * 1000)
  return pathname.startsWith('/dev/')
    ? Response.json({ now: new Date(bench.now()).toISOString(), offset_seconds: offset() })
    : bench.call(`${pathname.replace('/api', '')}${search}`, init)
}
const offset = () => (bench.now() - thursday) / 1000
const makeDay = (now = bench.now()) => makeDemoDay(site, { programId, client, login, file, now })
const applyFile = async () => {
  const moreEvents = await keptDemoEvents({ site, client }, programId)
  return applyProgramFile({ file: demoFile, site, client, moreEvents })
}

beforeAll(async () => {
  bench = await openBench()
  bench.setNow(thursday - 10 * dayMs)
  reach()
  await applyFile()
  login = await demoLogin(site, { programId, file: join(folder, 'demo-login.json'), makeTeam: async () => {} })
  bench.setNow(thursday)
})
beforeEach(() => reach())
afterAll(() => {
  vi.unstubAllGlobals()
})

async function read<Body>(path: string): Promise<Body> {
  const headers = { ...organiserHeaders, 'Health-Reason': 'test' }
  const response = await bench.call(`/v1/organiser/programs/${programId}/${path}`, { headers })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as Body
}
const countOf = async (table: 'registrations' | 'orders' | 'users') =>
  (await bench.bareDb.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>('n')) ?? 0
const countAll = () => Promise.all([countOf('registrations'), countOf('orders'), countOf('users')])
const dayAtDesk = async () =>
  (await read<Today>('today')).events?.map(({ key, counts, waivers_missing }) => [
    key,
    counts.expected,
    waivers_missing,
  ])
const paymentsDue = async () => (await read<Today>('today')).payments_due?.data.map((order) => order.customer_name)
const week = [
  ['week-camp-2027-10-11', 12, 1],
  ['week-climbing-2027-10-11', 4, 0],
]

it('the demo of the day is completed after starts that ended half way, and the clock is as before', async () => {
  const offsets: number[] = []
  for (const requests of [3, 15, 18, 30, 43, 50]) {
    reach(requests)
    await expect(makeDay(thursday)).rejects.toThrow('The start ended.')
    expect(needsDemoDay(file, thursday)).toBe(true)
    offsets.push(offset())
  }
  expect(offsets.some((seconds) => seconds < 0)).toBe(true)
  reach()
  await makeDay(thursday)
  expect(offset()).toBe(0)
  expect(await dayAtDesk()).toEqual(week)
  expect(needsDemoDay(file, thursday)).toBe(false)
})

it('the children of the camp are in groups by age, and an allergy is known to the desk', async () => {
  const roster = await read<Roster>('roster')
  const camp = roster.events.find(({ key }) => key === 'week-camp-2027-10-11')
  const namesIn = (group: string) =>
    camp?.entries.flatMap((each) => (each.group === group ? [each.attendee_profile.first_name] : [])).sort()
  expect(namesIn('herons')).toEqual(['Arjun', 'Hana', 'Inés', 'Sira'])
  expect(namesIn('otters')).toHaveLength(8)
  const arjun = camp?.entries.find((each) => each.attendee_profile.first_name === 'Arjun')
  const { answers } = await read<RegistrationHealth>(`registrations/${arjun?.registration_id}/health`)
  expect(answers).toMatchObject([{ value: expect.stringContaining('Peanuts') }])
})

it('one family owes a payment today, and the demo family waits for a place', async () => {
  expect(await paymentsDue()).toEqual(['Tom Becker'])
  const waitlist = await read<List<OrganiserWaitlistEntry>>('events/week-pottery-2027-10-11/waitlist')
  expect(waitlist.data.map((each) => [each.status, each.customer_profile.email])).toEqual([['waitlisted', login.email]])
})

it('a repeated start of the day makes nothing twice', async () => {
  const before = await countAll()
  await makeDay()
  expect(await countAll()).toEqual(before)
  expect([await dayAtDesk(), await paymentsDue()]).toEqual([week, ['Tom Becker']])
})

it('the program file of the demo is applied again and keeps the events of the week', async () => {
  await applyFile()
  expect(await dayAtDesk()).toEqual(week)
})

it('on the next day the same week continues, and a payment is due again', async () => {
  bench.pass(dayMs)
  expect(needsDemoDay(file, bench.now())).toBe(true)
  await makeDay()
  expect([await dayAtDesk(), await paymentsDue()]).toEqual([week, ['Tom Becker']])
})

it('the next week has its own camp and class for the same families', async () => {
  const users = await countOf('users')
  bench.pass(7 * dayMs)
  await makeDay()
  expect(await dayAtDesk()).toEqual([
    ['week-camp-2027-10-18', 12, 1],
    ['week-climbing-2027-10-18', 4, 0],
  ])
  expect([await countOf('users'), await paymentsDue()]).toEqual([users, ['Tom Becker']])
  expect((await read<List<unknown>>('events/week-pottery-2027-10-18/waitlist')).total).toBe(1)
})

it('the week of the demo begins on its Monday where the program is', () => {
  const mondays = ['2027-10-11T03:00Z', '2027-10-11T05:00Z', '2027-10-18T03:59Z'].map((time) =>
    demoMonday(Date.parse(time)).toString(),
  )
  expect(mondays).toEqual(['2027-10-04', '2027-10-11', '2027-10-11'])
})
