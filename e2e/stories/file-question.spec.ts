import { newFamily, program } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { goOnToPay, isPaid, payByCard, words } from '../fixtures/buying.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { placeOf } from '../fixtures/places.ts'
import { photo } from '../pictures/photos.ts'
import { site } from '../playwright.config.ts'

const text = words.en.registration
const label = 'Your child’s last swimming badge'

test('a question is answered with a photo from the phone, over a line that breaks, and the parent finds it with the place', async ({
  phone,
}) => {
  test.setTimeout(240_000)
  const { event_id } = await placeOf('Girls on the Water', 'One of the crew')
  const family = await newFamily({ verified: false, ages: [9, 10] })
  await logIn(phone, family, `/pg/${program}/evt/${event_id}/register`)
  await phone.waitForURL(/\/register/)
  const girl = phone.getByRole('checkbox', { name: family.children[0]?.first_name ?? '' })
  await girl.check({ force: true })

  const about = phone.getByRole('group', { name: text.about.replace('{name}', family.children[0]?.first_name ?? '') })
  await about.getByRole('radio').nth(2).check({ force: true })
  const picker = about.getByLabel(label)
  await expect(picker).toHaveAccessibleDescription(/leave this empty\. JPG, PNG, WebP or PDF, up to 10 MB\.$/)

  // What cannot be sent is said at once, at its question.
  await picker.setInputFiles({ name: 'badge.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(about.getByText(text.file.wrongType)).toBeVisible()
  await expect(picker).toHaveAttribute('aria-invalid', 'true')

  let attempts = 0
  await phone.route('**/api/v1/files', async (route) => {
    attempts += 1
    if (attempts === 1) await route.abort('connectionreset')
    else await route.continue()
  })
  const taken = Buffer.from(await photo({ width: 1200, height: 900 }, { orientation: 6 }))
  await picker.setInputFiles({ name: 'badge.jpg', mimeType: 'image/jpeg', buffer: taken })
  await expect(about.getByRole('progressbar', { name: 'Sending badge.jpg' })).toBeVisible()
  await expect(about.getByText('badge.webp is attached.')).toBeVisible({ timeout: 60_000 })
  expect(attempts).toBe(2)
  await isAccessible(phone)
  await fitsTheScreen(phone)

  // It is there after a reload, too: the draft keeps its id.
  await phone.reload()
  await expect(about.getByText('badge.webp is attached.')).toBeVisible()
  await phone.getByRole('checkbox', { name: /agree/ }).last().check({ force: true })
  const activity = { page: phone, hands: thumb, lang: 'en' as const }
  await goOnToPay(activity)
  await payByCard(activity, '4242 4242 4242 4242')
  await isPaid(activity)

  const link = phone.getByRole('link', { name: `Open: ${label}` })
  await expect(link).toBeVisible()
  await isAccessible(phone)
  const address = (await link.getAttribute('href')) ?? ''
  const opened = await phone.request.get(`${site}${address}`)
  expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'image/webp'])
  expect(opened.headers()['content-security-policy']).toContain('sandbox')
  expect(opened.url()).toContain('/uploads/file_')

  // Nobody else gets past the log-in.
  const stranger = await phone.context().browser()?.newContext()
  const refused = await stranger?.request.get(`${site}${address}`)
  expect(refused?.url()).toContain('/login')
  await stranger?.close()
})
