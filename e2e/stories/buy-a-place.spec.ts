import {
  addChild,
  answerQuestions,
  type Activity,
  findEvent,
  goOnToPay,
  isPaid,
  type Language,
  makeAccount,
  payByCard,
  words,
  writeBirthDate,
} from '../fixtures/buying.ts'
import { codeFor, mailTo } from '../fixtures/mailbox.ts'
import { password, program } from '../fixtures/families.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { asSlowAsAPhone, expect, fitsTheScreen, isAccessible, logIn, newPhone, test } from '../fixtures/phone.ts'

const children = [
  { name: 'Maya', age: 9, gender: 'female', option: /400[.,]17/ },
  { name: 'Samuel', age: 10, gender: 'male', option: /400[.,]17/ },
] as const

/** Finds an event, registers two children, pays, and reads the mail. */
async function buyCanoeWeek(activity: Activity): Promise<{ email: string; receipt: string; orderId: string }> {
  const { page, lang } = activity
  await findEvent(activity, 'Canoe Week')
  await isAccessible(page)
  await fitsTheScreen(page)
  const email = await makeAccount(activity)
  for (const [index, child] of children.entries()) await addChild(activity, child, index)
  for (const { name } of children) await answerQuestions(activity, name)
  await activity.hands.tick(
    page.getByRole('checkbox', { name: new RegExp(words[lang].registration.acceptWaiverAlone.slice(0, 20)) }),
  )
  await isAccessible(page)
  const orderId = await goOnToPay(activity)

  await expect(
    page
      .getByRole('timer')
      .or(page.getByText(/\d+ minutes/))
      .first(),
  ).toBeVisible()
  await isAccessible(page)
  await fitsTheScreen(page)
  const total = (await page.locator('dd.sum').textContent()) ?? ''
  await activity.hands.write(page.getByLabel(words[lang].checkout.codeLabel), 'WELCOME10')
  await activity.hands.press(page.getByRole('button', { name: words[lang].checkout.apply }))
  await expect(page.locator('dd.sum')).not.toHaveText(total)
  await payByCard(activity, '4242 4242 4242 4242')
  const receipt = await isPaid(activity)
  await isAccessible(page)
  await fitsTheScreen(page)
  return { email, receipt, orderId }
}

const byThumb: [string, Language, number][] = [
  ['in English on a slow phone', 'en', asSlowAsAPhone],
  ['in French', 'fr', 1],
]
for (const [name, lang, slowness] of byThumb) {
  test.describe(() => {
    test.use({ slowness })
    test(`a parent books two children into Canoe Week ${name} and sees the booking in another browser`, async ({
      phone,
      browser,
    }) => {
      test.setTimeout(240_000)
      const { email, receipt, orderId } = await buyCanoeWeek({ page: phone, hands: thumb, lang })

      const mail = await mailTo(email, new RegExp(receipt))
      expect(mail.attachments.map(({ content_type }) => content_type.split(';')[0])).toEqual(['text/calendar'])
      expect(mail.attachments[0]?.content).toContain('BEGIN:VEVENT')
      expect(await codeFor(email)).toMatch(/^\d{6}$/)

      const elsewhere = await newPhone(await browser.newContext({ viewport: { width: 360, height: 740 } }))
      await logIn(elsewhere, { email, password }, `/pg/${program}/profile/orders/${orderId}`)
      await expect(elsewhere.getByText(receipt).first()).toBeVisible()
      await elsewhere.goto(`/pg/${program}/profile/schedule`)
      await expect(elsewhere.getByText(/Canoe Week|Semaine de canot/).first()).toBeVisible()
      await expect(elsewhere.getByText('Maya').first()).toBeVisible()
      await isAccessible(elsewhere)
      await elsewhere.context().close()
    })
  })
}

test('a parent books on the French pages by keyboard alone', async ({ phone }) => {
  test.setTimeout(300_000)
  await buyCanoeWeek({ page: phone, hands: keyboard(phone), lang: 'fr' })
})

