// Over 250 lines: a row for every page and call that must not grow.
import { readFileSync } from 'node:fs'
import { dayMs } from '../../functions/contract/limits.ts'
import { signAccessToken } from '../../functions/platform/identity/access-token.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { cookieOf } from '../bench/local-site.ts'
import { deskPaths } from '../fixtures/desk-paths.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type OwnProofSite } from '../proofs/proof-site.ts'
import { scansInFile, testStatements } from '../../functions/test-bench/query-plans.ts'
import { fillDatabase, type GrowthSize, grown, growthSizes } from './fill-database.ts'

/** Maximum growth of each cost. Counts of list results stop at 1,000. */
// The desk's first page adds up what was sold in seven days, and its money what was sold in a month: 8,000 and 33,000
// orders on the large site, and a handful on the small one. Its check-in shows the people of the day: 250, or none.
const limits = { page: 1.5, customer: 1.5, list: 2, counted: 3, event: 3, today: 6, month: 12, day: 15 }
type Group = keyof typeof limits
const deskGroups: Record<string, Group> = { desk: 'today', 'desk-field': 'day', 'desk-money': 'month' }
type Call = { name: string; group: Group; path: (number: number) => string; headers?: Record<string, string> }
type Times = { small: number; large: number }

/** How often each call is sent to both sites. Its fastest response counts, because load only adds time. */
const rounds = { full: 40, few: 8 }
/** Time in ms that a timer and load may add to a response. The small run shares its cores with other tests. */
const slackMs = { full: 1, few: 15 }

/** Customers' requests while the scheduler runs, and the longest acceptable response in ms. */
const besideClock = ['event', 'own orders', 'events by tag']
const maxBesideClockMs = { full: 500, few: 1500 }

/** The longest acceptable report of a year in ms: it reads every order of the year, a thousand times as many as here. */
const maxReportMs = { full: 5000, few: 1500 }
const reports = ['sales', 'due', 'payouts'].flatMap((name) => ['week', 'event'].map((by) => `${name}?by=${by}`))

const program = `/pg/${grown.program}`
const explore = '/api/v1/explore'
const option = `opt_${grown.event}_0`
const profile = '/api/v1/profile'
const organiser = `/api/v1/organiser/programs/${grown.program}`

/** A known parameter with a value that has no effect gives a page with the same content that is not cached yet. */
const fresh = (path: string) => (number: number) => `${path}${path.includes('?') ? '&' : '?'}age=none${number}`
/** Responses to list calls are cached as well; a new `skip` requests a response that is not cached yet. */
const fromRow = (path: string) => (number: number) => `${path}&skip=${number}`

function callsOf(cookie: string, bearer: string, ownerHeaders: Record<string, string>): Call[] {
  const of = (group: Group, headers?: Record<string, string>) => (name: string, path: Call['path']) => ({
    name,
    group,
    path,
    ...(headers ? { headers } : {}),
  })
  const same = (path: string) => () => path
  const page = of('page')
  // A customer with 500 orders sees a page of them, while a customer with ten sees all.
  const ownList = of('list', { Cookie: cookie })
  // The call checks a hundred earlier bookings here and thirteen on the small site.
  const bookedBefore = of('counted', { Authorization: `Bearer ${bearer}` })
  const list = of('list')
  const counted = of('counted')
  const customer = of('customer', { Authorization: `Bearer ${bearer}` })
  const manage = of('event', organiserHeaders)
  const manageList = of('list', organiserHeaders)
  return [
    page('home', fresh('/')),
    page('home, one letter', fresh('/?search=c')),
    page('explore', fresh(program)),
    page('explore by tag', fresh(`${program}?tags=Water`)),
    counted('explore by age and type', (number) => `${program}?age=8&type=camp&skip=${number * 40}`),
    list('explore by word', (number) => `${program}?search=canoe&skip=${number * 40}`),
    page('embedded list', fresh(`/embed/${grown.program}`)),
    page('event', fresh(`${program}/evt/${grown.event}`)),
    page('promotions', fresh(`${program}/promotions`)),
    ownList('bookings', same(`${program}/profile/schedule`)),
    ownList('orders page', same(`${program}/profile/orders`)),
    ownList('overview', same(`${program}/profile/overview`)),
    ownList('family', same(`${program}/profile/family`)),
    list('programs', fromRow(`${explore}/programs?limit=20`)),
    list('programs, one letter', fromRow(`${explore}/programs?limit=20&search=c`)),
    list('events', fromRow(`${explore}/events?program_id=${grown.program}&limit=20`)),
    list('events by tag', fromRow(`${explore}/events?program_id=${grown.program}&tags=Water&limit=20`)),
    counted('events by age', fromRow(`${explore}/events?program_id=${grown.program}&age=8&limit=20`)),
    counted(
      'events by city and type',
      fromRow(`${explore}/events?program_id=${grown.program}&venue_city=Perth&type=camp&limit=20`),
    ),
    list('events by word', fromRow(`${explore}/events?program_id=${grown.program}&search=canoe&limit=20`)),
    list('events of all programs', fromRow(`${explore}/events?limit=20`)),
    list('events of all programs by age', fromRow(`${explore}/events?age=8&limit=20`)),
    list('events of all programs by country', fromRow(`${explore}/events?venue_context=CA&limit=20`)),
    list('filters', same(`${explore}/programs/${grown.program}/filters?status=upcoming`)),
    customer('one event', same(`${explore}/events/${grown.event}`)),
    customer('its options', same(`${explore}/events/${grown.event}/options`)),
    customer('one option', same(`${explore}/events/${grown.event}/options/${option}`)),
    customer('own registrations', same(`${profile}/registrations?limit=20`)),
    bookedBefore('own bookings to make again', same(`${profile}/rebookings?program_id=${grown.program}&limit=20`)),
    customer('own calendar', same(`${profile}/calendar`)),
    customer('own orders', same(`${profile}/orders?limit=20`)),
    customer('own attendees', same(`${profile}/attendees`)),
    manage('organiser: one event', same(`${organiser}/events/event-1`)),
    manage('organiser: change an event', same(`${organiser}/events/event-1`)),
    manageList('organiser: registrations', same(`${organiser}/registrations?limit=20`)),
    manageList('organiser: orders', same(`${organiser}/orders?limit=20`)),
    // All families of the large site share these names.
    manageList('organiser: find a name', same(`${organiser}/people?search=nadia`)),
    manageList('organiser: find one letter', same(`${organiser}/people?search=r`)),
    manageList('organiser: find an email', same(`${organiser}/people?search=parent17%40example.com`)),
    manageList('organiser: find a receipt', same(`${organiser}/people?search=2026-17`)),
    of('today', organiserHeaders)('organiser: today', same(`${organiser}/today`)),
    manageList('organiser: a family', same(`${organiser}/people/cus_grown_17`)),
    of('list', ownerHeaders)('desk: find a name', same(`/desk/${grown.program}/families?search=nadia`)),
    of('list', ownerHeaders)('desk: register a name', same(`/desk/${grown.program}/register?search=nadia`)),
    ...deskPaths(grown.desk).map(({ name, path }) => of(deskGroups[name] ?? 'list', ownerHeaders)(name, same(path))),
  ]
}

