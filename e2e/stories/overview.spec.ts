import { newFamily, program } from '../fixtures/families.ts'
import { newOrder, paidOrder, placeOf } from '../fixtures/places.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'

const overview = `/pg/${program}/profile/overview`

for (const javaScriptEnabled of [true, false])
  test.describe(`the overview page, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 320, height: 640 } })

    test('the overview shows the next booking and the open tasks', async ({ page }) => {
      const family = await newFamily({ verified: false })
      await logIn(page, family, `/pg/${program}/profile`)
      await expect(page).toHaveURL(new RegExp(`${overview}$`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hi, Nadia')
      await expect(page.getByRole('heading', { name: 'Nothing booked' })).toBeVisible()
      await fitsTheScreen(page)
      if (javaScriptEnabled) await isAccessible(page)
      await page.getByRole('main').getByRole('link', { name: 'Confirm your email', exact: true }).click()
      await expect(page.getByLabel('Code')).toBeVisible()

      await paidOrder(family, await placeOf('Big lake day', 'Fifty places'))
      await newOrder(family, await placeOf('Free taster', 'One afternoon'), [1])
      await page.goto(overview)
      await expect(page.getByRole('heading', { name: /^(?:Maya, Big lake day|Samuel, Free taster)$/ })).toBeVisible()
      const toDo = page.getByRole('region', { name: 'To do' })
      await expect(toDo.getByRole('listitem')).toHaveCount(2)
      await fitsTheScreen(page)
      if (javaScriptEnabled) await isAccessible(page)
      await toDo.getByRole('link', { name: /^Continue to payment/ }).click()
      await expect(page).toHaveURL(new RegExp(`/pg/${program}/checkout/`))

      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(overview)
      const bar = page.getByRole('navigation', { name: 'Your account' })
      await expect(bar.locator('[aria-current=page]').first()).toHaveText('Overview')
      for (const [link, heading] of [
        ['My bookings', 'My bookings'],
        ['Orders', 'Orders'],
        ['Account', 'Account'],
      ] as const) {
        if (link === 'Account') await bar.getByText('More', { exact: true }).click()
        await bar.getByRole('link', { name: link }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        await expect(bar.locator('[aria-current=page]').first()).toHaveText(link)
      }
      await fitsTheScreen(page)
    })
  })
