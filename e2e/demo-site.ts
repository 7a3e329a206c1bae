import { setTimeout } from 'node:timers/promises'
import { freePort } from '../functions/local/port.ts'
import { demoPhone, makeCaller } from '../functions/local/demo.ts'
import { demoTeam } from '../functions/local/demo-team.ts'
import { demoProgram, prepare } from '../functions/local/prepare.ts'
import { organiserClient, type Secrets } from '../functions/local/secrets.ts'
import { startRuntime } from '../functions/local/runtime.ts'
import { reexport } from '../functions/local/worker-modules.ts'
import { deviceCookie, deviceHeader } from '../functions/platform/identity/known-device.ts'
import { compressingFront } from './bench/compressing-front.ts'
import { deskPaths } from './fixtures/desk-paths.ts'
import { canoeApp } from './playwright.config.ts'
import type { siteClock } from './site-clock.ts'

export type Call = (
  path: string,
  input?: { method?: string; body?: unknown; as?: 'customer' | 'organiser' | 'nobody' },
) => // biome-ignore lint/suspicious/noExplicitAny: the body is read from the wire.
Promise<any>
export type DemoSite = {
  url: string
  cookie: string
  call: Call /**
   * The cookies of a new session. A browser refreshes its cookies, which invalidates the earlier ones, so each browser
   * needs a session.
   */
  signIn: () => Promise<string>
  /** The cookies of a new session of the demo's director at the desk. */
  signInAtDesk: (language?: 'en' | 'fr') => Promise<string>
  stop: () => Promise<void>
}

type DemoInput = {
  withCity?: boolean
  /** The machine's own clock by default. */
  clock?: Pick<typeof siteClock, 'text'>
}

/** The built site with a new data folder, behind a compressing proxy, with the demo family logged in. */
export async function demoSite(folder: string, { withCity = false, clock }: DemoInput = {}): Promise<DemoSite> {
  const before = clock && ((entry: string) => reexport(entry) + clock.text)
  const { login, data, config, secrets } = await prepare({
    folder,
    fresh: true,
    withCity,
    ...(before ? { before } : {}),
    report: (line) => console.log(`  ${line}`),
  })
  const [inner, outer] = [await freePort(), await freePort()]
  const url = `http://localhost:${outer}`
  const clients = `${secrets.ORGANISER_CLIENTS},${canoeApp.client_id}::${demoProgram}:${canoeApp.redirect_uri}`
  const bindings = { ...secrets, ORGANISER_CLIENTS: clients, SITE_ORIGIN: url }
  const served = await startRuntime({ port: inner, data, config, bindings, ...(before ? { before } : {}) })
  const front = await compressingFront({ port: outer, to: inner })
  const { bearer, cookie } = await signIn(url, login)
  return {
    url,
    cookie,
    signIn: async () => (await signIn(url, login)).cookie,
    signInAtDesk: directorOf(url, login.password),
    call: caller(
      url,
      { customer: `Bearer ${bearer}`, organiser: basicOf(secrets), nobody: '' },
      async () => `Bearer ${(await signIn(url, login)).bearer}`,
    ),
    stop: async () => {
      await front.stop()
      await served.stop()
    },
  }
}

/**
 * Cookies of a header in Chromium's format. Chromium accepts a `__Host-` cookie only as if from https; the cookie is
 * still sent to localhost.
 */
export const cookiesOf = ({ url, cookie }: { url: string; cookie: string }) =>
  cookie.split('; ').map((each) => ({
    name: each.slice(0, each.indexOf('=')),
    value: each.slice(each.indexOf('=') + 1),
    url: url.replace('http:', 'https:'),
    secure: true,
  }))

async function signIn(
  url: string,
  login: { email: string; password: string },
  cookie = '',
): Promise<{ bearer: string; cookie: string }> {
  const answer = await fetch(`${url}/pg/${demoProgram}/login`, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'User-Agent': demoPhone,
      Origin: url,
      'Sec-Fetch-Site': 'same-origin',
      Cookie: cookie,
    },
    body: JSON.stringify({ username: login.email, password: login.password }),
  })
  if (!answer.ok) throw new Error(`The demo log-in was refused: ${answer.status} ${await answer.text()}`)
  const { access_token } = (await answer.json()) as { access_token: string }
  return {
    bearer: access_token,
    cookie: answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
  }
}

