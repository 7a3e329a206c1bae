import type { Locator, Page } from '@playwright/test'
import { isPaid, type Language, payByCard, words } from '../fixtures/buying.ts'
import { type Family, newFamily, program } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { newOrder, placeOf } from '../fixtures/places.ts'
import { site } from '../playwright.config.ts'

const explore = (lang: Language) => `/pg/${program}${lang === 'fr' ? '?lang=fr' : ''}`
const cartOf = (page: Page): Locator => page.locator('header a[data-cart]')
const place = () => placeOf('Big lake day', 'Fifty places')

/** A logged-in family at the checkout, with places held for both children. */
async function holdTwo(phone: Page, lang: Language): Promise<{ family: Family; orderId: string }> {
  const family = await newFamily({ language: lang })
  const { id } = await newOrder(family, await place(), [0, 1])
  await logIn(phone, family, `/pg/${program}/checkout/${id}`)
  await phone.waitForURL(/\/checkout\/ord_/)
  return { family, orderId: id }
}

/** Expects the header's cart by its accessible name and its count. */
async function showsCart(phone: Page, { lang, places }: { lang: Language; places: number }): Promise<Locator> {
  const { one, other } = words[lang].shell.cart
  const cart = phone
    .getByRole('banner')
    .getByRole('link', { name: places === 1 ? one : other.replace('{count}', String(places)) })
  await expect(cart).toBeVisible()
  await expect(cart.locator('b')).toHaveText(String(places))
  return cart
}

for (const lang of ['en', 'fr'] as const) {
  test(`the header of another event’s page links back to the checkout (${lang}), until it is paid`, async ({
    phone,
  }) => {
    test.setTimeout(180_000)
    const { orderId } = await holdTwo(phone, lang)
    await phone.goto(explore(lang))
    await showsCart(phone, { lang, places: 2 })
    await isAccessible(phone)
    await phone.setViewportSize({ width: 320, height: 640 })
    await fitsTheScreen(phone)
    await phone
      .locator('main a', { hasText: lang === 'fr' ? 'Semaine de canot' : 'Canoe Week' })
      .first()
      .click()
    await (await showsCart(phone, { lang, places: 2 })).click()
    await phone.waitForURL(new RegExp(`/checkout/${orderId}`))
    await expect(cartOf(phone), 'nothing leads away from paying').toHaveCount(0)

    await payByCard({ page: phone, hands: thumb, lang }, '4242 4242 4242 4242')
    await isPaid({ page: phone, hands: thumb, lang })
    await expect(cartOf(phone)).toBeHidden()
    await phone.goto(explore(lang))
    await expect(phone.locator('header [data-for=customer]').first()).toBeVisible()
    await expect(cartOf(phone)).toBeHidden()
  })
}

test('the cart in the header disappears when its places are released', async ({ phone, context }) => {
  test.setTimeout(120_000)
  const { orderId } = await holdTwo(phone, 'en')
  const remove = phone.getByRole('button', { name: new RegExp(`^${words.en.checkout.remove}`) })
  await remove.first().click()
  await expect(remove).toHaveCount(1)
  await phone.goto(explore('en'))
  await (await showsCart(phone, { lang: 'en', places: 1 })).click()
  await remove.first().click()
  await expect(phone.getByText(words.en.checkout.emptyText)).toBeVisible()
  await phone.goto(explore('en'))
  await expect(cartOf(phone)).toBeHidden()

  // The places were released in another window. The cookie is still on this phone, and the page of the order removes
  // it.
  await context.addCookies([{ name: `cart_${program}`, value: `${orderId}.2`, url: site }])
  await (await showsCart(phone, { lang: 'en', places: 2 })).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(words.en.missing.heading)
  await expect(cartOf(phone)).toBeHidden()
  await context.addCookies([{ name: `cart_${program}`, value: '../../../evil.2', url: site }])
  await phone.goto(explore('en'))
  await expect(phone.locator('header [data-for=customer]').first()).toBeVisible()
  await expect(cartOf(phone), 'a forged mark is none').toBeHidden()
})

test('the next customer in the same browser does not see the previous customer’s cart', async ({ phone, context }) => {
  test.setTimeout(120_000)
  const { family } = await holdTwo(phone, 'en')
  await phone.goto(explore('en'))
  await showsCart(phone, { lang: 'en', places: 2 })
  await phone.goto(`/pg/${program}/logout`)
  await phone.locator('main form[action*="/logout"] button').click()
  // The previous page has the same URL, so its text shows that the log-out is done.
  await expect(phone.getByText('You’re logged out.')).toBeVisible()
  await phone.goto(explore('en'))
  await expect(phone.locator('header [data-for=visitor]')).toBeVisible()
  await expect(cartOf(phone)).toBeHidden()
  expect((await context.cookies()).filter(({ name }) => name.startsWith('cart_'))).toEqual([])

  // An expired session keeps its cart cookie until the next log-in.
  await context.addCookies([{ name: `cart_${program}`, value: 'ord_somebody.2', url: site }])
  await phone.reload()
  await expect(cartOf(phone), 'no one is logged in').toBeHidden()
  await logIn(phone, family)
  await phone.goto(explore('en'))
  await expect(phone.locator('header [data-for=customer]').first()).toBeVisible()
  await expect(cartOf(phone)).toBeHidden()
})
