import * as z from 'zod/mini'
import { Event, EventOption } from '../offering/event.ts'
import { Id, line, lines, ProgramId } from '../field-rules.ts'
import { Money } from '../amount.ts'
import { oneOrMore, paging } from '../paging.ts'
import { OrganiserContact } from '../people/customer.ts'
import * as registrationStates from '../states/registration-states.ts'

/** A waitlist entry: its people, their position, and their offer. */
export const WaitlistEntry = z.strictObject({
  id: z.string(),
  object: z.literal('waitlist_entry'),
  program_id: z.string(),
  event_id: z.string(),
  status: z.enum(registrationStates.registrationStatuses),
  registration_ids: z.array(z.string()),
  option_ids: z.array(z.string()),
  attendee_profile_ids: z.array(z.string()),
  group_key: z.nullable(z.string()),
  position: z.nullable(z.int()),
  offer_expires_at: z.nullable(z.string()),
  offer_url: z.nullable(z.string()),
  created: z.string(),
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>

/** Outcomes of an offer. */
export const offerStatuses = ['open', 'claimed', 'declined', 'expired'] as const
/** An offered place, as the page that its mail links to shows it: first names only. */
export const WaitlistOffer = z.strictObject({
  object: z.literal('waitlist_offer'),
  status: z.enum(offerStatuses),
  program_id: z.string(),
  expires_at: z.nullable(z.string()),
  event: Event,
  places: z.array(z.strictObject({ registration_id: z.string(), first_name: z.string(), option: EventOption })),
  amount_total: Money,
  amount_cost: Money,
})
export type WaitlistOffer = z.infer<typeof WaitlistOffer>

/** An entry of an event's waitlist, for its organisation. */
export const OrganiserWaitlistEntry = z.strictObject({
  id: z.string(),
  object: z.literal('organiser_waitlist_entry'),
  program_id: z.string(),
  event_id: z.string(),
  status: z.enum(registrationStates.listed.statuses),
  position: z.nullable(z.int()),
  skips: z.int(),
  people: z.array(
    z.strictObject({
      registration_id: z.string(),
      attendee_profile_id: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      option_id: z.string(),
      option: z.string(),
    }),
  ),
  customer_profile: OrganiserContact,
  offered_at: z.nullable(z.string()),
  offer_expires_at: z.nullable(z.string()),
  created: z.string(),
})
export type OrganiserWaitlistEntry = z.infer<typeof OrganiserWaitlistEntry>

const listFilters = {
  status: z.optional(oneOrMore(z.enum(registrationStates.listed.statuses))),
  option_id: z.optional(Id),
}
/** Query of an organisation's waitlist of an event. */
export const OrganiserWaitlistQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['position']), 'position'),
  ...listFilters,
})
export type OrganiserWaitlistQuery = z.infer<typeof OrganiserWaitlistQuery>
/** Query of the complete waitlist as a file, with the same filters. */
export const OrganiserWaitlistExportQuery = z.strictObject(listFilters)

export const InOrganiserWaitlistEntry = z.strictObject({ program_id: ProgramId, waitlist_entry_id: Id })
/** Staff let places be extra ones, with the reason for the history. */
export const OverCapacity = z.strictObject({ reason: line(500) })

/**
 * Body of POST waitlist/{waitlist_entry_id}/offer. An offer out of turn needs a reason. With
 * `over_capacity` places are extra where none is free; its reason also serves out of turn.
 */
export const OfferPlaceRequest = z.strictObject({
  reason: z.nullish(lines(500)),
  over_capacity: z.nullish(OverCapacity),
})
export type OfferPlaceRequest = z.infer<typeof OfferPlaceRequest>

const token = z.string().check(z.minLength(1), z.maxLength(400))
export const WaitlistOfferQuery = z.strictObject({ program_id: ProgramId, token })
export type WaitlistOfferQuery = z.infer<typeof WaitlistOfferQuery>
/** Body of POST waitlist_offers/decline. */
export const DeclineWaitlistOfferRequest = z.strictObject({ program_id: ProgramId, token })
export type DeclineWaitlistOfferRequest = z.infer<typeof DeclineWaitlistOfferRequest>
