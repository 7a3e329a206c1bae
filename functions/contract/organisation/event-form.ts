import * as z from 'zod/mini'
import { questionTypes } from '../offering/event.ts'
import { FileVenue } from './organiser.ts'
import { OrganiserEvent } from './organiser-event.ts'

const Named = z.strictObject({ key: z.string(), name: z.string() })
/** Query of GET event_form: the event to change; without it, the form of a new one. */
export const EventFormQuery = z.strictObject({ event_id: z.optional(z.string().check(z.maxLength(80))) })
/** What the form of an event offers: the event as it is, and what it may name. */
export const EventForm = z.strictObject({
  object: z.literal('event_form'),
  program_id: z.string(),
  event: z.nullable(OrganiserEvent),
  venues: z.array(Named),
  waivers: z.array(Named),
  questions: z.array(z.extend(Named, { type: z.enum(questionTypes), required: z.boolean(), is_health: z.boolean() })),
})
export type EventForm = z.infer<typeof EventForm>

/** Body of POST venues: a place with its address; its key follows from its name. */
export const CreateVenueRequest = z.omit(FileVenue, { key: true, timezone: true })
export type CreateVenueRequest = z.infer<typeof CreateVenueRequest>
export const OrganiserVenue = z.strictObject({
  object: z.literal('organiser_venue'),
  program_id: z.string(),
  id: z.string(),
  key: z.string(),
  ...CreateVenueRequest.shape,
})
export type OrganiserVenue = z.infer<typeof OrganiserVenue>
