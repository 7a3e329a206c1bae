import type { Page } from '@playwright/test'
import type { Roster } from '../../functions/contract/organisation/roster.ts'
import type { StaffMember } from '../../functions/contract/people/staff.ts'
import { localSecrets, organiserClient } from '../../functions/local/secrets.ts'
import { callOrganiser } from '../../functions/organisation/organiser/program-file/program-calls.ts'
import { words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { deskEnds, openDesk, plainPage } from '../fixtures/desk.ts'
import { type Family, newFamily } from '../fixtures/families.ts'
import { bookEverything, canoe, gatePhone } from '../fixtures/gate.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { site } from '../playwright.config.ts'

const text = words.en.roster
const groups = [
  { key: 'otters', name: 'Otters' },
  { key: 'loons', name: 'Loons' },
]

async function asOffice<Body>(program: string, path: string, method = 'GET', body?: object): Promise<Body> {
  const target = { site, client: organiserClient(localSecrets().secrets) }
  const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) }
  const answer = await callOrganiser<Body>(target, `${program}/${path}`, init)
  if (!answer.ok) throw new Error(answer.message)
  return answer.body
}
const people = async (program: string) =>
  (await asOffice<Roster>(program, 'roster')).events.flatMap(({ entries }) => entries)

type Day = { program: string; event_id: string; family: Family; coach: string }
/** A day with two groups of children, and a coach at the desk who looks after the first one. */
async function openDay(page: Page, language: 'en' | 'fr' = 'en'): Promise<Day> {
  const family = await newFamily({ ages: [5, 6, 7, 8, 9, 10] })
  await made(`/profile/attendees/${family.children[0]?.attendee_id}`, {
    method: 'PUT',
    bearer: family.bearer,
    body: { medical_history: 'Bee stings: injector in the blue bag.' },
  })
  const program = await bookEverything(family, [{ ...canoe, groups }])
  const { data } = await made<{ data: { id: string }[] }>(`/explore/events?program_id=${program}`)
  const event_id = data[0]?.id ?? ''
  const all = (await people(program)).toSorted((a, b) => (b.attendee_profile.age ?? 0) - (a.attendee_profile.age ?? 0))
  const put = (group: string, of: typeof all) =>
    asOffice(program, 'events/canoe/groups/fill', 'POST', {
      registration_ids: of.map(({ registration_id }) => registration_id),
      group,
    })
  await put('loons', all.slice(0, 1))
  await put('otters', all.slice(1))
  await openDesk(page, 'coach', '', program, [event_id], language)
  const team = await asOffice<{ data: StaffMember[] }>(program, 'team')
  const coach = team.data.find(({ role }) => role === 'coach')?.id ?? ''
  await asOffice(program, 'events/canoe/groups/otters', 'PUT', { staff_ids: [coach] })
  return { program, event_id, family, coach }
}

test('a coach opens their group from the desk, marks five without a connection, and the site has them', async ({
  browser,
}) => {
  const context = await gatePhone(browser, 360)
  const page = await context.newPage()
  const { program } = await openDay(page)
  await page.goto(`/desk/${program}`)
  await page.getByRole('main').getByRole('link', { name: words.en.deskToday.checkIn }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Otters')
  await expect(page.locator('[data-count="expected"]')).toHaveText('5')
  await expect(page.getByText(text.others(1))).toBeVisible()
  await fitsTheScreen(page)
  await isAccessible(page)
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('today')).keys()).map(({ url }) => url)))
    .toEqual(expect.arrayContaining([expect.stringMatching(/\/field$/), expect.stringContaining('/_astro/')]))

  await context.setOffline(true)
  await page.reload()
  await expect(page.locator('[data-kept]')).toBeVisible()
  const ticks = page.locator('[data-event]').first().locator('.tick')
  for (let at = 0; at < 5; at += 1) await ticks.nth(at).click()
  await expect(page.getByText(text.offlineText('5'))).toBeVisible()
  await expect(page.locator('[data-count="here"]')).toHaveText('5')
  expect((await people(program)).every(({ check_in }) => check_in.status === 'expected')).toBe(true)

  // Meanwhile a colleague marks the child of the other group, on a phone without JavaScript.
  const other = await plainPage(browser, 360, false)
  await openDesk(other, 'front_desk', '/field', program)
  await other.locator('[data-event]').filter({ hasText: 'Loons' }).locator('.tick').click()
  await expect(other.locator('[data-event]').filter({ hasText: 'Loons' }).locator('.tick')).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await other.context().close()

  await context.setOffline(false)
  await expect(page.getByText(text.offlineText('5'))).toBeHidden()
  await expect
    .poll(async () => (await people(program)).filter(({ check_in }) => check_in.status === 'here').length)
    .toBe(6)
  const marks = (await people(program)).map(({ check_in }) => check_in.marked_by)
  expect(new Set(marks)).toEqual(new Set(['Nadia Roy']))
  await context.close()
})

