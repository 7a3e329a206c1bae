import { freePort } from '../functions/local/port.ts'
import { demoPhone } from '../functions/local/demo.ts'
import { demoProgram, prepare } from '../functions/local/prepare.ts'
import { organiserClient, type Secrets } from '../functions/local/secrets.ts'
import { startRuntime } from '../functions/local/runtime.ts'
import { reexport } from '../functions/local/worker-modules.ts'
import { compressingFront } from './bench/compressing-front.ts'
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
): Promise<{ bearer: string; cookie: string }> {
  const answer = await fetch(`${url}/pg/${demoProgram}/login`, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'User-Agent': demoPhone,
      Origin: url,
      'Sec-Fetch-Site': 'same-origin',
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
