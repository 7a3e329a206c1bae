import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { type Language, words } from '../fixtures/buying.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { keyboard } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { fitsTheScreen, isAccessible, logIn } from '../fixtures/phone.ts'

const account = `/pg/${program}/profile/account`
const login = `/pg/${program}/login`

test.use({ viewport: { width: 360, height: 740 } })

/** A virtual authenticator that verifies its user. */
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

/** Without suggestions, the button asks for the passkey. */
const withoutSuggestions = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

async function logOut(page: Page, lang: Language = 'en'): Promise<void> {
  const { account: text } = words[lang]
  await page.goto(`/pg/${program}/logout`)
  await keyboard(page).press(page.getByRole('main').getByRole('button', { name: text.logOut }))
  await expect(page.getByText(text.goodbyeText)).toBeVisible()
}

test('a passkey is created, used for a log-in, renamed and removed by keyboard', async ({ page }) => {
  await withoutSuggestions(page)
  await withFingerprint(page)
  const hands = keyboard(page, { onwards: true })
  const family = await newFamily()
  await logIn(page, family, account)
  await hands.press(page.getByRole('button', { name: 'Add a passkey' }))
  await expect(page.getByRole('status').first()).toHaveText('Passkey added')
  await expect(page.getByText(/Added .*, not used yet/)).toBeVisible()
  await mailTo(family.email, /^A passkey was added/)
  await fitsTheScreen(page)
  await isAccessible(page)

  await logOut(page)
  await page.goto(`${login}?goto=${encodeURIComponent(account)}`)
  await isAccessible(page)
  await hands.press(page.getByRole('button', { name: 'Use a passkey' }))
  await expect(page).toHaveURL(new RegExp(`${account}$`))
  await expect(page.getByText(/Added .*, last used/)).toBeVisible()

  await hands.press(page.getByText('Rename or remove'))
  await hands.write(page.getByLabel('Name', { exact: true }), 'Blue phone')
  await hands.press(page.getByRole('button', { name: 'Save name' }))
  await expect(page.getByRole('heading', { name: 'Blue phone' })).toBeVisible()
  await hands.press(page.getByText('Rename or remove'))
  await isAccessible(page)
  await hands.press(page.getByRole('button', { name: /^Remove passkey/ }))
  await expect(page.getByRole('status').first()).toHaveText('Passkey removed')
  await expect(page.getByRole('heading', { name: 'Blue phone' })).toHaveCount(0)

  await logOut(page)
  await page.goto(login)
  await hands.press(page.getByRole('button', { name: 'Use a passkey' }))
  await expect(page.getByRole('alert')).toContainText('That passkey didn’t work.')
  await expect(page.getByRole('alert')).toBeFocused()
})

test('the browser offers the passkey automatically, in French', async ({ page }) => {
  await withFingerprint(page)
  const { account: text } = words.fr
  await logIn(page, await newFamily({ language: 'fr' }), account)
  await keyboard(page, { onwards: true }).press(page.getByRole('button', { name: text.passkeyAdd }))
  await expect(page.getByRole('status').first()).toHaveText(text.passkeyAdded)
  await expect(page.getByText(new RegExp(text.passkeyUsed('.+', null)))).toBeVisible()
  await fitsTheScreen(page)
  await isAccessible(page)
  await logOut(page, 'fr')
  await page.goto(`${login}?goto=${encodeURIComponent(account)}`)
  await expect(page).toHaveURL(new RegExp(`${account}$`))
  await expect(page.getByText(new RegExp(text.passkeyUsed('.+', '.+')))).toBeVisible()
})

test('a browser without passkey support shows no passkey controls', async ({ page }) => {
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
