import type { PasskeyCreationOptions } from '../contract/people/passkey.ts'
import { database } from '../platform/database/database.ts'
import { refundRequests, waiverAcceptances } from '../platform/database/tables.ts'
import { makeAppointmentType } from './appointments.ts'
import type { Bench } from './bench.ts'
import { makeNotification } from './notifications.ts'
import { makeAttendee, makeCustomer, type Person, unique } from './people.ts'
import {
  makeCoupon,
  makeEvent,
  makeMembershipPackage,
  makeProgram,
  makeSessionPackage,
  makeWaiver,
} from './programs.ts'
import { newPushSubscription } from './push-browsers.ts'
import { softwarePasskey } from './software-passkey.ts'
import { makeCategory, makeProduct } from './store.ts'
import { pdf, uploadOf } from './uploads.ts'

/** Two families of one program, each with a full set of objects, for tests of permissions. */
export type World = {
  program_id: string
  event_id: string
  option_id: string
  /** An event without free places, which has a waitlist. */
  full: { event_id: string; option_id: string }
  appointment_type_id: string
  appointment_option_id: string
  session_package_id: string
  membership_package_id: string
  code: string
  store: StoreIds
  owner: Family
  other: Family
}
export type StoreIds = { category_id: string; product_id: string; variation_id: string }
export type Family = { person: Person; ids: Record<IdName, string> }
export type IdName =
  | 'attendee_id'
  | 'attendee_profile_id'
  | 'address_id'
  | 'program_attendee_id'
  | 'customer_profile_id'
  | 'contact_id'
  | 'registration_id'
  | 'free_registration_id'
  | 'appointment_registration_id'
  | 'waiting_registration_id'
  | 'order_id'
  | 'item_id'
  | 'discount_id'
  | 'payment_id'
  | 'refund_request_id'
  | 'source_id'
  | 'invitation_id'
  | 'member_id'
  | 'session_id'
  | 'passkey_id'
  | 'endpoint'
  | 'file_id'
  | 'notification_id'
  | 'message_id'
  | 'membership_id'

/** Built with the API, so that the objects are as its calls create them. */
export async function familyWorld(bench: Bench): Promise<World> {
  const program_id = await makeProgram(bench, {
    selling: {
      offline: true,
      memberships: { after_retries: 'unpaid', customer_may_pause: true },
      card_charges: 'You may charge my stored card for a late pick-up.',
      card_charges_limit: 5000,
    },
    features: { products: true, appointments: true, sessions: true, memberships: true, communications: true },
  })
  const { event_id, option_ids } = await makeEvent(bench, { programId: program_id, name: `Canoe ${unique()}` })
  const full = await makeEvent(bench, { programId: program_id, waitlist: true, options: [{ spots: 0 }] })
  const code = `CODE${unique().toUpperCase()}`
  await makeCoupon(bench, program_id, { code, percent_off: 1000 })
  const category_id = await makeCategory(bench, program_id)
  const { product_id, variation_ids } = await makeProduct(bench, { programId: program_id, categoryId: category_id })
  const session_package_id = await makeSessionPackage(bench, program_id)
  const membership_package_id = await makeMembershipPackage(bench, program_id)
  const booked = await makeAppointmentType(bench, program_id, { spots_total: 1000 })
  const world = {
    program_id,
    event_id,
    option_id: option_ids[0],
    full: { event_id: full.event_id, option_id: full.option_ids[0] },
    session_package_id,
    membership_package_id,
    appointment_type_id: booked.type_id,
    appointment_option_id: booked.option_ids[0],
    code,
    store: { category_id, product_id, variation_id: variation_ids[0] },
  }
  return { ...world, owner: await makeFamily(bench, world), other: await makeFamily(bench, world) }
}

