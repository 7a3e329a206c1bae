import { localSecrets } from '../../functions/local/secrets.ts'
import { mailEventsPath } from '../../functions/delivery/mail/take-mail-events.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { codeFor, mailsTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'

test('a customer confirms a bounced address with a code, and the warning disappears', async ({ phone, request }) => {
  const family = await newFamily()
  const notice = { RecordType: 'Bounce', Type: 'HardBounce', Email: family.email }
  const received = await request.post(await mailEventsPath(localSecrets().secrets), { data: notice })
  expect(await received.json()).toEqual({ object: 'mail_events', taken: 1 })

  await logIn(phone, family, `/pg/${program}/profile/overview`)
  await expect(phone.getByRole('heading', { name: 'Our emails aren’t reaching you' })).toBeVisible()
  await isAccessible(phone)
  await phone.getByRole('link', { name: /^Check your email/ }).click()
  await expect(phone.getByText('Emails to this address bounce')).toBeVisible()
  await fitsTheScreen(phone)
  await isAccessible(phone)
  await phone.getByRole('button', { name: 'Send a code to this address' }).click()
  await expect(phone.getByText('A new code is on its way.')).toBeVisible()
  const codes = async () => (await mailsTo(family.email)).filter(({ subject }) => /^\d{6} /.test(subject))
  await expect.poll(codes).toHaveLength(2)
  await phone.getByLabel('Code').fill(await codeFor(family.email))
  await phone.getByRole('button', { name: 'Confirm', exact: true }).click()

  await expect(phone).toHaveURL(/\/profile\/edit/)
  await expect(phone.getByRole('heading', { name: 'Email', exact: true })).toBeVisible()
  await expect(phone.getByText('Emails to this address bounce')).toHaveCount(0)
})
