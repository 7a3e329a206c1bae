import { randomUUID } from 'node:crypto'
import type { Frame, Page } from '@playwright/test'
import { benchProgram } from '../bench/bench-programs.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { type ParentPages, parentPages } from '../fixtures/parent-pages.ts'
import { expect, fitsTheScreen, test } from '../fixtures/phone.ts'
import { site } from '../playwright.config.ts'

test.describe.configure({ mode: 'serial' })

const program = `embedded-${randomUUID().slice(0, 8)}`
const snippet = (input = '') => `<script src="${site}/embed.js" data-program="${program}"${input}></script>`
const heading = '<h1>A camp by the lake</h1>'
const file = { ...benchProgram(3, 45), program }
const selling = benchProgram(3, 0).selling as object
let parents: ParentPages

test.beforeAll(async () => {
  parents = await parentPages()
  await applyProgram({ ...file, selling: { ...selling, embed_origins: [parents.origin] } })
})
test.afterAll(() => parents.stop())

/** The embedded list, once it has posted its height. */
async function listIn(page: Page, at = 0): Promise<Frame> {
  const frame = page.locator('div > iframe').nth(at)
  await frame.scrollIntoViewIfNeeded()
  const content = await (await frame.elementHandle())?.contentFrame()
  if (!content) throw new Error('There is no frame.')
  await expect(page.locator('div:has(> iframe)').nth(at).locator('[role=status]')).toHaveCount(0)
  return content
}
const cards = (frame: Frame) => frame.locator('main a[href*="/evt/"]')
/** Heights of the frame and of its list. */
const heights = async (page: Page, list: Frame, at = 0) =>
  [
    await page
      .locator('iframe')
      .nth(at)
      .evaluate((frame) => frame.clientHeight),
    await list.evaluate(() => Math.ceil(document.querySelector('main')?.getBoundingClientRect().height ?? 0)),
  ] as const
const follows = (page: Page, list: Frame, index = 0) =>
  expect
    .poll(async () => {
      const [frame, content] = await heights(page, list, index)
      return frame - content
    })
    .toBe(0)
const isRefused = async (page: Page, address: string) => {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  return page.frames().filter((frame) => frame.url().startsWith(`${site}/`)).length === 0
}

