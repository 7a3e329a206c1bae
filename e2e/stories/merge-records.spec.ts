import { expect, test } from '@playwright/test'
import { call } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { fitsTheScreen, isAccessible, logIn } from '../fixtures/phone.ts'

test.describe('two records of one child, with script off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('are compared, merged into one, and made two again', async ({ page }) => {
    const { children, ...family } = await newFamily({ ages: [9, 9, 10] })
    const [maya, twin] = children.map(({ attendee_id }) => attendee_id)
    const change = (id: string | undefined, body: object) =>
      call(`/profile/attendees/${id}`, { method: 'PUT', bearer: family.bearer, body })
    await change(maya, { medical_history: 'Bee stings' })
    await change(twin, { first_name: 'Maya', last_name: 'Okafor', medical_history: 'Hay fever', phone: '+14165550177' })
    await logIn(page, family, `/pg/${program}/profile/family/${maya}/merge`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merge Maya Roy’s records')

    await page.getByRole('radio', { name: 'Théo Roy' }).check()
    await page.getByRole('button', { name: 'See the merged record' }).click()
    await expect(page.getByText('born on different days')).toBeVisible()
    await page.getByRole('link', { name: 'Keep them apart' }).click()
    await page.getByRole('radio', { name: 'Maya Okafor' }).check()
    await page.getByRole('button', { name: 'See the merged record' }).click()
    const row = (label: string) => page.getByRole('row').filter({ hasText: label })
    await expect(row('Last name')).toContainText('Roy')
    await expect(row('Medical notes').getByRole('cell').last()).toHaveText('Both notes')
    await expect(row('Phone').first().getByRole('cell').last()).toHaveText('+1 416 555 0177')
    await page.getByRole('button', { name: 'Merge into one Maya' }).click()
    await expect(page.getByRole('status')).toHaveText('The two records are one now.')
    const merged = await call(`/profile/attendees/${maya}`, { bearer: family.bearer })
    expect(merged.body.medical_history).toBe('Bee stings\nHay fever')

    await page.getByRole('button', { name: 'Undo merge' }).click()
    await expect(page.getByRole('status')).toContainText('Both records are as they were.')
    await expect(page.getByRole('radio', { name: 'Maya Okafor' })).toBeVisible()
    const apart = await call(`/profile/attendees/${maya}`, { bearer: family.bearer })
    expect(apart.body.medical_history).toBe('Bee stings')
  })
})

for (const lang of ['en', 'fr'] as const)
  test(`the comparison of two records fits a phone and every reader in ${lang}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const family = await newFamily({ language: lang, ages: [9, 9] })
    const [into, from] = family.children.map(({ attendee_id }) => attendee_id)
    await logIn(page, family, `/pg/${program}/profile/family/${into}/merge`)
    await isAccessible(page)
    await fitsTheScreen(page)
    await page.goto(`/pg/${program}/profile/family/${into}/merge?with=${from}`)
    await isAccessible(page)
    await fitsTheScreen(page)
  })
