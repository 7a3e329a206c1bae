import { mkdirSync, rmSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { demoProgram } from '../functions/local/prepare.ts'
import { cookiesOf, type DemoSite, demoOrder, demoSite, deskPages, payDemoOrder } from './demo-site.ts'
import { findChromium } from './find-chromium.ts'
import { overflowOf, violationsOf } from './fixtures/axe.ts'
import { canoeApp } from './playwright.config.ts'
import { siteClock } from './site-clock.ts'
import { shotsFromMails } from './shots-from-mails.ts'

type Shot = {
  name: string
  path: string
  isPrivate?: boolean /** True when the page is shown without JavaScript as well. */
  readsPlain?: boolean
  isAtDesk?: true
}
type Look = { width: number; scheme: 'light' | 'dark'; lang?: 'fr'; script?: false }

const folder = 'screenshots'
const looks: Look[] = [
  ...[320, 360, 768, 1280].flatMap((width): Look[] => [
    { width, scheme: 'light' },
    { width, scheme: 'dark' },
  ]),
  ...[320, 360, 768, 1280].map((width): Look => ({ width, scheme: 'light', lang: 'fr' })),
  { width: 360, scheme: 'dark', lang: 'fr' },
  { width: 360, scheme: 'light', script: false },
]

const nameOf = ({ width, scheme, lang, script }: Look) =>
  `${width}-${scheme}${lang ? `-${lang}` : ''}${script === false ? '-plain' : ''}`

/**
 * `npm run screenshots [-- words of pages' names [words of a look's]]`, for example `event,order 360-light-fr`, saves every
 * page in every look into ./screenshots. It exits with 1 when one is not accessible or wider than its screen.
 */
async function takeAll(): Promise<void> {
  const [only = '', look = ''] = process.argv.slice(2)
  const site = await demoSite('.wrangler/screenshots', { clock: siteClock })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  try {
    const shots = (await shotsOf(site)).filter(({ name }) => only.split(',').some((word) => name.includes(word)))
    for (const inspect of looks.filter((each) => nameOf(each).includes(look))) {
      const faults = await take(browser, site, shots, inspect)
      for (const fault of faults) console.log(fault)
      if (faults.length > 0) process.exitCode = 1
    }
    console.log(`The pictures of ${shots.length} pages are in ./${folder}.`)
  } finally {
    await browser.close()
    await site.stop()
  }
}

async function shotsOf(site: DemoSite): Promise<Shot[]> {
  const events = (await site.call(`/explore/events?program_id=${demoProgram}&limit=100`)).data as {
    id: string
    name: string
    options_brief: { sale_status: string }
  }[]
  const soldOut = events.find((event) => event.options_brief.sale_status === 'sold_out')
  const members = events.find((event) => event.options_brief.sale_status === 'restricted')
  const canoe = events.find((event) => event.name === 'Canoe Week') ?? events[0]
  const [lesson] = (await site.call(`/explore/appointment_types?program_id=${demoProgram}&limit=1`)).data as [
    { id: string },
  ]
  const draft = await demoOrder(site, 'Big lake day')
  const paid = await demoOrder(site, 'Big lake day', 1)
  const paymentId = await payDemoOrder(site, paid.order_id)
  const { receipt_number } = await site.call(`/profile/orders/${paid.order_id}`)
  const { data: childcare } = (await site.call(`/profile/childcare_receipts?program_id=${demoProgram}&limit=1`)) as {
    data: { year: number; child: { attendee_id: string } }[]
  }
  const here = `/pg/${demoProgram}`
  const child = (await site.call('/profile/attendees')).data.find((each: { relations: { relation: string }[] }) =>
    each.relations.some(({ relation }) => relation !== 'self'),
  )
  const twin = (await site.call('/profile/attendees')).data.findLast((each: { id: string }) => each.id !== child.id)
  const request = { response_type: 'code', ...canoeApp, code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' }
  const linkOn = async (path: string, start: string) =>
    (await (await fetch(site.url + path)).text()).match(new RegExp(`${start}[^"]*`))?.[0].replaceAll('&amp;', '&')
  const day = await linkOn(`${here}/schedule/${lesson.id}`, `${here}/schedule/${lesson.id}\\?[^"]*date=`)
  const time = await linkOn(day ?? `${here}/schedule/${lesson.id}`, `${here}/apt/${lesson.id}/register`)
  const waitlist = soldOut && (await linkOn(`${here}/evt/${soldOut.id}`, `${here}/evt/${soldOut.id}/waitlist`))
  const store = await (await fetch(`${site.url}${here}?store=all`)).text()
  const [, product] = /name="product_id" value="([^"]+)"/.exec(store) ?? []
  const offered = await (await fetch(`${site.url}${here}/packages/membership`)).text()
  const [, pass] = /membership_package_id=(\w+)/.exec(offered) ?? []
  const [, variation] = /<option value="([^"]+)"/.exec(store.slice(store.indexOf(`value="${product}"`))) ?? []
  const desk = await deskPages(site, paid)
  return [
    ...(await shotsFromMails(site)),
    ...desk.map((page): Shot => ({ ...page, isAtDesk: true, readsPlain: true })),
    ...(time ? [{ name: 'book-appointment', path: time, isPrivate: true }] : []),
    ...(waitlist ? [{ name: 'waitlist', path: waitlist, isPrivate: true }] : []),
    { name: 'cart', path: `${here}/cart?product_id=${product}&product_variation_id=${variation}`, isPrivate: true },
    { name: 'balance', path: `${here}/profile/balance`, isPrivate: true },
    { name: 'address', path: `${here}/profile/account/address`, isPrivate: true },
    { name: 'verify', path: `${here}/verify`, isPrivate: true },
    { name: 'child', path: `${here}/profile/family/${child.id}`, isPrivate: true },
    { name: 'child-edit', path: `${here}/profile/family/${child.id}/edit-personal`, isPrivate: true },
    { name: 'child-emergency', path: `${here}/profile/family/${child.id}/edit-emergency`, isPrivate: true },
    { name: 'child-adults', path: `${here}/profile/family/${child.id}/adults`, isPrivate: true },
    { name: 'child-share', path: `${here}/profile/family/${child.id}/connect`, isPrivate: true },
    { name: 'child-merge', path: `${here}/profile/family/${child.id}/merge`, isPrivate: true },
    { name: 'child-merged', path: `${here}/profile/family/${child.id}/merge?with=${twin.id}`, isPrivate: true },
    { name: 'authorize', path: `/api/v1/oauth/authorize?${new URLSearchParams(request)}`, isPrivate: true },
    { name: 'support-sent', path: `/support?program_id=${demoProgram}&url=${here}&sent=S-100042`, readsPlain: true },
    { name: 'home', path: '/', readsPlain: true },
    { name: 'explore', path: here, readsPlain: true },
    { name: 'explore-filtered', path: `${here}?search=lake&age=9`, readsPlain: true },
    { name: 'explore-empty', path: `${here}?search=nothing+like+this`, readsPlain: true },
    { name: 'embed', path: `/embed/${demoProgram}`, readsPlain: true },
    { name: 'event', path: `${here}/evt/${canoe?.id}`, readsPlain: true },
    ...(soldOut ? [{ name: 'event-sold-out', path: `${here}/evt/${soldOut.id}`, readsPlain: true }] : []),
    { name: 'store', path: `${here}?store=all`, readsPlain: true },
    ...(members ? [{ name: 'event-for-members', path: `${here}/evt/${members.id}`, readsPlain: true }] : []),
    { name: 'packages', path: `${here}/packages`, readsPlain: true },
    { name: 'own-packages', path: `${here}/profile/packages`, isPrivate: true },
    { name: 'packages-session', path: `${here}/packages/session`, readsPlain: true },
    { name: 'join', path: `${here}/cart?membership_package_id=${pass}`, isPrivate: true },
    { name: 'packages-membership', path: `${here}/packages/membership`, readsPlain: true },
    { name: 'appointments', path: `${here}/schedule`, readsPlain: true },
    { name: 'free-times', path: `${here}/schedule/${lesson.id}`, readsPlain: true },
    { name: 'promotions', path: `${here}/promotions`, readsPlain: true },
    { name: 'terms', path: `${here}/terms`, readsPlain: true },
    { name: 'privacy', path: `${here}/privacy`, readsPlain: true },
    { name: 'site-privacy', path: '/privacy', readsPlain: true },
    { name: 'login', path: `${here}/login`, readsPlain: true },
    { name: 'forgot-password', path: `${here}/forgot-password`, readsPlain: true },
    {
      name: 'support',
      path: `/support?program_id=${demoProgram}&url=${here}&type=insufficient_funds&code=402`,
      readsPlain: true,
    },
    { name: 'signup', path: `${here}/signup`, readsPlain: true },
    { name: 'logout', path: `${here}/logout`, readsPlain: true },
    { name: 'register-visitor', path: `${here}/evt/${canoe?.id}/register`, readsPlain: true },
    { name: 'register', path: `${here}/evt/${canoe?.id}/register`, isPrivate: true, readsPlain: true },
    { name: 'checkout', path: `${here}/checkout/${draft.order_id}`, isPrivate: true, readsPlain: true },
    { name: 'order', path: `${here}/profile/orders/${paid.order_id}`, isPrivate: true, readsPlain: true },
    { name: 'orders', path: `${here}/profile/orders`, isPrivate: true },
    { name: 'childcare', path: `${here}/profile/orders/childcare`, isPrivate: true },
    ...childcare.map(({ year, child: { attendee_id } }) => ({
      name: `childcare-${year}-${attendee_id}`,
      path: `${here}/profile/orders/childcare?year=${year}&attendee=${attendee_id}`,
      isPrivate: true,
    })),
    { name: 'schedule', path: `${here}/profile/schedule`, isPrivate: true },
    { name: 'booked-month', path: `${here}/profile/schedule?show=month`, isPrivate: true },
    { name: 'family', path: `${here}/profile/family`, isPrivate: true },
    { name: 'family-add', path: `${here}/profile/family/add`, isPrivate: true },
    { name: 'account', path: `${here}/profile/account`, isPrivate: true },
    { name: 'edit-profile', path: `${here}/profile/edit`, isPrivate: true },
    { name: 'overview', path: `${here}/profile/overview`, isPrivate: true },
    { name: 'own-data', path: `${here}/profile/privacy`, isPrivate: true },
    { name: 'messages', path: `${here}/profile/messages`, isPrivate: true },
    { name: 'preferences', path: `${here}/profile/preferences`, isPrivate: true },
    { name: 'notifications', path: `${here}/profile/notifications`, isPrivate: true },
    {
      name: 'receipt',
      path: `${here}/profile/orders/${paid.order_id}/receipts/${receipt_number}`,
      isPrivate: true,
    },
    { name: 'refund', path: `${here}/profile/orders/${paid.order_id}/refund`, isPrivate: true },
    { name: 'payment-methods', path: `${here}/profile/payment-methods`, isPrivate: true },
    { name: 'unsubscribe', path: `${here}/unsubscribe`, readsPlain: true },
    { name: 'complete-booking', path: `${here}/complete`, readsPlain: true },
    { name: 'join-bookings', path: `${here}/join`, readsPlain: true },
    { name: 'change-password', path: `${here}/profile/change-password`, isPrivate: true },
    {
      name: 'confirm-payment',
      path: `/confirm-payment?program_id=${demoProgram}&order_id=${paid.order_id}&payment_id=${paymentId}`,
    },
    { name: 'missing', path: '/no/such/page', readsPlain: true },
    { name: 'docs', path: '/api/docs', readsPlain: true },
  ]
}

