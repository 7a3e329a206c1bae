import { localSecrets } from '../../functions/local/secrets.ts'
import { mailEventsPath } from '../../functions/delivery/mail/take-mail-events.ts'
import { receivedMail } from '../../functions/test-bench/received-mail.ts'
import { unique } from '../../functions/test-bench/people.ts'
import { words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { mailsTo } from '../fixtures/mailbox.ts'
import { answerMessage } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { paidOrder, placeOf } from '../fixtures/places.ts'

const { messages } = words.en
const office = 'hello@lakeside.example'

test('a parent and the organisation answer each other about an order', async ({ phone, request }) => {
  const family = await newFamily()
  const order = await paidOrder(family, await placeOf('Moonlight Snowshoes', 'One pair'))
  const question = `May Maya keep her injector in the blue bag? ${unique()}`
  await logIn(phone, family, `/pg/${program}/profile/orders/${order.id}`)
  await phone.getByRole('link', { name: messages.ask('Lakeside Camps'), exact: true }).click()
  await expect(phone.getByRole('heading', { name: messages.newMessage })).toBeVisible()
  await expect(phone.getByRole('radio', { name: /^Order \d/ })).toBeChecked()
  await fitsTheScreen(phone)
  await isAccessible(phone)

  // The page stores typed text only once its script has loaded, so the text is typed again until it survives a reload.
  await expect(async () => {
    await phone.getByLabel(messages.body, { exact: true }).fill(question)
    await phone.reload()
    await expect(phone.getByLabel(messages.body, { exact: true })).toHaveValue(question, { timeout: 3000 })
  }).toPass()
  await phone.getByRole('button', { name: messages.send }).click()
  await expect(phone.getByText(messages.sent)).toBeVisible()
  await expect(phone.getByText(question)).toBeVisible()
  await expect(phone.getByRole('link', { name: messages.order })).toBeVisible()

  const asked = async () => (await mailsTo(office)).find(({ text }) => text.includes(question))
  await expect.poll(async () => (await asked())?.headers['Reply-To'] ?? '').toMatch(/^reply\+o/)
  const to = (await asked())?.headers['Reply-To'] ?? ''
  const answer = `Yes, and hand it to me at the gate. ${unique()}`
  const raw = receivedMail(
    {
      From: 'Jo Tremblay <jo@lakeside.example>',
      To: to,
      'Authentication-Results': 'mx.example; dmarc=pass header.from=lakeside.example',
    },
    `${answer}\n\nOn Tue, Jul 6, 2027 at 8:40 AM Lakeside Camps <bookings@localhost> wrote:\n> ${question}`,
  )
  const path = await mailEventsPath(localSecrets().secrets)
  const brought = await request.post(path, { data: raw, headers: { 'Content-Type': 'message/rfc822' } })
  expect(await brought.json()).toMatchObject({ taken: 1 })
  const told = async () => (await mailsTo(family.email)).find(({ text }) => text.includes(answer))?.text ?? ''
  await expect.poll(told).toContain('/profile/messages/msg_')

  await phone.goto(`/pg/${program}/profile/messages`)
  await expect(phone.locator('.items li').first()).toContainText(answer)
  await expect(phone.locator('.items li').first()).toContainText(messages.unread)
  await isAccessible(phone)
  await phone.locator('.items').getByRole('link').first().click()
  await expect(phone.getByText(answer)).toBeVisible()
  await expect(phone.getByText(/^Jo Tremblay, Lakeside Camps,/)).toBeVisible()
  const quote = phone.getByText('Lakeside Camps <bookings@localhost> wrote:')
  await expect(quote).toBeHidden()
  await phone.getByText(messages.showRest).click()
  await expect(quote).toBeVisible()
  await fitsTheScreen(phone)
  await isAccessible(phone)
  await phone.getByLabel(messages.reply).fill('Thank you, Jo!')
  await phone.getByRole('button', { name: messages.sendReply }).click()
  await expect(phone.getByText(messages.sent)).toBeVisible()
  await expect(phone.locator('.talk .mine')).toHaveCount(2)
  await expect(phone.getByLabel(messages.reply)).toHaveValue('')
  await phone.getByRole('link', { name: messages.back }).click()
  await expect(phone.locator('.items li').first()).toContainText('Thank you, Jo!')
  await expect(phone.locator('.items li').first()).not.toContainText(messages.unread)
})

test('a parent sends a file with a message without JavaScript', async ({ browser }) => {
  const family = await newFamily()
  const page = await (
    await browser.newContext({ viewport: { width: 320, height: 700 }, javaScriptEnabled: false })
  ).newPage()
  await logIn(page, family, `/pg/${program}/profile/messages`)
  await expect(page.locator('[name=about]:checked')).toHaveCount(0)
  await page.getByRole('radio', { name: messages.general }).check()
  await page.getByLabel(messages.subject).fill('Care plan')
  const text = 'See the plan. '.repeat(30).trim()
  await page.getByLabel(messages.body, { exact: true }).fill(text)
  const file = page.getByLabel(messages.file)
  await file.setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('no pdf') })
  await page.getByRole('button', { name: messages.send }).click()
  await expect(page.getByRole('alert')).toContainText(messages.errors.file)
  await expect(page.getByLabel(messages.body, { exact: true })).toHaveValue(text)
  await expect(page.getByLabel(messages.subject)).toHaveValue('Care plan')
  const pdf = Buffer.from('%PDF-1.7\nplan\n%%EOF\n')
  await file.setInputFiles({ name: 'care-plan.pdf', mimeType: 'application/pdf', buffer: pdf })
  await page.getByRole('button', { name: messages.send }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Care plan')
  await expect(page.getByRole('link', { name: /care-plan\.pdf/ })).toBeVisible()
  await fitsTheScreen(page)
})

