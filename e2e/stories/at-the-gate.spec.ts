import { words } from '../fixtures/buying.ts'
import { inHours } from '../site-clock.ts'
import { newFamily } from '../fixtures/families.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { bookEverything, canoe, gateOf, gatePhone } from '../fixtures/gate.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'

const { online, schedule } = words.en
const room = 'https://meet.gate.example/room'

for (const lang of ['en', 'fr'] as const)
  test(`check-ins without a connection are sent once the connection is back, in ${lang}${lang === 'fr' ? ' by keyboard' : ''}`, async ({
    phone,
    browser,
  }) => {
    const text = words[lang].roster
    const hands = lang === 'fr' ? keyboard(phone) : thumb
    const isHere = (name: string) => new RegExp(`^${text.isHere(`${name} .*`)}$`)
    const url = new URL(await gateOf(await bookEverything(await newFamily(), [canoe])))
    if (lang === 'fr') url.searchParams.set('lang', 'fr')
    await phone.goto(url.href)
    await expect(phone.getByRole('heading', { level: 2, name: 'Canoe Day' })).toBeVisible()
    await hands.write(phone.getByRole('textbox', { name: text.yourName }), 'Jo')
    await hands.press(phone.getByRole('button', { name: text.saveName }))
    await expect(phone.getByText(text.markingAs('Jo'))).toBeVisible()
    await isAccessible(phone)
    await fitsTheScreen(phone)

    const tick = phone.getByRole('button', { name: isHere('Maya') })
    const answers: string[] = []
    await phone.route('**/api/v1/roster*', (route) => route.abort('connectionreset'))
    await hands.press(tick)
    await expect(tick).toHaveAttribute('aria-pressed', 'true')
    await expect(phone.getByText(text.offlineText('1'))).toBeVisible()
    const kept = await phone.evaluate(() => Object.entries(localStorage).flat().join(' '))
    expect(kept).not.toContain('Maya')
    await phone.unroute('**/api/v1/roster*')
    phone.on('response', (answer) => {
      if (answer.request().method() === 'POST') answers.push(`${answer.status()}`)
    })
    await phone.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(phone.getByText(text.offlineText('1'))).toBeHidden()
    await expect.poll(() => answers).toEqual(['200'])
    await isAccessible(phone)

    // A colleague checks in the other child by form, without JavaScript.
    const other = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    const otherHands = lang === 'fr' ? keyboard(other) : thumb
    await other.goto(url.href)
    await expect(other.getByRole('button', { name: isHere('Maya') })).toHaveAttribute('aria-pressed', 'true')
    await expect(
      other.getByText(new RegExp(`${text.states.here('.*')} · ${text.by('Jo')}`)).filter({ visible: true }),
    ).toHaveCount(1)
    await otherHands.press(other.getByRole('button', { name: isHere('Samuel') }))
    await expect(other.getByRole('button', { name: isHere('Samuel') })).toHaveAttribute('aria-pressed', 'true')
    await other.emulateMedia({ media: 'print' })
    const printed = other.getByRole('table')
    await expect(printed.getByRole('columnheader', { name: text.signature })).toBeVisible()
    await expect(printed.getByRole('rowheader', { name: /^Maya / })).toBeVisible()
    await expect(printed).toContainText(text.states.here(''))
    await expect(other.locator('input:visible, button:visible, details:visible')).toHaveCount(0)
    await other.context().close()
  })