test('a place booked by mistake is cancelled for the amount that was shown', async ({ phone }) => {
  test.setTimeout(180_000)
  const activity: Activity = { page: phone, hands: thumb, lang: 'en' }
  await findEvent(activity, 'Big lake day')
  const email = await makeAccount(activity)
  await addChild(activity, { name: 'Maya', age: 9, gender: 'female', option: /28\.36/ }, 0)
  await goOnToPay(activity)
  await payByCard(activity, '5555 5555 5555 4444')
  await isPaid(activity)

  const calendar = phone.getByRole('link', { name: words.en.order.addToCalendar })
  const before = await calendar.getAttribute('href')
  await phone.locator('summary', { hasText: words.en.order.calendarAddress }).click()
  await phone.getByRole('button', { name: words.en.order.newAddress }).click()
  await expect(phone.getByText(words.en.order.newAddressMade)).toBeVisible()
  expect(await calendar.getAttribute('href')).not.toBe(before)
  expect((await phone.request.get(before ?? '')).status()).toBe(404)

  const text = words.en.order.cancel
  await phone.locator('summary', { hasText: words.en.order.manage }).first().click()
  await phone.getByRole('link', { name: words.en.order.change }).click()
  await phone.getByLabel(text.why).selectOption({ label: text.reasons.wrong_selection })
  const button = phone.getByRole('button', { name: /Cancel and get back/ })
  const amount = /\$[\d.,]+/.exec((await button.textContent()) ?? '')?.[0] ?? ''
  expect(amount).toMatch(/^\$\d+\.\d\d$/)
  await isAccessible(phone)
  await button.click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(words.en.order.headings.cancelled)
  await expect(phone.getByText(amount).first()).toBeVisible()
  expect((await mailTo(email, /cancel/i)).text).toContain(amount)
  await isAccessible(phone)
})

test('the discount code of a link is applied automatically', async ({ phone }) => {
  test.setTimeout(150_000)
  const activity: Activity = { page: phone, hands: thumb, lang: 'en' }
  await findEvent(activity, 'Big lake day', '?discount=WELCOME10')
  await makeAccount(activity)
  await addChild(activity, { name: 'Maya', age: 9, gender: 'female', option: /28\.36/ }, 0)
  await goOnToPay(activity)
  await expect(phone.getByText('WELCOME10').first()).toBeVisible()
})

test('a child who is too young is refused with the reason and keeps the typed answers', async ({ phone }) => {
  test.setTimeout(150_000)
  const activity: Activity = { page: phone, hands: thumb, lang: 'en' }
  const text = words.en.registration
  await findEvent(activity, 'Junior week')
  const part = phone.locator('.panel[role=group]').first()
  await part.getByLabel(text.firstName).fill('Théo')
  await writeBirthDate(activity, part, '2022-03-01')
  await expect(phone.getByText(/Théo will be \d on .+\. Junior week is for ages 8 to 12\./).first()).toBeVisible()
  await phone.getByRole('button', { name: text.goOn }).click()
  await expect(phone.getByText(/things to fix/).first()).toBeVisible()
  expect(
    await phone.evaluate(
      () =>
        document.activeElement?.getAttribute('role') ??
        document.activeElement?.closest('[role=alert]')?.getAttribute('role'),
    ),
  ).toBe('alert')
  await isAccessible(phone)
  await phone.reload()
  await expect(phone.getByText(text.restored)).toBeVisible()
  await expect(phone.locator('.panel[role=group]').first().getByLabel(text.firstName)).toHaveValue('Théo')
  await expect(phone.getByLabel(text.newPassword)).toHaveValue('')
})

test('a free event is confirmed without a card', async ({ phone }) => {
  test.setTimeout(150_000)
  const activity: Activity = { page: phone, hands: thumb, lang: 'en' }
  await findEvent(activity, 'Free taster')
  await makeAccount(activity)
  await addChild(activity, { name: 'Maya', age: 9, gender: 'female', option: /One afternoon/ }, 0)
  await phone
    .getByRole('button', {
      name: new RegExp(`^\\s*(?:${words.en.registration.goOn}|${words.en.registration.goOnFree})`),
    })
    .click()
  await phone.waitForURL(/\/checkout\/ord_/)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(words.en.checkout.headingFree)
  await isAccessible(phone)
  await phone.getByRole('button', { name: words.en.checkout.confirmFree }).click()
  await isPaid(activity)
})
