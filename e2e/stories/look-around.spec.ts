import { HtmlValidate } from 'html-validate'
import { program } from '../fixtures/families.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'
import { placeOf } from '../fixtures/places.ts'
import { site } from '../playwright.config.ts'

const checker = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // How Astro writes: doctype in capitals, styles inlined, attributes as they come.
    'doctype-style': 'off', 'no-inline-style': 'off', 'attribute-boolean-style': 'off', 'attr-quotes': 'off', 'void-style': 'off', 'no-trailing-whitespace': 'off', 'long-title': 'off',
    'no-implicit-button-type': 'off', 'valid-id': 'off', 'require-sri': 'off', 'element-case': 'off', 'attr-case': 'off',
  },
})

test.describe('looking around', () => {
  test('a visitor finds a camp by words, age and kind, and clears what narrows the list', async ({ phone }) => {
    await phone.goto(`/pg/${program}`)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/Lakeside Camps/)
    await isAccessible(phone)
    await fitsTheScreen(phone)
    const all = await phone.locator('main a[href*="/evt/"]').count()
    await phone.locator('input[name=search]').fill('Junior')
    await phone.locator('input[name=search]').press('Enter')
    await phone.waitForURL(/search=Junior/)
    await expect(phone.getByText('Junior week').first()).toBeVisible()
    expect(await phone.locator('main a[href*="/evt/"]').count()).toBeLessThan(all)
    await isAccessible(phone)
    await phone.goto(`/pg/${program}?search=nothing+has+this+name`)
    await expect(phone.locator('main a[href*="/evt/"]')).toHaveCount(0)
    await isAccessible(phone)
    await phone.goto(`/pg/${program}?age=9&type=camp`)
    expect(await phone.locator('main a[href*="/evt/"]').count()).toBeGreaterThan(0)
  })

  test('an event says when, where, for whom and for how much, and its button is a link', async ({ phone }) => {
    const place = await placeOf('Junior week', 'Ages 8 to 12')
    await phone.goto(`/pg/${program}/evt/${place.event_id}`)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Junior week')
    await expect(phone.getByText('Ages 8 to 12').first()).toBeVisible()
    await expect(phone.getByText(/\$\d+\.\d\d/).first()).toBeVisible()
    await expect(phone.locator(`a[href*="/evt/${place.event_id}/register"]`).first()).toBeVisible()
    const data = JSON.parse((await phone.locator('script[type="application/ld+json"]').first().textContent()) ?? '')
    expect(JSON.stringify(data)).toContain('"@type":"Event"')
    await isAccessible(phone)
    await fitsTheScreen(phone)
  })

  for (const path of ['/', `/pg/${program}`, `/pg/${program}?lang=fr`, `/pg/${program}/login`, `/pg/${program}/signup`, '/api/docs', '/pg/no-such-program', '/no/such/page']) {
    test(`${path} is valid, accessible, and fits a small screen`, async ({ phone, request }) => {
      const html = await (await request.get(path)).text()
      const { results } = await checker.validateString(html)
      expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message, line }) => `${ruleId} ${line}: ${message}`))).toEqual([])
      await phone.goto(path)
      await isAccessible(phone)
      await phone.setViewportSize({ width: 320, height: 640 })
      await fitsTheScreen(phone)
    })
  }

  test('the event page is valid in both languages, and says so', async ({ request }) => {
    const place = await placeOf('Big lake day', 'Fifty places')
    for (const lang of ['en', 'fr']) {
      const html = await (await request.get(`/pg/${program}/evt/${place.event_id}${lang === 'fr' ? '?lang=fr' : ''}`)).text()
      const { results } = await checker.validateString(html)
      expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message, line }) => `${ruleId} ${line}: ${message}`))).toEqual([])
      expect(html).toContain(`<html lang="${lang}`)
    }
  })

  test('every answer carries the security headers, errors and redirects too', async ({ request }) => {
    for (const path of ['/', `/pg/${program}`, '/no/such/page', '/api/nothing', '/api/health', `/token?goto=${encodeURIComponent(`/pg/${program}`)}`, '/robots.txt']) {
      const answer = await request.get(path, { maxRedirects: 0 })
      expect([path, answer.headers()['x-content-type-options']]).toEqual([path, 'nosniff'])
      expect([path, answer.headers()['content-security-policy'] ?? '']).toEqual([path, expect.stringContaining("default-src '")])
    }
    const foreign = await request.get(`/pg/${program}`, { headers: { Host: 'evil.example' } })
    expect(foreign.status()).toBe(421)
  })
})

test.describe('with script off', () => {
  test.use({ javaScriptEnabled: false })

  test('explore, its filter and an event read and work the same', async ({ page }) => {
    await page.goto(`/pg/${program}`)
    await page.locator('input[name=search]').fill('Junior')
    await page.locator('form:has(input[name=search]) button').first().click()
    await expect(page).toHaveURL(/search=Junior/)
    await page.locator('main a[href*="/evt/"]').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Junior week')
    const register = page.locator('a[href*="/register"]').first()
    expect(new URL((await register.getAttribute('href')) ?? '', site).pathname).toMatch(/\/evt\/[\w]+\/register$/)
    await register.click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('noscript').first()).toBeAttached()
  })
})
