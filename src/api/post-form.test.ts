import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { windowPostForm } from './post-form.ts'

describe('K6: a form at a busy time', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const send = (answers: Response[]) => {
    const fetch = vi.fn(async () => answers.shift() as Response)
    vi.stubGlobal('window', { fetch })
    vi.stubGlobal('document', { documentElement: { lang: 'en-CA' } })
    return { answer: windowPostForm('/pg/lakeside/evt/evt/register', new FormData()), fetch }
  }
  const busy = () => Response.json({ type: 'unavailable' }, { status: 503, headers: { 'Retry-After': '5' } })

  it('a refused form is repeated when the site sends Retry-After', async () => {
    const { answer, fetch } = send([busy(), busy(), Response.json({ id: 'ord' })])
    await vi.advanceTimersByTimeAsync(4900)
    expect(fetch).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5200)
    expect(await answer).toMatchObject({ ok: true, data: { id: 'ord' } })
  })

  it('a refused form returns its failure', async () => {
    const { answer, fetch } = send([Response.json({ type: 'wrong_password' }, { status: 401 })])
    expect(await answer).toMatchObject({ ok: false, failure: { code: 401 } })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('a form stops after a few attempts', async () => {
    const { answer, fetch } = send(Array.from({ length: 9 }, busy))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await answer).toMatchObject({ ok: false, failure: { code: 503, retryAfterSeconds: 5 } })
    expect(fetch).toHaveBeenCalledTimes(4)
  })
})
