import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { windowSignIn } from './sign-in.ts'

describe('K6: a log-in at a busy time', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const logIn = (answers: Response[]) => {
    const sent: string[] = []
    const fetch = vi.fn(async () => answers.shift() as Response)
    vi.stubGlobal('window', { fetch })
    vi.stubGlobal('document', { documentElement: { lang: 'en-CA' } })
    const answer = windowSignIn('lakeside', (token) => void sent.push(token))('login', { username: 'a@example.com' })
    return { answer, sent, fetch }
  }
  const busy = () => Response.json({ type: 'unavailable' }, { status: 503, headers: { 'Retry-After': '5' } })

  it('a refused log-in is repeated when the site sends Retry-After', async () => {
    const { answer, sent, fetch } = logIn([busy(), busy(), Response.json({ access_token: 'abc' })])
    await vi.advanceTimersByTimeAsync(4900)
    expect(fetch).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5200)
    expect(await answer).toMatchObject({ ok: true })
    expect(sent).toEqual(['abc'])
  })

  it('a refused log-in returns its failure', async () => {
    const { answer, fetch } = logIn([Response.json({ type: 'wrong_password' }, { status: 401 })])
    expect(await answer).toMatchObject({ ok: false, failure: { code: 401 } })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('a log-in stops after a few attempts', async () => {
    const { answer, fetch } = logIn(Array.from({ length: 9 }, busy))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await answer).toMatchObject({ ok: false, failure: { code: 503, retryAfterSeconds: 5 } })
    expect(fetch).toHaveBeenCalledTimes(4)
  })
})
