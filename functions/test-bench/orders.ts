import { eq } from 'drizzle-orm'
import { database } from '../platform/database/database.ts'
import { eventOptions, orderItems, orders, registrations, statusHistory } from '../platform/database/tables.ts'
import type { World } from './bench.ts'
import { makeAttendee, type Person, unique } from './people.ts'

export type CartInput = {
  programId: string
  eventId: string
  optionId: string
  places?: number
  tax?: { name: string; percent: number }
  fee?: number
  holdMinutes?: number
  attendeeIds?: { attendee_id: string; attendee_profile_id: string }[]
}
export type Cart = {
  order_id: string
  registration_ids: [string, ...string[]]
  item_ids: [string, ...string[]]
  total: number
}

/** A filled cart, inserted directly into the database: a number of held places of one option, at its price. */
export async function makeCart(bench: World, person: Person, input: CartInput): Promise<Cart> {
  const db = database(bench.env.DB)
  const now = bench.now()
  const mark = unique()
  const order_id = `ord_${mark}`
  const [option] = await db.select().from(eventOptions).where(eq(eventOptions.id, input.optionId))
  const cost = option?.cost ?? 0
  const fee = cost === 0 ? 0 : (input.fee ?? 0)
  const percent = input.tax?.percent ?? 0
  const [tax, feeTax] = [Math.round((cost * percent) / 10_000), Math.round((fee * percent) / 10_000)]
  const taxes = input.tax
    ? [{ name: input.tax.name, percent, is_included: false, amount: tax, fee_amount: feeTax }]
    : []
  const places = input.places ?? input.attendeeIds?.length ?? 1
  const until = now + (input.holdMinutes ?? 15) * 60_000
  const ids = Array.from({ length: places }, (_, index) => ({
    registration: `reg_${mark}_${index}`,
    item: `itm_${mark}_${index}`,
  }))
  const people =
    input.attendeeIds ??
    (await Promise.all(
      ids.map((_, index) =>
        makeAttendee(bench, person, {
          programId: input.programId,
          firstName: ['Maya', 'Samuel', 'Lou', 'Ada'][index % 4] as string,
        }),
      ),
    ))
  const total = places * (cost + fee + tax + feeTax)
  await db.batch([
    db.insert(orders).values({
      id: order_id,
      program_id: input.programId,
      customer_id: person.identity.customer_id,
      customer_profile_id: person.profileId(input.programId),
      status: 'draft',
      currency: 'CAD',
      timezone: 'America/Toronto',
      amount_subtotal: places * cost,
      amount_fee: places * fee,
      amount_tax: places * (tax + feeTax),
      amount_total: total,
      tax_items: input.tax ? [{ ...input.tax, is_included: false, amount: places * (tax + feeTax) }] : [],
      hold_started_at: now,
      hold_expires_at: until,
      created: now,
      updated: now,
    }),
    ...ids.map((id, index) =>
      db.insert(registrations).values({
        id: id.registration,
        program_id: input.programId,
        event_id: input.eventId,
        option_id: input.optionId,
        customer_id: person.identity.customer_id,
        customer_profile_id: person.profileId(input.programId),
        ...(people[index] as { attendee_id: string; attendee_profile_id: string }),
        order_id,
        status: 'pending',
        held_since: now,
        hold_expires_at: until,
        created: now,
        updated: now,
      }),
    ),
    ...ids.map((id, position) =>
      db.insert(orderItems).values({
        id: id.item,
        order_id,
        position,
        type: 'event_option',
        source: id.registration,
        product_id: input.eventId,
        product_name: 'Canoe Week, Full day',
        product_variation_id: input.optionId,
        registration_id: id.registration,
        attendee_name: 'Maya Roy',
        quantity: 1,
        unit_amount: cost,
        amount: cost,
        amount_fee: fee,
        amount_tax: tax,
        taxes,
        created: now,
      }),
    ),
    db.insert(statusHistory).values([
      {
        object: 'order',
        object_id: order_id,
        step: 0,
        from_status: null,
        to_status: 'draft',
        actor_type: 'customer',
        at: now,
      },
      ...ids.map((id) => ({
        object: 'registration',
        object_id: id.registration,
        step: 0,
        from_status: null,
        to_status: 'pending',
        actor_type: 'customer',
        at: now,
      })),
    ]),
  ])
  return {
    order_id,
    registration_ids: ids.map((id) => id.registration) as [string, ...string[]],
    item_ids: ids.map((id) => id.item) as [string, ...string[]],
    total,
  }
}
