import { randomUUID } from 'node:crypto'
import { words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { type Family, newFamily } from '../fixtures/families.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, logIn, test } from '../fixtures/phone.ts'

const program = `trials-${randomUUID().slice(0, 8)}`
const here = `/pg/${program}`

test.beforeAll(() =>
  applyProgram({
    program,
    name: 'Trial Pool',
    timezone: 'America/Toronto',
    default_currency: 'CAD',
    languages: ['en', 'fr'],
    country: 'CA',
    email: 'hello@trials.example',
    features: { online_payments: true, memberships: true },
    membership_packages: [
      {
        key: 'swim',
        name: { en: 'Swim Club', fr: 'Club de natation' },
        description: { en: 'Open lanes, every day.', fr: 'Couloirs libres, tous les jours.' },
        billing_period: 'month',
        cost: 30,
        is_unlimited: true,
        trial_days: 14,
      },
    ],
  }),
)

const packageId = async () =>
  (await made<{ data: { id: string }[] }>(`/explore/programs/${program}/membership_packages`)).data[0]?.id ?? ''
const statusesOf = async ({ bearer }: Family) =>
  (await made<{ data: { status: string }[] }>(`/profile/programs/${program}/memberships`, { bearer })).data.map(
    ({ status }) => status,
  )

test.describe('a card that is stored with JavaScript off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  for (const lang of ['en', 'fr'] as const)
    test(`a person without a card starts a free trial on the provider’s page, in ${lang}`, async ({ page }) => {
      test.setTimeout(180_000)
      const { checkout, checkoutForm, memberships } = words[lang]
      const family = await newFamily({ language: lang })
      await logIn(page, family, `${here}/cart?membership_package_id=${await packageId()}`)
      await page.getByRole('button', { name: memberships.toCheckout }).click()
      await page.waitForURL(/\/checkout\/ord_/)
      await expect(page.getByRole('radio', { name: checkoutForm.pageForLater })).toBeChecked()
      await fitsTheScreen(page)
      const toPage = async () => {
        await page.getByRole('button', { name: checkout.confirmLater, exact: true }).click()
        await page.waitForURL(/\/dev\/pay\/page_/)
      }

      // A customer who leaves the page has started nothing, and may open another.
      await toPage()
      const left = page.url()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.waitForURL(/\/checkout\/ord_/)
      await expect(page.getByText(checkout.cardStep)).toBeVisible()
      expect(await statusesOf(family)).toEqual(['incomplete'])
      await toPage()
      expect(page.url()).not.toBe(left)

      await page.getByLabel('Card number').fill('4000 0000 0000 0002')
      await page.getByRole('button', { name: 'Store this card' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await page.getByLabel('Card number').fill('4000 0025 0000 3155')
      await page.getByRole('button', { name: 'Store this card' }).click()
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.waitForURL(/\/profile\/orders\/ord_\w+/)
      expect(await statusesOf(family)).toEqual(['trialing'])
      await page.goto(left)
      await expect(page.getByRole('heading', { name: 'This page is closed' })).toBeVisible()
    })

  for (const lang of ['en', 'fr'] as const)
    test(`a card is added to the payment methods, in ${lang}`, async ({ page }) => {
      test.setTimeout(180_000)
      const { paymentMethods } = words[lang]
      const family = await newFamily({ language: lang })
      await made(`/profile/programs/${program}`, { bearer: family.bearer, body: {} })
      await logIn(page, family, `${here}/profile/payment-methods`)
      await fitsTheScreen(page)
      const toPage = async () => {
        await page.getByRole('button', { name: paymentMethods.add.toPage }).click()
        await page.waitForURL(/\/dev\/pay\/page_/)
      }

      await toPage()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByText(paymentMethods.done['left'] ?? '')).toBeVisible()
      await toPage()
      await page.getByLabel('Card number').fill('4242 4242 4242 4242')
      await page.getByRole('button', { name: 'Store this card' }).click()
      await expect(page.getByRole('status')).toHaveText(paymentMethods.done['added'] ?? '')
      await expect(page.getByRole('heading', { level: 3 })).toHaveText(/4242/)
    })
})
