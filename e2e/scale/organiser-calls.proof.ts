import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { makeCity } from '../../functions/organisation/organiser/program-file/make-city.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type ProofSite } from '../proofs/proof-site.ts'

/**
 * Number of events in the small and the large program, and in the short and the long file. The long run uses the full
 * sizes.
 */
const sizes = {
  full: { small: 30, large: 20_000, short: 500, long: 5000 },
  few: { small: 30, large: 600, short: 30, long: 300 },
}
const maxCallRatio = 3
const maxFileRatio = 12
/**
 * The maximum additional wait of a visitor while a file is applied. The small run shares its cores, so there the usual
 * wait counts three times.
 */
const maxAddedWaitMs = 100
const maxWaitRatio = { full: 1, few: 3 }
const callsPerProgram = 9
const patience = 600_000

const key = (program: string, path = '') => `/api/v1/organiser/programs/${program}${path}`

async function measure({ isFull, from }: Rounds): Promise<Tally> {
  const size = isFull ? sizes.full : sizes.few
  const site = await openProofSite({ name: `organiser-calls-${from}` })
  const tally = emptyTally(
    'rounds',
    'worstCallRatio',
    'planRatio',
    'exportRatio',
    'longestWaitMs',
    'usualWaitMs',
    'applyLargeMs',
  )
  try {
    for (const name of ['short', 'long', 'small'] as const) await apply(site, name, size[name])
    const began = performance.now()
    await apply(site, 'large', size.large)
    tally.sums.applyLargeMs = performance.now() - began
    if ((await exported(site, 'large')) !== size.large) tally.findings.push('the large program lost events')

    const ratios = await callRatios(site)
    for (const [call, { ratio, small, large }] of Object.entries(ratios))
      if (ratio > maxCallRatio)
        tally.findings.push(`${call} takes ${large} ms instead of ${small} ms, ${ratio} times as long`)
    tally.sums.worstCallRatio = Math.max(...Object.values(ratios).map(({ ratio }) => ratio))

    const alone = requestPage(site)
    await wait(5000)
    const usualWaitMs = await alone.leave()
    const visitor = requestPage(site)
    const plan = { short: await planMs(site, 'short', size.short), long: await planMs(site, 'long', size.long) }
    const copy = { short: await exportMs(site, 'short'), long: await exportMs(site, 'long') }
    const longestWaitMs = await visitor.leave()
    Object.assign(tally.sums, {
      rounds: 1,
      planRatio: plan.long / plan.short,
      exportRatio: copy.long / copy.short,
      longestWaitMs,
      usualWaitMs,
    })
    console.log(`  ${JSON.stringify({ ratios, plan, copy })}`)
    if (plan.long / plan.short > maxFileRatio)
      tally.findings.push(`a plan takes ${plan.long} ms instead of ${plan.short}`)
    if (copy.long / copy.short > maxFileRatio)
      tally.findings.push(`an export takes ${copy.long} ms instead of ${copy.short}`)
    if (longestWaitMs > maxWaitRatio[isFull ? 'full' : 'few'] * usualWaitMs + maxAddedWaitMs)
      tally.findings.push(`a visitor waited ${longestWaitMs} ms, and without a file ${usualWaitMs} ms`)
  } finally {
    await site.stop()
  }
  return tally
}

const fileOf = (program: string, events: number) => JSON.stringify(makeCity({ program, events, venues: 30 }))

async function apply(site: ProofSite, program: string, events: number): Promise<void> {
  const { status, text } = await site.call(key(program, '?dry_run=false'), {
    method: 'PUT',
    headers: organiserHeaders,
    body: fileOf(program, events),
    timeoutMs: patience,
  })
  if (status !== 200) throw new Error(`${program} was not applied: ${text.slice(0, 500)}`)
}

async function exported(site: ProofSite, program: string): Promise<number> {
  const { body } = await site.call(key(program), { headers: organiserHeaders, timeoutMs: patience })
  return body.events.length
}

/** Every call for one event, alternately on the small and the large program: the medians and their ratio. */
async function callRatios(site: ProofSite) {
  const times = new Map<string, { small: number[]; large: number[] }>()
  for (let round = 0; round < callsPerProgram; round += 1)
    for (const program of ['small', 'large'] as const)
      for (const [call, ms] of await callsForOneEvent(site, program, round)) {
        const all = times.get(call) ?? { small: [], large: [] }
        times.set(call, all)
        all[program].push(ms)
      }
  return Object.fromEntries(
    [...times].map(([call, all]) => {
      const [small, large] = [median(all.small), median(all.large)]
      return [call, { small: rounded(small), large: rounded(large), ratio: rounded(large / small) }]
    }),
  )
}

