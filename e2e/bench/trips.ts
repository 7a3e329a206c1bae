import { setTimeout as wait } from 'node:timers/promises'
import { makeAttendee, makeCustomer } from '../../functions/test-bench/people.ts'
import { makeCoupon, makeEvent, makeProgram, makeQuestion, makeVenue } from '../../functions/test-bench/programs.ts'
import type { Line } from './budget.ts'
import { openLakeside } from './lakeside.ts'
import { cookieOf, localSite } from './local-site.ts'

type Trips = { trips: number; statements: number; inSequence: number; whenAnswered: number }
const budgets = { public: 1, signedIn: 2, write: 2, pay: 3 }

/** Budget 15: sequential database round trips per response, counted at the binding of a warm worker. */
export async function trips(): Promise<Line[]> {
  const site = await localSite()
  const { request, world } = site
  const programId = await makeProgram(world)
  const [venue, question] = [
    await makeVenue(world, programId),
    await makeQuestion(world, programId, { required: false }),
  ]
  const { event_id, option_ids } = await makeEvent(world, { programId, venueIds: [venue], questionIds: [question] })
  await makeCoupon(world, programId, { code: 'LAKE10' })
  const person = await makeCustomer(world, { programIds: [programId] })
  const cookie = { Cookie: await cookieOf(world, person) }
  const children = await Promise.all(
    ['Maya', 'Samuel'].map((firstName) => makeAttendee(world, person, { programId, firstName })),
  )
  const lines: Line[] = []

  // Waits for work after a response, mostly its mails, so that it is not counted for the next response.
  const calm = async () => {
    do await wait(100)
    while (((await request('/bench/trips')).body as Trips).trips > 0)
  }
  const count = async (page: string, kind: keyof typeof budgets, send: () => ReturnType<typeof request>) => {
    await calm()
    const answer = await send()
    const seen = (await request('/bench/trips')).body as Trips
    if (answer.status >= 300) throw new Error(`${page} answered ${answer.status} ${answer.text.slice(0, 300)}`)
    const isWrite = kind === 'write' || kind === 'pay'
    lines.push({
      part: 'trips',
      page,
      what: 'database, in sequence',
      budget: budgets[kind],
      measured: isWrite ? seen.whenAnswered : seen.inSequence,
      unit: 'count',
    })
    return answer.body
  }
  let keys = 0
  const post = (path: string, body: unknown) => {
    keys += 1
    return request(
      `/api/v1${path}`,
      person.json(body, { 'Idempotency-Key': `trips-${keys}` }) as {
        method: string
        headers: Record<string, string>
        body: string
      },
    )
  }
  const here = `/pg/${programId}`
  // The first response of an isolate loads what the isolate caches.
  for (const path of ['/', here, `${here}/evt/${event_id}`, `${here}/profile/orders`])
    await request(`${path}?age=warm`, { headers: cookie })

  await count('home', 'public', () => request('/?age=x'))
  await count('explore', 'public', () => request(`${here}?age=x`))
  await count('explore, searched', 'public', () => request(`${here}?search=canoe&age=9&type=camp`))
  await count('event', 'public', () => request(`${here}/evt/${event_id}?age=x`))
  await count('log-in', 'public', () => request(`${here}/login`))
  for (const path of [
    `/programs/${programId}`,
    `/programs/${programId}/filters`,
    '/events?limit=40',
    `/events/${event_id}`,
    `/events/${event_id}/options`,
  ])
    await count(`GET explore${path.replaceAll(/(program-|evt_)\w+/g, '{id}')}`, 'public', () =>
      request(`/api/v1/explore${path}`),
    )

  const { pages, calls } = await openLakeside(site)
  // An invalid gender makes the page uncacheable, in a warm isolate.
  const freshly = (path: string, gender: string) => request(`${path}${path.includes('?') ? '&' : '?'}gender=${gender}`)
  for (const [, path] of pages) await freshly(path, 'warm')
  for (const [page, path] of pages) await count(page, 'public', () => freshly(path, 'x'))
  for (const [call, path] of calls) await count(`GET explore ${call}`, 'public', () => request(path))

  const place = async (index: number) =>
    (
      await count('POST registrations', 'write', () =>
        post('/profile/registrations', {
          event_id,
          option_id: option_ids[0],
          customer_profile_id: person.profileId(programId),
          attendee_profile_id: children[index]?.attendee_profile_id,
        }),
      )
    ).id as string
  const [first, second] = [await place(0), await place(1)]
  const asItem = (source: string) => ({ type: 'event_option', source, quantity: 1 })
  const order = (
    await count('POST orders', 'write', () =>
      post('/profile/orders', {
        program_id: programId,
        customer_profile_id: person.profileId(programId),
        timezone: 'America/Toronto',
        items: [asItem(first)],
      }),
    )
  ).id as string
  await count('POST orders/{id}/items', 'write', () => post(`/profile/orders/${order}/items`, asItem(second)))
  await count('POST orders/{id}/discounts', 'write', () =>
    post(`/profile/orders/${order}/discounts`, { code: 'LAKE10' }),
  )
  await count('POST orders/{id}/quote', 'write', () => post(`/profile/orders/${order}/quote`, {}))

  await count('registration', 'signedIn', () => request(`${here}/evt/${event_id}/register`, { headers: cookie }))
  await count('checkout', 'signedIn', () => request(`${here}/checkout/${order}`, { headers: cookie }))
  await count('orders', 'signedIn', () => request(`${here}/profile/orders`, { headers: cookie }))
  await count('order', 'signedIn', () => request(`${here}/profile/orders/${order}`, { headers: cookie }))
  await count('schedule', 'signedIn', () => request(`${here}/profile/schedule`, { headers: cookie }))
  for (const path of ['', '/attendees', '/orders', `/orders/${order}`, '/registrations', `/programs/${programId}`])
    await count(`GET profile${path.replace(order, '{id}').replace(programId, '{id}')}`, 'signedIn', () =>
      request(`/api/v1/profile${path}`, { headers: person.headers }),
    )

  await count('POST attendees', 'write', () =>
    post('/profile/attendees', {
      first_name: 'Lou',
      last_name: 'Roy',
      date_of_birth: '2018-03-04',
      relations: [{ relation: 'parent' }],
    }),
  )
  await count('POST orders/{id}/payments', 'pay', () =>
    post(`/profile/orders/${order}/payments`, {
      checkout_method: 'card',
      payment_source_id: 'pm_card_visa',
      use_account_balance: false,
      return_url: '/confirm-payment',
    }),
  )
  await count('POST registrations/{id}/cancel', 'write', () => post(`/profile/registrations/${second}/cancel`, {}))
  return lines
}
