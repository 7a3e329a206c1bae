import { makeAttendee, makeCustomer, type Person, unique } from '../../functions/test-bench/people.ts'
import { makePlace } from '../../functions/test-bench/places.ts'
import { makeCoupon, makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { postsAtTheGate } from './posts-at-the-gate.ts'
import { postsOfAccounts } from './posts-of-accounts.ts'
import { postsOfAppointments } from './posts-of-appointments.ts'
import { postsOfNotifications } from './posts-of-notifications.ts'
import { postsOfFamily } from './posts-of-family.ts'
import { postsOfMemberships } from './posts-of-memberships.ts'
import { postsOfMessages } from './posts-of-messages.ts'
import { postsOfOrganisers } from './posts-of-organisers.ts'
import { postsOfRefunds } from './posts-of-refunds.ts'
import { postsOfStaff } from './posts-of-staff.ts'
import { postsOfTeam } from './posts-of-team.ts'
import { postsOfWaitlist } from './posts-of-waitlist.ts'
import { customer, made, multipart, type Make, type Ready } from './ready-post.ts'
import { agreeAtBank, makeCarts, type Order, pay, type Shop } from './shop.ts'

const ofAnOrder = '/v1/profile/orders/{order_id}/'
// Only version 1 has these calls of an order. The other calls are in both versions.
const onlyInVersion1 = ['items', 'items/{item_id}/return', 'hold', 'calendar', 'mail_receipt']
const inVersion2 =
  (make: Make): Make =>
  async (site, shop) => {
    const ready = await make(site, shop)
    return { ...ready, path: ready.path.replace('/v1/', '/v2/') }
  }

const postsOfVersion1: Record<string, Make> = {
  ...postsOfAccounts,
  ...postsOfFamily,
  ...postsOfNotifications,
  ...postsOfMemberships,
  ...postsOfMessages,
  ...postsOfAppointments,
  ...postsOfWaitlist,
  '/v1/files': async (site, shop) => made(201, '/files', await customer(site, shop), multipart('a'), multipart('b')),
  '/v1/profile/customer': async (site, shop) =>
    made(
      200,
      '/profile/customer',
      await customer(site, shop),
      { timezone: 'Europe/Zurich' },
      { timezone: 'America/Vancouver' },
    ),
  '/v1/profile/customer_addresses': async (site, shop) => {
    const home = { address_line_1: '1 Lake Road', city: 'Toronto', region: 'ON', postcode: 'M5V 2T6', country: 'CA' }
    return made(201, '/profile/customer_addresses', await customer(site, shop), home, { ...home, city: 'Perth' })
  },
  '/v1/profile/programs/{program_id}': async (site, shop) =>
    made(
      201,
      `/profile/programs/${shop.programId}`,
      await makeCustomer(site.bench),
      { is_subscribed: true },
      { is_subscribed: false },
    ),
  '/v1/profile/notifications/subscribe': async (site, shop) => {
    const body = { program_id: shop.programId }
    return made(200, '/profile/notifications/subscribe', await customer(site, shop), body, { ...body, token: 'x' })
  },
  '/v1/profile/notifications/unsubscribe': async (site, shop) => {
    const body = { program_id: shop.programId, reason: 'normal' }
    const person = await customer(site, shop)
    return made(200, '/profile/notifications/unsubscribe', person, body, { ...body, reason: 'spam' })
  },
  '/v1/profile/attendees': async (site, shop) => {
    const body = { first_name: 'Léa', last_name: 'Roy', relations: [{ relation: 'parent' }] }
    return made(201, '/profile/attendees', await customer(site, shop), body, { ...body, first_name: 'Lou' })
  },
  '/v1/profile/programs/{program_id}/attendees': async (site, shop) => {
    const person = await customer(site, shop)
    const elsewhere = await makeProgram(site.bench)
    const children = await Promise.all([1, 2].map(() => makeAttendee(site.bench, person, { programId: elsewhere })))
    const [one, other] = children.map(({ attendee_id }) => ({ attendee_id }))
    return made(201, `/profile/programs/${shop.programId}/attendees`, person, one, other)
  },
  '/v1/profile/attendees/{attendee_id}/restore': async (site, shop) => {
    const person = await customer(site, shop)
    const { attendee_id } = await makeAttendee(site.bench, person, { programId: shop.programId })
    return made(200, `/profile/attendees/${attendee_id}/restore`, person, {}, null)
  },
  '/v1/profile/programs/{program_id}/attendees/{program_attendee_id}/disconnect': async (site, shop) => {
    const person = await customer(site, shop)
    const { attendee_profile_id } = await makeAttendee(site.bench, person, { programId: shop.programId })
    return made(
      200,
      `/profile/programs/${shop.programId}/attendees/${attendee_profile_id}/disconnect`,
      person,
      {},
      null,
    )
  },
  '/v1/profile/registrations': async (site, shop) => {
    const person = await customer(site, shop)
    const [one, other] = await Promise.all(
      [1, 2].map(() => makeAttendee(site.bench, person, { programId: shop.programId })),
    )
    const input = (child = one) => ({
      event_id: shop.eventId,
      option_id: shop.optionId,
      customer_profile_id: person.profileId(shop.programId),
      attendee_profile_id: child?.attendee_profile_id,
    })
    return made(201, '/profile/registrations', person, input(), input(other))
  },
  '/v1/profile/registrations/{registration_id}/cancel': async (site, shop) => {
    const order = await cart(site, shop)
    await pay(site, order, 'pm_card_visa')
    return made(
      200,
      `/profile/registrations/${order.cart.registration_ids[0]}/cancel`,
      order.person,
      { reason: 'wrong_selection' },
      { reason: 'moved_away' },
    )
  },
  '/v1/profile/orders': async (site, shop) => {
    const { person, source } = await place(site, shop)
    const body = {
      program_id: shop.programId,
      customer_profile_id: person.profileId(shop.programId),
      timezone: 'America/Toronto',
    }
    return made(
      201,
      '/profile/orders',
      person,
      { ...body, items: [{ type: 'event_option', source, quantity: 1 }] },
      body,
    )
  },
  '/v1/profile/orders/{order_id}/items': async (site, shop) => {
    const order = await cart(site, shop)
    const [one, other] = [await place(site, shop, order.person), await place(site, shop, order.person)]
    const item = (source: string) => ({ type: 'event_option', source, quantity: 1 })
    return made(201, `/profile/orders/${order.cart.order_id}/items`, order.person, item(one.source), item(other.source))
  },
  '/v1/profile/orders/{order_id}/discounts': async (site, shop) => {
    const [order, code, other] = [await cart(site, shop), `TEN${unique()}`, `TWO${unique()}`]
    await Promise.all([code, other].map((each) => makeCoupon(site.bench, shop.programId, { code: each })))
    return made(201, `/profile/orders/${order.cart.order_id}/discounts`, order.person, { code }, { code: other })
  },
  '/v1/profile/orders/{order_id}/calendar': async (site, shop) => ofOrder(await cart(site, shop), 'calendar'),
  '/v1/profile/orders/{order_id}/mail_receipt': async (site, shop) => {
    const order = await cart(site, shop)
    await pay(site, order, 'pm_card_visa')
    return ofOrder(order, 'mail_receipt')
  },
  '/v1/profile/orders/{order_id}/hold': async (site, shop) => ofOrder(await cart(site, shop), 'hold'),
  '/v1/profile/orders/{order_id}/quote': async (site, shop) => {
    const order = await cart(site, shop)
    // A cart with released places: a quote takes them again.
    await site.sql("UPDATE registrations SET status = 'expired' WHERE order_id = ?", order.cart.order_id)
    return ofOrder(order, 'quote')
  },
  '/v1/profile/orders/{order_id}/cancel': async (site, shop) => {
    const order = await cart(site, shop)
    await pay(site, order, 'pm_card_visa')
    return { ...ofOrder(order, 'cancel'), body: { reason: 'wrong_selection' }, other: { reason: 'moved_away' } }
  },
  '/v1/profile/orders/{order_id}/payments': async (site, shop) => {
    const order = await cart(site, shop)
    const body = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }
    return {
      ...ofOrder(order, 'payments'),
      status: 201,
      body,
      other: { ...body, payment_source_id: 'pm_card_mastercard' },
    }
  },
  '/v1/profile/orders/{order_id}/payments/{payment_id}/confirm': async (site, shop) => {
    const order = await cart(site, shop)
    const payment = await pay(site, order, 'pm_card_authenticationRequired')
    await agreeAtBank(site, payment)
    return ofOrder(order, `payments/${payment.id}/confirm`)
  },
  '/v1/profile/registrations/{registration_id}/moves': async (site) => {
    const programId = await makeProgram(site.bench)
    const [cheap, dear, dearer] = await Promise.all(
      [20_000, 30_000, 40_000].map((cost) => makeEvent(site.bench, { programId, options: [{ cost, spots: null }] })),
    )
    const from = { programId, eventId: cheap?.event_id ?? '', optionId: cheap?.option_ids[0] ?? '' }
    const order = await cart(site, from)
    await pay(site, order, 'pm_card_visa')
    const to = (event: typeof dear) => ({ option_id: event?.option_ids[0] })
    const path = `/profile/registrations/${order.cart.registration_ids[0]}/moves`
    return made(201, path, order.person, to(dear), to(dearer))
  },
  ...postsOfRefunds,
  ...postsOfTeam,
  ...postsAtTheGate,
  ...postsOfOrganisers,
  ...postsOfStaff,
}

