import type { Browser, Page } from '@playwright/test'
import { words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { type Family, newFamily, program } from '../fixtures/families.ts'
import { keyboard } from '../fixtures/hands.ts'
import { mailsTo, mailTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, logIn, newPhone, test } from '../fixtures/phone.ts'
import { newOrder, paidOrder, placeOf } from '../fixtures/places.ts'

const { refund, desk } = words.en
const office = 'hello@lakeside.example'
const plain = { viewport: { width: 360, height: 740 }, javaScriptEnabled: false }
const orderOf = (family: Family, id: string) => made(`/profile/orders/${id}`, { bearer: family.bearer })

/** Checks the same page in a browser with JavaScript, which axe needs. */
async function isAccessibleToo(browser: Browser, page: Page): Promise<void> {
  const storageState = await page.context().storageState()
  const context = await browser.newContext({ viewport: plain.viewport, storageState })
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await isAccessible(other)
  await fitsTheScreen(other)
  await context.close()
}

/** The link in the newest mail to the organisation about a customer. */
async function deskLink(about: string): Promise<string> {
  const find = async () => (await mailsTo(office)).find(({ text }) => text.includes(about))?.text ?? ''
  await expect.poll(find).toContain('/desk?token=')
  return /https?:\S+\/desk\?token=\S+/.exec(await find())?.[0] ?? ''
}

/** Opens the link in a separate browser without JavaScript. */
async function openFromMail(browser: Browser, about: string): Promise<{ page: Page; link: string }> {
  const link = await deskLink(about)
  const page = await (await browser.newContext(plain)).newPage()
  await page.goto(link)
  return { page, link }
}

test('the organisation approves part of a refund from its mail, without JavaScript', async ({ browser }) => {
  const family = await newFamily()
  const order = await paidOrder(family, await placeOf('Moonlight Snowshoes', 'One pair'))
  const page = await (await browser.newContext(plain)).newPage()
  await logIn(page, family, `/pg/${program}/profile/orders/${order.id}/refund`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Ask for \$\d+\.\d\d back$/)
  await isAccessibleToo(browser, page)
  await page.getByLabel(refund.why).selectOption('other')
  await page.getByRole('button', { name: /^Cancel and ask for/ }).click()
  await expect(page.getByRole('alert')).toContainText(refund.errors.reason_other ?? '')
  await page.getByLabel(refund.reasonOther).fill('Broken wrist')
  await page.getByRole('button', { name: /^Cancel and ask for/ }).click()
  await expect(page.getByRole('status')).toHaveText(refund.saved.requested)
  await expect(page.getByText(refund.status.requested)).toBeVisible()
  await isAccessibleToo(browser, page)

  const { page: at, link } = await openFromMail(browser, family.email)
  await expect(at.getByRole('heading', { level: 1 })).toHaveText(/asks for \$\d+\.\d\d back$/)
  await expect(at.getByText('Broken wrist')).toBeVisible()
  await isAccessibleToo(browser, at)
  expect((await orderOf(family, order.id)).refund_status).toBe('requested')
  await at.getByLabel(desk.amount).fill('555.50')
  await at.getByLabel(desk.name).fill('Jo Tremblay')
  await at.getByRole('button', { name: desk.send }).click()
  await expect(at.getByRole('alert')).toContainText(/At most \$\d+\.\d\d can be sent back/)
  await at.getByLabel(desk.amount).fill('5.50')
  await at.getByRole('button', { name: desk.send }).click()
  await expect(at.getByRole('heading', { name: desk.decisions.approved('$5.50') })).toBeVisible()
  await expect(at.getByText('By Jo Tremblay')).toBeVisible()
  await at.goto(link)
  await expect(at.getByText('By Jo Tremblay')).toBeVisible()
  await expect(at.getByRole('button', { name: desk.send })).toHaveCount(0)
  await at.goto(link.replace('token=', 'token=x'))
  await expect(at.getByRole('heading', { level: 1 })).toHaveText(desk.unknown)

  expect((await mailTo(family.email, /^Your refund of \$5\.50 is approved/)).text).toContain('$5.50')
  await expect.poll(async () => (await orderOf(family, order.id)).amount_returned.value).toBe(550)
})

test('the organisation records an offline payment in two parts from its mail', async ({ browser }) => {
  const family = await newFamily()
  const order = await newOrder(family, await placeOf('Moonlight Snowshoes', 'One pair'))
  await made(`/profile/orders/${order.id}/payments`, { bearer: family.bearer, body: { checkout_method: 'offline' } })
  const { page } = await openFromMail(browser, family.email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/owes you \$\d+\.\d\d$/)
  await isAccessibleToo(browser, page)
  await page.getByLabel(desk.got).fill('ten')
  await page.getByLabel(desk.name).fill('Jo Tremblay')
  await page.getByRole('button', { name: desk.recordButton }).click()
  await expect(page.getByRole('alert')).toContainText(desk.errors.amount)
  await expect(page.getByLabel(desk.name)).toHaveValue('Jo Tremblay')
  await page.getByLabel(desk.got).fill('10.00')
  await page.getByRole('button', { name: desk.recordButton }).click()
  await expect(page.getByText('$10.00, Cash')).toBeVisible()
  await page.getByLabel(desk.name).fill('Jo Tremblay')
  await page.getByRole('button', { name: desk.recordButton }).click()
  await expect(page.getByRole('heading', { name: desk.decisions.paid })).toBeVisible()
  expect(await orderOf(family, order.id)).toMatchObject({ status: 'paid', amount_due: { value: 0 } })
  await mailTo(family.email, /^Confirmed: /)
})

test('the organisation approves a refund from its mail, in French by keyboard', async ({ phone, browser }) => {
  test.setTimeout(120_000)
  const { refund: ask, desk: decide } = words.fr
  const family = await newFamily({ language: 'fr' })
  const order = await paidOrder(family, await placeOf('Moonlight Snowshoes', 'One pair'))
  await logIn(phone, family, `/pg/${program}/profile/orders/${order.id}/refund`)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/^Demander un remboursement de \d+,\d\d\s\$$/)
  const hands = keyboard(phone)
  const send = phone.getByRole('button', { name: /^Annuler et demander/ })
  await hands.choose(phone.getByLabel(ask.why), ask.reasons.other)
  await hands.press(send)
  await expect(phone.getByRole('alert')).toContainText(ask.errors.reason_other ?? '')
  await isAccessible(phone)
  await hands.write(phone.getByLabel(ask.reasonOther), 'Poignet cassé')
  await hands.press(send)
  await expect(phone.getByRole('status')).toHaveText(ask.saved.requested)
  await expect(phone.getByText(ask.status.requested)).toBeVisible()
  await isAccessible(phone)
  await fitsTheScreen(phone)

  const page = await newPhone(await browser.newContext({ viewport: plain.viewport }))
  const address = new URL(await deskLink(family.email))
  address.searchParams.set('lang', 'fr')
  await page.goto(address.href)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ demande un remboursement de \d+,\d\d\s\$$/)
  await expect(page.getByText('Poignet cassé')).toBeVisible()
  await isAccessible(page)
  await fitsTheScreen(page)
  const office = keyboard(page, { onwards: true })
  await office.write(page.getByLabel(decide.amount), '5,50')
  await office.write(page.getByLabel(decide.name), 'Jo Tremblay')
  await office.press(page.getByRole('button', { name: decide.send }))
  await expect(page.getByRole('heading', { name: decide.decisions.approved('5,50\u00a0$') })).toBeVisible()
  await expect(page.getByRole('button', { name: decide.send })).toHaveCount(0)
  await isAccessible(page)

  expect((await mailTo(family.email, /5,50\s\$/)).subject).toMatch(/^Votre remboursement de 5,50\s\$/)
  await expect.poll(async () => (await orderOf(family, order.id)).amount_returned.value).toBe(550)
})