test.describe('an event list embedded in an organisation’s own page', () => {
  test('an embedded list opens an event in the top window', async ({ page, context, request }) => {
    parents.show('/', `${heading}${snippet()}<p>After the list</p>`)
    await page.goto(`${parents.origin}/`)
    const list = await listIn(page)
    await expect(page.locator('iframe')).toHaveAttribute('title', 'Events and registration')
    expect(await list.locator('header.top, footer').count()).toBe(0)
    await follows(page, list)
    await fitsTheScreen(page)
    const [tall] = await heights(page, list)

    await list.locator('input[name=search]').fill('Canoe')
    await list.locator('form:has(input[name=search]) button').first().click()
    await list.waitForURL(/\/embed\/.*search=Canoe/)
    await follows(page, list)
    expect((await heights(page, list))[0]).toBeLessThan(tall)
    await list.locator('nav ul.pick a').first().click()
    await list.waitForURL((url) => !url.search.includes('Canoe'))
    await list.locator('a[rel=next]').click()
    await list.waitForURL(/skip=40/)
    await expect
      .poll(() => page.locator('iframe').evaluate((frame) => Math.round(frame.getBoundingClientRect().top)))
      .toBeGreaterThanOrEqual(0)
    await follows(page, list)

    const name = await cards(list).first().textContent()
    await cards(list).first().click()
    await page.waitForURL(`${site}/pg/${program}/evt/**`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
    expect(await context.cookies()).toEqual([])
    for (const path of ['/embed.js', `/embed/${program}`, `/embed/${program}?search=Canoe`])
      expect([
        path,
        (await request.get(path)).headersArray().filter((each) => each.name.toLowerCase() === 'set-cookie'),
      ]).toEqual([path, []])
  })

  test('two embedded lists on one page keep their own settings', async ({ page }) => {
    parents.show(
      '/twice',
      `${heading}${snippet(' data-search="Canoe" data-title="Canoeing with us"')}<hr>${snippet(' data-lang="fr"')}`,
    )
    await page.goto(`${parents.origin}/twice`)
    const [canoe, all] = [await listIn(page), await listIn(page, 1)]
    await follows(page, canoe)
    await follows(page, all, 1)
    await expect(page.locator('iframe').first()).toHaveAttribute('title', 'Canoeing with us')
    await expect(page.locator('iframe').nth(1)).toHaveAttribute('title', 'Activités et inscriptions')
    expect(await all.locator('html').getAttribute('lang')).toMatch(/^fr/)
    const total = await cards(all).count()
    await expect.poll(() => cards(canoe).count()).toBeLessThan(total)
  })

  test('an embedded list works in a browser that blocks third-party cookies', async ({ page, context }) => {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true } as never)
    await page.goto(`${parents.origin}/`)
    const list = await listIn(page)
    await follows(page, list)
    await expect(cards(list)).toHaveCount(40)
    expect(await list.evaluate(() => document.cookie)).toBe('')
  })

  test('an embedded list without JavaScript has the same content', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    parents.show(
      '/plain',
      `${heading}<iframe src="${site}/embed/${program}" title="Events" style="width:100%;height:600px"></iframe>`,
    )
    await page.goto(`${parents.origin}/plain`)
    const list = page.frameLocator('iframe')
    await list.locator('input[name=search]').fill('Canoe')
    await list.locator('form:has(input[name=search]) button').first().click()
    await expect(list.locator('nav ul.pick a').first()).toBeVisible()
    await list.locator('main a[href*="/evt/"]').first().click()
    await page.waitForURL(`${site}/pg/${program}/evt/**`)
    await context.close()
  })

  test('a site that is not on the list shows a link instead of the embedded list', async ({ page }) => {
    expect(await isRefused(page, `${parents.unlisted}/`)).toBe(true)
    const link = page.getByRole('link', { name: 'See all events' })
    await expect(link).toHaveAttribute('href', `${site}/pg/${program}`)
    // T8: a sentence replaces the list, without an empty frame.
    await expect(page.getByText('The events can’t be shown here.')).toBeVisible()
    await expect(page.locator('iframe')).toBeHidden()
    expect((await page.locator('div:has(> iframe)').boundingBox())?.height).toBeLessThan(120)
    parents.show('/nested', `${heading}<iframe src="${parents.origin}/" title="Ours"></iframe>`)
    parents.show(
      '/sandboxed',
      `${heading}<iframe src="${parents.origin}/" title="Ours" sandbox="allow-scripts allow-forms"></iframe>`,
    )
    parents.show('/sandboxed-itself', `${heading}${snippet()}`, { 'Content-Security-Policy': 'sandbox allow-scripts' })
    expect([
      await isRefused(page, `${parents.origin}/nested`),
      await isRefused(page, `${parents.unlisted}/nested`),
    ]).toEqual([false, true])
    expect([
      await isRefused(page, `${parents.origin}/sandboxed`),
      await isRefused(page, `${parents.origin}/sandboxed-itself`),
    ]).toEqual([true, true])
  })

  test('X-06: the list is the only page that an allowed origin may embed', async ({ page, request }) => {
    const event = (await (await request.get(`/api/v1/explore/events?program_id=${program}&limit=1`)).json()).data[0]
    const others = [
      '/',
      `/pg/${program}`,
      `/pg/${program}/evt/${event.id}`,
      `/pg/${program}/evt/${event.id}/register`,
      `/pg/${program}/login`,
      `/pg/${program}/signup`,
      `/pg/${program}/logout`,
      `/embed/${program}/login`,
      '/embed/no-such-program',
      '/embed/lakeside',
      `/confirm-payment?program_id=${program}`,
      '/api/docs',
      '/not-me',
    ]
    for (const path of others) {
      parents.show('/other', `${heading}<iframe src="${site}${path}" title="Another"></iframe>`)
      expect([path, await isRefused(page, `${parents.origin}/other`)]).toEqual([path, true])
    }
  })
})