/**
 * Every POST of the API with a first, valid call. The test fails for a new POST without a row, and for a row without a
 * POST.
 */
export const postsOfApi: Record<string, Make> = {
  ...postsOfVersion1,
  '/v2/profile/orders': inVersion2(async (site, shop) => {
    const ready = await (postsOfVersion1['/v1/profile/orders'] as Make)(site, shop)
    return { ...ready, body: asProducts(ready.body) }
  }),
  '/v2/profile/orders/{order_id}/items': inVersion2(async (site, shop) => {
    const ready = await (postsOfVersion1['/v1/profile/orders/{order_id}/items'] as Make)(site, shop)
    return { ...ready, body: asProduct(ready.body), other: asProduct(ready.other) }
  }),
  ...Object.fromEntries(
    Object.entries(postsOfVersion1)
      .filter(([path]) => path.startsWith(ofAnOrder) && !onlyInVersion1.includes(path.slice(ofAnOrder.length)))
      .map(([path, make]) => [path.replace('/v1/', '/v2/'), inVersion2(make)]),
  ),
}

const asProduct = (item: unknown) => {
  const { type, ...product } = item as { type: string; source: string }
  return product
}
const asProducts = (body: unknown) => {
  const order = body as { items: unknown[] }
  return { ...order, items: order.items.map(asProduct) }
}

const ofOrder = ({ person, cart: { order_id } }: Order, act: string): Ready =>
  made(200, `/profile/orders/${order_id}/${act}`, person, {}, null)
const cart = async (site: ProofSite, shop: Shop) => (await makeCarts(site, shop, { count: 1 }))[0] as Order

async function place(site: ProofSite, shop: Shop, owner?: Person): Promise<{ person: Person; source: string }> {
  const person = owner ?? (await customer(site, shop))
  const child = await makeAttendee(site.bench, person, { programId: shop.programId })
  return {
    person,
    source: await makePlace(site.bench, person, {
      programId: shop.programId,
      event_id: shop.eventId,
      option_id: shop.optionId,
      ...child,
    }),
  }
}
