import { demoProgram } from '../functions/local/prepare.ts'
import { pierProgram } from './fixtures/pier-program.ts'
import { type DemoSite, demoOrder, payDemoOrder } from './demo-site.ts'

type Linked = { name: string; path: string; isPrivate: boolean; readsPlain: boolean }
type Mail = { to: string; text: string }

const here = `/pg/${demoProgram}`
const office = 'hello@lakeside.example'
const pierFile = {
  ...pierProgram,
  program: 'long-pier',
  events: [
    ...pierProgram.events,
    {
      key: 'knots',
      type: 'online',
      name: { en: 'Knots for beginners', fr: 'Les nœuds pour débuter' },
      summary: { en: 'An hour with a rope', fr: 'Une heure avec une corde' },
      status: 'published',
      starts_at: '+1d 17:00',
      ends_at: '+1d 18:00',
      online_event: true,
      online_event_url: 'https://meet.pier.example/knots',
      options: [{ key: 'seat', name: { en: 'Seat', fr: 'Place' }, free: true, spots_total: 'unlimited' }],
    },
  ],
}

/** Pages opened from the link of a mail or from a booking, with the steps that lead to them. */
export async function shotsFromMails(site: DemoSite): Promise<Linked[]> {
  const { order_id, event_id } = await demoOrder(site, 'Moonlight Snowshoes')
  await payDemoOrder(site, order_id)
  const other = await demoOrder(site, 'Moonlight Snowshoes', 1)
  await payDemoOrder(site, other.order_id)
  const { data: bookings } = await site.call(`/profile/registrations?program_id=${demoProgram}&limit=100`)
  const placeIn = (event: string): string =>
    bookings.find(
      (each: { event_id: string; status: string }) => each.event_id === event && each.status === 'confirmed',
    ).id
  const place = placeIn(event_id)
  const talk = await site.call('/profile/messages', {
    body: { program_id: demoProgram, order_id, body: 'Which boots should Maya bring?\n\nHers are new.' },
  })
  const { email } = await site.call('/profile')
  const answered = await linkOf(site, office, `${here}/desk?token=`)
  await site.call(`/organiser/programs/${demoProgram}/messages`, {
    body: { conversation_id: talk.conversation_id, body: 'Any winter boots will do. See you at the lodge!' },
    as: 'organiser',
  })
  await site.call(`/profile/orders/${other.order_id}/refund`, {
    body: { reason: 'illness_or_injury', metadata: { comment: 'She broke her wrist.' } },
  })
  const decide = await linkOf(site, office, `${here}/desk?token=`, answered)
  await fetch(`${site.url}/dev/feedback`, { method: 'POST', body: JSON.stringify({ registration_id: place }) })
  const event = (await site.call(`/explore/events/${event_id}`)) as { starts_at: string }
  const gate = await site.call(`/organiser/programs/${demoProgram}/roster_links`, {
    body: {
      day: new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(Date.parse(event.starts_at)),
    },
    as: 'organiser',
  })
  await site.call('/recovery', { body: { email, program_id: demoProgram }, as: 'nobody' })
  const invited = { email: 'daniel@example.com', first_name: 'Daniel', last_name: 'Okafor', relation: 'parent' }
  const [{ attendee_profile }] = bookings
  await site.call('/profile/invitations', {
    body: { program_id: demoProgram, attendee_ids: [attendee_profile.attendee_id], ...invited },
  })
  const pier = await atPier(site, email)
  const linked = (name: string, path: string, isPrivate = false): Linked => ({
    name,
    path,
    isPrivate,
    readsPlain: !isPrivate,
  })
  return [
    linked('today', `${here}/profile/today`, true),
    linked('message', `${here}/profile/messages/${talk.id}`, true),
    linked('move', `${here}/profile/schedule/${place}`, true),
    linked('online', pier.online, true),
    linked('desk-message', answered),
    linked('desk-refund', decide),
    linked('feedback', await linkOf(site, email, '/feedback')),
    linked('roster', pathOf(gate.url)),
    linked('recovery', await linkOf(site, email, '/recovery/')),
    linked('invitation', await linkOf(site, invited.email, '/invitations/')),
    linked('not-me', await linkOf(site, email, '/not-me?')),
    linked('offer', pier.offer),
    linked('offer-unknown', `${here}/offer?token=made-up`),
  ]
}

/** Pages of a separate program: the page of an online booking, and the offer of a place released in a full week. */
async function atPier(site: DemoSite, email: string): Promise<{ online: string; offer: string }> {
  const { program } = pierFile
  await site.call(`/organiser/programs/${program}?dry_run=false`, { method: 'PUT', body: pierFile, as: 'organiser' })
  const profile = await site.call(`/profile/programs/${program}`, { body: { program_id: program } })
  const children = (await site.call('/profile/attendees')).data.filter((each: { relations: { relation: string }[] }) =>
    each.relations.some(({ relation }) => relation !== 'self'),
  )
  const events: { id: string; type: string }[] = (await site.call(`/explore/events?program_id=${program}`)).data
  const register = async (type: string, child: number, status: 'pending' | 'waitlisted') => {
    const event = events.find((each) => each.type === type)
    const [option] = (await site.call(`/explore/events/${event?.id}/options`)).data
    const path = `/profile/programs/${program}/attendees`
    const attendee = await site.call(path, { body: { attendee_id: children[child].id } })
    const whom = { customer_profile_id: profile.id, attendee_profile_id: attendee.id }
    return site.call('/profile/registrations', { body: { status, event_id: event?.id, option_id: option.id, ...whom } })
  }
  const held = await register('camp', 0, 'pending')
  await register('camp', 1, 'waitlisted')
  await site.call(`/profile/registrations/${held.id}/cancel`, { body: {} })
  const offer = await linkOf(site, email, '/offer?token=')
  const seat = await register('online', 0, 'pending')
  const order = await site.call('/profile/orders', {
    body: {
      program_id: program,
      customer_profile_id: profile.id,
      timezone: 'America/Toronto',
      items: [{ type: 'event_option', source: seat.id, quantity: 1 }],
    },
  })
  await site.call(`/profile/orders/${order.id}/payments`, { body: { checkout_method: 'free' } })
  return { online: `/pg/${program}/online/${seat.id}`, offer }
}

/** The path of the newest link of a kind in the mails to an address, except a known one. */
async function linkOf(site: DemoSite, to: string, kind: string, known = ''): Promise<string> {
  for (let round = 0; round < 40; round += 1) {
    const mails = (await (
      await fetch(`${site.url}/dev/mailbox.json?to=${encodeURIComponent(to)}&limit=50`)
    ).json()) as Mail[]
    for (const { text } of mails)
      for (const [link] of text.matchAll(/https?:\/\/\S+/g))
        if (link.includes(kind) && pathOf(link) !== known) return pathOf(link)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`No mail to ${to} has a link to ${kind}.`)
}

const pathOf = (link: string) => `${new URL(link).pathname}${new URL(link).search}`
