import type { ErrorBody } from '../contract/api-error.ts'
import type { Order } from '../contract/money/order.ts'
import type { Bench } from './bench.ts'
import { makeAttendee, makeCustomer, type Person } from './people.ts'
import { makeEvent, makeProgram, type OptionInput } from './programs.ts'

export type BookableEvent = { event_id: string; option_ids: [string, ...string[]] }

/** A customer with three children in a new program, and the call that books for them. */
export async function openBookingFamily(bench: Bench, program: Parameters<typeof makeProgram>[1] = {}) {
  const programId = await makeProgram(bench, program)
  const ada = await makeCustomer(bench, { programIds: [programId] })
  const made = ['Maya', 'Samuel', 'Zoë'].map((firstName) => makeAttendee(bench, ada, { programId, firstName }))
  const children = (await Promise.all(made)).map(({ attendee_id }) => attendee_id)
  return {
    programId,
    ada,
    children,
    event: (options: OptionInput[] = [{ cost: 34_500 }], input: Partial<Parameters<typeof makeEvent>[1]> = {}) =>
      makeEvent(bench, { programId, options, ...input }),
    /** The body of a booking; `perPerson` is added to every person, `more` to the body. */
    bodyFor: (
      event: BookableEvent,
      {
        people = children,
        perPerson = {},
        more = {},
      }: { people?: readonly string[]; perPerson?: object; more?: object } = {},
    ) => ({
      program_id: programId,
      event_id: event.event_id,
      people: people.map((attendee_id) => ({ attendee_id, option_id: event.option_ids[0], ...perPerson })),
      ...more,
    }),
    book: async <Body = Order>(body: object, { person = ada, key }: { person?: Person; key?: string } = {}) => {
      const answer = await bench.call('/v1/profile/bookings', person.json(body, key ? { 'Idempotency-Key': key } : {}))
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
    },
  }
}
export type BookingFamily = Awaited<ReturnType<typeof openBookingFamily>>

/** The type and field of each refusal. */
export const fieldsRefused = ({ body }: { body: ErrorBody }) => body.errors.map(({ type, param }) => [type, param])

/** Number of rows that were ever written in the database of a bench. */
export const rowsWritten = async (bench: Bench): Promise<number> =>
  (await bench.env.DB.prepare('SELECT total_changes() AS n').first<number>('n')) ?? 0
