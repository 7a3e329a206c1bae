import { eventReads, showEvents } from '../../offering/catalogue/events-for.ts'
import type { Eligibility, EligibilityQuery } from '../../contract/booking/eligibility.ts'
import { type List, list } from '../../contract/paging.ts'
import { eligibilitySentence } from '../../contract/sentences/sentence.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { placesOfFamilyIn, publishedAmong, registerable } from './eligibility-rows.ts'
import { ageReason, personEligibility } from './person-eligibility.ts'

/**
 * Which members of the caller's family each of these events suits, in the order of the ids. Unpublished events are left
 * out.
 */
export async function listEligibility(ctx: CustomerContext, input: EligibilityQuery): Promise<List<Eligibility>> {
  const { customer_id } = ctx.actor
  const ids = [...new Set(input.event_id)]
  const [people, places, records] = await ctx.db.batch([
    registerable(ctx.db, ctx.actor, input.attendee_id),
    placesOfFamilyIn(ctx.db, customer_id, ids),
    eventReads(ctx, publishedAmong(ids)),
  ])
  const booked = new Set(places.map(({ attendee_id, event_id }) => `${attendee_id} ${event_id}`))
  const shown = showEvents(ctx, records)
  const data = ids.flatMap((event_id): Eligibility[] => {
    const shownEvent = shown.get(event_id)
    if (!shownEvent) return []
    const { starts_at, timezone } = shownEvent.event
    const about = { starts_at: Date.parse(starts_at), timezone }
    const options = [...shownEvent.options.values()]
    const attendees = people.map(({ person }) => ({
      attendee_id: person.id,
      first_name: person.first_name,
      result: booked.has(`${person.id} ${event_id}`) ? ('booked' as const) : personEligibility(options, person, about),
    }))
    const named = attendees.map((each, index) => {
      const person = people[index]?.person
      const reason = person && each.result === 'not_eligible' ? ageReason(options, person, about) : null
      return { first_name: each.first_name, result: reason ?? each.result }
    })
    return [{ object: 'eligibility', event_id, sentence: eligibilitySentence(named, ctx.language), attendees }]
  })
  return list(data, data.length, { limit: data.length, skip: 0 })
}
