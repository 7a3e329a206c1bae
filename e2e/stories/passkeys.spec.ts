import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { newFamily, program } from '../fixtures/families.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { fitsTheScreen, isAccessible, logIn } from '../fixtures/phone.ts'

const account = `/pg/${program}/profile/account`
const login = `/pg/${program}/login`

test.use({ viewport: { width: 360, height: 740 } })

/** A phone with a fingerprint reader that knows its owner. */
async function withFingerprint(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return devtools
}

/** What is not suggested by itself is asked for by the button. */
const withoutSuggestions = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

async function logOut(page: Page): Promise<void> {
  await page.goto(`/pg/${program}/logout`)
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('You’re logged out.')).toBeVisible()
}

test('a passkey is made, logs in, is renamed and removed', async ({ page }) => {
  await withoutSuggestions(page)
  await withFingerprint(page)
  const family = await newFamily()
  await logIn(page, family, account)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('status').first()).toHaveText('Passkey added')
  await expect(page.getByText(/Added .*, not used yet/)).toBeVisible()
  await mailTo(family.email, /^A passkey was added/)
  await fitsTheScreen(page)
  await isAccessible(page)

  await logOut(page)
  await page.goto(`${login}?goto=${encodeURIComponent(account)}`)
  await isAccessible(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(new RegExp(`${account}$`))
  await expect(page.getByText(/Added .*, last used/)).toBeVisible()

  await page.getByText('Rename or remove').click()
  await page.getByLabel('Name', { exact: true }).fill('Blue phone')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByRole('heading', { name: 'Blue phone' })).toBeVisible()
  await page.getByText('Rename or remove').click()
  await page.getByRole('button', { name: /^Remove passkey/ }).click()
  await expect(page.getByRole('status').first()).toHaveText('Passkey removed')
  await expect(page.getByRole('heading', { name: 'Blue phone' })).toHaveCount(0)

  await logOut(page)
  await page.goto(login)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('That passkey didn’t work.')
})

test('the browser suggests the passkey by itself', async ({ page }) => {
  await withFingerprint(page)
  await logIn(page, await newFamily(), account)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('status').first()).toHaveText('Passkey added')
  await logOut(page)
  await page.goto(`${login}?goto=${encodeURIComponent(account)}`)
  await expect(page).toHaveURL(new RegExp(`${account}$`))
})

test('a browser without passkeys shows nothing of them', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'PublicKeyCredential', { value: undefined })
  })
  const chunks: string[] = []
  page.on('request', (request) => chunks.push(request.url()))
  await page.goto(login)
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(page.getByText(/passkey/i)).toHaveCount(0)
  await logIn(page, await newFamily(), account)
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await expect(page.getByText(/passkey/i)).toHaveCount(0)
  expect(chunks.filter((url) => /passkey/.test(url))).toEqual([])
})
