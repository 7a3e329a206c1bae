import * as z from 'zod/mini'
import { programAttendeeStatuses } from '../states/attendee-states.ts'
import { timeInProgram } from './attendee.ts'
import { Id, line, ProgramId } from '../field-rules.ts'
import { oneOrMore, paging } from '../paging.ts'

/** A person of a program for its organisation, without anything about health. */
export const OrganiserAttendee = z.strictObject({
  id: z.string(),
  object: z.literal('organiser_attendee'),
  program_id: z.string(),
  attendee_id: z.string(),
  status: z.enum(programAttendeeStatuses),
  is_archived: z.boolean(),
  archived_by_program_at: z.nullable(z.string()),
  first_name: z.string(),
  last_name: z.string(),
  date_of_birth: z.nullable(z.string()),
  ...timeInProgram,
  created: z.string(),
  updated: z.string(),
})
export type OrganiserAttendee = z.infer<typeof OrganiserAttendee>

/** Query of an organisation's list of its people: active ones by default. */
export const OrganiserAttendeeListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['name', 'created', 'last_attended']), 'name'),
  status: z.optional(oneOrMore(z.enum(programAttendeeStatuses))),
})
export type OrganiserAttendeeListQuery = z.infer<typeof OrganiserAttendeeListQuery>
/** Path of one person of a program. */
export const InOrganiserAttendee = z.strictObject({ program_id: ProgramId, program_attendee_id: Id })
/** Body of POST …/archive: the reason, for the history. */
export const ArchiveAttendeeRequest = z.strictObject({ reason: z.nullish(line(255)) })
