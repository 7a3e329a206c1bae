import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeProgram } from '../../test-bench/programs.ts'

let site: Bench
let programId: string
let addresses = 0
const right = 'bench:bench-secret-of-32-characters-x'
const newAddress = () => `203.0.113.${++addresses}`
const send = async (credentials: string, address: string, init: RequestInit = {}) => {
  const headers = { Authorization: `Basic ${btoa(credentials)}`, 'CF-Connecting-IP': address, ...init.headers }
  const answer = await site.call(`/v1/organiser/programs/${programId}`, { ...init, headers })
  return { status: answer.status, retryAfter: Number(answer.headers.get('Retry-After')) }
}
const statuses = async (count: number, each: (n: number) => Promise<{ status: number }>) => {
  const all: number[] = []
  for (let n = 0; n < count; n += 1) all.push((await each(n)).status)
  return all
}

describe('S14: wrong secrets of an organisation’s client', () => {
  let wide: Bench['env']['RATE_LIMITS']
  beforeAll(async () => {
    site = await openBench()
    wide = site.env.RATE_LIMITS
    site.env.RATE_LIMITS = 'strict'
    programId = await makeProgram(site)
  })
  afterAll(() => {
    site.env.RATE_LIMITS = wide
  })

  it('S14: an address is blocked for a quarter of an hour after twenty wrong secrets', async () => {
    const address = newAddress()
    const guesses = await statuses(120, (n) => send(`bench:guess number ${n} of many`, address))
    expect(guesses.filter((status) => status === 401)).toHaveLength(20)
    expect(guesses.filter((status) => status === 429)).toHaveLength(100)
    const refused = await send(right, address)
    expect(refused.status).toBe(429)
    expect(refused.retryAfter).toBeGreaterThan(800)
    expect((await send(right, newAddress())).status).toBe(200)
    site.pass(15 * 60_000 + 200)
    expect((await send(right, address)).status).toBe(200)
  })

  it('S14: a client still works after a hundred wrong secrets', async () => {
    const own = newAddress()
    const guessers = Array.from({ length: 10 }, newAddress)
    const guess = (n: number) => send(`bench:guess number ${n} of many`, guessers[n % guessers.length] ?? '')
    expect(new Set(await statuses(100, guess))).toEqual(new Set([401]))
    expect(new Set(await statuses(10, guess))).toEqual(new Set([429]))
    const late = newAddress()
    expect(await statuses(2, () => send('bench:one more guess of many', late))).toEqual([401, 429])
    expect((await send(right, own)).status).toBe(200)
    site.pass(15 * 60_000 + 200)
  })

  it('S14: the maximum body size does not reveal whether a secret is right', async () => {
    const address = newAddress()
    await statuses(20, (n) => send(`bench:guess number ${n} of many`, address))
    const large = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: `"${'x'.repeat(400_000)}"` }
    expect((await send('bench:guess number 21 of many', address, large)).status).toBe(429)
    expect((await send(right, address, large)).status).toBe(429)
    site.pass(15 * 60_000 + 200)
  })

  it('S14: correct secrets do not count', async () => {
    const address = newAddress()
    expect(new Set(await statuses(30, () => send(right, address)))).toEqual(new Set([200]))
  })
})
