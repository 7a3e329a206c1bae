import { setTimeout as wait } from 'node:timers/promises'
import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import { type Answer, createHttpClient } from '../../functions/test-bench/http-client.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type ProofSite } from '../proofs/proof-site.ts'
import { json, makeAccounts, rightPassword } from './accounts.ts'
import { median } from './two-samples.ts'

/** Maximum duration of a log-in: half a minute of waiting for its turn, and the rest for a slow machine. */
const longestLoginMs = 45_000
/**
 * Maximum slowdown of pages during simultaneous log-ins, relative to the same pages without them; larger for the short
 * run.
 */
const maxTimes = (isFull: boolean) => (isFull ? 2 : 6)
const eventsShown = 12

type Size = { logins: number; quietMs: number }
const sizes = (isFull: boolean): Size => (isFull ? { logins: 200, quietMs: 4000 } : { logins: 8, quietMs: 1000 })
type Login = { answer: Answer | null; ms: number }
type Pages = Record<string, number[]>

/** Simultaneous log-ins, each of another account and from another address. */
async function logInAtOnce(site: ProofSite, emails: readonly string[]): Promise<Login[]> {
  const rush = createHttpClient(() => site.url, emails.length)
  const began = performance.now()
  const logins = emails.map(async (username, index) => {
    const answer = await rush(
      '/api/v1/login',
      json({ username, password: rightPassword }, { 'CF-Connecting-IP': `198.51.${index % 200}.${index % 7}` }),
    ).catch(() => null)
    return { answer, ms: performance.now() - began }
  })
  const all = await Promise.all(logins)
  rush.close()
  return all
}

/** Requests the pages in turn, one at a time, until stopped. */
async function readPages(site: ProofSite, program: string, isOver: () => boolean): Promise<Pages> {
  const reader = createHttpClient(() => site.url, 1)
  const times: Pages = { kept: [], made: [], events: [] }
  // Each request has new search words, because the cache could answer a repeated request.
  const words = () => `canoe+${crypto.randomUUID().slice(0, 8)}`
  const addresses: Record<string, () => string> = {
    kept: () => `/pg/${program}`,
    made: () => `/pg/${program}?search=${words()}`,
    events: () => `/api/v1/explore/events?program_id=${program}&limit=20&search=${words()}`,
  }
  while (!isOver()) {
    for (const [name, address] of Object.entries(addresses)) {
      const began = performance.now()
      const answer = await reader(address()).catch(() => null)
      if (answer?.status !== 200) throw new Error(`${name} was answered ${answer?.status ?? 'not at all'}`)
      times[name]?.push(performance.now() - began)
    }
    await wait(5)
  }
  reader.close()
  return times
}

const p95 = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

function faultOf({ answer, ms }: Login): string | null {
  if (!answer) return `a log-in had no answer after ${Math.round(ms)} ms`
  const isRefused = answer.status === 503 && answer.headers['retry-after'] !== undefined
  if (answer.status !== 200 && !isRefused) return `a log-in was answered ${answer.status} ${answer.text.slice(0, 150)}`
  return ms > longestLoginMs ? `a log-in waited ${Math.round(ms)} ms` : null
}

async function inRounds({ count, isFull }: Rounds): Promise<Tally> {
  const site = await openProofSite({ name: 'hash-load', hashing: isFull ? 'product' : 'cheaper' })
  const tally = emptyTally('logins', 'came_in', 'pages', 'rounds', 'slowest_page_ms', 'times_hundred')
  const ratios: number[] = []
  try {
    const { logins, quietMs } = sizes(isFull)
    const program = await makeProgram(site.bench)
    for (let number = 0; number < eventsShown; number += 1)
      await makeEvent(site.bench, { programId: program, name: `Canoe ${number}` })
    const emails = await makeAccounts(site, { name: 'load', count: logins })
    for (let round = 0; round < count; round += 1) {
      const until = performance.now() + quietMs
      const quiet = await readPages(site, program, () => performance.now() > until)
      let isOver = false
      const reading = readPages(site, program, () => isOver)
      const answers = await logInAtOnce(site, emails)
      isOver = true
      const busy = await reading
      tally.findings.push(...answers.flatMap((each) => faultOf(each) ?? []).slice(0, 3))
      const times = Object.values(busy).flat()
      ratios.push(median(Object.keys(busy).map((name) => p95(busy[name] ?? []) / p95(quiet[name] ?? []))))
      // A page that took this long waited for the queued log-ins.
      if (Math.max(...times) > 8000)
        tally.findings.push(`a page waited ${Math.round(Math.max(...times))} ms while ${logins} logged in`)
      const sums = {
        logins,
        came_in: answers.filter(({ answer }) => answer?.status === 200).length,
        pages: times.length,
        rounds: 1,
      }
      for (const [name, more] of Object.entries(sums)) tally.sums[name] = (tally.sums[name] ?? 0) + more
      tally.sums.slowest_page_ms = Math.max(tally.sums.slowest_page_ms ?? 0, Math.round(Math.max(...times)))
    }
    tally.sums.times_hundred = (tally.sums.times_hundred ?? 0) + Math.round(ratios.reduce((a, b) => a + b, 0) * 100)
    if (median(ratios) >= maxTimes(isFull))
      tally.findings.push(`pages took ${median(ratios).toFixed(1)} times as long while others logged in`)
    return tally
  } finally {
    await site.stop()
  }
}

export const proof: Proof = {
  row: '11 · A-06',
  name: 'hash-load',
  promise:
    'a crowd at the log-in is answered, each with a session or when to come again, and pages do not wait for the crowd',
  unit: 'crowds',
  small: 1,
  full: 5,
  piece: 5,
  run: inRounds,
  figure: ({ logins = 0, came_in = 0, pages = 0, slowest_page_ms = 0, rounds = 1, times_hundred = 0 }) =>
    `${logins} log-ins at once, ${came_in} came in, the others were told when to come again; ${pages} pages meanwhile, the slowest ${slowest_page_ms} ms, p95 ${(times_hundred / 100 / Math.max(1, rounds)).toFixed(1)} times the calm one`,
}
