import type { Page } from '@playwright/test'
import { pressPay, words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { type Family, newFamily, program } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { newOrder, paidOrder, placeOf } from '../fixtures/places.ts'

const { order: text, checkout } = words.en
const activity = (page: Page) => ({ page, hands: thumb, lang: 'en' as const })
const place = () => placeOf('Glaze and Fire Sunday', 'Two pots')
const potters = () => newFamily({ ages: [13, 14] })
const careOf = (family: Family) => made(`/profile/childcare_receipts?program_id=${program}`, { bearer: family.bearer })
const orderOf = (family: Family, id: string) => made(`/profile/orders/${id}`, { bearer: family.bearer })

test('a receipt and the childcare receipts print on one page each', async ({ phone }) => {
  test.setTimeout(180_000)
  const family = await potters()
  const order = await paidOrder(family, await place(), [0, 1])
  await logIn(phone, family, `/pg/${program}/profile/orders/${order.id}`)
  const facts = phone.getByRole('region', { name: words.en.event.facts })
  await expect(facts).toContainText('Toronto time')
  await expect(facts.getByRole('link', { name: /^Open in maps/ })).toBeVisible()
  await expect(facts).toContainText(/Cancel the whole order by .+ and get \$.+ back\. Cancel by .+ and get \$/)
  const receipt = phone.locator('section', { has: phone.locator('#receipt') })
  await expect(receipt).toContainText(text.seller)
  await expect(receipt).toContainText('48 Shore Road')
  await expect(receipt).toContainText('Nadia Roy')
  await expect(receipt).toContainText('K0G 1X0')
  await expect(receipt).toContainText('81234 5678 RT0001')
  await expect(receipt).toContainText(/HST 13%/)
  await receipt.getByRole('link', { name: text.print }).click()
  const number = (await orderOf(family, order.id)).receipt_number
  const sheet = phone.getByRole('article', { name: text.number(number) })
  await expect(sheet).toContainText('K0G 1X0')
  await expect(sheet).toContainText(family.email)
  await isAccessible(phone)
  await expect(phone.getByRole('button', { name: text.papers.print })).toBeVisible()
  const printed = (await phone.pdf({ format: 'Letter' })).toString('latin1')
  expect(printed.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  await phone.goto(`/pg/${program}/profile/orders`)
  await phone.getByRole('link', { name: words.en.childcare.title }).click()
  const [{ year, child }] = (await careOf(family)).data
  await phone.getByRole('link', { name: words.en.childcare.open(child.first_name, year) }).click()
  const care = phone.getByRole('article', { name: words.en.childcare.heading(year, child.first_name) })
  await expect(care).toContainText(words.en.childcare.forms.CA.title)
  await expect(care).toContainText(number)
  await isAccessible(phone)
  const carePrinted = (await phone.pdf({ format: 'Letter' })).toString('latin1')
  expect(carePrinted.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  await phone.goto(`/pg/${program}/profile/orders/${order.id}`)

  const { url } = await made(`/profile/orders/${order.id}/calendar`, { bearer: family.bearer })
  expect(await (await fetch(url)).text()).toContain('STATUS:CONFIRMED')
  const before = await orderOf(family, order.id)
  const [now] = before.returns_if_cancelled
  await phone.getByRole('button', { name: text.cancel.whole }).click()
  await expect(phone.getByRole('heading', { name: text.cancel.wholeTitle })).toBeFocused()
  await isAccessible(phone)
  await phone.getByLabel(text.cancel.why).selectOption('schedule_conflict')
  await phone.getByRole('button', { name: `Cancel the order and get back ${now.amount_returned.display}` }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(text.headings.cancelled)
  expect(await orderOf(family, order.id)).toMatchObject({ status: 'cancelled', cancel_reason: 'customer' })
  expect((await careOf(family)).data).toEqual([])
  const note = (await orderOf(family, order.id)).receipts[1]
  await phone.reload()
  await phone.getByRole('link', { name: text.papers.creditNote(note.number) }).click()
  await expect(phone.getByRole('article')).toContainText(text.papers.forReceipt(number, '').trim())
  await expect(phone.getByRole('article')).toContainText(note.amount_total.display.replace('-', '−'))
  const mail = await mailTo(family.email, /^Cancelled: /)
  expect(mail.attachments[0]?.content).toContain('METHOD:CANCEL')
  const feed = await (await fetch(url)).text()
  expect(feed.match(/STATUS:CANCELLED/g)).toHaveLength(2)
  expect(feed).not.toContain('STATUS:CONFIRMED')
})

test('a parent cancels on its page an order payable at the office', async ({ phone }) => {
  test.setTimeout(180_000)
  const family = await potters()
  const order = await newOrder(family, await place())
  await logIn(phone, family, `/pg/${program}/checkout/${order.id}`)
  const office = phone.locator('#pay-offline')
  await expect(office).toBeEnabled()
  await expect(phone.locator('#returns')).toContainText(/^\s*Cancel by .+ and get \$.+ back\. Cancel by .+ and get \$/)
  await thumb.tick(office)
  await phone.getByRole('button', { name: /^Reserve, pay/ }).click()
  await phone.waitForURL(/\/profile\/orders\/ord_/)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/^See you on /)
  await mailTo(family.email, /^Your place is held until/)

  await phone.getByRole('button', { name: text.cancel.whole }).click()
  await expect(phone.getByText(text.cancel.wholeText)).toBeVisible()
  await isAccessible(phone)
  await phone.getByRole('button', { name: text.cancel.whole }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(text.headings.cancelled)
  await expect(phone.getByText(text.cancelReasons.customer)).toBeVisible()
  expect(await orderOf(family, order.id)).toMatchObject({ status: 'cancelled', payment_status: 'unpaid' })
  await mailTo(family.email, /^Cancelled: /)
})

test('a refused card suggests one next step', async ({ phone }) => {
  test.setTimeout(180_000)
  const family = await potters()
  const order = await newOrder(family, await place())
  await logIn(phone, family, `/pg/${program}/checkout/${order.id}`)
  const number = phone.getByLabel(checkout.cardNumber)
  const notice = phone.getByRole('alert').filter({ hasText: /still held until/ })
  const step = (name: string) => notice.getByRole('button', { name })
  const tryCard = async (card: string) => {
    await thumb.tick(phone.locator('#pay-card'))
    await number.fill(card)
    await phone.getByLabel(checkout.expiry).fill('12 / 34')
    await phone.getByLabel(checkout.securityCode).fill('123')
    await pressPay(activity(phone))
  }
  await expect(phone.locator('#pay-card')).toBeEnabled()

  await tryCard('4000 0000 0000 0127')
  await expect(notice).toContainText(/The security code does not match/)
  await expect(step(checkout.actions.other)).toHaveClass(/quiet/)
  await step(checkout.actions.fix).click()
  await expect(phone.getByLabel(checkout.securityCode)).toBeFocused()

  await tryCard('4000 0000 0000 0119')
  await expect(notice).toContainText(/Something went wrong while the bank handled the payment/)
  await expect(step(checkout.actions.retry)).not.toHaveClass(/quiet/)
  await isAccessible(phone)

  await step(checkout.actions.retry).click()
  await expect(step(checkout.actions.retry)).toHaveCount(0)
  await expect(step(checkout.actions.other)).not.toHaveClass(/quiet/)
  await step(checkout.actions.other).click()
  await expect(number).toBeFocused()
  await expect(number).toHaveValue('')

  await tryCard('5555 5555 5555 4444')
  await phone.waitForURL(/\/profile\/orders\/ord_/)
  await expect(phone.getByText(text.status.paid).first()).toBeVisible()
})
