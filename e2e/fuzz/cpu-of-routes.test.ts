import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bench, openBench } from '../../functions/test-bench/bench.ts'
import { cpuMsOf, maxCpuMs } from '../../functions/test-bench/cpu-time.ts'
import type { Answer, HttpClient } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type CostlyRequest, costlyRequest } from './costly-requests.ts'
import { type Family, makeFuzzedFamily, makeTown, type Town } from './family.ts'
import { organiserHeaders } from './fuzz-bodies.ts'
import { type ApiDocument, type Operation, readOperations, routeOf } from './operations.ts'

/** Number of generated requests per call; `npm run test:long` uses a thousand. */
const inputs = Number(process.env.COSTLY_INPUTS ?? 2)
/** Number of requests after which a new family takes over, because most objects of the former one are cancelled. */
const perFamily = 200

type Costliest = { ms: number; seed: number; kind: string; status: number }
type Send = (request: CostlyRequest) => Promise<number>
const figures: Record<string, Costliest> = {}
afterAll(() => {
  const { COSTLY_FIGURES: file } = process.env
  if (file) writeFileSync(file, JSON.stringify(figures, null, 1))
})

let api: ApiDocument
let town: Town
let site: ProofSite & { bench: Bench }
let family: Family
beforeAll(async () => {
  const bench = await openBench()
  const call: HttpClient = async (path, init) => {
    const response = await bench.call(path.replace(/^\/api/, ''), init as RequestInit)
    const text = await response.text()
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : text
    return { status: response.status, headers: {}, body, text } satisfies Answer
  }
  site = { bench, call, name: 'cpu-of-routes', url: bench.env.SITE_ORIGIN } as unknown as typeof site
  api = await readOperations(call)
  town = await makeTown(site)
  family = await makeFuzzedFamily(site, town)
})

const send: Send = async ({ path, init }) => (await site.bench.call(path, init)).status

const headersOf = ({ caller }: Operation): Record<string, string> =>
  caller === 'organiser' ? { ...organiserHeaders } : caller === 'customer' ? { ...family.person.headers } : {}

/**
 * The request of a call that takes the most CPU. Slow requests are sent again, because compilation or garbage
 * collection may coincide with the first.
 */
async function costliestRequest(operation: Operation, from: number): Promise<Costliest> {
  let worst: Costliest = { ms: 0, seed: from, kind: '', status: 0 }
  for (let seed = from; seed < from + inputs; seed += 1) {
    if (seed % perFamily === 0) family = await makeFuzzedFamily(site, town)
    const request = costlyRequest(seed, { operation, family, document: api.document, headers: headersOf(operation) })
    let status = 0
    const once = () =>
      cpuMsOf(async () => {
        status = await send(request)
      })
    let ms = await once()
    for (let again = 0; again < 4 && ms >= maxCpuMs; again += 1) ms = Math.min(ms, await once())
    if (ms > worst.ms) worst = { ms: Math.round(ms * 10) / 10, seed, kind: request.kind, status }
  }
  return worst
}

it('a call that takes quadratic time is noticed', async () => {
  const compareAll: Send = async ({ init: { body } }) => {
    const pieces = String(body ?? '').split(',')
    return pieces.filter((piece, index) => pieces.indexOf(piece) === index).length
  }
  const operation = api.operations.find(({ method, path }) => method === 'POST' && path.endsWith('/profile/orders'))
  const document = api.document
  let ms = 0
  for (let seed = 1; ms < maxCpuMs && seed < 100; seed += 1) {
    const request = costlyRequest(seed, { operation: operation as Operation, family, document, headers: {} })
    ms = await cpuMsOf(() => compareAll(request))
  }
  expect(ms).toBeGreaterThan(maxCpuMs)
})

it(`every call answers each generated request within ${maxCpuMs} ms of CPU`, { timeout: 10_800_000 }, async () => {
  expect(api.operations.length).toBeGreaterThan(140)
  // Each call begins with another seed, so that all calls together try every kind of input, although each gets few
  // requests.
  for (const [index, operation] of api.operations.entries())
    figures[routeOf(operation)] = await costliestRequest(operation, 1 + index * inputs)
  expect(Object.entries(figures).filter(([, { ms }]) => ms >= maxCpuMs)).toEqual([])
})
