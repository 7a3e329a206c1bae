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

  it('works on one at a time with a rest after each, and no one waits in vain', async () => {
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

  it('a single one waits for nothing', async () => {
    const began = performance.now()
    const first = inHashQueue(async () => performance.now())
    await vi.advanceTimersByTimeAsync(10)
    expect((await first) - began).toBe(0)
  })

  it('answers 503 with Retry-After after a wait of 10 s', async () => {
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

  it('counts the wait by the clock, also when each hash keeps everything else waiting', async () => {
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

  it('a place whose request was dropped halfway is free again after two seconds', async () => {
    void inHashQueue(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(10)
    const next = inHashQueue(takes(10))
    await vi.advanceTimersByTimeAsync(2500)
    expect(await next).toBe('done')
  })

  it('a hash that fails gives its place back', async () => {
    for (let n = 0; n < 5; n += 1) {
      const failed = expect(inHashQueue(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
      await vi.advanceTimersByTimeAsync(300)
      await failed
    }
    const next = inHashQueue(takes(10))
    await vi.advanceTimersByTimeAsync(300)
    expect(await next).toBe('done')
  })

  /** Who was served, in order, when all of them came at once, in this order. */
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

  it('S4: an address that sends many waits for itself: others come after one of its hashes', async () => {
    const served = await servedOrder([...Array.from({ length: 30 }, () => 'flood'), 'a', 'b', 'c'])
    expect(served.slice(0, 5)).toEqual(['flood', 'flood', 'a', 'b', 'c'])
    expect(served.filter((name) => name === 'flood').length).toBeGreaterThan(25)
  })

  it('S4: a browser that its account knows goes first, also where its own address sends many', async () => {
    const served = await servedOrder([
      ...Array.from({ length: 30 }, () => 'flood'),
      ...Array.from({ length: 30 }, (_, index) => `other ${index}`),
      'known flood',
    ])
    expect(served.slice(0, 3)).toEqual(['flood', 'known flood', 'flood'])
  })

  it('works on as many at once as there are threads, and an address that sends many still waits for itself', async () => {
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
    // The three threads are free at the same moment: who of a round asks first is left to chance.
    expect(served.slice(0, 9)).toEqual(expect.arrayContaining(['a', 'b', 'c']))
  })

  it('S4: known browsers of one address do not keep the others out', async () => {
    const served = await servedOrder([...Array.from({ length: 30 }, () => 'known flood'), 'a', 'b'])
    expect(served.slice(0, 4)).toEqual(['known flood', 'known flood', 'a', 'b'])
  })

  it('S4: an address that stands in line sixty times is told to come again at once', async () => {
    const waits = Array.from({ length: 62 }, () =>
      queue(takes(400), { restMs: 0, caller: { address: 'flood', isKnownDevice: false } }).catch(
        (error: unknown) => error,
      ),
    )
    expect(await waits[61]).toMatchObject({ type: 'unavailable', detail: { retryAfterSeconds: 5 } })
    await vi.advanceTimersByTimeAsync(30_000)
    await Promise.all(waits)
  })

  it('S4: who left the line delays no one', async () => {
    // A request that its client left: its pauses never end.
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

    // Nor when the clock is set back, and they seem to come again long from now.
    for (let n = 0; n < 5; n += 1) void queue(() => new Promise(() => {}), { restMs: 0 })
    const now = performance.now.bind(performance)
    const setBack = vi.spyOn(performance, 'now').mockImplementation(() => now() - 1_000_000)
    const next = queue(takes(10), { restMs: 0, caller: { address: 'b', isKnownDevice: false } })
    await vi.advanceTimersByTimeAsync(3000)
    expect(await next).toBe('done')
    setBack.mockRestore()
  })
})