/** Takes the pictures of one look and returns what is wrong with their pages. */
async function take(browser: Browser, site: DemoSite, shots: Shot[], inspect: Look): Promise<string[]> {
  const faults: string[] = []
  // Private pages are in the language of the customer, and the desk's in that of its director.
  await site.call('/profile', { method: 'PUT', body: { language: inspect.lang ?? 'en' } })
  const [own, desk] = [await site.signIn(), await site.signInAtDesk(inspect.lang)]
  const open = (cookie = '') =>
    browser
      .newContext({
        viewport: { width: inspect.width, height: 800 },
        colorScheme: inspect.scheme,
        locale: inspect.lang ? 'fr-CA' : 'en-CA',
        timezoneId: 'America/Toronto',
        javaScriptEnabled: inspect.script !== false,
        reducedMotion: 'reduce',
      })
      .then(async (context) => {
        await context.addInitScript(siteClock.text)
        if (cookie) await context.addCookies(cookiesOf({ url: site.url, cookie }))
        return context
      })
  const visitors = { own: await open(own), desk: await open(desk), public: await open() }
  for (const shot of shots.filter(({ readsPlain }) => inspect.script !== false || readsPlain)) {
    const page = await visitors[shot.isAtDesk ? 'desk' : shot.isPrivate ? 'own' : 'public'].newPage()
    const address = new URL(shot.path, site.url)
    if (inspect.lang) address.searchParams.set('lang', inspect.lang)
    const answer = await page.goto(address.href, { waitUntil: 'networkidle' })
    if (shot.isAtDesk && !answer?.ok()) throw new Error(`${shot.name} answered ${answer?.status()}.`)
    if ((shot.isPrivate || shot.isAtDesk) && new URL(page.url()).pathname.endsWith('/login'))
      throw new Error(`${shot.name} asked to log in.`)
    // Pictures further down load when they are scrolled to.
    await page.locator('img').evaluateAll((pictures: HTMLImageElement[]) =>
      Promise.all(
        pictures.map((each) =>
          Object.assign(each, { loading: 'eager' })
            .decode()
            .catch(() => undefined),
        ),
      ),
    )
    await page.screenshot({
      path: `${folder}/${shot.name}-${nameOf(inspect)}.png`,
      fullPage: true,
    })
    const overflow = await overflowOf(page)
    const violations = inspect.script === false ? [] : await violationsOf(page)
    if (overflow > 0) violations.push(`is ${overflow} px wider than the screen`)
    faults.push(...violations.map((each) => `${shot.name}-${nameOf(inspect)} ${each}`))
    await page.close()
  }
  console.log(`  ${nameOf(inspect)}`)
  for (const visitor of Object.values(visitors)) await visitor.close()
  return faults
}

await takeAll()
