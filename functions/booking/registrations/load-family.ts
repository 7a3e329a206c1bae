import type { EventRecord } from '../../offering/catalogue/event-record.ts'
import { eventReads, type ShownEvent, showEvents } from '../../offering/catalogue/events-for.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext } from '../../platform/context.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import { ownCreditsIn, type UsableCredits, usableCredits } from '../session-credits/spend-credit.ts'
import type { Program, RegistrationFacts } from './load-registration-facts.ts'
import { lapsedByOption } from './lapsed-rows.ts'
import {
  contactInProgram,
  familyMembershipsIn,
  listedFor,
  othersOfPeople,
  peopleInProgram,
  poolsOfHeld,
  programOf,
  type Registrant,
  waitingOf,
} from './register-rows.ts'

/** The queries of several people of a customer and of what they have with a program, for a batch. */
export const familyReads = (
  ctx: CustomerContext,
  { program_id, attendee_ids }: { program_id: string; attendee_ids: readonly string[] },
) => {
  const { customer_id } = ctx.actor
  return [
    programOf(ctx.db, program_id),
    contactInProgram(ctx.db, { program_id, customer_id }),
    peopleInProgram(ctx.db, { attendee_ids, program_id, customer_id }),
    othersOfPeople(ctx.db, attendee_ids, ctx.now),
    ownCreditsIn(ctx, program_id),
    familyMembershipsIn(ctx.db, { program_id, customer_id }),
  ] as const
}
type Results<Reads extends readonly unknown[]> = { readonly [At in keyof Reads]: Awaited<Reads[At]> }
type FamilyResults = Results<ReturnType<typeof familyReads>>

/** People of a customer who may be registered with a program. */
export type Family = Pick<RegistrationFacts, 'customer_id'> & {
  program: Program
  /** The caller. `id` is null before they join the program. */
  contact: Omit<RegistrationFacts['contact'], 'id'> & { id: string | null }
  people: FamilyResults[2]
  /** The other bookings of these people. */
  others: FamilyResults[3]
  credits: UsableCredits[]
  /** The open memberships of the customer for the whole family. */
  memberships: Registrant['memberships']
}

/**
 * The family from the results of `familyReads`; `added` has the names of a customer whom the booking adds. Throws
 * `not_found` for a program that has ended.
 */
export function toFamily(
  ctx: CustomerContext,
  [[program], [existing], people, others, credits, [held]]: FamilyResults,
  added: { first_name: string; last_name: string } | null = null,
): Family {
  const contact = existing ?? (added && { id: null, ...added })
  if (!program || program.billing_status === 'cancelled' || !contact)
    throw new ApiError('not_found', { param: 'program_id' })
  return {
    customer_id: ctx.actor.customer_id,
    program,
    contact,
    people,
    others,
    credits: usableCredits(credits),
    memberships: held?.memberships ?? [],
  }
}

/** The queries of an event and of its places, for a batch. */
export const eventToBookReads = (
  ctx: CustomerContext,
  {
    event_id,
    option_ids,
    attendee_ids,
  }: Record<'option_ids' | 'attendee_ids', readonly string[]> & { event_id: string },
) =>
  [
    eventReads(ctx, [event_id]),
    waitingOf(ctx.db, event_id),
    lapsedByOption(ctx.db, option_ids, ctx.now),
    listedFor(ctx.db, { event_id, attendee_ids }),
    poolsOfHeld(ctx.db, ctx.actor.customer_id),
  ] as const

/** A public event, and its options with their places. */
export type EventToBook = Pick<RegistrationFacts, 'event' | 'hasWaitlist'> & {
  /** The event as it is stored, with its texts in every language. */
  record: EventRecord
  options: ShownEvent['options']
  /** For each option, the number of lapsed holds that it still counts as taken, and of extra places that stay. */
  lapsed: ReadonlyMap<string, { holds: number; extra: number }>
  /** The pools of the options of the event, and of the options in which the customer holds a place. */
  poolsOf: ReadonlyMap<string, readonly string[]>
  /** People of the booking who are on the waitlist of an option. */
  listed: Awaited<ReturnType<typeof listedFor>>
}

/** The event from the results of `eventToBookReads`. Throws `not_found` unless it is public and of the program. */
export function toEventToBook(
  ctx: CustomerContext,
  { program_id, event_id }: { program_id: string; event_id: string },
  [events, waiting, lapsed, listed, pools]: Results<ReturnType<typeof eventToBookReads>>,
): EventToBook {
  const [record] = events
  const shown = showEvents(ctx, events).get(event_id)
  if (!record || !shown || record.program.id !== program_id || !eventStates.visible.has(shown.event.status))
    throw new ApiError('not_found', { param: 'event_id' })
  return {
    event: shown.event,
    record,
    options: shown.options,
    hasWaitlist: waiting.length > 0,
    listed,
    lapsed: new Map(lapsed.map(({ option_id, ...counts }) => [option_id, counts])),
    poolsOf: new Map([
      ...Map.groupBy(pools, ({ option_id }) => option_id)
        .entries()
        .map(([id, rows]) => [id, rows.map(({ pool_id }) => pool_id)] as const),
      ...record.options.map((option) => [option.id, option.pools.map(({ id }) => id)] as const),
    ]),
  }
}
