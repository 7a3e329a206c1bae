import { randomUUID } from 'node:crypto'
import type { RosterLink } from '../../functions/contract/organisation/roster.ts'
import { localSecrets, organiserClient } from '../../functions/local/secrets.ts'
import { callOrganiser } from '../../functions/organisation/organiser/program-file/program-calls.ts'
import { words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { inHours, siteClock } from '../site-clock.ts'
import { type Family, newFamily } from '../fixtures/families.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { site } from '../playwright.config.ts'

const { online, schedule } = words.en
const room = 'https://meet.gate.example/room'
const starts_at = inHours(1)
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(Date.parse(starts_at))

type Event = { key: string; name: string; starts_at: string; ends_at: string; online_event_url?: string }
const canoe: Event = { key: 'canoe', name: 'Canoe Day', starts_at, ends_at: inHours(3) }

/** Creates a program, and books the children of a family into its events. */
async function bookEverything(family: Family, events: Event[]): Promise<string> {
  const program = `gate-${randomUUID().slice(0, 8)}`
  await applyProgram({
    program,
    name: 'Gate Camps',
    timezone: 'America/Toronto',
    default_currency: 'CAD',
    language: 'en',
    languages: ['en', 'fr'],
    country: 'CA',
    email: 'hello@gate.example',
    features: { online_payments: true },
    events: events.map((event) => ({
      ...event,
      type: 'camp',
      summary: 'A day on the water.',
      status: 'published',
      online_event: true,
      options: [{ key: 'full', name: 'Herons', free: true, spots_total: 'unlimited' }],
    })),
  })
  const { bearer } = family
  const profile = await made(`/profile/programs/${program}`, { bearer, body: { program_id: program } })
  const { data } = await made<{ data: { id: string }[] }>(`/explore/events?program_id=${program}`)
  const items = []
  for (const { attendee_id } of family.children) {
    const child = await made(`/profile/programs/${program}/attendees`, { bearer, body: { attendee_id } })
    for (const { id: event_id } of data) {
      const options = await made<{ data: { id: string }[] }>(`/explore/events/${event_id}/options`)
      const place = { event_id, option_id: options.data[0]?.id, customer_profile_id: profile.id }
      const body = { ...place, attendee_profile_id: child.id }
      const { id } = await made('/profile/registrations', { bearer, body })
      items.push({ type: 'event_option', source: id, quantity: 1 })
    }
  }
  const order = await made('/profile/orders', {
    bearer,
    body: { program_id: program, customer_profile_id: profile.id, timezone: 'America/Toronto', items },
  })
  await made(`/profile/orders/${order.id}/payments`, { bearer, body: { checkout_method: 'free' } })
  return program
}

/** The roster link of a day. */
async function gateOf(program: string): Promise<string> {
  const target = { site, client: organiserClient(localSecrets().secrets) }
  const init = { method: 'POST', body: JSON.stringify({ day }) }
  const link = await callOrganiser<RosterLink>(target, `${program}/roster_links`, init)
  if (!link.ok) throw new Error(link.message)
  return link.body.url
}

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
  // A browser without a connection logs to its console.
  const context = await browser.newContext({ viewport: { width: 320, height: 700 }, timezoneId: 'Europe/Paris' })
  // The service worker compares its time with the time in the page.
  await context.route('**/today.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: siteClock.text + (await response.text()) })
  })
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
