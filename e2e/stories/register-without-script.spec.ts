import { expect, type Locator, type Page, test } from '@playwright/test'
import { dateOrder, localeOf, monthName } from '../../functions/contract/date-format.ts'
import { goToProviderPage, payOnProviderPage, paymentsOf } from '../fixtures/at-checkout.ts'
import { like, words, type Language } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { bornFor, newEmail, newFamily, password, program } from '../fixtures/families.ts'
import { codeFor } from '../fixtures/mailbox.ts'
import { fitsTheScreen, isAccessible, logIn } from '../fixtures/phone.ts'
import { placeOf } from '../fixtures/places.ts'

async function fillChild(part: Locator, lang: Language, { name, age }: { name: string; age: number }): Promise<void> {
  const text = words[lang].registration
  await part.getByLabel(text.firstName).fill(name)
  await part.getByLabel(text.lastName).fill('Roy')
  const [year = 0, month = 0, day = 0] = bornFor(age).split('-').map(Number)
  for (const each of dateOrder(localeOf(lang, 'CA'))) {
    const field = part.getByLabel(text.dateParts[each])
    if (each === 'month') await field.selectOption(monthName(month, lang))
    else await field.fill(String(each === 'day' ? day : year))
  }
  await part.getByLabel(text.option, { exact: true }).selectOption({ index: 1 })
}
const rowsOf = (page: Page) => page.locator('.panel[role=group]')

for (const lang of ['en', 'fr'] as const)
  test.describe(`the registration form without JavaScript (${lang})`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

    test('a new parent books two children, loses nothing that was typed, and pays on the provider’s page', async ({
      page,
    }) => {
      test.setTimeout(150_000)
      const { account, registration: text, checkout, checkoutForm, order } = words[lang]
      const email = newEmail()
      const { event_id } = await placeOf('Canoe Week', 'Full day')
      await page.goto(`/pg/${program}/evt/${event_id}/register?lang=${lang}`)
      await fitsTheScreen(page)
      const you = page.getByRole('group', { name: text.you }).first()
      await you.getByLabel(text.firstName).fill('Nadia')
      await you.getByLabel(text.lastName).fill('Roy')
      await you.getByLabel(text.email).fill(email)
      await you.getByLabel(text.phone).fill('416 555 0123')
      await fillChild(rowsOf(page).nth(0), lang, { name: 'Maya', age: 9 })
      const shared = page.locator('#shared')
      await shared.getByLabel(text.emergencyPhone).first().fill('416 555 0199')
      await page.getByRole('button', { name: text.addSomeone }).click()
      await expect(rowsOf(page)).toHaveCount(2)
      await expect(rowsOf(page).nth(0).getByLabel(text.firstName)).toHaveValue('Maya')
      await expect(rowsOf(page).nth(1).getByLabel(text.lastName)).toHaveValue('Roy')
      // The contacts are complete, so they are folded.
      await expect(shared).not.toHaveAttribute('open')
      await expect(shared.locator('summary').first()).toContainText(/416 555 0199.*$/)
      await fillChild(rowsOf(page).nth(1), lang, { name: 'Samuel', age: 10 })
      await you.getByLabel(text.newPassword).fill(password)
      const about = (name: string) => page.getByRole('group', { name: text.about.replace('{name}', name) })
      await about('Maya').getByRole('textbox').last().fill('Bees')
      await page.getByRole('button', { name: text.goOn }).click()

      // The account is made. The waiver and the questions are still open.
      const summary = page.getByRole('alert').filter({ hasText: text.tickWaiver })
      await expect(summary).toBeVisible()
      await expect(page.getByText(like(text.signedInAs))).toBeVisible()
      await expect(about('Maya').getByRole('textbox').last()).toHaveValue('Bees')
      await expect(rowsOf(page).nth(1).getByLabel(text.firstName)).toHaveValue('Samuel')
      await fitsTheScreen(page)
      for (const name of ['Maya', 'Samuel']) {
        await about(name).getByRole('radio').nth(2).check()
        await about(name).getByRole('combobox').first().selectOption({ index: 2 })
      }
      await page.getByRole('checkbox', { name: /Maya.+Samuel/ }).check()
      await page.getByRole('button', { name: text.goOn }).click()
      await expect(page).toHaveURL(/\/checkout\/ord_\w+/)
      for (const name of ['Maya', 'Samuel']) await expect(page.getByText(name).first()).toBeVisible()
      await fitsTheScreen(page)
      await expect(page.getByRole('button', { disabled: true })).toHaveCount(0)

      const code = page.getByRole('textbox', { name: checkout.codeLabel })
      await code.fill('NOSUCHCODE')
      await page.getByRole('button', { name: checkout.apply }).click()
      await expect(page.locator('#code-error')).toBeVisible()
      await code.fill('WELCOME10')
      await page.getByRole('button', { name: checkout.apply }).click()
      await expect(page.getByRole('form', { name: `${checkout.remove} WELCOME10` })).toBeVisible()

      // The code of the mail confirms the email, and the way back is the checkout.
      await page.getByRole('link', { name: checkoutForm.verify }).click()
      await fitsTheScreen(page)
      await page.getByLabel(account.code).fill(await codeFor(email))
      await page.getByRole('button', { name: account.confirm, exact: true }).click()
      await expect(page).toHaveURL(/\/checkout\/ord_\w+/)
      await expect(page.getByRole('link', { name: checkoutForm.verify })).toHaveCount(0)

      await goToProviderPage(page, lang)
      await fitsTheScreen(page)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByText(checkout.pageStep)).toBeVisible()
      await page.getByRole('link', { name: checkout.continuePage }).click()
      await payOnProviderPage(page, '4000000000000002')
      await expect(page.getByRole('alert')).toBeVisible()
      await payOnProviderPage(page, '4242 4242 4242 4242')
      await page.waitForURL(/\/profile\/orders\/ord_\w+/)
      await expect(page.getByText(order.status.paid).first()).toBeVisible()
      await fitsTheScreen(page)
      const { access_token } = await made('/login', { body: { username: email, password, program_id: program } })
      const orderId = /ord_\w+/.exec(page.url())?.[0] ?? ''
      const { status, succeeded, paid, total } = await paymentsOf({ bearer: access_token }, orderId)
      expect([status, succeeded, paid]).toEqual(['paid', 1, total])
    })
  })

