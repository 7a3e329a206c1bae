import { demoProgram } from '../../functions/local/prepare.ts'
import { type DemoSite, demoOrder, demoSite, deskPages, payDemoOrder } from '../demo-site.ts'
import { benchProgram } from './bench-programs.ts'

export type BenchPage = {
  name: string
  path: string
  kind: 'public' | 'account' | 'island' | 'desk'
  cookie?: string
}
export type BenchSite = Pick<DemoSite, 'url' | 'signIn' | 'signInAtDesk' | 'stop'> & { pages: BenchPage[] }

/** The built site with its own fixed database, and the pages that have a byte budget. */
export async function benchSite(): Promise<BenchSite> {
  const site = await demoSite('.wrangler/bench', { withCity: true })
  for (let number = 1; number <= (process.env.LONG ? 20 : 4); number += 1) await fill(site, number)
  const { url, signIn, signInAtDesk, stop } = site
  return { url, pages: await pagesOf(site), signIn, signInAtDesk, stop }
}

async function fill(site: DemoSite, number: number): Promise<void> {
  const program = benchProgram(number)
  const plan = await site.call(`/organiser/programs/${String(program.program)}?dry_run=false`, {
    method: 'PUT',
    body: program,
    as: 'organiser',
  })
  if (plan.refusals.length > 0)
    throw new Error(`A program of the benchmark was refused: ${JSON.stringify(plan.refusals.slice(0, 3))}`)
}

async function pagesOf(site: DemoSite): Promise<BenchPage[]> {
  const { cookie } = site
  const bench = (await site.call('/explore/events?program_id=bench-01&limit=1', { as: 'nobody' })).data[0]
  const inCity = (await site.call('/explore/events?program_id=city&status=upcoming&limit=1', { as: 'nobody' })).data[0]
  const lesson = (await site.call(`/explore/appointment_types?program_id=${demoProgram}&limit=1`, { as: 'nobody' }))
    .data[0]
  const pass = (await site.call(`/explore/programs/${demoProgram}/membership_packages?limit=1`, { as: 'nobody' }))
    .data[0]
  const child = (await site.call('/profile/attendees')).data[0]
  const { event_id, order_id } = await demoOrder(site, 'Big lake day')
  const atDesk = await site.signInAtDesk()
  const paid = await demoOrder(site, 'Big lake day', 1)
  await payDemoOrder(site, paid.order_id)
  const desk = await deskPages(site, paid)
  const here = `/pg/${demoProgram}`
  return [
    { name: 'home', path: '/', kind: 'public' },
    { name: 'explore, 40 cards', path: '/pg/bench-01', kind: 'public' },
    { name: 'embedded list, 40 cards', path: '/embed/bench-01', kind: 'public' },
    { name: 'event', path: `/pg/bench-01/evt/${bench.id}`, kind: 'public' },
    { name: 'city, 40 of its cards', path: '/pg/city', kind: 'public' },
    {
      name: 'city, an event',
      path: `/pg/city/evt/${inCity.id}`,
      kind: 'public',
    },
    { name: 'store, 24 products', path: '/pg/bench-01?store=all', kind: 'public' },
    { name: 'packages', path: `${here}/packages`, kind: 'public' },
    { name: 'appointments', path: `${here}/schedule`, kind: 'public' },
    { name: 'free times', path: `${here}/schedule/${lesson.id}`, kind: 'public' },
    { name: 'promotions', path: `${here}/promotions`, kind: 'public' },
    { name: 'log-in', path: `${here}/login`, kind: 'account' },
    { name: 'sign-up', path: `${here}/signup`, kind: 'account' },
    { name: 'forgot password', path: `${here}/forgot-password`, kind: 'account' },
    { name: 'support', path: `/support?program_id=${demoProgram}`, kind: 'account' },
    { name: 'unsubscribe', path: `${here}/unsubscribe`, kind: 'account' },
    { name: 'join bookings', path: `${here}/join`, kind: 'account' },
    { name: 'complete a booking', path: `${here}/complete`, kind: 'account' },
    { name: 'feedback', path: await feedbackPath(site, paid.order_id), kind: 'account' },
    { name: 'registration', path: `${here}/evt/${event_id}/register`, kind: 'island', cookie },
    { name: 'checkout', path: `${here}/checkout/${order_id}`, kind: 'island', cookie },
    { name: 'family', path: `${here}/profile/family`, kind: 'account', cookie },
    { name: 'add to family', path: `${here}/profile/family/add`, kind: 'account', cookie },
    { name: 'account', path: `${here}/profile/account`, kind: 'account', cookie },
    { name: 'edit-profile', path: `${here}/profile/edit`, kind: 'account', cookie },
    { name: 'preferences', path: `${here}/profile/preferences`, kind: 'account', cookie },
    { name: 'notifications', path: `${here}/profile/notifications`, kind: 'account', cookie },
    { name: 'messages', path: `${here}/profile/messages`, kind: 'account', cookie },
    { name: 'change password', path: `${here}/profile/change-password`, kind: 'account', cookie },
    { name: 'own packages', path: `${here}/profile/packages`, kind: 'account', cookie },
    { name: 'join', path: `${here}/cart?membership_package_id=${pass.id}`, kind: 'account', cookie },
    { name: 'balance', path: `${here}/profile/balance`, kind: 'account', cookie },
    { name: 'own data', path: `${here}/profile/privacy`, kind: 'account', cookie },
    { name: 'one of the family', path: `${here}/profile/family/${child.id}`, kind: 'account', cookie },
    { name: 'payment methods', path: `${here}/profile/payment-methods`, kind: 'island', cookie },
    { name: 'overview', path: `${here}/profile/overview`, kind: 'account', cookie },
    { name: 'orders', path: `${here}/profile/orders`, kind: 'island', cookie },
    { name: 'childcare receipts', path: `${here}/profile/orders/childcare`, kind: 'account', cookie },
    { name: 'order', path: `${here}/profile/orders/${order_id}`, kind: 'island', cookie },
    { name: 'schedule', path: `${here}/profile/schedule`, kind: 'island', cookie },
    { name: 'booked month', path: `${here}/profile/schedule?show=month`, kind: 'island', cookie },
    ...desk.map((page): BenchPage => ({ ...page, kind: 'desk', cookie: atDesk })),
  ]
}

/** The path of the feedback page that a mail links to, for a place of a paid order. */
async function feedbackPath(site: DemoSite, order_id: string): Promise<string> {
  const { data } = await site.call(`/profile/registrations?program_id=${demoProgram}&limit=50`)
  const { id: registration_id } = data.find((each: { order_id: string }) => each.order_id === order_id)
  await fetch(`${site.url}/dev/feedback`, { method: 'POST', body: JSON.stringify({ registration_id }) })
  const mails = (await (await fetch(`${site.url}/dev/mailbox.json`)).json()) as { text: string }[]
  const link = mails.flatMap(({ text }) => /https?:\S+\/feedback\?\S+/.exec(text) ?? [])[0]
  if (!link) throw new Error('No mail asks how it was.')
  return link.slice(site.url.length)
}
