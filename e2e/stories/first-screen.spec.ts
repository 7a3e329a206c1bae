import { program } from '../fixtures/families.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

const here = `/pg/${program}`
const cards = 'main a[href*="/evt/"]'

test('U11: the first card is visible on the first screen', async ({ phone }) => {
  for (const path of [here, `${here}?lang=fr`]) {
    await phone.setViewportSize({ width: 360, height: 740 })
    await phone.goto(path)
    expect((await phone.locator('.card').first().boundingBox())?.y).toBeLessThan(620)
    await phone.setViewportSize({ width: 1280, height: 900 })
    await phone.goto(path)
    const row = await phone.locator('.card').evaluateAll((all) => {
      const boxes = all.map((card) => card.getBoundingClientRect())
      return boxes.filter(({ top }) => top === boxes[0]?.top).map(({ bottom }) => bottom)
    })
    expect(row.length).toBeGreaterThan(2)
    expect(Math.max(...row)).toBeLessThanOrEqual(900)
    const shift = await phone.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(sum), 300)
        }),
    )
    expect(shift).toBeLessThan(0.01)
  }
})

test('U8: a card, the event and its options show the same amount', async ({ phone }) => {
  await phone.goto(here)
  await expect(phone.getByText('fee and HST included').first()).toBeVisible()
  const card = phone.locator('.card', { hasText: 'Canoe Week' }).first()
  const price = (await card.locator('.price').textContent())?.replace('from ', '') ?? ''
  await card.getByRole('link').click()
  await expect(phone.getByText(`${price} in total`).first()).toBeVisible()
  await expect(phone.getByText(/^\$[\d.,]+ \+ \$[\d.,]+ booking fee \+ \$[\d.,]+ HST$/).first()).toBeVisible()
})

test.describe('the explore page without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('U11: a quick filter narrows the list and keeps the search', async ({ page }) => {
    await page.goto(here)
    const all = await page.locator(cards).count()
    await page.getByRole('link', { name: 'Camps', exact: true }).click()
    await page.waitForURL(/type=camp/)
    const camps = await page.locator(cards).count()
    expect([camps > 0, camps < all]).toEqual([true, true])
    await page.getByLabel('Search events').fill('canoe')
    await page.getByRole('button', { name: 'Show events' }).first().click()
    await expect(page).toHaveURL(/search=canoe.*type=camp|type=camp.*search=canoe/)
    await page.getByRole('link', { name: 'Camps', exact: true }).click()
    await expect(page).not.toHaveURL(/type=camp/)
    await expect(page).toHaveURL(/search=canoe/)
    await page.goto(here)
    await page.getByRole('link', { name: 'Free', exact: true }).click()
    await expect(page.locator('.card .price').first()).toHaveText(/^Free/)
    await page.getByText('Ages', { exact: true }).click()
    await page.getByRole('link', { name: 'Age 8', exact: true }).click()
    await expect(page).toHaveURL(/age=8/)
    await expect(page).toHaveURL(/free=true/)
  })
})

test('the quick filters are accessible and fit a small screen', async ({ phone }) => {
  await phone.setViewportSize({ width: 320, height: 640 })
  await phone.goto(here)
  for (const name of ['Ages', 'Filters']) {
    await phone.getByText(name, { exact: true }).click()
    await isAccessible(phone)
    await fitsTheScreen(phone)
  }
  await phone.keyboard.press('Escape')
  await expect(phone.getByLabel('From', { exact: true })).toBeHidden()
})