async function openFilled(
  name: string,
  size: GrowthSize,
): Promise<{ site: OwnProofSite; fillSeconds: number; calls: Call[] }> {
  const site = await openProofSite({ name: `size-${name}`, bindings: { RESPONSE_CHECKS: 'off' } })
  let fillSeconds = 0
  await site.restart(async () => {
    fillSeconds = fillDatabase(site.file(), size, site.now())
  })
  const identity = { user_id: grown.user, customer_id: grown.customer, session_id: 'ses_grown_0' }
  const bearer = await signAccessToken(site.bench.env, identity, { now: site.now(), language: 'en' })
  const cookie = await cookieOf(site.bench, { identity } as Parameters<typeof cookieOf>[1])
  const owner = { Cookie: await cookieOf(site.bench, { identity: grown.owner } as Parameters<typeof cookieOf>[1]) }
  return { site, fillSeconds, calls: callsOf(cookie, bearer, owner) }
}

const isWrite = ({ name }: Call) => name === 'organiser: change an event'

async function answerMs(site: OwnProofSite, call: Call, number: number): Promise<number> {
  const init = isWrite(call)
    ? { method: 'PUT', body: JSON.stringify({ summary: `Week ${number}` }), headers: { ...call.headers } }
    : { headers: { ...call.headers } }
  const began = performance.now()
  const { status, text } = await site.call(call.path(number), { ...init, timeoutMs: 60_000 })
  const ms = performance.now() - began
  if (status !== 200)
    throw new Error(
      `${call.name} answered ${status}: ${text.slice(0, 200)} ${site.logs.filter((line) => /"event":"error"/.test(line)).at(-1)}`,
    )
  return ms
}

/** The longest report over the year up to the site's present, in ms. */
async function reportMs(site: OwnProofSite, number: number): Promise<number> {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  const days = `from=${day(site.now() - 370 * dayMs)}&to=${day(site.now())}`
  let longest = 0
  for (const report of reports)
    longest = Math.max(
      longest,
      await answerMs(
        site,
        {
          name: report,
          group: 'list',
          path: () => `${organiser}/reports/${report}&${days}`,
          headers: organiserHeaders,
        },
        number,
      ),
    )
  return longest
}

async function tickMs(site: OwnProofSite): Promise<number> {
  const began = performance.now()
  await site.tick()
  return performance.now() - began
}

/** The longest response while the scheduler ran, with requests one after the other. */
async function longestBesideClock(site: OwnProofSite, calls: readonly Call[]): Promise<number> {
  let isOver = false
  const run = site.tick().finally(() => {
    isOver = true
  })
  let longest = 0
  for (let number = 5000; !isOver; number += 1)
    for (const call of calls) longest = Math.max(longest, await answerMs(site, call, number))
  await run
  return longest
}

/**
 * Sends every call again and runs the scheduler, while statements are recorded. Returns the statements that scan a
 * growing table at this size.
 */
