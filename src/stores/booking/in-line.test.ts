import { atom } from 'nanostores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchLine } from './in-line.ts'

describe('K5: a form that waits', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const open = (answers: number[]) => {
    const isSending = atom(false)
    const said: (number | null)[] = []
    const stop = watchLine(isSending, async () => answers.shift() ?? 0).subscribe((seconds) => void said.push(seconds))
    return { isSending, said, stop }
  }

  it('is told where it stands, again and again, until it is answered', async () => {
    const { isSending, said, stop } = open([20, 15, 5])
    isSending.set(true)
    await vi.advanceTimersByTimeAsync(2400)
    expect(said).toEqual([null])
    await vi.advanceTimersByTimeAsync(5000)
    expect(said).toEqual([null, 20, 15])
    isSending.set(false)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(said).toEqual([null, 20, 15, null])
    stop()
  })

  it('says nothing of one that is answered soon', async () => {
    const { isSending, said, stop } = open([20])
    isSending.set(true)
    await vi.advanceTimersByTimeAsync(2000)
    isSending.set(false)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(said).toEqual([null])
    stop()
  })
})
