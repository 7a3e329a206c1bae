import { makeAttendee } from '../../functions/test-bench/people.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { makeEvent } from '../../functions/test-bench/programs.ts'
import { hourMs } from '../../functions/contract/limits.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { bookableTimes } from './posts-of-appointments.ts'
import { openOffice, promisedOrder } from './posts-of-refunds.ts'
import type { Make, Ready } from './ready-post.ts'
import { makeCarts, type Order, pay, type Shop } from './shop.ts'

const of = '/v1/organiser/programs/{program_id}'
const reason = 'Our mistake'

/** Every POST by which staff change what a family booked or paid. */
export const postsOfStaff: Record<string, Make> = {
  [`${of}/registrations/{registration_id}/cancel`]: async (site) => {
    const { shop, order } = await paid(site)
    const [id] = order.cart.registration_ids
    return ready(shop, `registrations/${id}/cancel`, { body: { amount: 4000, reason }, other: { to: 'cash' } })
  },
  [`${of}/registrations/{registration_id}/undo`]: async (site) => {
    const { shop, order } = await paid(site)
    const path = `registrations/${order.cart.registration_ids[0]}`
    const sent = await site.call(`/api/v1/organiser/programs/${shop.programId}/${path}/cancel`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify({ undo: true }),
    })
    if (sent.status !== 200) throw new Error(`the cancellation answered ${sent.status} ${sent.text}`)
    return ready(shop, `${path}/undo`, { body: undefined, other: null })
  },
  [`${of}/appointments/{registration_id}/cancel`]: async (site) => {
    const { programId, person, body } = await bookableTimes(site)
    const { id } = (await site.call('/api/v1/profile/appointments', person.json(body))).body as { id: string }
    const items = [{ type: 'appointment_option', source: id }]
    const cart = { program_id: programId, customer_profile_id: person.profileId(programId), items }
    const order = (await site.call('/api/v1/profile/orders', person.json(cart))).body as { id: string }
    const card = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }
    const answer = await site.call(`/api/v1/profile/orders/${order.id}/payments`, person.json(card))
    if (answer.status !== 201) throw new Error(`paying for a lesson answered ${answer.status} ${answer.text}`)
    return ready({ programId }, `appointments/${id}/cancel`, { body: {}, other: { to: 'cash' } })
  },
  [`${of}/orders/{order_id}/cancel`]: async (site) => {
    const { shop, order } = await paid(site)
    return ready(shop, `orders/${order.cart.order_id}/cancel`, {
      body: { amount: 4000, reason },
      other: { to: 'cash' },
    })
  },
  [`${of}/orders/{order_id}/refund`]: async (site) => {
    const { shop, order } = await paid(site)
    return ready(shop, `orders/${order.cart.order_id}/refund`, {
      status: 201,
      body: { amount: 4000, reason },
      other: { amount: 5000, reason },
    })
  },
  [`${of}/orders/{order_id}/charges`]: async (site) => {
    const { shop, order } = await paid(site)
    return charged(shop, `orders/${order.cart.order_id}`)
  },
  [`${of}/people/{customer_id}/charges`]: async (site) => {
    const { shop, order } = await paid(site)
    return charged(shop, `people/${order.person.identity.customer_id}`)
  },
  [`${of}/orders/{order_id}/payments/{payment_id}/correct`]: async (site) => {
    const shop = await openOffice(site)
    const { cart } = await promisedOrder(site, shop)
    const path = `orders/${cart.order_id}/payments`
    const record = ready(shop, path, { body: { amount: 4000 }, other: null })
    const { body } = await site.call(record.path, {
      method: 'POST',
      headers: record.headers,
      body: JSON.stringify(record.body),
    })
    return ready(shop, `${path}/${(body as { id: string }).id}/correct`, {
      body: { amount: 3000, reason },
      other: { amount: 2000, reason },
    })
  },
  [`${of}/bookings`]: async (site) => {
    const shop = await openOffice(site)
    const [order] = (await makeCarts(site, shop, { count: 1 })) as [Order]
    const { event_id, option_ids } = await makeEvent(site.bench, { programId: shop.programId })
    const { attendee_id } = await makeAttendee(site.bench, order.person, { programId: shop.programId })
    const people = [{ attendee_id, option_id: option_ids[0] }]
    const body = { customer: { id: order.person.identity.customer_id }, event_id, people, paid_by: 'cash' }
    return ready(shop, 'bookings', { status: 201, body, other: { ...body, paid_by: 'later' } })
  },
  [`${of}/events/{key}/dates/{date}/cancel`]: async (site) => ofDay(await week(site), 'cancel'),
  [`${of}/events/{key}/dates/{date}/restore`]: async (site) => {
    const days = await week(site)
    const off = ofDay(days, 'cancel')
    await site.call(off.path, { method: 'POST', headers: off.headers, body: JSON.stringify(off.body) })
    return { ...ofDay(days, 'restore'), body: {}, other: null }
  },
  [`${of}/registrations/{registration_id}/move`]: async (site) => {
    const { shop, order } = await paid(site)
    const { option_ids } = await makeEvent(site.bench, { programId: shop.programId })
    const [id] = order.cart.registration_ids
    return ready(shop, `registrations/${id}/move`, {
      body: { option_id: option_ids[0] },
      other: { option_id: option_ids[0], notify: false },
    })
  },
}

const charged = (shop: Shop, path: string) => {
  const body = { product: 'Late pick-up', amount: 2000, note: 'Monday' }
  return ready(shop, `${path}/charges`, { status: 201, body, other: { ...body, amount: 3000 } })
}

/** The second day of an event of two days, as a path. */
async function week(site: ProofSite): Promise<{ programId: string; path: string }> {
  const { programId } = await openOffice(site)
  const startsAt = Date.UTC(2030, 7, 5, 13)
  const { event_id } = await makeEvent(site.bench, { programId, startsAt, endsAt: startsAt + 31 * hourMs })
  const row = await site.bench.env.DB.prepare('SELECT key FROM events WHERE id = ?')
    .bind(event_id)
    .first<{ key: string }>()
  return { programId, path: `events/${row?.key}/dates/2030-08-06` }
}
const ofDay = ({ programId, path }: { programId: string; path: string }, act: 'cancel' | 'restore') =>
  ready({ programId }, `${path}/${act}`, {
    body: { text: 'Storm', return: 'none' },
    other: { text: 'Heat', return: 'none' },
  })

async function paid(site: ProofSite): Promise<{ shop: Shop; order: Order }> {
  const shop = await openOffice(site)
  const [order] = (await makeCarts(site, shop, { count: 1 })) as [Order]
  await pay(site, order, 'pm_card_visa')
  return { shop, order }
}

const ready = (
  { programId }: Pick<Shop, 'programId'>,
  path: string,
  { status = 200, ...call }: Pick<Ready, 'body' | 'other'> & { status?: number },
): Ready => ({
  ...call,
  status,
  path: `/api/v1/organiser/programs/${programId}/${path}`,
  headers: organiserHeaders,
})