test.describe('the registration form of a returning parent, with JavaScript off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('a ticked child’s fields appear, and a free place is confirmed up to the order', async ({ page }) => {
    test.setTimeout(90_000)
    const text = words.en.registration
    const { event_id } = await placeOf('Free taster', 'One afternoon')
    await logIn(page, await newFamily(), `/pg/${program}/evt/${event_id}/register`)
    const option = page.getByLabel(text.option, { exact: true })
    await expect(option.filter({ visible: true })).toHaveCount(0)
    await page
      .getByRole('button', { name: like(text.goOn) })
      .or(page.getByRole('button', { name: text.goOnFree }))
      .first()
      .click()
    await expect(page.getByRole('alert').filter({ hasText: text.chooseSomeone })).toBeVisible()
    await page.getByRole('checkbox', { name: /^Maya/ }).check({ force: true })
    await expect(option.filter({ visible: true })).toHaveCount(1)
    await fitsTheScreen(page)
    await page
      .getByRole('button', { name: like(text.goOn) })
      .or(page.getByRole('button', { name: text.goOnFree }))
      .first()
      .click()
    await expect(page).toHaveURL(/\/checkout\/ord_\w+/)
    await page.getByRole('button', { name: words.en.checkout.confirmFree }).click()
    await expect(page).toHaveURL(/\/profile\/orders\/ord_\w+/)
    await expect(page.getByText('Maya').first()).toBeVisible()
  })

  test('an appointment is booked for a child', async ({ page }) => {
    const text = words.en.registration
    await logIn(page, await newFamily(), `/pg/${program}/schedule`)
    await page.locator('main a[href*="/schedule/apt_"]').first().click()
    await page
      .getByRole('link', { name: like(`${words.en.appointments.book} `) })
      .last()
      .click()
    await page.getByRole('checkbox', { name: /^Samuel/ }).check({ force: true })
    await page.getByRole('button', { name: text.goOn }).click()
    await expect(page).toHaveURL(/\/checkout\/ord_\w+/)
    await expect(page.getByText('Samuel').first()).toBeVisible()
  })
})

test('a refused registration form is accessible while its script does not load', async ({ page }) => {
  const text = words.en.registration
  const { event_id } = await placeOf('Canoe Week', 'Full day')
  await page.route('**/_astro/*.js', (route) => route.abort())
  await page.goto(`/pg/${program}/evt/${event_id}/register`)
  const row = rowsOf(page).nth(0)
  await row.getByLabel(text.firstName).fill('Maya')
  await page.getByRole('button', { name: text.goOn }).click()
  await expect(page.getByRole('alert').filter({ hasText: text.tickWaiver })).toBeVisible()
  await expect(row.getByLabel(text.firstName)).toHaveValue('Maya')
  await isAccessible(page)
  await fitsTheScreen(page)
})
