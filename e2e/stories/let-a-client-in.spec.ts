import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { findChromium } from '../find-chromium.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'
import { browserArgs, canoeApp, site } from '../playwright.config.ts'

const verifier = 'a-verifier-of-forty-three-characters-or-more'
const request = {
  response_type: 'code',
  ...canoeApp,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  state: 'a state & more',
}
const start = `/api/v1/oauth/authorize?${new URLSearchParams(request)}`

// Uses full Chromium, because the headless shell resolves a form's redirect before the test can answer it.
test.use({
  viewport: { width: 360, height: 740 },
  launchOptions: { executablePath: findChromium(), args: browserArgs },
})

/** The parameters sent to the app's redirect page, which does not exist on this machine. */
async function appAnswer(page: Page, press: () => Promise<void>): Promise<URLSearchParams> {
  await page.route('https://canoe.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Back</p>' }),
  )
  await press()
  await page.waitForURL('https://canoe.example/back?**')
  return new URL(page.url()).searchParams
}

const token = (body: Record<string, string>) =>
  fetch(`${site}/api/v1/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

for (const javaScriptEnabled of [true, false])
  test.describe(`an OAuth authorization request, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('the consent page grants access only after Allow', async ({ page }) => {
      const family = await newFamily()
      await page.goto(start)
      await expect(page).toHaveURL(new RegExp(`/pg/${program}/login\\?`))
      await page.locator('input[name=username]').fill(family.email)
      await page.locator('input[name=password]').fill(family.password)
      await page.locator('main form[action*="/login"] button').click()

      await expect(page.getByRole('heading', { level: 1 })).toContainText(canoeApp.client_id)
      const main = page.getByRole('main')
      for (const words of [family.email, 'canoe.example', 'password']) await expect(main).toContainText(words)
      // The page lists the customer and each of the four scopes.
      await expect(main.getByRole('listitem')).toHaveCount(5)
      await fitsTheScreen(page)
      if (javaScriptEnabled) await isAccessible(page)

      const consentPage = page.url()
      const refused = await appAnswer(page, () => page.locator('button[value=deny]').click())
      expect(Object.fromEntries(refused)).toMatchObject({ error: 'access_denied', state: request.state })

      await page.goto(consentPage)
      const allowed = await appAnswer(page, () => page.locator('button[value=allow]').click())
      expect(allowed.get('state')).toBe(request.state)
      const grant = { grant_type: 'authorization_code', ...canoeApp, code_verifier: verifier }
      const answer = await token({ ...grant, code: allowed.get('code') ?? '' })
      expect(answer.status).toBe(200)
      const { access_token } = (await answer.json()) as { access_token: string }
      const bearer = { Authorization: `Bearer ${access_token}` }
      const profile = await (await fetch(`${site}/api/v1/profile`, { headers: bearer })).json()
      expect(profile).toMatchObject({ email: family.email })

      await page.goto(`/pg/${program}/profile/account`)
      await expect(page.getByRole('heading', { name: canoeApp.client_id })).toBeVisible()
    })
  })