/** Logs the director in. The first time a mail's code confirms the browser, which is known from then on. */
function directorOf(url: string, password: string): DemoSite['signInAtDesk'] {
  const [{ email } = { email: '' }] = demoTeam
  const call = makeCaller(url)
  let device = ''
  // The newest mail is first.
  const codesOf = async () => {
    const mails = await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
    return ((await mails.json()) as { subject: string }[]).flatMap(({ subject }) => /^\d{6}(?= )/.exec(subject) ?? [])
  }
  return async (language = 'en') => {
    const earlier = device === '' ? (await codesOf()).length : 0
    const { bearer, cookie } = await signIn(url, { email, password }, device)
    if (device === '') {
      device = cookie.split('; ').find((each) => each.startsWith(deviceCookie)) ?? ''
      const headers = { [deviceHeader]: device.slice(deviceCookie.length + 1) }
      let codes = await codesOf()
      while (codes.length === earlier) {
        await setTimeout(100)
        codes = await codesOf()
      }
      await call('/v1/verify', { code: codes[0] }, `Bearer ${bearer}`, headers)
    }
    // The desk is in the language of its member.
    await fetch(`${url}/api/v1/profile`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ language }),
    })
    return cookie
  }
}

/** The pages of the desk, with what they need: a message and a campaign. */
export async function deskPages(
  site: DemoSite,
  { event_id, order_id }: { event_id: string; order_id: string },
): Promise<{ name: string; path: string }[]> {
  const { data: team } = await site.call(`/organiser/programs/${demoProgram}/team`, { as: 'organiser' })
  const { data: places } = await site.call(`/profile/registrations?program_id=${demoProgram}&limit=50`)
  const [child] = (await site.call('/profile/attendees')).data
  const place = places.find((each: { order_id: string }) => each.order_id === order_id)
  const message = await site.call('/profile/messages', {
    body: { program_id: demoProgram, body: 'May we bring a dog?' },
  })
  const campaign = await site.call(`/organiser/programs/${demoProgram}/campaigns`, {
    as: 'organiser',
    body: { kind: 'announcement', to: ['unpaid'], subject: 'Your balance', body: 'Please pay it by Friday.' },
  })
  return deskPaths({
    ...{ program_id: demoProgram, event_id, order_id, staff_id: team[0].id },
    ...{ message_id: message.id, campaign_id: campaign.id },
    ...{ customer_id: child.relations[0].customer_id, registration_id: place.id },
  })
}

function basicOf(secrets: Secrets): string {
  const { id, secret } = organiserClient(secrets)
  return `Basic ${btoa(`${id}:${secret}`)}`
}

const caller =
  (url: string, by: Record<'customer' | 'organiser' | 'nobody', string>, logInAgain: () => Promise<string>): Call =>
  async (path, { method, body, as = 'customer' } = {}) => {
    const how = method ?? (body === undefined ? 'GET' : 'POST')
    const send = () =>
      fetch(`${url}/api/v1${path}`, {
        method: how,
        headers: {
          ...(by[as] ? { Authorization: by[as] } : {}),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    let answer = await send()
    if (answer.status === 401 && as === 'customer') {
      // A long run outlives an access token.
      by.customer = await logInAgain()
      answer = await send()
    }
    const read = await answer.json()
    if (!answer.ok) throw new Error(`${how} ${path} answered ${answer.status} ${JSON.stringify(read).slice(0, 800)}`)
    return read
  }

/** Holds a place of the demo program for the demo family's first child and adds it to an order. */
export async function demoOrder(
  site: DemoSite,
  eventName: string,
  child = 0,
): Promise<{ event_id: string; order_id: string }> {
  const event = (
    await site.call(`/explore/events?program_id=${demoProgram}&limit=5&search=${encodeURIComponent(eventName)}`)
  ).data.find((each: { name: string }) => each.name === eventName)
  const option = (await site.call(`/explore/events/${event.id}/options`)).data[0]
  const profile = await site.call(`/profile/programs/${demoProgram}`)
  const attendee = (await site.call('/profile/attendees')).data.filter((each: { relations: { relation: string }[] }) =>
    each.relations.some(({ relation }) => relation !== 'self'),
  )[child]
  const registration = await site.call('/profile/registrations', {
    body: {
      event_id: event.id,
      option_id: option.id,
      customer_profile_id: profile.id,
      attendee_profile_id: attendee.profiles[0].id,
    },
  })
  const order = await site.call('/profile/orders', {
    body: {
      program_id: demoProgram,
      customer_profile_id: profile.id,
      timezone: 'America/Toronto',
      items: [{ type: 'event_option', source: registration.id, quantity: 1 }],
    },
  })
  return { event_id: event.id, order_id: order.id }
}

/** Pays a demo order with a sandbox card; returns the payment's id. */
export async function payDemoOrder(site: DemoSite, orderId: string): Promise<string> {
  const payment = await site.call(`/profile/orders/${orderId}/payments`, {
    body: {
      checkout_method: 'card',
      payment_source_id: 'pm_card_visa',
      use_account_balance: false,
      return_url: '/confirm-payment',
    },
  })
  return payment.id
}
