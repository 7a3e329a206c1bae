import { randomUUID } from 'node:crypto'
import { checkLook, deskEnds, openDesk, plainPage } from '../fixtures/desk.ts'
import { applySailCamps } from '../fixtures/organiser.ts'
import { expect, test } from '../fixtures/phone.ts'

const camp = (key: string, more: object = {}) => ({
  key,
  type: 'camp',
  name: `Camp ${key}`,
  summary: 'Five days on the water',
  status: 'draft',
  online_event: true,
  starts_at: '+90d mon 09:00',
  ends_at: '+94d fri 16:00',
  options: [{ key: 'full', name: 'Full day', cost: 100, spots_total: 12 }],
  ...more,
})
const newProgram = (...events: object[]) => programWith({ events })
const programWith = async (lists: Record<string, unknown>) => {
  const program = `season-${randomUUID().slice(0, 8)}`
  await applySailCamps(program, lists)
  return program
}
const earlyBird = {
  ...{ key: 'early', name: 'Early bird', code: 'EARLY', percent_off: 10, redeem_before: '+60d' },
  applies_to: { products: ['heron'] },
}

for (const { width, script } of deskEnds)
  test(`a manager publishes, hides, copies and archives at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const events = [camp('otter'), camp('heron'), camp('bare', { summary: null })]
    const program = await programWith({ events, coupons: [earlyBird] })
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'manager', '/events', program)
    const looksRight = () => checkLook(page, script)
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    const status = page.getByRole('status')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Season')
    await expect(row('Camp otter')).toContainText('Draft')
    await looksRight()

    // An event that lacks something keeps the others from the site, too.
    await row('Camp otter').getByRole('checkbox').check()
    await row('Camp bare').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Camp bare: Write a one-line summary')
    await expect(page.getByRole('button', { name: /^Publish \d/ })).toHaveCount(0)
    await looksRight()
    await page.getByRole('link', { name: 'Back to the season' }).click()

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('Choose at least one event')
    await row('Camp otter').getByRole('checkbox').check()
    await row('Camp heron').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish 2 events' }).click()
    await expect(status).toContainText('2 events are on your site')
    await expect(row('Camp otter')).toContainText('On sale')
    await looksRight()
    await status.getByRole('button', { name: 'Undo' }).click()
    await expect(status).toContainText('2 events are hidden')
    await expect(row('Camp heron')).toContainText('Hidden')

    await row('Camp heron').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Copy to another season' }).click()
    await page.getByLabel('Weeks later').fill('4')
    await page.getByRole('button', { name: 'Show new dates' }).click()
    await expect(row('Camp heron')).toContainText('New draft')
    await expect(row('Early bird')).toContainText('New discount for the copies')
    await expect(row('Early bird')).toContainText(/EARLY-20.*until/)
    await looksRight()
    await page.getByRole('button', { name: 'Copy 1 event as drafts' }).click()
    await expect(status).toContainText('1 draft created')
    await expect(row('Camp heron')).toContainText('Draft')

    await row('Camp heron').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByRole('button', { name: 'Archive 1 event' }).click()
    await expect(status).toContainText('1 event is archived')
    await page.getByRole('link', { name: 'Archived', exact: true }).click()
    await expect(row('Camp heron')).toContainText('Archived')

    // The search finds by words, and an empty list has a way on.
    await page.goto(`/desk/${program}/events`)
    await page.getByRole('searchbox', { name: 'Find an event' }).fill('otter')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await expect(row('Camp otter')).toBeVisible()
    await expect(row('Camp heron')).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Find an event' }).fill('zzzz')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByRole('link', { name: 'Show current events' }).click()
    await expect(row('Camp otter')).toBeVisible()
    await page.context().close()
  })

for (const { width, script } of deskEnds)
  test(`a sample season is put in and taken out at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const program = await newProgram()
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'manager', '/events', program)
    const looksRight = () => checkLook(page, script)
    const samples = page.getByRole('row').filter({ hasText: 'Sample:' })
    const putIn = page.getByRole('button', { name: 'Add a sample season' })
    const takeOut = page.getByRole('button', { name: 'Take the sample season out' })
    await expect(page.getByText('No events yet.')).toBeVisible()
    await looksRight()
    await putIn.click()
    await expect(page.getByRole('status')).toContainText('The sample season is in')
    await expect(samples).toHaveCount(3)
    await expect(samples.filter({ hasText: 'Draft' })).toHaveCount(3)
    await expect(putIn).toHaveCount(0)
    await looksRight()
    await page.goto(`/pg/${program}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Sample:')).toHaveCount(0)

    await page.goto(`/desk/${program}/events`)
    await takeOut.click()
    await expect(page.getByRole('status')).toContainText('The sample season is out')
    await expect(samples).toHaveCount(0)
    await looksRight()
    await putIn.click()
    await expect(samples.filter({ hasText: 'Hidden' })).toHaveCount(3)
    await page.context().close()
  })

test('a coach does not open the season', async ({ page }) => {
  await openDesk(page, 'coach', '/events')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page isn’t part of your role')
})