async function callsForOneEvent(site: ProofSite, program: string, round: number): Promise<[string, number][]> {
  const times: [string, number][] = []
  const own = `own-${round}`
  const call = async (name: string, method: string, path: string, body?: unknown) => {
    const began = performance.now()
    const { status, text } = await site.call(key(program, path), {
      method,
      headers: organiserHeaders,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    times.push([name, performance.now() - began])
    if (status >= 300) throw new Error(`${name} answered ${status} ${text.slice(0, 300)}`)
  }
  const event = {
    key: own,
    type: 'camp',
    name: 'Own camp',
    summary: 'A week at the lake.',
    starts_at: '2030-07-01T09:00',
    ends_at: '2030-07-05T16:00',
    venues: ['venue-1'],
    options: [{ key: 'full', name: 'Full week', cost: 200, spots_total: 20 }],
  }
  await call('POST event', 'POST', '/events', event)
  await call('GET event', 'GET', `/events/${own}`)
  await call('PUT event', 'PUT', `/events/${own}`, { name: `Own camp ${round}`, venues: ['venue-2'] })
  await call('copy', 'POST', `/events/${own}/copy`, { key: `copy-${round}` })
  await call('publish', 'POST', `/events/${own}/publish`)
  await call('unpublish', 'POST', `/events/${own}/unpublish`)
  await call('cancel', 'POST', `/events/${own}/cancel`, { text: 'The lake is closed.' })
  await call('settings', 'PUT', '/settings', { summary: `Summer ${round}` })
  return times
}

async function planMs(site: ProofSite, program: string, events: number): Promise<number> {
  const body = fileOf(program, events).replaceAll('"summary":"', '"summary":"New: ')
  const began = performance.now()
  const { status, text } = await site.call(key(program, '?dry_run=true'), {
    method: 'PUT',
    headers: organiserHeaders,
    body,
    timeoutMs: patience,
  })
  if (status !== 200) throw new Error(`The plan of ${program} answered ${status} ${text.slice(0, 500)}`)
  return rounded(performance.now() - began)
}

async function exportMs(site: ProofSite, program: string): Promise<number> {
  const began = performance.now()
  const { status } = await site.call(key(program), { headers: organiserHeaders, timeoutMs: patience })
  if (status !== 200) throw new Error(`The export of ${program} answered ${status}`)
  return rounded(performance.now() - began)
}

// The visitor runs in its own thread, so that this thread's work with long files does not count as waiting.
const visitorCode = `
const { parentPort, workerData } = require('node:worker_threads')
let isThere = true
let longest = 0
parentPort.on('message', () => { isThere = false })
;(async () => {
  while (isThere) {
    const began = performance.now()
    await (await fetch(workerData)).text()
    longest = Math.max(longest, performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  parentPort.postMessage(longest)
  parentPort.close()
})()`

/** A visitor who requests an event again and again; returns the longest wait. */
function requestPage(site: ProofSite) {
  const visitor = new Worker(visitorCode, {
    eval: true,
    workerData: `${site.url}/api/v1/explore/events?program_id=small&take=1`,
  })
  return {
    leave: async () => {
      const answer = once(visitor, 'message')
      visitor.postMessage('leave')
      return rounded(((await answer) as [number])[0])
    },
  }
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
const rounded = (value: number): number => Math.round(value * 10) / 10

export const proof: Proof = {
  row: '14',
  name: 'organiser-calls',
  promise: 'a call for one event costs the same in a large program, and no visitor waits for a file',
  unit: 'sites',
  small: 1,
  full: 1,
  piece: 1,
  run: measure,
  figure: ({ worstCallRatio = 0, planRatio = 0, exportRatio = 0, longestWaitMs = 0, usualWaitMs = 0 }) =>
    `calls at most ${worstCallRatio} ×, plan ${rounded(planRatio)} ×, export ${rounded(exportRatio)} ×, a visitor waited at most ${longestWaitMs} ms, and ${usualWaitMs} ms without a file`,
}