test('a parent writes a message and reads the answer in French, by keyboard alone', async ({ phone }) => {
  const { messages: text } = words.fr
  const family = await newFamily({ language: 'fr' })
  await logIn(phone, family, `/pg/${program}/profile/messages?lang=fr`)
  await expect(phone.getByRole('heading', { name: text.newMessage })).toBeVisible()
  await fitsTheScreen(phone)
  await isAccessible(phone)

  const question = `Où garer la voiture le matin? ${unique()}`
  await phone.getByRole('radio', { name: text.general }).focus()
  await phone.keyboard.press('Space')
  await phone.getByLabel(text.subject).focus()
  await phone.keyboard.type('Stationnement')
  await phone.keyboard.press('Tab')
  await phone.keyboard.type(question)
  await phone.getByRole('button', { name: text.send }).focus()
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Stationnement')
  await expect(phone.getByText(question)).toBeVisible()
  await isAccessible(phone)

  const answer = `Devant le pavillon, dès 8 h 30. ${unique()}`
  const { data } = await made('/profile/messages', { bearer: family.bearer })
  await answerMessage(program, { conversation_id: data[0].conversation_id, body: answer })
  await phone.reload()
  await expect(phone.getByText(answer)).toBeVisible()
  await phone.getByRole('link', { name: text.back }).focus()
  await phone.keyboard.press('Enter')
  await expect(phone.locator('.items li').first()).toContainText(answer)
  await expect(phone.locator('html')).toHaveAttribute('lang', /^fr/)
})

test('the organisation answers on the page linked from its mail', async ({ phone, browser }) => {
  const family = await newFamily()
  const question = `Is the late bus full? ${unique()}`
  const first = await made('/profile/messages', {
    bearer: family.bearer,
    body: { program_id: program, body: question, subject: 'The late bus', new_customer_profile: true },
  })
  const link = async () =>
    /https?:\S+\/desk\?\S+/.exec((await mailsTo(office)).find(({ text }) => text.includes(question))?.text ?? '')?.[0]
  await expect.poll(link).toBeTruthy()
  const { desk } = words.en
  const page = await (
    await browser.newContext({ viewport: { width: 320, height: 700 }, javaScriptEnabled: false })
  ).newPage()
  const path = new URL((await link()) ?? '')
  await page.goto(path.pathname + path.search)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The late bus')
  await expect(page.getByText(question)).toBeVisible()
  await fitsTheScreen(page)

  await made('/profile/messages', {
    bearer: family.bearer,
    body: { conversation_id: first.conversation_id, body: 'Or the early one?' },
  })
  const answer = `Both have seats. ${unique()}`
  await page.getByLabel(desk.answer.body, { exact: true }).fill(answer)
  await page.getByLabel(desk.name).fill('Jo Tremblay')
  await page.getByRole('button', { name: desk.answer.send }).click()
  await expect(page.getByRole('alert')).toContainText(desk.answer.newer)
  await expect(page.getByText('Or the early one?')).toBeVisible()
  await expect(page.getByLabel(desk.answer.body, { exact: true })).toHaveValue(answer)
  await page.getByRole('button', { name: desk.answer.send }).click()
  await expect(page.getByRole('status')).toContainText(desk.answer.sent('Nadia Roy'))
  await expect(page.locator('.talk .mine')).toContainText(answer)

  await logIn(phone, family, `/pg/${program}/profile/messages`)
  await phone.locator('.items').getByRole('link').first().click()
  await expect(phone.getByText(answer)).toBeVisible()

  // The conversation is answered and read in French, with axe.
  await phone.goto(`${path.pathname}${path.search.replace('lang=en', 'lang=fr')}`)
  await expect(phone.getByText(words.fr.desk.answer.answered)).toBeVisible()
  await expect(phone.getByText(words.fr.desk.answer.readBy('Jo Tremblay'))).toBeVisible()
  await fitsTheScreen(phone)
  await isAccessible(phone)
})