async function scansOf(site: OwnProofSite, calls: readonly Call[]): Promise<{ explained: number; scans: string[] }> {
  await site.disturb({ note: true })
  for (const call of calls) await answerMs(site, call, 900)
  await site.tick()
  await site.calm()
  return scansInFile(site.file(), [...new Set([...(await site.statements()), ...testStatements()])])
}

const memoryMb = (site: OwnProofSite) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.pid()}/status`, 'utf8'))?.[1] ?? 0) / 1024)

async function run({ isFull }: Rounds): Promise<Tally> {
  const [repeats, slack] = isFull ? [rounds.full, slackMs.full] : [rounds.few, slackMs.few]
  const small = await openFilled('demo', growthSizes.demo)
  const large = await openFilled('grown', isFull ? growthSizes.large : growthSizes.tenth)
  const tally = emptyTally(
    'calls',
    'worst',
    'fillSeconds',
    'memorySmallMb',
    'memoryLargeMb',
    'tickSmallMs',
    'tickLargeMs',
    'besideClockMs',
    'explained',
    'reportSmallMs',
    'reportLargeMs',
  )
  try {
    // The first run of the scheduler after a bulk insert counts the tables and deletes old rows.
    for (const { site } of [small, large]) await site.tick()
    const rows: [Call, Times][] = []
    for (const [index, call] of small.calls.entries()) {
      const best: Times = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
      try {
        for (let number = 0; number < repeats; number += 1) {
          best.small = Math.min(best.small, await answerMs(small.site, call, number))
          best.large = Math.min(best.large, await answerMs(large.site, large.calls[index] as Call, number))
        }
        rows.push([call, best])
      } catch (error) {
        tally.findings.push(String(error))
      }
    }
    const table = rows.map(([{ name, group }, { small: few, large: many }]) => {
      const ratio = many / few
      if (many > few * limits[group] + slack)
        tally.findings.push(
          `${name}: ${many.toFixed(1)} ms instead of ${few.toFixed(1)}, ${ratio.toFixed(2)} times as long`,
        )
      return `  | ${name} | ${few.toFixed(1)} | ${many.toFixed(1)} | ${ratio.toFixed(2)} of ${limits[group]} |`
    })
    console.log(['  | Call | Demo, ms | Large, ms | Ratio |', '  | --- | --- | --- | --- |', ...table].join('\n'))
    const reportSmallMs = await reportMs(small.site, 0)
    const reportLargeMs = await reportMs(large.site, 0)
    if (reportLargeMs > maxReportMs[isFull ? 'full' : 'few'])
      tally.findings.push(`a report of a year took ${Math.round(reportLargeMs)} ms`)
    const besideClockMs = await longestBesideClock(
      large.site,
      large.calls.filter(({ name }) => besideClock.includes(name)),
    )
    if (besideClockMs > maxBesideClockMs[isFull ? 'full' : 'few'])
      tally.findings.push(`a customer waited ${Math.round(besideClockMs)} ms while the clock ran`)
    // At a tenth of the size, a scan is the fastest way to read some tables, so the small run does not check for scans.
    const { explained, scans } = isFull ? await scansOf(large.site, large.calls) : { explained: 0, scans: [] }
    tally.findings.push(...scans.map((scan) => `reads a growing table from end to end: ${scan}`))
    Object.assign(tally.sums, {
      besideClockMs,
      explained,
      reportSmallMs,
      reportLargeMs,
      calls: rows.length,
      worst: Math.max(...rows.map(([, { small: few, large: many }]) => many / few)),
      fillSeconds: large.fillSeconds,
      tickSmallMs: await tickMs(small.site),
      tickLargeMs: await tickMs(large.site),
      memorySmallMb: memoryMb(small.site),
      memoryLargeMb: memoryMb(large.site),
    })
    return tally
  } finally {
    await small.site.stop()
    await large.site.stop()
  }
}

export const proof: Proof = {
  row: '15 · K1–K7',
  name: 'cost-of-size',
  promise: 'answers a customer of a large organisation about as fast as one of a young one',
  unit: 'sizes',
  small: 1,
  full: 1,
  piece: 1,
  run,
  figure: ({
    calls = 0,
    worst = 0,
    fillSeconds = 0,
    tickSmallMs = 0,
    tickLargeMs = 0,
    memorySmallMb = 0,
    memoryLargeMb = 0,
    besideClockMs = 0,
    explained = 0,
    reportSmallMs = 0,
    reportLargeMs = 0,
  }) =>
    `${calls} pages and calls, the worst ${worst.toFixed(2)} times as long; ${explained > 0 ? `${explained} statements read no growing table from end to end; ` : ''}filled in ${fillSeconds} s; the clock ${Math.round(tickSmallMs)} and ${Math.round(tickLargeMs)} ms, beside it a customer waits ${Math.round(besideClockMs)} ms at most; a report of a year ${Math.round(reportSmallMs)} and ${Math.round(reportLargeMs)} ms; memory ${memorySmallMb} and ${memoryLargeMb} MB`,
}
