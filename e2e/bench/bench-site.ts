import { localSecrets, organiserClient } from '../../functions/local/secrets.ts'
import { freePort } from '../../functions/local/port.ts'
import { demoProgram, prepare } from '../../functions/local/prepare.ts'
import { serve } from '../../functions/local/serve.ts'
import { benchProgram } from './bench-programs.ts'
import { compressingFront } from './compressing-front.ts'

export type BenchPage = { name: string; path: string; kind: 'public' | 'account' | 'island' | 'private'; cookie?: string; /** words that must be there without script */ says: RegExp }
export type BenchSite = { url: string; pages: BenchPage[]; stop: () => Promise<void> }
type Signed = { cookie: string; bearer: string }

/** The built site with a fixed database of its own, behind a compressing front. */
export async function benchSite(): Promise<BenchSite> {
  const { login, data } = await prepare({ folder: '.wrangler/bench', fresh: true, say: (line) => console.log(`  ${line}`) })
  const [inner, outer] = [await freePort(), await freePort()]
  const url = `http://localhost:${outer}`
  const { secrets } = localSecrets()
  const served = await serve({ port: inner, data, bindings: { ...secrets, SITE_ORIGIN: url } })
  const front = await compressingFront({ port: outer, to: inner })
  await fill(url)
  const signed = await signIn(url, login)
  return {
    url,
    pages: await pagesOf(url, signed),
    stop: async () => {
      await front.stop()
      await served.stop()
    },
  }
}

async function fill(url: string): Promise<void> {
  const { id, secret } = organiserClient(localSecrets().secrets)
  const headers = { 'Content-Type': 'application/json', Authorization: `Basic ${btoa(`${id}:${secret}`)}` }
  for (let number = 1; number <= (process.env.LONG ? 20 : 4); number += 1) {
    const program = benchProgram(number)
    const answer = await fetch(`${url}/api/v1/organiser/programs/${String(program.program)}?dry_run=false`, { method: 'PUT', headers, body: JSON.stringify(program) })
    const said = await answer.text()
    if (!answer.ok || /"refusals":\[\{/.test(said)) throw new Error(`A program of the benchmark was refused: ${answer.status} ${said.slice(0, 800)}`)
  }
}

async function signIn(url: string, login: { email: string; password: string }): Promise<Signed> {
  const answer = await fetch(`${url}/pg/${demoProgram}/login`, { method: 'POST', headers: { Accept: 'application/json', 'Content-Type': 'application/json', Origin: url, 'Sec-Fetch-Site': 'same-origin' }, body: JSON.stringify({ username: login.email, password: login.password }) })
  if (!answer.ok) throw new Error(`The demo log-in was refused: ${answer.status} ${await answer.text()}`)
  const { access_token } = (await answer.json()) as { access_token: string }
  return { bearer: access_token, cookie: answer.headers.getSetCookie().map((each) => each.split(';')[0]).join('; ') }
}

async function pagesOf(url: string, { bearer, cookie }: Signed): Promise<BenchPage[]> {
  const call = async (path: string, body?: unknown) => {
    const answer = await fetch(`${url}/api/v1${path}`, { method: body === undefined ? 'GET' : 'POST', headers: { Authorization: `Bearer ${bearer}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    // biome-ignore lint/suspicious/noExplicitAny: read as the wire brings it
    const read = (await answer.json()) as any
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(read)}`)
    return read
  }
  const bench = (await call('/explore/events?program_id=bench-01&limit=1')).data[0]
  const lake = (await call(`/explore/events?program_id=${demoProgram}&limit=1&search=${encodeURIComponent('Big lake day')}`)).data[0]
  const option = (await call(`/explore/events/${lake.id}/options`)).data[0]
  const profile = await call(`/profile/programs/${demoProgram}`)
  const child = (await call('/profile/attendees')).data[0]
  const registration = await call('/profile/registrations', { event_id: lake.id, option_id: option.id, customer_profile_id: profile.id, attendee_profile_id: child.profiles[0].id })
  const order = await call('/profile/orders', { program_id: demoProgram, customer_profile_id: profile.id, timezone: 'America/Toronto', items: [{ type: 'event_option', source: registration.id, quantity: 1 }] })
  return [
    { name: 'home', path: '/', kind: 'public', says: /Muster/ },
    { name: 'explore, 40 cards', path: '/pg/bench-01', kind: 'public', says: /\$\d/ },
    { name: 'event', path: `/pg/bench-01/evt/${bench.id}`, kind: 'public', says: /Full day/ },
    { name: 'log-in', path: `/pg/${demoProgram}/login`, kind: 'account', says: /name="password"/ },
    { name: 'sign-up', path: `/pg/${demoProgram}/signup`, kind: 'account', says: /name="password"/ },
    { name: 'registration', path: `/pg/${demoProgram}/evt/${lake.id}/register`, kind: 'island', cookie, says: /Big lake day/ },
    { name: 'checkout', path: `/pg/${demoProgram}/checkout/${order.id}`, kind: 'island', cookie, says: /Big lake day/ },
    { name: 'orders', path: `/pg/${demoProgram}/profile/orders`, kind: 'island', cookie, says: /\$\d/ },
    { name: 'order', path: `/pg/${demoProgram}/profile/orders/${order.id}`, kind: 'island', cookie, says: /Big lake day/ },
    { name: 'schedule', path: `/pg/${demoProgram}/profile/schedule`, kind: 'island', cookie, says: /<h1/ },
  ]
}
