import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from './create-app.ts'
import { health } from './platform/health/health.ts'
import { requestContext } from './platform/middleware/request-context.ts'
import { type Bench, openBench } from './test-bench/bench.ts'
import { clockTime } from './test-bench/bench-clock.ts'
import { hostFault, settingFaults } from './setting-faults.ts'
import { hasRightSettings } from './validate-settings.ts'

const app = createApp()
  .use('/api/*', requestContext)
  .route('/api/health', health)
  .all('*', (c) => c.text('inside'))

describe('a worker with a missing setting', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })
  // Each case begins two minutes later, because only one line per minute is logged for all requests.
  let at = clockTime()
  beforeEach(() => {
    at += 120_000
    vi.useFakeTimers({ now: at, toFake: ['Date'] })
  })
  afterEach(() => void vi.useRealTimers())
  /** The worker's answer as the platform starts it: our own values are not yet in the settings. */
  const ask = async (path: string, settings: Record<string, string | undefined>, origin = bench.env.SITE_ORIGIN) => {
    const { deliver: _, ...env } = bench.env
    const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
    const answer = await app.request(origin + path, {}, { ...env, ...settings } as never)
    const logged = lines.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string; settings?: string[] })
    lines.mockRestore()
    return { answer, faults: logged.find(({ event }) => event === 'settings_failed')?.settings ?? [] }
  }

  it.each<[Record<string, string | undefined>, RegExp]>([
    [{ TOKEN_SECRET: undefined }, /^TOKEN_SECRET is missing: npx wrangler secret put TOKEN_SECRET/],
    [{ TOKEN_SECRET: 'k1:short' }, /^TOKEN_SECRET is not a name/],
    [{ PASSWORD_PEPPER: '' }, /^PASSWORD_PEPPER is missing/],
    [{ HEALTH_KEY: 'h1:aaaa' }, /^HEALTH_KEY is not a name, a colon and 32 bytes/],
    [{ PAYMENT_PROVIDER: 'coins' }, /^PAYMENT_PROVIDER is coins/],
    [{ PAYMENT_PROVIDER: 'stripe' }, /^STRIPE_SECRET_KEY is missing: .+STRIPE_WEBHOOK_SECRET is missing/],
    [{ MAIL_PROVIDER: 'smtp' }, /^MAIL_PROVIDER is smtp, which works on one machine only/],
    [{ SITE_ORIGIN: 'camps.example' }, /^SITE_ORIGIN is "camps\.example", and must be an origin/],
    [{ VAPID_KEYS: 'v1' }, /^VAPID_KEYS is not of its form/],
  ])('%j returns 503 for all requests and logs the remedy', async (settings, sentence) => {
    const page = await ask('/pg/lakeside', settings)
    expect([page.answer.status, page.answer.headers.get('Retry-After')]).toEqual([503, '60'])
    expect(await page.answer.text()).not.toMatch(/SECRET|PROVIDER|KEY/)
    expect(page.faults).toContainEqual(expect.stringMatching(sentence))
    const { answer } = await ask('/api/health', settings)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      status: 'failing',
      problems: ['settings_wrong'],
      settings: expect.arrayContaining([expect.stringMatching(sentence)]),
    })
    const call = await ask('/api/v1/explore/programs', settings)
    expect([call.answer.status, ((await call.answer.json()) as { type: string }).type]).toEqual([503, 'unavailable'])
  })

  it("a worker with all settings answers with the site's health", async () => {
    const page = await ask('/pg/lakeside', {})
    expect([page.answer.status, page.faults]).toEqual([200, []])
    expect(await (await ask('/api/health', {})).answer.json()).toMatchObject({ database: 'ok', settings: [] })
  })

  it('the scheduler does not run with a missing setting', () => {
    const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(hasRightSettings({ ...bench.env, settingFaults: ['SITE_ORIGIN is missing.'] })).toBe(false)
    expect(hasRightSettings({ ...bench.env, settingFaults: [] })).toBe(true)
    lines.mockRestore()
  })

  it('the error never contains a secret', () => {
    const secret = 'sk_live_51QxxxxSecret'
    const faults = settingFaults({
      ...bench.env,
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: `${secret} `,
      TOKEN_SECRET: `k1:${secret}`,
    } as never)
    expect(faults.join('\n')).not.toContain(secret)
    expect(faults.length).toBeGreaterThan(1)
  })

  it('a trial build accepts any host', () => {
    expect(hostFault(bench.env, 'camps.example')).toEqual([])
  })
})
