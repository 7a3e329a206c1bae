import { expect } from 'vitest'
import type { Order } from '../contract/money/order.ts'
import type { Bench } from './bench.ts'
import { makeAttendee, makeCustomer, type Person } from './people.ts'
import { makePlace } from './places.ts'
import { makeEvent, type OptionInput } from './programs.ts'

export const asItem = (source: string) => ({ type: 'event_option', source, quantity: 1 })

export type FamilyInput = { options?: OptionInput[]; startsAt?: number }
/** A program's selling settings with a fee of 3.00 and 13 % tax, including offline payment. */
export const feeAndTax = {
  fee: { percent: 0, fixed: 300, included: false },
  taxes: [{ name: 'HST', percent: 1300, included: false }],
  offline: true,
}

/**
 * A customer with an event to book. `place` holds a place for another child, `open` opens a cart of places, `call`
 * calls the orders' API.
 */
export type ShoppingFamily = {
  person: Person
  event_id: string
  option_ids: [string, ...string[]]
  place: (at?: number, firstName?: string) => Promise<string>
  open: (...sources: string[]) => Promise<Order>
  call: <Body>(method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body }>
  spotsTaken: () => Promise<number | null>
}

export async function shoppingFamily(b: Bench, input: FamilyInput & { programId: string }): Promise<ShoppingFamily> {
  const { programId } = input
  const person = await makeCustomer(b, { programIds: [programId] })
  const event = await makeEvent(b, {
    programId,
    options: input.options ?? [{ cost: 34_500 }],
    ...(input.startsAt ? { startsAt: input.startsAt } : {}),
  })
  const call = async <Body>(method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method, headers: person.headers } : { ...person.json(body), method }
    const answer = await b.call(`/v1/profile/orders${path}`, init)
    return { status: answer.status, body: (answer.status === 204 ? null : await answer.json()) as Body }
  }
  return {
    person,
    ...event,
    call,
    place: async (at = 0, firstName = 'Maya') => {
      const child = await makeAttendee(b, person, { programId, firstName })
      return makePlace(b, person, {
        programId,
        event_id: event.event_id,
        option_id: event.option_ids[at] ?? event.option_ids[0],
        ...child,
      })
    },
    open: async (...sources) => {
      const { status, body } = await call<Order>('POST', '', {
        program_id: programId,
        customer_profile_id: person.profileId(programId),
        timezone: 'America/Toronto',
        items: sources.map(asItem),
      })
      expect(status).toBe(201)
      return body
    },
    spotsTaken: async () =>
      b.env.DB.prepare('SELECT spots_taken FROM event_options WHERE id = ?')
        .bind(event.option_ids[0])
        .first<number>('spots_taken'),
  }
}