for (const { width, script } of deskEnds)
  test(`a coach checks a child in and out at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const page = await plainPage(browser, width, script)
    const { program, event_id } = await openDay(page)
    await page.goto(`/desk/${program}/events/${event_id}`)
    await page.getByRole('link', { name: words.en.deskCamp.checkIn }).click()
    const child = page.locator('[data-entry]').filter({ hasText: 'Maya Roy' })
    await child.getByRole('button', { name: text.isHere('Maya Roy') }).click()
    await expect(child.getByRole('button', { name: text.isHere('Maya Roy') })).toHaveAttribute('aria-pressed', 'true')
    await expect(child.getByRole('link', { name: /^Call Nadia Roy/ })).toHaveAttribute('href', 'tel:+14165550123')
    await child.locator('summary').click()
    await child.getByRole('button', { name: text.acts.picked_up }).click()
    await expect(child.locator('[data-words]')).toContainText('Picked up at')
    await expect(page.locator('[data-count="picked_up"]')).toHaveText('1')
    await fitsTheScreen(page)
    // The header covers a part of the list while the page is scrolled.
    if (script) await page.evaluate(() => window.scrollTo(0, 0))
    if (script) await isAccessible(page)
    await page.context().close()
  })

test('a nurse opens the health notes, the parent reads who did, and the phone keeps none', async ({
  browser,
  phone,
}) => {
  const context = await gatePhone(browser, 360)
  const page = await context.newPage()
  const { program, family } = await openDay(page)
  const nurse = await context.browser()?.newContext({ viewport: { width: 360, height: 740 } })
  const station = await nurse?.newPage()
  if (!station) throw new Error('There is no other phone.')
  await openDesk(station, 'nurse', '/field', program)
  await expect(station.getByText('Bee stings')).toHaveCount(0)
  await station.getByRole('button', { name: words.en.deskCamp.openHealth }).click()
  await expect(station.getByText('Bee stings: injector in the blue bag.')).toBeVisible()
  await expect(station.getByRole('status').filter({ hasText: words.en.deskField.withNotes(1, 6) })).toBeVisible()
  await fitsTheScreen(station)
  await isAccessible(station)
  const kept = await station.evaluate(async () => {
    const cache = await caches.open('today')
    const pages = await Promise.all((await cache.keys()).map(async (each) => (await cache.match(each))?.text()))
    return [...pages, ...Object.values(localStorage)].join(' ')
  })
  expect(kept).not.toContain('Bee stings')
  await nurse?.close()

  await logIn(phone, family, `/pg/${program}/profile/family/${family.children[0]?.attendee_id}/adults`)
  await expect(phone.getByText(/Gate Camps, .*looked at the health notes/i).first()).toBeVisible()
  await context.close()
})

test('a coach who is let go loses the list and its copy on the phone at once', async ({ browser }) => {
  const context = await gatePhone(browser, 360)
  const page = await context.newPage()
  const { program, coach } = await openDay(page)
  await page.goto(`/desk/${program}/field`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Otters')
  await asOffice(program, `team/${coach}`, 'DELETE')
  await page.locator('.tick').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.ended)
  await expect(page.getByText('Maya')).toHaveCount(0)
  await isAccessible(page)
  expect(await page.evaluate(async () => (await caches.open('today')).match(location.pathname))).toBeUndefined()
  expect((await people(program)).every(({ check_in }) => check_in.status === 'expected')).toBe(true)
  await page.goto(`/desk/${program}/field`)
  await expect(page.locator('[data-entry]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.en.deskShell.left)
  await isAccessible(page)
  await context.close()
})

test('the page on the field is in French', async ({ browser }) => {
  const page = await plainPage(browser, 360, true)
  const { program } = await openDay(page, 'fr')
  await page.goto(`/desk/${program}/field`)
  await page.getByRole('button', { name: words.fr.deskCamp.openHealth }).click()
  await expect(page.getByText(words.fr.deskField.withNotes(1, 5))).toBeVisible()
  await expect(page.getByText(words.fr.roster.others(1))).toBeVisible()
  await fitsTheScreen(page)
  await isAccessible(page)
  await page.context().close()
})
