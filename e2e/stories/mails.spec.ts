import { made } from '../fixtures/call.ts'
import { type Family, newFamily } from '../fixtures/families.ts'
import { type Mail, mailsTo, mailTo } from '../fixtures/mailbox.ts'
import { expect, newPhone, test } from '../fixtures/phone.ts'
import { paidOrder, placeOf } from '../fixtures/places.ts'
import { site } from '../playwright.config.ts'

const linksOf = (mail: Mail) =>
  [
    ...new Set(
      [...mail.html.matchAll(/href="([^"]+)"/g), ...mail.text.matchAll(/(https?:\/\/[^\s<>")]+)/g)].map(([, link]) =>
        (link ?? '').replaceAll('&amp;', '&'),
      ),
    ),
  ].filter((link) => link.startsWith('http'))
const everything = async ({ bearer }: Family) =>
  JSON.stringify([
    await made('/profile', { bearer }),
    (await made('/profile/orders?expand=items,payments,registrations', { bearer })).data,
    (await made('/profile/registrations', { bearer })).data,
  ])
    .replaceAll(/"last_login":[^,]+,/g, '')
    // Other stories buy places at the same time.
    .replaceAll(/"available_spots":\d+/g, '')

for (const language of ['en', 'fr'] as const) {
  test(`every mail of a purchase is in ${language} as HTML and text`, async ({ browser, request }) => {
    test.setTimeout(120_000)
    const family = await newFamily({ language })
    const order = await paidOrder(family, await placeOf('Big lake day', 'Fifty places'))
    const { receipt_number, registrations } = await made(`/profile/orders/${order.id}`, { bearer: family.bearer })
    await mailTo(family.email, new RegExp(receipt_number))
    await made(`/profile/registrations/${registrations[0].id}/cancel`, {
      bearer: family.bearer,
      body: { reason: 'wrong_selection' },
    })
    await expect.poll(async () => (await mailsTo(family.email)).length).toBeGreaterThanOrEqual(3)
    await expect
      .poll(async () => (await made(`/profile/orders/${order.id}`, { bearer: family.bearer })).refund_status)
      .toMatch(/refunded$/)
    const before = await everything(family)

    const mails = await mailsTo(family.email)
    const page = await newPhone(await browser.newContext())
    for (const mail of mails) {
      expect(mail.html, mail.subject).toMatch(new RegExp(`<html[^>]* lang="${language}`))
      expect(mail.text.length, mail.subject).toBeGreaterThan(80)
      expect(mail.text, mail.subject).toMatch(language === 'fr' ? /\b(?:vous|votre)\b/i : /\byour?\b/i)
      expect(`${mail.subject}${mail.from}${mail.to}`).not.toMatch(/[\r\n]/)
      // A map link may go to another site; every other link stays on this one.
      for (const link of linksOf(mail).filter((each) => !each.startsWith('https://www.openstreetmap.org/'))) {
        expect(new URL(link).origin, `${mail.subject}: ${link}`).toBe(site)
        for (const method of ['GET', 'HEAD'] as const)
          expect((await request.fetch(link, { method })).status(), link).toBeLessThan(400)
      }
      await page.setContent(mail.html)
      expect(await page.locator('body').textContent()).not.toMatch(/undefined|null|NaN|\[object|\{\w+\}/)
    }
    expect(mails.some((mail) => linksOf(mail).length > 0)).toBe(true)
    expect(await everything(family)).toBe(before)
    await page.context().close()
  })
}
