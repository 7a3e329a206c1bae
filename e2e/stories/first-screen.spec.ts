import { newFamily, program } from '../fixtures/families.ts'
import { asSlowAsAPhone, expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { paidOrder, placeOf } from '../fixtures/places.ts'
import { streamedPage } from '../fixtures/streamed-page.ts'

const here = `/pg/${program}`
const cards = 'main a[href*="/evt/"]'
const tabs = [
  'overview',
  'account',
  'payment-methods',
  'preferences',
  'notifications',
  'messages',
  'schedule',
  'family',
]
type Shift = { value: number; parts: string[] }
// A page that arrives in pieces may move the text of a badge by a pixel, which counts for less.
const smallestShift = 0.001

/** Runs in the page. Records every shift of the layout of at least `smallest` that no press caused, with the parts that moved. */
function rememberShifts(smallest: number): void {
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[])
      if (!hadRecentInput && value >= smallest)
        shifts.push({ value, parts: sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`) })
  }).observe({ type: 'layout-shift', buffered: true })
}

test('U11: the first card is visible on the first screen', async ({ phone }) => {
  await phone.addInitScript(rememberShifts, smallestShift)
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
    await phone.waitForTimeout(300)
    expect(await phone.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)).toEqual([])
  }
})

test('the filters keep their places while a page arrives in pieces', async ({ page }) => {
  await page.addInitScript(rememberShifts, smallestShift)
  for (const width of [800, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const streamed = await streamedPage(here, '<details class="facet"')
    try {
      await page.goto(streamed.address)
      await expect(page.locator('.facet')).toHaveCount(5)
      await page.waitForTimeout(300)
      expect(await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)).toEqual([])
    } finally {
      streamed.close()
    }
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

  test('U11: the form filters the list and keeps the search', async ({ page }) => {
    await page.goto(here)
    const all = await page.locator(cards).count()
    const filters = page.locator('main summary', { hasText: 'Filters' })
    const show = page.locator('.end').getByRole('button')
    await filters.click()
    await page.getByLabel('Type').selectOption('camp')
    await show.click()
    await page.waitForURL(/type=camp/)
    const camps = await page.locator(cards).count()
    expect([camps > 0, camps < all]).toEqual([true, true])
    await page.getByLabel('Search events').fill('canoe')
    await page.getByRole('button', { name: 'Show events' }).first().click()
    await expect(page).toHaveURL(/search=canoe.*type=camp/)
    await page.getByRole('link', { name: 'Remove Camps' }).click()
    await expect(page).not.toHaveURL(/type=camp/)
    await expect(page).toHaveURL(/search=canoe/)
    await page.goto(here)
    await filters.click()
    await page.getByLabel('Free only').check()
    await page.getByLabel('Or an age').selectOption('8')
    await show.click()
    await expect(page.locator('.card .price').first()).toHaveText(/^Free/)
    await expect(page).toHaveURL(/age=8.*free=true/)
  })
})

test('the filters are accessible and fit a small screen, and Escape closes them', async ({ phone }) => {
  await phone.setViewportSize({ width: 320, height: 640 })
  await phone.goto(here)
  const filters = phone.locator('main summary', { hasText: 'Filters' })
  await filters.click()
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await phone.keyboard.press('Escape')
  await expect(phone.getByLabel('From', { exact: true })).toBeHidden()
  await expect(filters).toBeFocused()
  await phone.setViewportSize({ width: 1280, height: 900 })
  await phone.getByText('When', { exact: true }).click()
  await isAccessible(phone)
})

test.describe('a signed-in customer on a slow phone', () => {
  test.use({ slowness: asSlowAsAPhone })

  test('no page moves its parts while it loads', async ({ phone }) => {
    test.setTimeout(240_000)
    const family = await newFamily({ ages: [9, 6] })
    const order = await paidOrder(family, await placeOf('Big lake day', 'Fifty places'))
    const event = (await placeOf('Junior week', 'Ages 8 to 12')).event_id
    await phone.setViewportSize({ width: 412, height: 823 })
    await phone.addInitScript(rememberShifts, smallestShift)
    await phone.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }))
    await logIn(phone, family, `${here}/profile/overview`)
    const moved: [string, Shift[]][] = []
    // Parts that a script adds. The page is measured once they are present.
    const late: Record<string, string> = {
      [`/profile/orders/${order.id}`]: '[data-allow]',
      '/profile/account': '[data-add] button',
      '/profile/payment-methods': 'input[name=number]',
    }
    for (const path of [
      '',
      `/evt/${event}`,
      `/evt/${event}/register`,
      `/profile/orders/${order.id}`,
      ...tabs.map((tab) => `/profile/${tab}`),
    ]) {
      await phone.goto(here + path)
      const part = late[path]
      if (part) await expect(phone.locator(part).first(), path).toBeAttached()
      await phone.waitForLoadState('networkidle')
      const shifts = await phone.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
      if (shifts.reduce((sum, { value }) => sum + value, 0) > 0.01) moved.push([path, shifts])
    }
    expect(moved).toEqual([])
  })
})
