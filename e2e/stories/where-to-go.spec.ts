import { expect, test } from '@playwright/test'
import { badGotos } from '../fixtures/bad-gotos.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { site } from '../playwright.config.ts'

const bad = badGotos(site)
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const home = new RegExp(`^${site}/(?:$|pg/[\\w-]+(?:$|\\?|/verify))`)

test.describe('the page that opens after a log-in', () => {
  test('the test has sixty invalid goto values', () => expect(bad).toHaveLength(60))

  test('an invalid goto opens the program’s own page after the log-in', async ({ request }) => {
    test.setTimeout(180_000)
    const family = await newFamily({ verified: false })
    for (const value of bad) {
      const answer = await request.post(`/pg/${program}/login`, {
        form: { username: family.email, password: family.password, goto: asText(value) },
        headers: { Origin: site, 'Sec-Fetch-Site': 'same-origin' },
        maxRedirects: 0,
      })
      const to = new URL(answer.headers().location ?? 'missing:', site)
      expect([asText(value), answer.status(), to.href]).toEqual([asText(value), 303, expect.stringMatching(home)])
    }
  })

  test('an invalid goto never makes /token redirect to another site', async ({ request }) => {
    for (const value of bad) {
      const answer = await request.get(`/token?goto=${encodeURIComponent(asText(value))}&program_id=${program}`, {
        maxRedirects: 0,
      })
      expect([302, 303, 307, 400, 401], asText(value)).toContain(answer.status())
      if (answer.headers().location)
        expect([asText(value), new URL(answer.headers().location ?? '', site).origin]).toEqual([asText(value), site])
      const goto = new URL(answer.headers().location ?? '/', site).searchParams.get('goto')
      if (goto)
        expect([asText(value), new URL(goto, site).origin, /log(?:in|out)/.test(goto)]).toEqual([
          asText(value),
          site,
          false,
        ])
    }
  })

  test('an invalid goto is never in the mail of a sign-up', async ({ request }) => {
    for (const value of bad.slice(0, 12)) {
      const email = `goto-${crypto.randomUUID().slice(0, 8)}@example.com`
      await request.post('/api/v1/signup', {
        data: {
          first_name: 'Ada',
          last_name: 'Roy',
          email,
          phone: '+14165550123',
          password: 'a quiet lake at dawn',
          timezone: 'America/Toronto',
          goto: asText(value),
          program_id: program,
          verify_email: true,
        },
      })
      await expect
        .poll(
          async () => (await (await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json()).length,
        )
        .toBe(1)
      const [mail] = await (await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json()
      expect(`${mail.text}${mail.html}`).not.toContain('evil.example')
    }
  })

  test('a valid goto is opened after the log-in', async ({ page }) => {
    const family = await newFamily({ verified: false })
    await page.goto(`/pg/${program}/login?goto=${encodeURIComponent(`/pg/${program}/profile/orders`)}`)
    await page.locator('input[name=username]').fill(family.email)
    await page.locator('input[name=password]').fill(family.password)
    await page.locator('main form[action*="/login"] button').click()
    await expect(page).toHaveURL(`${site}/pg/${program}/profile/orders`, { timeout: 45_000 })
  })
  for (const javaScriptEnabled of [true, false])
    test(`a browser that refuses cookies shows the reason after a log-in, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
      browser,
    }) => {
      const family = await newFamily({ verified: false })
      const page = await (await browser.newContext({ javaScriptEnabled })).newPage()
      await page.context().route(`${site}/pg/**`, async (route) => {
        // An intercepted request lacks the headers that the browser adds last.
        const sent = { ...route.request().headers(), 'sec-fetch-mode': 'navigate' }
        const answer = await route.fetch({ maxRedirects: 0, headers: sent })
        const { 'set-cookie': _refused, ...headers } = answer.headers()
        // The fetch itself keeps cookies for the context.
        await page.context().clearCookies()
        await route.fulfill({ response: answer, headers })
      })
      await page.goto(`/pg/${program}/login?goto=${encodeURIComponent(`/pg/${program}/profile/orders`)}`)
      await page.locator('input[name=username]').fill(family.email)
      await page.locator('input[name=password]').fill(family.password)
      await page.locator('main form[action*="/login"] button').click()
      await expect(page.locator('main .notice')).toContainText('Your browser blocks cookies', { timeout: 20_000 })
    })
})
