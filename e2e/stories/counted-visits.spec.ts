import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { program as uncounted } from '../fixtures/families.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { fitsTheScreen, isAccessible } from '../fixtures/phone.ts'

const program = `counted-${randomUUID().slice(0, 8)}`
const here = `/pg/${program}`
const trackers = /connect\.facebook\.net|googletagmanager\.com/

test.use({ viewport: { width: 360, height: 740 } })
test.beforeAll(async () => {
  await applyProgram({
    program,
    name: 'Counted Camp',
    timezone: 'America/Toronto',
    default_currency: 'CAD',
    country: 'CA',
    features: { meta_pixel: true, gtm: true },
    meta_pixel_id: '1234567890',
    gtm_id: 'GTM-ABC123',
  })
})

/** Records the requests of a page to Meta and Google, whose scripts are empty here. */
async function watch(page: Page): Promise<string[]> {
  const requests: string[] = []
  await page.route(trackers, async (route) => {
    requests.push(route.request().url())
    await route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  return requests
}

const bar = (page: Page) => page.getByRole('region', { name: 'May visits be counted?' })

test('X-04: no tracker loads before the visitor consents', async ({ page }) => {
  const requests = await watch(page)
  await page.goto(here)
  await expect(bar(page)).toBeVisible()
  await fitsTheScreen(page)
  await isAccessible(page)
  const [yes, no] = [bar(page).getByRole('button', { name: 'Yes' }), bar(page).getByRole('button', { name: 'No' })]
  expect(await yes.getAttribute('class')).toBe(await no.getAttribute('class'))
  expect(requests).toEqual([])

  await no.click()
  await expect(bar(page)).toBeHidden()
  await page.goto(`${here}/privacy`)
  await expect(page.getByText('You said no: nothing is counted.')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  expect(requests).toEqual([])

  await page.getByRole('button', { name: 'Change your answer' }).click()
  await yes.click()
  await expect(page.getByText('You said yes: your visits are counted.')).toBeVisible()
  await expect.poll(() => requests.length).toBe(2)
  expect(requests).toContain('https://www.googletagmanager.com/gtm.js?id=GTM-ABC123')

  await page.goto(`${here}/login`)
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect(requests).toHaveLength(2)
})

test('X-04: a browser that sends a do-not-track signal gets no consent question', async ({ page }) => {
  const requests = await watch(page)
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto(`${here}/privacy#counting`)
  await expect(page.getByText('Your browser asks sites not to track you: nothing is counted.')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  expect(requests).toEqual([])
})

test('X-04: the HTML and the policy of a program without trackers mention none', async ({ request }) => {
  const counted = await request.get(here)
  expect(counted.headers()['content-security-policy']).toContain('https://connect.facebook.net')
  const without = await request.get(`/pg/${uncounted}`)
  expect(await without.text()).not.toMatch(/data-tracking|counting|facebook|googletagmanager/i)
  const login = await request.get(`${here}/login`)
  for (const answer of [without, login])
    expect(answer.headers()['content-security-policy']).not.toMatch(/facebook|google/)
})
