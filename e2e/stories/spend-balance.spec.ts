import { isPaid, payByCard, words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { approveRefund, giveBalance } from '../fixtures/organiser.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { newOrder, paidOrder, placeOf } from '../fixtures/places.ts'

test('a customer spends a gift on their balance at checkout', async ({ phone }) => {
  test.setTimeout(120_000)
  const text = words.en
  const family = await newFamily()
  await giveBalance(program, { email: family.email, amount: 1000, note: 'Thank you for helping at the regatta.' })
  const order = await newOrder(family, await placeOf('Moonlight Snowshoes', 'One pair'))
  await logIn(phone, family, `/pg/${program}/checkout/${order.id}`)

  const balance = phone.getByRole('checkbox', { name: /Use your balance of \$10\.00/ })
  await expect(balance).toBeEnabled()
  await expect(balance).not.toBeChecked()
  await balance.check({ force: true })
  await expect(phone.getByText(/Then you pay \$/)).toBeVisible()
  await expect(phone.locator('dl.lines').getByText('−$10.00')).toBeVisible()
  await payByCard({ page: phone, hands: thumb, lang: 'en' }, '4242 4242 4242 4242')
  await isPaid({ page: phone, hands: thumb, lang: 'en' })
  await expect(phone.getByText('$10.00 from your balance')).toBeVisible()

  await phone.goto(`/pg/${program}/profile/orders`)
  await phone.getByRole('main').getByRole('link', { name: text.balance.title }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(text.balance.title)
  await expect(phone.getByText('Thank you for helping at the regatta.')).toBeVisible()
  await expect(phone.getByRole('row')).toHaveCount(3)
  await expect(phone.getByText(text.balance.zero)).toBeVisible()
})

test('a customer chooses a refund to the balance and spends it', async ({ phone }) => {
  test.setTimeout(120_000)
  const { refund } = words.en
  const family = await newFamily()
  const place = await placeOf('Moonlight Snowshoes', 'One pair')
  const order = await paidOrder(family, place)
  await logIn(phone, family, `/pg/${program}/profile/orders/${order.id}/refund`)

  const balance = phone.getByRole('radio', { name: /^\$\d+\.\d\d: Your balance with Lakeside Camps/ })
  await expect(phone.getByRole('radio', { name: /^\$\d+\.\d\d: Visa ending 4242/ })).toBeChecked()
  await balance.check({ force: true })
  await isAccessible(phone)
  await phone.getByLabel(refund.why).selectOption('moved_away')
  await phone.getByRole('button', { name: /^Cancel and ask for/ }).click()
  await expect(phone.getByText(refund.saved.requested)).toBeVisible()
  const { refund_requests } = await made(`/profile/orders/${order.id}/refund`, { bearer: family.bearer })
  await approveRefund(program, refund_requests[0].id)
  expect((await mailTo(family.email, /^Your refund of \$\d+\.\d\d is approved/)).text).toContain('is on your balance')

  const next = await newOrder(family, place, [1])
  await phone.goto(`/pg/${program}/checkout/${next.id}`)
  const use = phone.getByRole('checkbox', { name: /Use your balance of \$/ })
  await expect(use).toBeEnabled()
  await use.check({ force: true })
  await expect(phone.locator('dl.lines').getByText(/^−\$/)).toBeVisible()
})

test('a customer pays a debt from the account statement', async ({ phone }) => {
  test.setTimeout(120_000)
  const text = words.en
  const family = await newFamily()
  const note = 'Lost paddle'
  await giveBalance(program, { email: family.email, amount: -1200, kind: 'manual_adjustment', note })
  await logIn(phone, family, `/pg/${program}/profile/balance`)
  await expect(phone.getByText(text.balance.owe('$12.00', 'Lakeside Camps'))).toBeVisible()
  await isAccessible(phone)
  await phone.getByRole('button', { name: text.balance.pay('$12.00') }).click()
  await expect(phone.locator('dl.lines').getByText('Balance due')).toBeVisible()
  await payByCard({ page: phone, hands: thumb, lang: 'en' }, '4242 4242 4242 4242')
  await isPaid({ page: phone, hands: thumb, lang: 'en' })
  expect((await mailTo(family.email, /^We received your \$12\.00/)).text).toContain('you owed')

  await phone.goto(`/pg/${program}/profile/balance`)
  await expect(phone.getByText(text.balance.zero)).toBeVisible()
  await expect(phone.getByRole('button', { name: text.balance.pay('$12.00') })).toHaveCount(0)
})

test('a parent cancels a place for a refund to the balance, in French by keyboard', async ({ phone }) => {
  test.setTimeout(120_000)
  const { order: text, balance } = words.fr
  const family = await newFamily({ language: 'fr' })
  const order = await paidOrder(family, await placeOf('March Break Makers', 'Full day'))
  await logIn(phone, family, `/pg/${program}/profile/orders/${order.id}?lang=fr`)
  const press = async (name: string | RegExp) => {
    const button = phone.getByRole('button', { name })
    await expect(button).toBeEnabled()
    await button.focus()
    await phone.keyboard.press('Enter')
  }
  await phone.locator('summary', { hasText: text.manage }).press('Enter')
  await phone.getByRole('link', { name: text.change }).press('Enter')
  await expect(phone.getByRole('group', { name: text.cancel.where })).toBeVisible()
  await phone.getByRole('radio', { name: text.cancel.wayPaid }).focus()
  await phone.keyboard.press('ArrowDown')
  await expect(phone.getByRole('radio', { name: /^Dans mon solde/ })).toBeChecked()
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await phone.getByLabel(text.cancel.why).selectOption('moved_away')
  await press(/^Annuler (?:la commande )?et récupérer/)
  await expect(phone.getByText(/^La place de .+ est annulée\./).first()).toBeVisible()

  await expect
    .poll(async () => (await made(`/profile/orders/${order.id}`, { bearer: family.bearer })).refund_status)
    .toMatch(/refunded$/)
  await phone.goto(`/pg/${program}/profile/balance?lang=fr`)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(balance.title)
  await expect(phone.getByRole('row')).toHaveCount(2)
  await isAccessible(phone)
})
