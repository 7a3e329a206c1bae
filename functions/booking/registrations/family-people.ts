import type { CustomerActor } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { FitPerson } from '../../contract/booking/person-fit.ts'
import type { EventListQuery } from '../../contract/offering/event.ts'
import { eventFilters, type PublicFilterName } from '../../contract/event-filters.ts'
import { countCards } from '../../offering/catalogue/list-cards.ts'
import type { Counted } from '../../offering/catalogue/list-events.ts'
import { registerable } from './eligibility-rows.ts'

export type FamilyPerson = FitPerson & { id: string; first_name: string }
type Reader = Pick<CustomerActor, 'customer_id'>

/** The people whom a customer may register, with the facts that decide what suits them. */
export async function familyPeople(ctx: Ctx, { customer_id }: Reader): Promise<FamilyPerson[]> {
  const rows = await registerable(ctx.db, { customer_id }, undefined)
  return rows.map(({ person: { id, first_name, date_of_birth, gender } }) => ({
    id,
    first_name,
    date_of_birth,
    gender,
  }))
}

/** The number of a program's upcoming events that suit these people of the customer's family; others, and people above the filter's limit, are ignored. */
export async function countSuiting(
  ctx: Ctx,
  reader: Reader,
  {
    attendee_ids,
    ...filters
  }: { program_id: string; attendee_ids: readonly string[] } & Pick<EventListQuery, PublicFilterName>,
): Promise<Counted> {
  const all = (await familyPeople(ctx, reader)).filter(({ id }) => attendee_ids.includes(id))
  const people = all.slice(0, eventFilters.for.control.count)
  return countCards(ctx, { ...filters, for: people, limit: 0, skip: 0 })
}
