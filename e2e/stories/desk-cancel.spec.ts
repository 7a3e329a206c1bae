import { openSailWeek } from '../fixtures/camps.ts'
import { checkLook, deskEnds, openDesk, plainPage } from '../fixtures/desk.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'
import { inDays } from '../site-clock.ts'

const year = Number(inDays(10).slice(0, 4))
const children = [
  { first_name: 'Ava', born: `${year - 9}-01-05` },
  { first_name: 'Will', born: `${year - 12}-01-05` },
]

for (const { width, script } of deskEnds)
  test(`a manager cancels an event after a look at the sum and the email at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const { program, event_id } = await openSailWeek(children)
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'manager', `/events/${event_id}`, program)
    await page.getByRole('link', { name: 'Cancel the event' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancel the event')
    await expect(page.getByText('This can’t be undone.')).toBeVisible()
    const sum = page.locator('.panel')
    for (const words of [
      'People with a place2',
      'Families told by email2',
      'You give back, paid outside the site$690.00',
    ])
      await expect(sum).toContainText(words)
    // The button is there once the email was read.
    await expect(page.getByRole('button', { name: /^Cancel Sail Week/ })).toHaveCount(0)
    await checkLook(page, script)

    // A text of spaces is refused at its field, and the sums stay.
    const text = page.getByLabel('What should families know?')
    await text.fill('   ')
    await page.getByRole('button', { name: 'See what goes out' }).click()
    await expect(text).toHaveAttribute('aria-invalid', 'true')
    await expect(sum).toContainText('$690.00')
    await text.fill('The boats are not ready.')
    await page.getByRole('button', { name: 'See what goes out' }).click()
    for (const words of ['To 2 families, by email', 'Sail Week', 'The boats are not ready.'])
      await expect(page.locator('.letter')).toContainText(words)
    await checkLook(page, script)
    await page.getByRole('button', { name: 'Cancel Sail Week and give back $690.00' }).click()
    await expect(page.getByRole('status')).toHaveText('Cancelled. 2 families are told.')
    await expect(page.locator('.badge').first()).toHaveText('Cancelled')
    await checkLook(page, script)

    await page.goto(`/desk/${program}/events/${event_id}/cancel`)
    await expect(page.getByText('This event is cancelled.')).toBeVisible()
    await checkLook(page, script)
    await page.context().close()
  })

test('the front desk may not cancel an event', async ({ page }) => {
  const { program, event_id } = await openSailWeek([])
  await openDesk(page, 'front_desk', `/events/${event_id}`, program)
  await expect(page.getByRole('link', { name: 'Call off a day' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cancel the event' })).toHaveCount(0)
  await page.goto(`/desk/${program}/events/${event_id}/cancel`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page isn’t part of your role')
})

test('the page that cancels an event is in French', async ({ page }) => {
  const { program, event_id } = await openSailWeek([])
  await openDesk(page, 'manager', `/events/${event_id}/cancel`, program, [], 'fr')
  await page.getByLabel('Que doivent savoir les familles?').fill('Les bateaux ne sont pas prêts.')
  await page.getByRole('button', { name: 'Voir ce qui sera envoyé' }).click()
  await fitsTheScreen(page)
  await isAccessible(page)
  await page.getByRole('button', { name: 'Annuler Sail Week', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('Événement annulé. Aucune famille n’était inscrite.')
})
