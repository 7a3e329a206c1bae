import { expect, type Page, test } from '@playwright/test'
import { sitePages } from '../../functions/contract/site-pages.ts'
import { made } from '../fixtures/call.ts'
import { type Family, newFamily, program } from '../fixtures/families.ts'
import { fitsTheScreen, logIn } from '../fixtures/phone.ts'
import { paidOrder, placeOf } from '../fixtures/places.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** The ids in the URLs of a customer's pages. Pages without an entry have their own story. */
async function idsOf(family: Family): Promise<Record<string, string>> {
  const { bearer } = family
  const order = await paidOrder(family, await placeOf('Big lake day', 'Fifty places'))
  const { receipt_number } = await made<{ receipt_number: string }>(`/profile/orders/${order.id}`, { bearer })
  const { data } = await made(`/profile/registrations?program_id=${program}`, { bearer })
  const message = await made('/profile/messages', { bearer, body: { order_id: order.id, body: 'What to bring?' } })
  return {
    program_id: program,
    attendee_id: family.children[0]?.attendee_id ?? '',
    order_id: order.id,
    registration_id: data[0].id,
    message_id: message.id,
    number: receipt_number,
  }
}
const elsewhere = [
  '/pg/:program_id/profile/memberships/:membership_id',
  '/pg/:program_id/profile/schedule/:registration_id/answers',
]

const shown = (page: Page) =>
  page.evaluate(() => ({
    headings: [...document.querySelectorAll('main :is(h1, h2, h3)')]
      .filter((each) => each.getClientRects().length > 0)
      .map((each) => each.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''),
    links: [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/"]')].map(({ pathname }) => pathname),
  }))
// Parts that need JavaScript: passkeys, this browser's notifications, and the provider's card form.
const byScript = /passkeys|on this device|add a card/i

test('every page of a customer has the same content without JavaScript', async ({ page, browser }) => {
  test.setTimeout(180_000)
  const family = await newFamily()
  const ids = await idsOf(family)
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  for (const each of [page, plain]) await logIn(each, family, `/pg/${program}/profile/overview`)
  const paths = sitePages.map(({ path }) => path).filter((path) => path.startsWith('/pg/:program_id/profile'))
  for (const path of paths.filter((each) => !elsewhere.includes(each)))
    await test.step(path, async () => {
      const address = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? `no_${name}`)
      expect(address).not.toContain('no_')
      const answers = await Promise.all([page, plain].map((each) => each.goto(address)))
      expect(answers.map((answer) => answer?.status())).toEqual([200, 200])
      await fitsTheScreen(plain)
      const [withScript, without] = [await shown(page), await shown(plain)]
      expect(without.headings.length).toBeGreaterThan(0)
      expect(withScript.headings.filter((each) => !without.headings.includes(each) && !byScript.test(each))).toEqual([])
      expect(withScript.links.filter((each) => !without.links.includes(each))).toEqual([])
    })
  await plain.context().close()
})
