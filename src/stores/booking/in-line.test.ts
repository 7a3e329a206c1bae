import { atom } from 'nanostores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchLine } from './in-line.ts'

describe('K5: a form in the queue', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const open = (answers: number[]) => {
    const isSending = atom(false)
    const shown: (number | null)[] = []
    const stop = watchLine(isSending, async () => answers.shift() ?? 0).subscribe((seconds) => void shown.push(seconds))
    return { isSending, said: shown, stop }
  }

  it('a form in the queue shows the remaining seconds until it is answered', async () => {
    const { isSending, said: shown, stop } = open([20, 15, 5])
    isSending.set(true)
    await vi.advanceTimersByTimeAsync(2400)
    expect(shown).toEqual([null])
    await vi.advanceTimersByTimeAsync(5000)
    expect(shown).toEqual([null, 20, 15])
    isSending.set(false)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(shown).toEqual([null, 20, 15, null])
    stop()
  })

  it('a form that is answered soon shows no queue', async () => {
    const { isSending, said: shown, stop } = open([20])
    isSending.set(true)
    await vi.advanceTimersByTimeAsync(2000)
    isSending.set(false)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(shown).toEqual([null])
    stop()
  })
})
