import { readFile } from 'node:fs/promises'
import { newFamily, program } from '../fixtures/families.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'

const page = `/pg/${program}/profile/privacy`

test('a customer asks for their data, opens the archive from the mail, and reads it', async ({ phone }) => {
  test.setTimeout(120_000)
  const family = await newFamily()
  await logIn(phone, family, `/pg/${program}/profile/account`)
  await phone.getByRole('link', { name: 'Download your data or delete your account' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your data')
  await fitsTheScreen(phone)
  await isAccessible(phone)
  await phone.getByRole('button', { name: 'Prepare my data' }).click()
  await expect(phone.getByRole('status')).toHaveText('We’ll email you when your data is ready')

  const { text } = await mailTo(family.email, /^Your data from .+ is ready$/)
  await phone.goto(page)
  const link = phone.getByRole('link', { name: 'Download my data' })
  expect(text).toContain(await link.getAttribute('href'))
  const [download] = await Promise.all([phone.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('my-data.zip')
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 4).toString('hex')).toBe('504b0304')
  for (const name of ['README.txt', 'account.json', 'family.json', 'orders.json'])
    expect(bytes.includes(name)).toBe(true)

  // A page that is open would lead to the log-in once its cookies are gone.
  await phone.goto('about:blank')
  await phone.context().clearCookies()
  await phone.goto(/http\S+\/privacy\/export\/\S+/.exec(text)?.[0] ?? '')
  await expect(phone).toHaveURL(/\/login\?/)
})

test.describe('with script off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('a customer leaves, and changes their mind from the mail', async ({ page: phone }) => {
    const family = await newFamily()
    await logIn(phone, family, page)
    await phone.getByRole('button', { name: 'Delete my account' }).click()
    await expect(phone.getByRole('status')).toHaveText('We’ll delete your account in 14 days')
    const mail = await mailTo(family.email, /will be deleted$/)
    await phone.goto(`/pg/${program}/profile/account`)
    await expect(phone.getByText(/^Your account will be deleted on/)).toBeVisible()

    await phone.goto(/http\S+\/profile\/privacy\S*/.exec(mail.text)?.[0] ?? '')
    await fitsTheScreen(phone)
    await phone.getByRole('button', { name: 'Keep my account' }).click()
    await expect(phone.getByRole('status')).toHaveText('Your account stays')
    await expect(phone.getByRole('button', { name: 'Delete my account' })).toBeVisible()
    await mailTo(family.email, /^Your account at .+ stays$/)
  })
})
