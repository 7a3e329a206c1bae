import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inHashQueue as queue } from './hash-queue.ts'

const inHashQueue = <Result>(work: () => Promise<Result>) => queue(work, { restMs: 100 })
const takes = (ms: number) => () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms))

describe('A-06: the queue of password hashes', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(async () => {
    await vi.advanceTimersByTimeAsync(30_000)
    vi.useRealTimers()
  })

  it('A-06: hashes run one at a time with a pause after each', async () => {
    const spans: [number, number][] = []
    const work = async () => {
      const began = performance.now()
      await takes(200)()
      spans.push([began, performance.now()])
    }
    const all = Promise.all(Array.from({ length: 10 }, () => inHashQueue(work)))
    await vi.advanceTimersByTimeAsync(6000)
    await all
    const rests = spans.slice(1).map(([began], index) => began - (spans[index]?.[1] ?? 0))
    expect(Math.min(...rests)).toBeGreaterThanOrEqual(100)
    expect(Math.max(...rests)).toBeLessThan(200)
  })

  it('A-06: a single hash runs without waiting', async () => {
    const began = performance.now()
    const first = inHashQueue(async () => performance.now())
    await vi.advanceTimersByTimeAsync(10)
    expect((await first) - began).toBe(0)
  })

  it('A-06: a wait of 10 s returns 503 with Retry-After', async () => {
    const began = performance.now()
    const input = Array.from({ length: 20 }, () =>
      inHashQueue(takes(900)).then(
        (answer) => ({ answer, at: performance.now() - began }),
        (error: unknown) => ({ answer: error, at: performance.now() - began }),
      ),
    )
    await vi.advanceTimersByTimeAsync(30_000)
    const answers = await Promise.all(input)
    const done = answers.filter(({ answer }) => answer === 'done')
    expect(done.length).toBeGreaterThanOrEqual(9)
    expect(done.length).toBeLessThanOrEqual(11)
    const refused = answers.filter(({ answer }) => answer !== 'done')
    for (const { answer, at } of refused) {
      expect(answer).toMatchObject({ type: 'unavailable', detail: { retryAfterSeconds: 5 } })
      expect(at).toBeLessThan(11_000)
    }
  })

  it('A-06: the waiting time is measured even when each hash blocks the thread', async () => {
    let lostMs = 0
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + lostMs)
    const keepsAllWaiting = async () => {
      lostMs += 1000
      return takes(15)()
    }
    const input = Promise.all(Array.from({ length: 30 }, () => inHashQueue(keepsAllWaiting).catch(() => 'refused')))
    await vi.advanceTimersByTimeAsync(15_000)
    const answers = await input
    clock.mockRestore()
    expect(answers.filter((each) => each === 'done').length).toBeLessThan(14)
    expect(answers.filter((each) => each === 'refused').length).toBeGreaterThan(15)
  })

  it('A-06: the slot of an aborted request is free again after two seconds', async () => {
    void inHashQueue(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(10)
    const next = inHashQueue(takes(10))
    await vi.advanceTimersByTimeAsync(2500)
    expect(await next).toBe('done')
  })

  it('A-06: a failing hash frees its slot', async () => {
    for (let n = 0; n < 5; n += 1) {
      const failed = expect(inHashQueue(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
      await vi.advanceTimersByTimeAsync(300)
      await failed
    }
    const next = inHashQueue(takes(10))
    await vi.advanceTimersByTimeAsync(300)
    expect(await next).toBe('done')
  })

  /** The order in which callers were served after arriving together in this order. */
  const servedOrder = async (callers: readonly string[]) => {
    const served: string[] = []
    const all = callers.map((name) =>
      queue(
        async () => {
          served.push(name)
          await takes(100)()
        },
        { restMs: 0, caller: { address: name.replace(/^known /, ''), isKnownDevice: name.startsWith('known ') } },
      ).catch(() => {}),
    )
    await vi.advanceTimersByTimeAsync(15_000)
    await Promise.all(all)
    return served
  }

  it('S4: an address with many requests delays only itself', async () => {
    const served = await servedOrder([...Array.from({ length: 30 }, () => 'flood'), 'a', 'b', 'c'])
    expect(served.slice(0, 5)).toEqual(['flood', 'flood', 'a', 'b', 'c'])
    expect(served.filter((name) => name === 'flood').length).toBeGreaterThan(25)
  })

  it('S4: a browser known to its account goes first', async () => {
    const served = await servedOrder([
      ...Array.from({ length: 30 }, () => 'flood'),
      ...Array.from({ length: 30 }, (_, index) => `other ${index}`),
      'known flood',
    ])
    expect(served.slice(0, 3)).toEqual(['flood', 'known flood', 'flood'])
  })

  it('S4: one hash runs per thread when a thread pool is used', async () => {
    let [atWork, most] = [0, 0]
    const served: string[] = []
    const all = [...Array.from({ length: 30 }, () => 'flood'), 'a', 'b', 'c'].map((address) =>
      queue(
        async () => {
          served.push(address)
          most = Math.max(most, ++atWork)
          await takes(100)()
          atWork -= 1
        },
        { atOnce: 3, restMs: 0, caller: { address, isKnownDevice: false } },
      ),
    )
    await vi.advanceTimersByTimeAsync(15_000)
    await Promise.all(all)
    expect(most).toBe(3)
    // The three threads become free at the same moment, so the order within a round is random.
    expect(served.slice(0, 9)).toEqual(expect.arrayContaining(['a', 'b', 'c']))
  })

  it('S4: known browsers of one address do not block others', async () => {
    const served = await servedOrder([...Array.from({ length: 30 }, () => 'known flood'), 'a', 'b'])
    expect(served.slice(0, 4)).toEqual(['known flood', 'known flood', 'a', 'b'])
  })

  it('S4: an address with sixty waiting requests is refused immediately', async () => {
    const waits = Array.from({ length: 62 }, () =>
      queue(takes(400), { restMs: 0, caller: { address: 'flood', isKnownDevice: false } }).catch(
        (error: unknown) => error,
      ),
    )
    expect(await waits[61]).toMatchObject({ type: 'unavailable', detail: { retryAfterSeconds: 5 } })
    await vi.advanceTimersByTimeAsync(30_000)
    await Promise.all(waits)
  })

  it('S4: a caller that left the queue delays no other', async () => {
    // A request whose client disconnected: its timers never fire.
    const { setTimeout: timer } = globalThis
    globalThis.setTimeout = (() => 0) as unknown as typeof setTimeout
    void queue(takes(10), { restMs: 0, caller: { address: 'running', isKnownDevice: false } })
    for (let n = 0; n < 20; n += 1)
      void queue(takes(10), { restMs: 0, caller: { address: `left ${n}`, isKnownDevice: false } })
    globalThis.setTimeout = timer
    const began = performance.now()
    const served = queue(async () => performance.now() - began, {
      restMs: 0,
      caller: { address: 'a', isKnownDevice: false },
    })
    await vi.advanceTimersByTimeAsync(5000)
    expect(await served).toBeLessThan(2700)

    // The queue still works after the clock is set back, when the next poll of its callers seems far in the future.
    for (let n = 0; n < 5; n += 1) void queue(() => new Promise(() => {}), { restMs: 0 })
    const now = performance.now.bind(performance)
    const setBack = vi.spyOn(performance, 'now').mockImplementation(() => now() - 1_000_000)
    const next = queue(takes(10), { restMs: 0, caller: { address: 'b', isKnownDevice: false } })
    await vi.advanceTimersByTimeAsync(3000)
    expect(await next).toBe('done')
    setBack.mockRestore()
  })
})
