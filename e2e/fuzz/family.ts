import { makeAppointmentType } from '../../functions/test-bench/appointments.ts'
import { makeAttendee, makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import {
  makeCoupon,
  makeEvent,
  makeProgram,
  makeQuestion,
  makeVenue,
  makeWaiver,
} from '../../functions/test-bench/programs.ts'
import type { ProofSite } from '../proofs/proof-site.ts'

/** A program that offers something of every kind. */
export type Town = Awaited<ReturnType<typeof makeTown>>
/** A customer with a child, places, orders and a payment, and every known id by name. */
export type Family = { person: Person; ids: Map<string, string[]> }

export async function makeTown(site: ProofSite) {
  const { bench } = site
  const program_id = await makeProgram(bench, {
    selling: {
      offline: true,
      taxes: [{ name: 'HST', percent: 1300, included: false }],
      fee: { percent: 0, fixed: 300, included: false },
    },
    features: { expanded_gender: true, appointments: true },
    preferences: { ignore_attendee_conflicts: true },
  })
  const questions = await Promise.all(
    (['short_text', 'number', 'date', 'phone', 'email', 'yes_no', 'address', 'consent', 'signature'] as const).map(
      (type) => makeQuestion(bench, program_id, { type, required: false }),
    ),
  )
  const waiver_id = await makeWaiver(bench, program_id)
  const venue_id = await makeVenue(bench, program_id)
  const input = await makeEvent(bench, {
    programId: program_id,
    name: 'Canoe Week',
    questionIds: questions,
    waiverId: waiver_id,
    venueIds: [venue_id],
    options: [{}, { cost: 0 }, { spots: 3 }],
  })
  const plain = await makeEvent(bench, {
    programId: program_id,
    name: 'Kayak Day',
    tags: ['water'],
    venueIds: [venue_id],
  })
  const booked = await makeAppointmentType(bench, program_id, { venueIds: [venue_id], options: [{}, { duration: 60 }] })
  const code = `FUZZ${site.name.toUpperCase().replace(/\W/g, '')}`
  await makeCoupon(bench, program_id, { code })
  return {
    program_id,
    code,
    waiver_id,
    questions,
    venue_id,
    event_ids: [plain.event_id, input.event_id],
    option_ids: [...plain.option_ids, ...input.option_ids],
    appointment_type_id: booked.type_id,
    appointment_option_ids: booked.option_ids,
  }
}

const idNames: Record<string, string> = {
  registration: 'registration_id',
  order: 'order_id',
  order_item: 'item_id',
  discount: 'discount_id',
  payment: 'payment_id',
  attendee: 'attendee_id',
  customer_address: 'address_id',
  program_attendee_profile: 'attendee_profile_id',
}

export async function makeFuzzedFamily(site: ProofSite, town: Town): Promise<Family> {
  const { bench } = site
  const person = await makeCustomer(bench, { programIds: [town.program_id] })
  const child = await makeAttendee(bench, person, { programId: town.program_id })
  const profile = person.profileId(town.program_id)
  const ids = new Map<string, string[]>([
    ['program_id', [town.program_id]],
    ['program_ids', [town.program_id]],
    ['program', [town.program_id]],
    ['event_id', town.event_ids],
    ['option_id', [...town.option_ids, ...town.appointment_option_ids]],
    ['appointment_type_id', [town.appointment_type_id]],
    ['appointment_option_id', town.appointment_option_ids],
    ['venue_id', [town.venue_id]],
    ['waiver_id', [town.waiver_id]],
    ['field_id', town.questions],
    ['code', [town.code]],
    ['email', [person.email]],
    ['customer_id', [person.identity.customer_id]],
    ['customer_profile_id', [profile]],
    ['primary_contact_id', [profile]],
    ['attendee_id', [child.attendee_id]],
    ['attendee_profile_id', [child.attendee_profile_id]],
    ['program_attendee_id', [child.attendee_profile_id]],
  ])
  const family = { person, ids }
  const post = async (path: string, body: unknown) =>
    remember(
      family,
      (
        await site.call(`/api/v1/profile${path}`, {
          ...(person.json(body) as { method: string; headers: Record<string, string>; body: string }),
        })
      ).body,
    )
  await post('/customer_addresses', {
    address_line_1: '1 Lake Road',
    city: 'Toronto',
    region: 'ON',
    postcode: 'M5V 2T6',
    country: 'CA',
  })
  for (const option_id of [town.option_ids[0], town.option_ids[1]])
    await post('/registrations', {
      event_id: option_id === town.option_ids[0] ? town.event_ids[0] : town.event_ids[1],
      option_id,
      customer_profile_id: profile,
      attendee_profile_id: child.attendee_profile_id,
    })
  const [source = '', other = ''] = ids.get('registration_id') ?? []
  await post('/orders', {
    program_id: town.program_id,
    customer_profile_id: profile,
    timezone: 'UTC',
    items: [{ type: 'event_option', source, quantity: 1 }],
  })
  const [order = ''] = ids.get('order_id') ?? []
  await post(`/orders/${order}/discounts`, { code: town.code })
  await post(`/orders/${order}/payments`, { checkout_method: 'card', payment_source_id: 'pm_card_chargeDeclined' })
  ids.set('source', [other, source])
  return family
}

/** Lets the family use every id of a response from now on. */
export function remember({ ids }: Family, answer: unknown): void {
  if (Array.isArray(answer)) for (const each of answer) remember({ ids } as Family, each)
  else if (typeof answer === 'object' && answer !== null) {
    const { object, id } = answer as { object?: unknown; id?: unknown }
    const name = typeof object === 'string' ? idNames[object] : undefined
    if (name && typeof id === 'string')
      ids.set(name, [id, ...(ids.get(name) ?? []).filter((each) => each !== id)].slice(0, 4))
    for (const each of Object.values(answer)) remember({ ids } as Family, each)
  }
}
