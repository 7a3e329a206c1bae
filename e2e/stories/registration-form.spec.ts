import type { Page } from '@playwright/test'
import { addChild, type Activity, findEvent, makeAccount, words } from '../fixtures/buying.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { expect, fitsTheScreen, formScriptRuns, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { placeOf } from '../fixtures/places.ts'

const text = words.en.registration
const child = { age: 9, gender: 'female', option: /Ages 8 to 12/ } as const

/** Role and name of the focused element, as a screen reader announces it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent
    const heading = document.getElementById(element?.getAttribute('aria-labelledby') ?? '')?.textContent
    return `${element?.getAttribute('role') ?? element?.tagName.toLowerCase()}: ${label ?? heading ?? element?.textContent}`
  })
const openForm = async (page: Page, event: string, option: string, ages: number[]) => {
  const { event_id } = await placeOf(event, option)
  const family = await newFamily({ verified: false, ages })
  await logIn(page, family, `/pg/${program}/evt/${event_id}/register`)
  await page.waitForURL(/\/register/)
}

const orders = { en: ['Month', 'Day', 'Year'], fr: ['Jour', 'Mois', 'Année'] }
for (const lang of ['en', 'fr'] as const)
  test(`U1: the three fields of a date of birth follow the order of the language (${lang})`, async ({ phone }) => {
    const activity: Activity = { page: phone, hands: thumb, lang }
    const text = words[lang].registration
    await findEvent(activity, 'Junior week')
    const part = phone.locator('.panel[role=group]').first()
    await part.getByLabel(text.firstName).fill('Maya')
    const born = part.getByRole('group', { name: text.bornOn })
    expect(await born.locator('label').allTextContents()).toEqual(orders[lang])
    const [day, month, year] = (['day', 'month', 'year'] as const).map((each) => born.getByLabel(text.dateParts[each]))
    if (!day || !month || !year) throw new Error('no date')
    await isAccessible(phone)
    await fitsTheScreen(phone)

    await formScriptRuns(phone)
    await year.focus()
    await phone.evaluate(
      (written) => {
        const data = new DataTransfer()
        data.setData('text/plain', written)
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      },
      lang === 'en' ? 'May 31, 2017' : '31 mai 2017',
    )
    await expect(day).toHaveValue('31')
    await expect(month).toHaveValue('5')
    await expect(year).toHaveValue('2017')

    await day.fill('2016-02-29')
    await expect(day).toHaveValue('29')
    await expect(month).toHaveValue('2')
    await expect(year).toHaveValue('2016')

    await year.fill('')
    await year.pressSequentially('17')
    await day.fill('31')
    await expect(year).toHaveValue('2017')
  })

test('U3: the keyboard focus moves to the next step and is announced', async ({ phone }) => {
  test.setTimeout(150_000)
  const hands = keyboard(phone)
  const activity: Activity = { page: phone, hands, lang: 'en' }
  await findEvent(activity, 'Junior week')
  await makeAccount(activity)
  await expect.poll(() => focused(phone)).toBe('input: First name')
  await expect(phone.getByRole('status').filter({ hasText: 'logged in as Nadia Roy' })).toBeVisible()

  await addChild(activity, { ...child, name: 'Maya' }, 0)
  await hands.press(phone.getByRole('button', { name: text.addSomeone }))
  await expect.poll(() => focused(phone)).toBe('input: First name')
  await expect(phone.locator('.panel[role=group]').nth(1).getByLabel(text.firstName)).toBeFocused()

  // The second child starts with the surname of the first child.
  await expect(phone.locator('.panel[role=group]').nth(1).getByLabel(text.lastName)).toHaveValue('Roy')
  // The form has the contacts once, for both.
  await expect(phone.getByLabel(text.emergencyPhone).filter({ visible: true })).toHaveCount(1)
  await expect(phone.getByText('we have for Maya')).toBeVisible()
  await isAccessible(phone)

  await hands.press(phone.getByRole('button', { name: text.removePerson }).nth(1))
  await expect.poll(() => focused(phone)).toBe('group: Maya')
  await expect(phone.locator('.panel[role=group]')).toHaveCount(1)
})

test('U3: the error summary takes the focus on each refusal', async ({ phone }) => {
  const activity: Activity = { page: phone, hands: thumb, lang: 'en' }
  await findEvent(activity, 'Junior week')
  const summary = phone.getByRole('alert').filter({ hasText: /to fix/ })
  const next = phone.getByRole('button', { name: text.goOn })
  for (let round = 0; round < 2; round += 1) {
    await next.scrollIntoViewIfNeeded()
    await next.click()
    await expect(summary).toBeFocused()
    await expect(summary.locator('b')).toBeInViewport()
  }
  await expect(summary.getByRole('link', { name: text.enter.email })).toBeVisible()
  await expect(summary.getByRole('link', { name: `New person: ${text.enter.first_name}` })).toBeVisible()
  await isAccessible(phone)
})

test('U2: copying a child’s answers leaves out health', async ({ phone }) => {
  test.setTimeout(90_000)
  await openForm(phone, 'Canoe Week', 'Full day', [9, 10])
  for (const name of ['Maya', 'Samuel']) await phone.getByRole('checkbox', { name }).check({ force: true })
  const about = (name: string) => phone.getByRole('group', { name: text.about.replace('{name}', name) })
  await about('Maya').getByRole('combobox').first().selectOption({ index: 2 })
  await about('Maya').getByRole('textbox').last().fill('Bees')
  await expect(about('Maya').getByRole('textbox').last()).toHaveAccessibleDescription(
    // Other stories add managers to the team.
    /^Seen by Lakeside Camps’ director,(?: managers,)? nurse and your child’s coaches\. The front desk sees it only with a reason, which you can read\. It isn’t saved on this device\.$/,
  )
  await about('Samuel').getByRole('button', { name: 'Copy Maya’s answers' }).click()
  await expect(about('Samuel').getByRole('combobox').first()).not.toHaveValue('')
  await expect(about('Samuel').getByRole('textbox').last()).toHaveValue('')
  await expect(about('Samuel').getByText(text.copyNote)).toBeVisible()
  await expect.poll(() => phone.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await isAccessible(phone)
})

test('U7: a child who is too young is offered other events of that week', async ({ phone }) => {
  test.setTimeout(90_000)
  await openForm(phone, 'Canoe Week', 'Full day', [9, 5])
  const row = phone.locator('.choice.no').filter({ hasText: 'Samuel' })
  await expect(row.getByRole('checkbox')).toBeDisabled()
  await expect(row.getByRole('checkbox')).toHaveAccessibleDescription(
    /^Too young Samuel will be 6 on .+\. Canoe Week is for ages 8 to 12\.$/,
  )
  await expect(row.getByText('Open to Samuel that week')).toBeVisible()
  expect(await row.locator('.items a').count()).toBeGreaterThan(0)
  // A longer name of a month is broken on the narrow leaf.
  for (const month of await row.locator('.leaf i').allTextContents()) expect(month).toMatch(/^\S{3,6}$/)
  await isAccessible(phone)
  await fitsTheScreen(phone)
})

test('U4: the form says when the hold begins and what the total consists of', async ({ phone }) => {
  test.setTimeout(90_000)
  await openForm(phone, 'Canoe Week', 'Full day', [9, 10])
  await expect(phone.getByText('Once you continue to payment, we hold your places for 15 minutes.')).toBeVisible()
  for (const name of ['Maya', 'Samuel']) await phone.getByRole('checkbox', { name }).check({ force: true })
  const selects = phone.getByLabel(text.option, { exact: true })
  await expect(selects).toHaveCount(2)
  for (const select of await selects.all()) {
    const value = await select.locator('option', { hasText: 'Full day' }).first().getAttribute('value')
    await select.selectOption(value)
  }
  const panel = phone.getByRole('complementary', { name: text.soFar })
  await expect(panel.locator('.worth b')).toHaveText('$800.34 in total')
  await expect(panel.locator('.worth')).toContainText('for Maya and Samuel, fee and HST included')
  await expect(panel.locator('.lines')).toContainText(/Booking fee\s*\$18\.26\s*HST\s*\$92\.08/)
})

for (const script of ['on', 'off'])
  test.describe(`the way back from checkout, with JavaScript ${script}`, () => {
    test.use({ javaScriptEnabled: script === 'on' })

    test('the form has what was answered, folded because it is complete', async ({ phone }) => {
      test.setTimeout(120_000)
      await openForm(phone, 'Canoe Week', 'Full day', [9])
      const maya = phone.getByRole('checkbox', { name: /^Maya/ })
      await maya.check({ force: true })
      const about = phone.getByRole('group', { name: text.about.replace('{name}', 'Maya') })
      await about.getByRole('radio').nth(2).check()
      await about.getByRole('combobox').first().selectOption({ index: 2 })
      await phone.getByLabel(text.option, { exact: true }).selectOption({ index: 1 })
      await phone.getByRole('checkbox', { name: /agree/ }).check()
      await phone.getByRole('button', { name: text.goOn }).click()
      await expect(phone.getByRole('link', { name: `${words.en.checkout.edit} Maya` })).toHaveAttribute(
        'href',
        /\.comes$/,
      )
      await phone.getByRole('link', { name: words.en.checkout.backToDetails }).click()
      await expect(phone).toHaveURL(/\/register$/)
      await expect(maya).toBeChecked()
      const summary = phone.locator('summary', { hasText: text.about.replace('{name}', 'Maya') })
      await expect(summary.filter({ visible: true })).toContainText(`Full day · $400.17`)
      await expect(summary.filter({ visible: true })).toContainText(text.complete)
      await expect(about).toBeHidden()
      await summary.filter({ visible: true }).click()
      await expect(about.getByRole('radio').nth(2)).toBeChecked()
      await expect(about.getByRole('combobox').first()).not.toHaveValue('')
      if (script === 'on') await isAccessible(phone)
      await fitsTheScreen(phone)
      // The waiver is accepted already. Another child would need it.
      await expect(phone.getByText(text.waiverAccepted.replace('{names}', 'Maya'))).toBeVisible()
      await expect(phone.getByRole('checkbox', { name: /agree/ })).toHaveCount(script === 'on' ? 0 : 1)
      await phone.getByRole('button', { name: text.goOn }).click()
      await expect(phone).toHaveURL(/\/checkout\/ord_/)
    })
  })
