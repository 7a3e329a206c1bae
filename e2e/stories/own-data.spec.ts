import { readFile } from 'node:fs/promises'
import { privacyWords } from '../../functions/contract/sentences/privacy-words.ts'
import { words } from '../fixtures/buying.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { keyboard } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'

const page = `/pg/${program}/profile/privacy`
/** The mail with a subject of the catalogue. */
const mailOf = (email: string, subject: (from: string) => string) => mailTo(email, new RegExp(`^${subject('.+')}$`))

for (const lang of ['en', 'fr'] as const)
  test(`a customer exports their data, deletes the account and undoes the deletion, in ${lang}`, async ({ phone }) => {
    test.setTimeout(120_000)
    const { account, ownData: text } = words[lang]
    const mails = privacyWords[lang]
    const family = await newFamily({ language: lang })
    const hands = keyboard(phone, { onwards: true })
    const status = phone.getByRole('status')
    const check = async () => {
      await fitsTheScreen(phone)
      await isAccessible(phone)
    }
    await logIn(phone, family, `/pg/${program}/profile/account`)
    await hands.press(phone.getByRole('link', { name: text.open }))
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(text.title)
    await check()
    await hands.press(phone.getByRole('button', { name: text.ask }))
    await expect(status).toHaveText(text.requested)

    const mail = await mailOf(family.email, mails.exportReady.subject)
    await phone.goto(page)
    const link = phone.getByRole('link', { name: text.download })
    expect(mail.text).toContain(await link.getAttribute('href'))
    const [download] = await Promise.all([phone.waitForEvent('download'), hands.press(link)])
    expect(download.suggestedFilename()).toBe('my-data.zip')
    const bytes = await readFile(await download.path())
    expect(bytes.subarray(0, 4).toString('hex')).toBe('504b0304')
    for (const name of ['README.txt', 'account.json', 'family.json', 'orders.json'])
      expect(bytes.includes(name)).toBe(true)

    await hands.press(phone.getByRole('button', { name: text.leave }))
    await expect(status).toHaveText(text.left)
    await check()
    const goes = await mailOf(family.email, mails.deletionScheduled.subject)
    await phone.goto(/http\S+\/profile\/privacy\S*/.exec(goes.text)?.[0] ?? '')
    await hands.press(phone.getByRole('button', { name: text.stay }))
    await expect(status).toHaveText(text.stayed)
    await expect(phone.getByRole('button', { name: text.leave })).toBeVisible()
    await check()
    await mailOf(family.email, mails.deletionWithdrawn.subject)
    await hands.press(phone.getByRole('link', { name: text.back }))
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(account.title)

    // An open page would redirect to the log-in once its cookies are deleted.
    await phone.goto('about:blank')
    await phone.context().clearCookies()
    await phone.goto(/http\S+\/privacy\/export\/\S+/.exec(mail.text)?.[0] ?? '')
    await expect(phone).toHaveURL(/\/login\?/)
  })

test.describe('the privacy page without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('a customer undoes an account deletion from its mail', async ({ page: phone }) => {
    const family = await newFamily()
    await logIn(phone, family, page)
    await phone.getByRole('button', { name: 'Delete my account' }).click()
    await expect(phone.getByRole('status')).toHaveText(/^We’ll delete your account in 14 days\. We’ve emailed you/)
    await phone.goto(`/pg/${program}/profile/account`)
    await expect(phone.getByText(/^Your account will be deleted on/)).toBeVisible()
    await phone.goto(page)
    await phone.getByRole('button', { name: 'Keep my account' }).click()
    await expect(phone.getByRole('status')).toHaveText('Your account stays')
  })
})
