import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { dayMs } from '../contract/limits.ts'
import type { Roster } from '../contract/organisation/roster.ts'
import type { Today } from '../contract/organisation/today.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { unique } from '../test-bench/people.ts'
import { organiserHeaders, putFile, type WrittenFile } from '../test-bench/program-file.ts'
import { mailsTo } from '../test-bench/sign-ups.ts'
import { demoLogin } from './demo.ts'
import { demoMonday, makeDemoWeek } from './demo-week.ts'

const timezone = 'America/Toronto'
const demoFile = new URL('../organisation/organiser/program-file/programs/lakeside.yaml', import.meta.url)
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Answers requests to the site with the bench, the development tools included. */
const reach = (bench: Bench) =>
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname, search, searchParams } = new URL(address)
    if (pathname === '/dev/clock') {
      const { advance_seconds = 0 } = init.body ? (JSON.parse(String(init.body)) as { advance_seconds?: number }) : {}
      bench.setNow(bench.now() + advance_seconds * 1000)
      return Response.json({ now: new Date(bench.now()).toISOString() })
    }
    if (pathname === '/dev/mailbox.json') return Response.json(await mailsTo(bench, searchParams.get('to') ?? ''))
    return bench.call(`${pathname.replace('/api', '')}${search}`, init)
  })

it('the demo week fills the day at the desk once, and again in another week', async () => {
  const bench = await openBench()
  bench.setNow(Date.UTC(2027, 9, 14, 15))
  const file = { ...(parse(readFileSync(demoFile, 'utf8')) as WrittenFile), program: `lakeside-${unique()}` }
  expect((await putFile(bench, file)).status).toBe(200)
  reach(bench)
  const [id = '', secret = ''] = Buffer.from(organiserHeaders.Authorization.slice(6), 'base64').toString().split(':')
  const input = { programId: file.program, timezone, client: { id, secret } }
  const login = await demoLogin('http://site', {
    ...{ programId: file.program, file: join(tmpdir(), `demo-${unique()}`, 'login.json'), makeTeam: async () => {} },
  })
  const at = (path: string) => `/v1/organiser/programs/${file.program}/${path}`
  const read = async <Body>(path: string): Promise<Body> =>
    (await (await bench.call(at(path), { headers: organiserHeaders })).json()) as Body
  const dayAtDesk = async () => {
    const today = await read<Today>('today')
    return today.events?.map(({ key, counts, waivers_missing }) => [key, counts.expected, waivers_missing])
  }

  const now = bench.now()
  await makeDemoWeek('http://site', { ...input, login })
  expect(bench.now()).toBe(now)
  const week = [
    ['lake-camp-2027-10-11', 11, 1],
    ['climbing-club-2027-10-11', 3, 0],
  ]
  expect(await dayAtDesk()).toEqual(week)
  const today = await read<Today>('today')
  expect(today.payments_due?.data.length).toBe(1)
  const roster = await read<Roster>('roster')
  expect(new Set(roster.events?.flatMap(({ groups }) => groups?.map(({ key }) => key) ?? []))).toEqual(
    new Set(['herons', 'otters']),
  )
  const waiting = await read<{ data: { people: unknown[] }[] }>(`events/lake-camp-2027-10-11/waitlist`)
  expect(waiting.data.length).toBe(1)

  await makeDemoWeek('http://site', { ...input, login })
  expect(await dayAtDesk()).toEqual(week)
  bench.pass(7 * dayMs)
  await makeDemoWeek('http://site', { ...input, login })
  expect((await dayAtDesk())?.map(([, expected]) => expected)).toEqual([11, 3])
})

it('the week of the demo begins on its Monday where the program is', () => {
  const mondays = ['2027-10-11T03:00Z', '2027-10-11T05:00Z', '2027-10-18T03:59Z'].map((time) =>
    demoMonday(Date.parse(time), timezone).toString(),
  )
  expect(mondays).toEqual(['2027-10-04', '2027-10-11', '2027-10-11'])
})
