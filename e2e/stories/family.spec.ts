import type { Page } from '@playwright/test'
import { monthName } from '../../functions/contract/date-format.ts'
import { words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { type Family, newFamily, program } from '../fixtures/families.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { paidOrder, placeOf, register } from '../fixtures/places.ts'

const here = `/pg/${program}/profile/family`
const memberOf = (family: Family, child = 0) => `${here}/${family.children[child]?.attendee_id}`
const draftsOf = (page: Page) =>
  page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([key]) => key.includes(':draft:'))))

/** A label, with or without its "optional" suffix. */
const named = (label: string) => new RegExp(`^${label.replaceAll(/[?()]/g, '\\$&')}(?: \\(.+\\))?$`)
/** Types into the focused field, as a keyboard user does. */
async function write(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label)
  await page.keyboard.type(text)
}
async function tabTo(page: Page, label: string): Promise<void> {
  const field = page.locator('main').getByLabel(named(label))
  for (let tabs = 0; tabs < 60; tabs += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No way to "${label}" by the Tab key`)
}

for (const lang of ['en', 'fr'] as const)
  test(`a parent adds a child by keyboard, and the input survives a closed tab, in ${lang}`, async ({ phone }) => {
    test.setTimeout(120_000)
    const { family: text, registration } = words[lang]
    const family = await newFamily({ language: lang, ages: [] })
    await logIn(phone, family, here)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(text.title)
    await isAccessible(phone)
    await phone.getByRole('link', { name: text.add }).press('Enter')
    await phone.waitForURL(/\/family\/add/)
    await isAccessible(phone)
    await tabTo(phone, text.relation)
    await phone.keyboard.type(registration.relations.parent)
    await write(phone, registration.firstName, 'Léa')
    await write(phone, registration.lastName, 'Roy')

    const again = await phone.context().newPage()
    await phone.close()
    await again.goto(`${here}/add`)
    await expect(again.getByText(text.kept)).toBeVisible()
    await expect(again.getByLabel(registration.firstName)).toHaveValue('Léa')
    await expect(again.getByLabel(text.relation)).toHaveValue('parent')
    await isAccessible(again)
    await again.setViewportSize({ width: 320, height: 640 })
    await fitsTheScreen(again)

    await write(again, registration.dateParts.day, '31')
    await tabTo(again, registration.dateParts.month)
    await again.keyboard.type(monthName(5, lang))
    await write(again, registration.dateParts.year, '2018')
    await tabTo(again, registration.gender)
    await again.keyboard.type(registration.genders.female)
    await write(again, registration.phone, '12')
    for (const [label, value] of [
      [registration.parentName, 'Nadia Roy'],
      [registration.emergencyPhone, '416 555 0199'],
      [registration.emergencyEmail, 'nadia@example.com'],
      [registration.healthCard, 'CANARY1234'],
    ] as const)
      if ((await again.getByLabel(named(label)).count()) > 0) await write(again, label, value)
    expect(await draftsOf(again)).toContain('Léa')
    expect(await draftsOf(again)).not.toMatch(/canary/i)

    await again.keyboard.press('Enter')
    const problem = again.getByRole('alert')
    await expect(problem).toBeFocused()
    await isAccessible(again)
    await problem.getByRole('link').first().press('Enter')
    await expect(again.getByLabel(named(registration.phone))).toBeFocused()
    await again.keyboard.press('ControlOrMeta+A')
    await again.keyboard.press('Delete')
    await again.keyboard.press('Enter')
    await again.waitForURL(/saved=added/)
    await expect(again.getByRole('status')).toContainText(text.done.added('Léa'))
    await expect(again.getByRole('heading', { level: 3, name: 'Léa Roy' })).toBeVisible()
    expect(await draftsOf(again)).toBe('[]')
    await isAccessible(again)
  })

test('a child with upcoming bookings cannot be archived', async ({ phone }) => {
  test.setTimeout(120_000)
  const text = words.en.family
  const family = await newFamily()
  const place = await placeOf('Big lake day', 'Fifty places')
  const { id } = await register(family, place)
  await logIn(phone, family, memberOf(family))
  const remove = async () => {
    await phone.getByText(text.remove('Maya')).press('Enter')
    await phone.getByRole('button', { name: text.removeButton }).press('Enter')
  }
  await remove()
  await expect(phone.getByRole('alert')).toContainText('This person has upcoming bookings. Cancel them first.')
  await isAccessible(phone)

  await made(`/profile/registrations/${id}/cancel`, { bearer: family.bearer, body: { reason: 'wrong_selection' } })
  await remove()
  await phone.waitForURL(/saved=archived/)
  await expect(phone.getByRole('status')).toContainText(text.done.archived('Maya'))
  await expect(phone.getByRole('link', { name: 'Maya Roy' })).toHaveCount(0)
  await isAccessible(phone)
  await phone.getByRole('status').getByRole('button', { name: text.restore }).press('Enter')
  await phone.waitForURL(/saved=restored/)
  await expect(phone.getByRole('link', { name: 'Maya Roy' })).toBeVisible()
})

test('P-01: a parent sees what the program will see before sharing a child', async ({ phone }) => {
  test.setTimeout(150_000)
  const { family: text, registration } = words.en
  const family = await newFamily()
  await paidOrder(family, await placeOf('Big lake day', 'Fifty places'), [1])
  await logIn(phone, family, `${memberOf(family)}/edit-emergency`)
  await phone.getByLabel(text.medical).fill('Canary peanuts')
  await phone.getByLabel(registration.emergencyEmail).fill('nadia@example.com')
  await phone.reload()
  await expect(phone.getByLabel(registration.emergencyEmail)).toHaveValue('nadia@example.com')
  await expect(phone.getByLabel(text.medical)).toHaveValue('')
  await expect(phone.getByText(text.keptHealth)).toBeVisible()
  await phone.getByLabel(text.medical).fill('Canary peanuts')
  await phone.getByLabel(registration.healthCard).fill('1234 567 890')
  expect(await draftsOf(phone)).not.toMatch(/canary|1234 ?567/i)
  await isAccessible(phone)
  await phone.getByRole('button', { name: text.save, exact: true }).press('Enter')
  await phone.waitForURL(/saved=changed/)
  await expect(phone.locator('main')).toContainText(text.endsIn('7890'))
  expect(await phone.content()).not.toMatch(/canary|1234567890/i)
  await isAccessible(phone)

  await phone.getByRole('link', { name: text.seeShared }).press('Enter')
  await phone.getByRole('button', { name: text.disconnect }).press('Enter')
  await phone.waitForURL(/saved=disconnected/)
  await phone.goto(here)
  await expect(phone.getByText(text.notShared('Lakeside Camps'))).toBeVisible()
  await phone.getByRole('link', { name: `${text.share} Maya` }).press('Enter')
  await expect(phone.getByRole('heading', { level: 2, name: text.willSee('Lakeside Camps') })).toBeVisible()
  await expect(phone.locator('main')).toContainText('+1 416 555 0199')
  await isAccessible(phone)
  await phone.getByRole('button', { name: text.connectButton('Lakeside Camps') }).press('Enter')
  await phone.waitForURL(/saved=connected/)

  await phone.goto(`${memberOf(family, 1)}/connect`)
  await phone.getByRole('button', { name: text.disconnect }).press('Enter')
  await expect(phone.getByRole('alert')).toContainText('upcoming bookings')

  await phone.goto(`${memberOf(family, 1)}/edit-emergency`)
  await phone.getByLabel(text.medical).fill('Canary bees')
  await phone.getByRole('button', { name: text.save }).press('Enter')
  await phone.waitForURL(/saved=changed/)
  await expect(phone.locator('main')).toContainText(new RegExp(text.healthErased('.+ 20\\d\\d')))
  await isAccessible(phone)
})

test.describe('the family pages without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('an emergency phone equal to the child’s own is saved with a warning', async ({ page }) => {
    const text = words.en.family
    const family = await newFamily()
    await logIn(page, family, `${memberOf(family)}/edit-personal`)
    await page.getByLabel('Phone').fill('416 555 0199')
    await page.getByRole('button', { name: text.save, exact: true }).click()
    await expect(page.getByRole('status')).toHaveText(text.done.changed)
    await expect(page.locator('main')).toContainText(text.samePhone)
    await page.getByRole('link', { name: `${text.change} ${text.emergency}` }).click()
    await page.getByLabel('Emergency phone').fill('12')
    await page.getByRole('button', { name: text.save, exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(text.problem)
    await expect(page.getByLabel('Emergency phone')).toHaveValue('12')
    await expect(page.locator('main')).toContainText(text.keptHealth)
    await page.getByLabel('Emergency phone').fill('416 555 0123')
    await page.getByRole('button', { name: text.save, exact: true }).click()
    await expect(page.locator('main')).not.toContainText(text.samePhone)
  })
})