test('a cached list keeps its frame policy until the program changes its origins', async ({ request }) => {
  const policies = async () => {
    const answers = [await request.get(`/embed/${program}?lang=fr`), await request.get(`/embed/${program}?lang=fr`)]
    return answers.map((answer) => [
      /frame-ancestors (.*)$/.exec(answer.headers()['content-security-policy'] ?? '')?.[1],
      answer.headers()['x-frame-options'],
    ])
  }
  expect(await policies()).toEqual([
    [parents.origin, undefined],
    [parents.origin, undefined],
  ])
  await applyProgram({ ...file, selling: { ...selling, embed_origins: [parents.origin, 'https://camps.example/'] } })
  expect(await policies()).toEqual(Array(2).fill([`${parents.origin} https://camps.example`, undefined]))
  await applyProgram({ ...file, selling: { ...selling, embed_origins: [] } })
  expect(await policies()).toEqual(Array(2).fill(["'none'", 'DENY']))
  await applyProgram({ ...file, selling: { ...selling, embed_origins: [parents.origin] } })
})

test('X-07: the embedding page accepts the height from its own frame only', async ({ page }) => {
  parents.show('/forged', `${heading}${snippet()}<iframe src="/forger" title="Forger"></iframe>`)
  parents.show('/forger', '<p>Posts what it likes</p>')
  await page.goto(`${parents.origin}/forged`)
  const list = await listIn(page)
  await follows(page, list)
  const [right] = await heights(page, list)
  const heightNow = async () => (await heights(page, list))[0]

  // A valid message from the wrong source: the page itself, and another frame on the page.
  await page.evaluate(() => postMessage({ type: 'muster:height', height: 77 }, '*'))
  await page
    .frames()
    .find((frame) => frame.url().endsWith('/forger'))
    ?.evaluate(() => parent.postMessage({ type: 'muster:height', height: 77 }, '*'))
  // Invalid messages from the right source.
  await list.evaluate(() => {
    const type = 'muster:height'
    const heights = [
      0,
      -1,
      0.5,
      1e9,
      100_001,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '77',
      '77px',
      '77px;position:fixed',
      null,
      undefined,
      true,
      [77],
      { value: 77 },
      77n,
      new Date(0),
      new Map(),
    ]
    const shapes: unknown[] = [
      null,
      undefined,
      77,
      '77',
      'muster:height',
      true,
      [],
      [77],
      [type, 77],
      new Map([['type', type]]),
      new ArrayBuffer(8),
      { height: 77 },
      { type },
      { type: 'height', height: 77 },
      { type: [type], height: 77 },
      { type, height: 77, extra: 1 },
      { type, height: 77, width: 77 },
      Object.assign([type, 77], { type, height: 77 }),
      JSON.stringify({ type, height: 77 }),
      '<script>alert(1)</script>',
      { type, height: 77, __proto__: { x: 1 }, url: 'https://evil.example' },
    ]
    for (const message of [...heights.map((height) => ({ type, height })), ...shapes]) parent.postMessage(message, '*')
    for (let seed = 1; seed <= 300; seed += 1) {
      const junk = Array.from({ length: seed % 17 }, (_, index) =>
        String.fromCharCode(((seed * 7919 + index * 104_729) % 65_000) + 32),
      ).join('')
      parent.postMessage(
        [junk, { [junk]: seed, height: 77 }, { type: junk, height: 77 }, { type, height: junk }][seed % 4],
        '*',
      )
    }
  })
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(await heightNow()).toBe(right)

  await list.evaluate(() => parent.postMessage({ type: 'muster:height', height: 1234 }, '*'))
  await expect.poll(heightNow).toBe(1234)
})
