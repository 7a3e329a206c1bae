import { randomUUID } from 'node:crypto'
import type { RosterLink } from '../../functions/contract/roster.ts'
import { localSecrets, organiserClient } from '../../functions/local/secrets.ts'
import { callOrganiser } from '../../functions/organiser/program-file/program-calls.ts'
import { words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { type Family, newFamily } from '../fixtures/families.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'
import { site } from '../playwright.config.ts'

const { roster } = words.en
const program = `gate-${randomUUID().slice(0, 8)}`
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const starts_at = inHours(1)
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(Date.parse(starts_at))

/** The children of a family with places at a camp that starts in an hour, and the link for the gate. */
async function openGate(family: Family): Promise<string> {
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
    events: [
      {
        key: 'canoe',
        type: 'camp',
        name: 'Canoe Day',
        summary: 'A day on the water.',
        status: 'published',
        online_event: true,
        starts_at,
        ends_at: inHours(3),
        options: [{ key: 'full', name: 'Herons', free: true }],
      },
    ],
  })
  const { bearer } = family
  const profile = await made(`/profile/programs/${program}`, { bearer, body: { program_id: program } })
  const { data } = await made<{ data: { id: string }[] }>(`/explore/events?program_id=${program}`)
  const event_id = data[0]?.id ?? ''
  const options = await made<{ data: { id: string }[] }>(`/explore/events/${event_id}/options`)
  const items = []
  for (const { attendee_id } of family.children) {
    const child = await made(`/profile/programs/${program}/attendees`, { bearer, body: { attendee_id } })
    const place = { event_id, option_id: options.data[0]?.id, customer_profile_id: profile.id }
    const registration = await made('/profile/registrations', {
      bearer,
      body: { ...place, attendee_profile_id: child.id },
    })
    items.push({ type: 'event_option', source: registration.id, quantity: 1 })
  }
  const order = await made('/profile/orders', {
    bearer,
    body: { program_id: program, customer_profile_id: profile.id, timezone: 'America/Toronto', items },
  })
  await made(`/profile/orders/${order.id}/payments`, { bearer, body: { checkout_method: 'free' } })
  const target = { site, client: organiserClient(localSecrets().secrets) }
  const init = { method: 'POST', body: JSON.stringify({ day }) }
  const link = await callOrganiser<RosterLink>(target, `${program}/roster_links`, init)
  if (!link.ok) throw new Error(link.message)
  return link.body.url
}

test('marks made at the gate without a signal wait on the phone and are sent when it is back', async ({
  phone,
  browser,
}) => {
  const url = await openGate(await newFamily())
  await phone.goto(url)
  await expect(phone.getByRole('heading', { level: 2, name: 'Canoe Day' })).toBeVisible()
  await phone.getByLabel(roster.yourName).fill('Jo')
  await phone.getByRole('button', { name: roster.saveName }).click()
  await expect(phone.getByText(roster.markingAs('Jo'))).toBeVisible()
  await isAccessible(phone)
  await fitsTheScreen(phone)

  const tick = phone.getByRole('button', { name: /^Maya .* is here$/ })
  const answers: string[] = []
  await phone.route('**/api/v1/roster*', (route) => route.abort('connectionreset'))
  await tick.click()
  await expect(tick).toHaveAttribute('aria-pressed', 'true')
  await expect(phone.getByText(roster.offlineText('1'))).toBeVisible()
  const kept = await phone.evaluate(() => Object.entries(localStorage).flat().join(' '))
  expect(kept).not.toContain('Maya')
  await phone.unroute('**/api/v1/roster*')
  phone.on('response', (answer) => {
    if (answer.request().method() === 'POST') answers.push(`${answer.status()}`)
  })
  await phone.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(phone.getByText(roster.offlineText('1'))).toBeHidden()
  await expect.poll(() => answers).toEqual(['200'])

  // A colleague without script marks the other child by a form.
  const other = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await other.goto(url)
  await expect(other.getByRole('button', { name: /^Maya .* is here$/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(other.getByText(/Here since .* · by Jo/)).toBeVisible()
  await other.getByRole('button', { name: /^Samuel .* is here$/ }).click()
  await expect(other.getByRole('button', { name: /^Samuel .* is here$/ })).toHaveAttribute('aria-pressed', 'true')
  await other.context().close()
})