/** Makes one more family of that program, or every object once more for a person of another program. */
export async function makeFamily(
  bench: Bench,
  world: Pick<
    World,
    | 'program_id'
    | 'event_id'
    | 'option_id'
    | 'full'
    | 'appointment_type_id'
    | 'appointment_option_id'
    | 'membership_package_id'
    | 'code'
  >,
  existing?: Person,
): Promise<Family> {
  const person = existing ?? (await makeCustomer(bench, { programIds: [world.program_id] }))
  const child = await makeAttendee(bench, person, { programId: world.program_id })
  const second = await makeAttendee(bench, person, { programId: world.program_id, firstName: 'Samuel' })
  const customer_profile_id = person.profileId(world.program_id)
  const call = async (path: string, body: unknown, status = 201) => {
    const answer = await bench.call(path, person.json(body))
    const read = (await answer.json()) as { id: string; items: { id: string }[] }
    if (answer.status !== status) throw new Error(`POST ${path} answered ${answer.status} ${JSON.stringify(read)}`)
    return read
  }
  const register = (attendee_profile_id: string) =>
    call('/v1/profile/registrations', {
      event_id: world.event_id,
      option_id: world.option_id,
      customer_profile_id,
      attendee_profile_id,
    })
  const registration = await register(child.attendee_profile_id)
  const free = await register(second.attendee_profile_id)
  const third = await makeAttendee(bench, person, { programId: world.program_id, firstName: 'Léo' })
  const appointment = await call('/v1/profile/appointments', {
    start_time: await nextFreeTime(bench, world.appointment_type_id),
    appointment_type_id: world.appointment_type_id,
    appointment_option_id: world.appointment_option_id,
    customer_profile_id,
    attendee_profile_id: third.attendee_profile_id,
  })
  const waiting = await call('/v1/profile/registrations', {
    ...world.full,
    status: 'waitlisted',
    customer_profile_id,
    attendee_profile_id: third.attendee_profile_id,
  })
  const order = await call('/v1/profile/orders', {
    program_id: world.program_id,
    customer_profile_id,
    timezone: 'America/Toronto',
    items: [{ type: 'event_option', source: registration.id, quantity: 1 }],
  })
  const discount = await call(`/v1/profile/orders/${order.id}/discounts`, { code: world.code })
  const payment = await call(`/v1/profile/orders/${order.id}/payments`, {
    order_id: order.id,
    checkout_method: 'card',
    payment_source_id: 'pm_card_authenticationRequired',
    use_account_balance: false,
    return_url: '/confirm-payment',
  })
  const source = await call(`/v1/profile/programs/${world.program_id}/payment_methods/pm_card_visa/attach`, {})
  const file = (await (await bench.call('/v1/files', uploadOf(person, { bytes: pdf() }))).json()) as { id: string }
  const address = await call('/v1/profile/customer_addresses', {
    address_line_1: '1 Lake Road',
    city: 'Toronto',
    region: 'Ontario',
    postcode: 'M5V 2T6',
    country: 'CA',
  })
  const invitation = await call('/v1/profile/invitations', {
    program_id: world.program_id,
    attendee_ids: [child.attendee_id],
    email: `invited${unique()}@example.com`,
    first_name: 'Daniel',
    last_name: 'Okafor',
    relation: 'parent',
  })
  const message = await call('/v1/profile/messages', { order_id: order.id, body: 'What should we bring?' })
  const refund_request_id = `rfr_${unique()}`
  await database(bench.env.DB)
    .insert(waiverAcceptances)
    .values({
      id: `wac_${unique()}`,
      waiver_id: await makeWaiver(bench, world.program_id),
      version: 1,
      text_hash: 'hash-of-the-text',
      registration_id: registration.id,
      accepted_by_customer_id: person.identity.customer_id,
      on_behalf_of_attendee_id: child.attendee_id,
      relation: 'parent',
      accepted_at: bench.now(),
    })
  await database(bench.env.DB).insert(refundRequests).values({
    id: refund_request_id,
    order_id: order.id,
    program_id: world.program_id,
    customer_id: person.identity.customer_id,
    status: 'withdrawn',
    reason: 'cannot_attend',
    amount: 100,
    created: bench.now(),
    updated: bench.now(),
  })
  const membership = await call(`/v1/profile/programs/${world.program_id}/memberships`, {
    package_id: world.membership_package_id,
    customer_profile_id,
    default_payment_method: 'pm_card_visa',
  })
  const passkey = softwarePasskey({ origin: bench.env.SITE_ORIGIN, rpId: new URL(bench.env.SITE_ORIGIN).hostname })
  const options = (await call('/v1/profile/passkeys/options', {}, 200)) as unknown as PasskeyCreationOptions
  const { id: passkey_id } = await call('/v1/profile/passkeys', { credential: passkey.create(options) })
  const { id: endpoint } = await call('/v1/profile/subscriptions/notifications', newPushSubscription())
  const ids = {
    ...child,
    passkey_id,
    endpoint,
    notification_id: await makeNotification(bench, person, { program_id: world.program_id }),
    refund_request_id,
    address_id: address.id,
    program_attendee_id: child.attendee_profile_id,
    customer_profile_id,
    contact_id: customer_profile_id,
    registration_id: registration.id,
    free_registration_id: free.id,
    appointment_registration_id: appointment.id,
    waiting_registration_id: waiting.id,
    order_id: order.id,
    item_id: order.items[0]?.id ?? '',
    discount_id: discount.id,
    payment_id: payment.id,
    source_id: source.id,
    invitation_id: invitation.id,
    member_id: person.identity.customer_id,
    session_id: person.identity.session_id,
    file_id: file.id,
    message_id: message.id,
    membership_id: membership.id,
  }
  return { person, ids }
}

/** A type's first free time within a week. */
export async function nextFreeTime(bench: Bench, typeId: string): Promise<string> {
  for (let day = 1; day <= 7; day += 1) {
    const date = new Date(bench.now() + day * 86_400_000).toISOString().slice(0, 10)
    const answer = await bench.call(`/v1/explore/availability/times?date=${date}&appointment_type_id=${typeId}`)
    const [first] = ((await answer.json()) as { data: { starts_at: string }[] }).data
    if (first) return first.starts_at
  }
  throw new Error('nothing is free within a week')
}