test('a roster that was opened once opens again without a connection, with its check-ins', async ({ browser }) => {
  const context = await gatePhone(browser)
  const gate = await context.newPage()
  const text = words.en.roster
  const tickOf = (name: string) => gate.getByRole('button', { name: new RegExp(`^${text.isHere(`${name} .*`)}$`) })
  await gate.goto(await gateOf(await bookEverything(await newFamily(), [canoe])))
  await expect
    .poll(() => gate.evaluate(async () => (await (await caches.open('today')).keys()).map(({ url }) => url)))
    .toEqual(expect.arrayContaining([expect.stringContaining('/roster?token='), expect.stringContaining('/_astro/')]))
  await tickOf('Maya').click()
  await expect(tickOf('Maya')).toHaveAttribute('aria-pressed', 'true')
  // The check-in is shown before it is sent.
  await expect
    .poll(() => gate.evaluate(() => Object.keys(localStorage).filter((key) => /:roster:.*(?<!:seen)$/.test(key))))
    .toEqual([])
  const hour = new RegExp(text.states.here('\\d+(?::\\d\\d)?\\s[ap]m'))
  const shown = await gate.locator('[data-words]').filter({ hasText: hour }).textContent()
  await context.setOffline(true)
  await gate.reload()
  await expect(gate.getByRole('heading', { level: 2, name: 'Canoe Day' })).toBeVisible()
  await expect(gate.locator('[data-kept]')).toBeVisible()
  await expect(tickOf('Maya')).toHaveAttribute('aria-pressed', 'true')
  await expect(gate.getByText(shown ?? '')).toBeVisible()
  await tickOf('Samuel').click()
  await expect(gate.getByText(text.offlineText('1'))).toBeVisible()
  // The kept roster answers a search.
  const search = async (name: string) => {
    await gate.getByRole('searchbox', { name: text.find }).fill(name)
    await gate.getByRole('button', { name: text.search }).click()
    await expect(gate).toHaveURL(new RegExp(`text=${name}`))
    await expect(gate.getByRole('searchbox', { name: text.find })).toHaveValue(name)
  }
  await search('samuel')
  await expect(tickOf('Samuel')).toHaveAttribute('aria-pressed', 'true')
  await expect(tickOf('Maya')).toBeHidden()
  await search('zoe')
  await expect(gate.getByText(text.noMatch('zoe'))).toBeVisible()
  await expect(gate.getByRole('heading', { level: 2, name: 'Canoe Day' })).toBeHidden()
  await gate.getByRole('link', { name: text.all }).click()
  await expect(tickOf('Maya')).toBeVisible()
  await context.setOffline(false)
  await expect(gate.getByText(text.offlineText('1'))).toBeHidden()
  await gate.reload()
  await expect(gate.locator('[data-kept]')).toBeHidden()
  await expect(tickOf('Samuel')).toHaveAttribute('aria-pressed', 'true')
  await context.close()
})

test('the link to an online event appears half an hour before the start', async ({ phone }) => {
  const family = await newFamily({ ages: [9] })
  const soon = { key: 'evening', name: 'Online Evening', starts_at: inHours(1 / 3), ends_at: inHours(0.9) }
  const program = await bookEverything(family, [
    { ...canoe, online_event_url: `${room}/later` },
    { ...soon, online_event_url: `${room}/now` },
  ])
  await logIn(phone, family, `/pg/${program}/profile/schedule`)
  await phone.getByRole('link', { name: `${schedule.join} Canoe Day, Maya` }).click()
  await expect(phone.getByRole('timer')).toHaveText(/^It starts in \d+ minutes?\.$|^It starts in 1 hour/)
  expect(await phone.content()).not.toContain(room)
  await isAccessible(phone)
  await fitsTheScreen(phone)
  const address = phone.url()

  await phone.goto(`/pg/${program}/profile/schedule`)
  await phone.getByRole('link', { name: `${schedule.join} Online Evening, Maya` }).click()
  await expect(phone.getByRole('link', { name: online.join })).toHaveAttribute('href', `${room}/now`)
  await expect(phone.getByText(online.canJoin('Maya'))).toBeVisible()
  await isAccessible(phone)

  await phone.goto('about:blank')
  await phone.context().clearCookies()
  await logIn(phone, await newFamily({ ages: [] }))
  const answer = await phone.goto(address)
  expect(answer?.status()).toBe(404)
})
