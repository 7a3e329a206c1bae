import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { findHeadlessShell } from '../find-chromium.ts'
import type { ProductionFamily } from './production-family.ts'
import { program } from './production-family.ts'

/**
 * A stand-in for Stripe.js: `window.Stripe` with the functions that the pages call. Its form has one field for the name
 * of a test card and returns Stripe's token for that card. The test decides the bank step.
 */
function standInForStripe(release: string): void {
  const makeElement = () => {
    const listeners = new Map<string, () => void>()
    const label = document.createElement('label')
    const input = document.createElement('input')
    label.textContent = 'Test card '
    label.appendChild(input)
    return {
      input,
      on: (name: string, listener: () => void) => void listeners.set(name, listener),
      mount: (box: HTMLElement) => {
        box.appendChild(label)
        listeners.get('ready')?.()
      },
      destroy: () => label.remove(),
      focus: () => input.focus(),
    }
  }
  let element: ReturnType<typeof makeElement> | null = null
  const stripe = () => ({
    elements: () => ({
      create: () => (element = makeElement()),
      update: () => {},
      submit: async () =>
        element?.input.value ? {} : { error: { type: 'validation_error', message: 'The number is incomplete.' } },
    }),
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) =>
      (await fetch('https://api.stripe.com/stand-in', { method: 'POST', body: clientSecret })).json(),
    createConfirmationToken: async () => ({ confirmationToken: { id: `ctoken_${element?.input.value}` } }),
  })
  Object.assign(window, { Stripe: Object.assign(stripe, { version: release }) })
}

/**
 * A parent's phone on the production site. Requests to Stripe's hosts are counted and answered by the stand-in;
 * `answerBank` is the cardholder's decision at a bank step.
 */
export async function openPhone(site: { url: string }, answerBank: (clientSecret: string) => object = () => ({})) {
  const browser = await chromium.launch({
    executablePath: findHeadlessShell(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  const context: BrowserContext = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: site.url })
  const page = await context.newPage()
  const providerRequests: string[] = []
  const messages: string[] = []
  page.on('pageerror', (error) => messages.push(error.message))
  page.on('console', (line) => {
    // The refusal of a declined card, which the page explains.
    if (['error', 'warning'].includes(line.type()) && !/status of 402/.test(line.text())) messages.push(line.text())
  })
  await context.route(/^https:\/\/(?:[\w.-]+\.)?stripe\.(?:com|network)\//, async (route) => {
    const url = new URL(route.request().url())
    providerRequests.push(url.href)
    if (url.href === 'https://api.stripe.com/stand-in')
      return route.fulfill({
        headers: { 'Access-Control-Allow-Origin': site.url },
        json: answerBank(route.request().postData() ?? ''),
      })
    const [, release = ''] = /^\/(\w+)\/stripe\.js$/.exec(url.pathname) ?? []
    const body = `(${standInForStripe.toString()})(${JSON.stringify(release)})`
    await (release ? route.fulfill({ contentType: 'text/javascript', body }) : route.abort())
  })
  return { page, providerRequests, messages, close: () => browser.close() }
}

/** Logs in by the form and stays on the page that opens then. */
export async function logIn(page: Page, family: ProductionFamily, goto: string): Promise<void> {
  await page.goto(`/pg/${program}/login?goto=${encodeURIComponent(goto)}`)
  await page.locator('input[name=username]').fill(family.email)
  await page.locator('input[name=password]').fill(family.password)
  await page.locator('main form[action*="/login"] button').click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

/** Chooses card payment, names a test card in the provider's form and presses the button with the amount. */
export async function payInForm(page: Page, source: string): Promise<void> {
  const card = page.locator('#pay-card')
  // The form of the provider comes by script, which takes long on a busy machine.
  await expect(card).toBeEnabled({ timeout: 20_000 })
  await card.check({ force: true })
  await page.getByLabel('Test card').fill(source)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}
