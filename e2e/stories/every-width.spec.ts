import type { Page } from '@playwright/test'
import { words } from '../fixtures/buying.ts'
import { type Family, newFamily, program } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { newOrder, paidOrder, placeOf } from '../fixtures/places.ts'

const here = `/pg/${program}`
const paidPots = async (family: Family) => paidOrder(family, await placeOf('Glaze and Fire Sunday', 'Two pots'), [0, 1])
const widths = [320, 360, 768, 1280]

/** The pages that a booking leads through, each opened by a family, and what is pressed before it is examined. */
const pages: Record<string, (phone: Page, family: Family) => Promise<void>> = {
  registration: async (phone) => {
    const { event_id } = await placeOf('Canoe Week', 'Full day')
    await phone.goto(`${here}/evt/${event_id}/register`)
    await thumb.tick(phone.locator('#who input[type=checkbox]').first())
  },
  checkout: async (phone, family) => {
    const order = await newOrder(family, await placeOf('Big lake day', 'Fifty places'))
    await phone.goto(`${here}/checkout/${order.id}`)
    await phone.getByLabel(words.en.checkout.codeLabel).fill('NO-SUCH-CODE')
    await phone.getByRole('button', { name: words.en.checkout.apply }).click()
    await phone.locator('.error').first().waitFor()
  },
  'an order': async (phone, family) => {
    const order = await paidPots(family)
    await phone.goto(`${here}/profile/orders/${order.id}`)
  },
  'a receipt': async (phone, family) => {
    const order = await paidPots(family)
    await phone.goto(`${here}/profile/orders/${order.id}`)
    await phone.locator('main a[href*="/receipts/"]').first().click()
    await phone.waitForURL(/\/receipts\//)
  },
  'my bookings': async (phone, family) => {
    await paidPots(family)
    await phone.goto(`${here}/profile/schedule`)
  },
  'a childcare receipt': async (phone, family) => {
    await paidPots(family)
    await phone.goto(`${here}/profile/orders/childcare`)
    await phone.locator('main a[href*="attendee="]').first().click()
    await phone.waitForURL(/attendee=/)
  },
  'the account': async (phone, family) => {
    await paidPots(family)
    await phone.goto(`${here}/profile/overview`)
  },
  filters: async (phone) => {
    await phone.goto(here)
    await phone.locator('main summary', { hasText: 'Filters' }).click()
  },
}

for (const [name, open] of Object.entries(pages))
  test(`${name}: accessible and no wider than the screen at every width, light and dark`, async ({ phone }) => {
    test.setTimeout(300_000)
    const family = await newFamily({ ages: [13, 14] })
    await logIn(phone, family)
    await open(phone, family)
    for (const colorScheme of ['light', 'dark'] as const) {
      await phone.emulateMedia({ colorScheme })
      for (const width of widths) {
        await phone.setViewportSize({ width, height: 740 })
        await fitsTheScreen(phone)
        await isAccessible(phone)
      }
    }
  })
