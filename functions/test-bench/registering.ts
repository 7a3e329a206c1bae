import { attachToOrder } from '../booking/registrations/registration-steps.ts'
import { findOwnRegistrations } from '../booking/registrations/find-own-registrations.ts'
import { minuteMs } from '../contract/limits.ts'
import { commit } from '../platform/database/commit.ts'
import { and, eq } from 'drizzle-orm'
import type { ErrorBody } from '../contract/api-error.ts'
import type { Registration } from '../contract/booking/registration.ts'
import { system } from '../platform/actor.ts'
import type { Ctx, CustomerContext } from '../platform/context.ts'
import { makeContext } from '../platform/make-context.ts'
import { database } from '../platform/database/database.ts'
import { eventOptions, orders, payments, registrations, statusHistory } from '../platform/database/tables.ts'
import type { Bench } from './bench.ts'
import { makeAttendee, makeCustomer, type Person, unique } from './people.ts'
import { type EventInput, makeEvent, makeProgram, type OptionInput } from './programs.ts'

type Event = { event_id: string; option_ids: string[] }
type RegisteringInput = {
  person?: Person
  attendee?: string
  option?: number
  body?: Record<string, unknown>
  key?: string
  database?: D1Database
}
export type Buyer = { person: Person; attendee: string }
export type Family = Awaited<ReturnType<typeof openFamily>>

/** A new program with two customers, Ada and Ben, Ada's child Maya, and actions for booking places. */
export async function openFamily(bench: Bench, program: Parameters<typeof makeProgram>[1] = {}) {
  const programId = await makeProgram(bench, program)
  const ada = await makeCustomer(bench, { programIds: [programId] })
  const ben = await makeCustomer(bench, { programIds: [programId] })
  const childOf = async (person: Person) => (await makeAttendee(bench, person, { programId })).attendee_profile_id
  const maya = await childOf(ada)
  return {
    programId,
    ada,
    ben,
    maya,
    childOf,
    event: (option: OptionInput = {}, input: Partial<EventInput> = {}) =>
      makeEvent(bench, { programId, options: [option], ...input }),
    /** Sends POST registrations. By default Ada registers Maya. */
    placeFor: async (
      event: Event,
      { person = ada, attendee = maya, option = 0, body = {}, key, database: DB }: RegisteringInput = {},
    ): Promise<Response> => {
      const request = {
        event_id: event.event_id,
        option_id: event.option_ids[option],
        customer_profile_id: person.profileId(programId),
        attendee_profile_id: attendee,
        ...body,
      }
      return bench.call('/v1/profile/registrations', person.json(request, key ? { 'Idempotency-Key': key } : {}), DB)
    },
    /** Creates families who each want one place. */
    buyers: async (count: number): Promise<Buyer[]> =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const person = await makeCustomer(bench, { programIds: [programId] })
          return { person, attendee: await childOf(person) }
        }),
      ),
    get: async (person: Person, path: string) => bench.call(path, { headers: person.headers }),
    put: async (person: Person, id: string, body: unknown) =>
      bench.call(`/v1/profile/registrations/${id}`, { ...person.json(body), method: 'PUT' }),
    /** Creates an empty order of a customer, optionally with a payment in progress. */
    makeOrder: async (person: Person, status: 'draft' | 'pending', isLive = false): Promise<string> => {
      const db = database(bench.env.DB)
      const now = bench.now()
      const order_id = `ord_${unique()}`
      const { customer_id } = person.identity
      const common = { customer_id, currency: 'CAD', created: now, updated: now }
      await db.insert(orders).values({
        ...common,
        id: order_id,
        program_id: programId,
        customer_profile_id: person.profileId(programId),
        status,
        timezone: 'UTC',
      })
      if (isLive)
        await db.insert(payments).values({
          ...common,
          id: `pay_${unique()}`,
          order_id,
          status: 'processing',
          checkout_method: 'card',
          amount_total: 100,
        })
      return order_id
    },
  }
}

/** The context of this person's request. */
export const contextOf = (bench: Bench, person: Person): CustomerContext => {
  const actor = { type: 'customer' as const, ...person.identity }
  return Object.assign(makeContext({ env: bench.env, now: bench.now(), requestId: 'bench', actor }), { actor })
}
/** The context of a scheduler run. */
export const clockContext = (bench: Bench): Ctx =>
  makeContext({ env: bench.env, now: bench.now(), requestId: 'bench', actor: system })

export const made = async (answer: Response) => (await answer.json()) as Registration
export const refused = async (answer: Response) => (await answer.json()) as ErrorBody

/** Number of taken places of an option. */
export const takenOf = async (bench: Bench, optionId: string): Promise<number | undefined> =>
  (await database(bench.env.DB).select().from(eventOptions).where(eq(eventOptions.id, optionId)))[0]?.spots_taken
export const statusOf = async (bench: Bench, id: string): Promise<string | undefined> =>
  (await database(bench.env.DB).select().from(registrations).where(eq(registrations.id, id)))[0]?.status

/** The history of a registration, as `1 confirmed`. */
export async function stepsOf(bench: Bench, id: string): Promise<string[]> {
  const steps = await database(bench.env.DB)
    .select()
    .from(statusHistory)
    .where(and(eq(statusHistory.object_id, id), eq(statusHistory.object, 'registration')))
  return steps.map(({ step, to_status }) => `${step} ${to_status}`)
}

/** Adds a held place to an order, for a quarter of an hour. */
export async function attachTo(bench: Bench, person: Person, place: { id: string; order_id: string }): Promise<void> {
  const ctx = contextOf(bench, person)
  const [registration] = await findOwnRegistrations(ctx, [place.id])
  if (!registration) throw new Error('not found')
  const hold_expires_at = ctx.now + 15 * minuteMs
  await commit(ctx, attachToOrder(ctx, registration, { order_id: place.order_id, hold_expires_at }))
}
