import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { applyProgram } from '../fixtures/organiser.ts'

const own = `spoken-${randomUUID().slice(0, 8)}`
const here = `/pg/${own}`
const tag = `sail-${own}`
const address = { address_line_1: '1 Lake Rd', city: 'Perth', region: 'CA-ON', postcode: 'K7H 1A1', country: 'CA' }

/** An English program with a French translation of some of its texts. */
const file = {
  program: own,
  name: 'Spoken Camps',
  timezone: 'America/Toronto',
  default_currency: 'CAD',
  language: 'en',
  languages: ['en', 'fr'],
  country: 'CA',
  email: 'hello@spoken.example',
  tags: [tag],
  features: { online_payments: true, products: true, sessions: true, discounts: true, appointments: true },
  venues: [
    { key: 'dock', name: 'Dock House', address },
    { key: 'beach', name: { en: 'Main Beach', fr: 'La plage' }, address },
  ],
  session_packages: [
    { key: 'ten', name: 'Ten sails', cost: 100, allocated_amount: 10, expiry_amount: 12, expiry_period: 'month' },
  ],
  events: [
    {
      key: 'week',
      type: 'camp',
      name: 'Sailing week',
      summary: 'Five days on the lake',
      starts_at: '+60d 09:00',
      ends_at: '+60d 16:00',
      venues: ['dock', 'beach'],
      tags: ['boats'],
      status: 'published',
      restrict_to: { session_packages: ['ten'] },
      options: [{ key: 'full', name: 'Full day', cost: 120, spots_total: 'unlimited' }],
    },
  ],
  products: [
    {
      key: 'shirt',
      name: { en: 'Shirt', fr: 'Chandail' },
      variations: [
        { key: 's', name: 'Small', cost: 24 },
        { key: 'm', name: { en: 'Medium', fr: 'Moyen' }, cost: 30, confirm_text: 'Runs large.' },
      ],
    },
  ],
  coupons: [{ key: 'less', name: 'Sail for less', code: 'SAIL5', percent_off: 5, applies_to: { products: ['week'] } }],
  appointment_types: [
    {
      key: 'lesson',
      name: { en: 'Lesson', fr: 'Leçon' },
      summary: { en: 'You and a coach', fr: 'Vous et un moniteur' },
      status: 'published',
      venues: ['dock'],
      period_type: 'range',
      period_starts_on: '+2d',
      period_ends_on: '+42d',
      opening_hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '11:00' }],
      options: [{ key: 'half', name: 'Short', cost: 45, duration: 30 }],
    },
  ],
}
test.beforeAll(() => applyProgram(file))

const pages = [
  { path: '', texts: { 'Sailing week': 'en', 'Dock House': 'en', 'La plage': 'fr', boats: 'en' } },
  { path: '?store=all', texts: { Chandail: 'fr', Small: 'en', Moyen: 'fr', 'Runs large.': 'en' } },
  { path: '/packages/session', texts: { 'Ten sails': 'en', 'Sailing week': 'en' } },
  { path: '/promotions', texts: { 'Sail for less': 'en', 'Sailing week': 'en' } },
  { path: '/schedule', texts: { Leçon: 'fr', 'Dock House': 'en' } },
]
for (const { path, texts } of pages)
  test(`each text of the French program page “${path}” is marked with its own language`, async ({ page }) => {
    await page.goto(`${here}${path}${path.includes('?') ? '&' : '?'}lang=fr`)
    // The filters are in noscript elements until the first of their folds is opened.
    const folds = page.locator('main details:has(noscript) > summary')
    if ((await folds.count()) > 0) await folds.first().click()
    for (const [words, language] of Object.entries(texts)) {
      const text = page.locator('main').getByText(words, { exact: true }).first()
      await expect(text, words).toBeAttached()
      const spoken = await text.evaluate((element) => element.closest('[lang]')?.getAttribute('lang')?.slice(0, 2))
      expect(spoken, words).toBe(language)
    }
  })

test('programs and tags on the French home page are marked with their own language', async ({ page }) => {
  await page.goto(`/?lang=fr&tags=${tag}`)
  for (const text of [page.locator('label').getByText(tag), page.getByRole('heading', { name: 'Spoken Camps' })])
    expect(await text.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe('en')
})
