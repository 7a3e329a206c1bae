import { ApiError } from '../../contract/api-error.ts'
import type { EventRecord } from '../../offering/catalogue/event-record.ts'
import { eventReads, type ShownEvent, showEvents } from '../../offering/catalogue/events-for.ts'
import type { CustomerContext } from '../../platform/context.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import { ownCreditsIn, type UsableCredits, usableCredits } from '../session-credits/spend-credit.ts'
import type { Program, RegistrationFacts } from './load-registration-facts.ts'
import {
  contactInProgram,
  familyMembershipsIn,
  lapsedByOption,
  othersOfPeople,
  peopleInProgram,
  programOf,
  type Registrant,
  waitingOf,
} from './register-rows.ts'

type Chosen = { program_id: string; event_id: string; attendee_ids: readonly string[]; option_ids: readonly string[] }

/** The queries that decide about places of one event for several people of a customer, for a batch. */
export const familyReads = (ctx: CustomerContext, { program_id, event_id, attendee_ids, option_ids }: Chosen) => {
  const { customer_id } = ctx.actor
  return [
    eventReads(ctx, [event_id]),
    programOf(ctx.db, program_id),
    contactInProgram(ctx.db, { program_id, customer_id }),
    peopleInProgram(ctx.db, { attendee_ids, program_id, customer_id }),
    othersOfPeople(ctx.db, attendee_ids, ctx.now),
    waitingOf(ctx.db, event_id),
    lapsedByOption(ctx.db, option_ids, ctx.now),
    ownCreditsIn(ctx, program_id),
    familyMembershipsIn(ctx.db, { program_id, customer_id }),
  ] as const
}
type Reads = ReturnType<typeof familyReads>
export type FamilyResults = readonly [
  Awaited<Reads[0]>,
  Awaited<Reads[1]>,
  Awaited<Reads[2]>,
  Awaited<Reads[3]>,
  Awaited<Reads[4]>,
  Awaited<Reads[5]>,
  Awaited<Reads[6]>,
  Awaited<Reads[7]>,
  Awaited<Reads[8]>,
]

/** An event and the people of a customer who may be registered for it. */
export type FamilyOfEvent = Pick<RegistrationFacts, 'customer_id' | 'event' | 'hasWaitlist'> & {
  /** The event as it is stored, with its texts in every language. */
  record: EventRecord
  options: ShownEvent['options']
  program: Program
  /** The caller. `id` is null before they join the program. */
  contact: Omit<RegistrationFacts['contact'], 'id'> & { id: string | null }
  people: FamilyResults[3]
  /** The other bookings of these people. */
  others: FamilyResults[4]
  /** The number of lapsed holds that an option still counts as taken. */
  lapsed: ReadonlyMap<string, number>
  credits: UsableCredits[]
  /** The open memberships of the customer for the whole family. */
  memberships: Registrant['memberships']
}

/** The family from the results of `familyReads`. Throws `not_found` unless the event is public and of the program. */
export function toFamily(
  ctx: CustomerContext,
  { program_id, event_id }: Pick<Chosen, 'program_id' | 'event_id'>,
  [events, [program], [contact], people, others, waiting, lapsed, credits, [held]]: FamilyResults,
): FamilyOfEvent {
  const [record] = events
  const shown = showEvents(ctx, events).get(event_id)
  if (!program || program.billing_status === 'cancelled' || !contact)
    throw new ApiError('not_found', { param: 'program_id' })
  if (!record || !shown || record.program.id !== program_id || !eventStates.visible.has(shown.event.status))
    throw new ApiError('not_found', { param: 'event_id' })
  return {
    customer_id: ctx.actor.customer_id,
    event: shown.event,
    record,
    options: shown.options,
    program,
    contact,
    people,
    others,
    hasWaitlist: waiting.length > 0,
    lapsed: new Map(
      lapsed.flatMap(({ option_id, holds }) => (option_id === null ? [] : [[option_id, holds] as const])),
    ),
    credits: usableCredits(credits),
    memberships: held?.memberships ?? [],
  }
}
