import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inHashQueue } from './hash-queue.ts'

const takes = (ms: number) => () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms))

describe('A-06: the queue of password hashes', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('works on two at once and lets nobody wait in vain', async () => {
    let running = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++running)
      await takes(200)()
      running -= 1
    }
    const all = Promise.all(Array.from({ length: 10 }, () => inHashQueue(work)))
    await vi.advanceTimersByTimeAsync(3000)
    await all
    expect(most).toBe(2)
  })

  it('503 with Retry-After for whoever waited 10 s', async () => {
    const asked = Array.from({ length: 12 }, () => inHashQueue(takes(3000)).catch((error: unknown) => error))
    await vi.advanceTimersByTimeAsync(30_000)
    const answers = await Promise.all(asked)
    expect(answers.filter((each) => each === 'done')).toHaveLength(8)
    expect(answers.filter((each) => each !== 'done')).toEqual(
      Array.from({ length: 4 }, () => expect.objectContaining({ type: 'unavailable', detail: { retryAfterSeconds: 5 } })),
    )
  })

  it('counts the wait by the clock, also when each hash keeps everything else waiting', async () => {
    let lostMs = 0
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + lostMs)
    const keepsAllWaiting = async () => {
      lostMs += 1000
      return takes(15)()
    }
    const asked = Promise.all(Array.from({ length: 30 }, () => inHashQueue(keepsAllWaiting).catch(() => 'refused')))
    await vi.advanceTimersByTimeAsync(5000)
    const answers = await asked
    clock.mockRestore()
    expect(answers.filter((each) => each === 'done').length).toBeLessThan(14)
    expect(answers.filter((each) => each === 'refused').length).toBeGreaterThan(15)
  })

  it('a place whose request was dropped halfway is free again after 10 s', async () => {
    for (let n = 0; n < 2; n += 1) void inHashQueue(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(10_001)
    const next = inHashQueue(takes(10))
    await vi.advanceTimersByTimeAsync(1000)
    expect(await next).toBe('done')
  })

  it('a hash that fails gives its place back', async () => {
    for (let n = 0; n < 5; n += 1) await expect(inHashQueue(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    const next = inHashQueue(takes(10))
    await vi.advanceTimersByTimeAsync(10)
    expect(await next).toBe('done')
  })
})
