import * as z from 'zod/mini'
import { Key, ProgramId } from '../field-rules.ts'
import { flag } from './file-fields.ts'
import { FileQuestion, FileVenue } from './organiser.ts'
import { OrganiserEvent, Version } from './organiser-event.ts'

const Named = z.strictObject({ key: z.string(), name: z.string() })

/**
 * Body of POST questions, whose key follows from its title. `is_health` adds the sentence about health to its help, or
 * takes it away.
 */
export const QuestionRequest = z.extend(
  z.pick(FileQuestion, { title: true, type: true, required: true, choices: true }),
  {
    is_health: flag(false),
  },
)
export type QuestionRequest = z.infer<typeof QuestionRequest>
/** Body of PUT questions/{key}. With `version`, the version that was read, a later change returns 409. */
export const ChangeQuestionRequest = z.extend(QuestionRequest, { version: z.optional(Version) })
export type ChangeQuestionRequest = z.infer<typeof ChangeQuestionRequest>
/** A question of a program. `is_health` is also true for one whose own words are about health. */
export const OrganiserQuestion = z.strictObject({
  object: z.literal('organiser_question'),
  program_id: z.string(),
  key: z.string(),
  name: z.string(),
  ...QuestionRequest.shape,
  version: z.string(),
})
export type OrganiserQuestion = z.infer<typeof OrganiserQuestion>
export const InOrganiserQuestion = z.strictObject({ program_id: ProgramId, key: Key })
/** Query of GET event_form: the event to change; without it, the form of a new one. */
export const EventFormQuery = z.strictObject({ event_id: z.optional(z.string().check(z.maxLength(80))) })
/** What the form of an event offers: the event as it is, and what it may name. */
export const EventForm = z.strictObject({
  object: z.literal('event_form'),
  program_id: z.string(),
  event: z.nullable(OrganiserEvent),
  venues: z.array(Named),
  waivers: z.array(Named),
  questions: z.array(z.extend(Named, { ...QuestionRequest.shape, version: z.string() })),
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
