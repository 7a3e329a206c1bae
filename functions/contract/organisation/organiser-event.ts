import * as z from 'zod/mini'
import { someOf } from './changed-fields.ts'
import { code, Key, lines, ProgramId } from '../field-rules.ts'
import { ProgramChange, ProgramFile } from './organiser.ts'
import { FileEvent } from './file-events.ts'
import { ProgramBilling } from './program-billing.ts'
import { text } from '../texts.ts'

export const InOrganiserProgram = z.strictObject({ program_id: ProgramId })
export const InOrganiserEvent = z.strictObject({ program_id: ProgramId, key: Key })

/** A new event, in the words of the program file; it begins as a draft. */
export const CreateEventRequest = z.omit(FileEvent, { status: true })
export type CreateEventRequest = z.infer<typeof CreateEventRequest>

/** What changes of an event. A list is given whole: its items are known by their keys. The state changes by its own calls. */
export const UpdateEventRequest = someOf(FileEvent)
export type UpdateEventRequest = z.infer<typeof UpdateEventRequest>

/** The key of the copy, and what is different about it. */
export const CopyEventRequest = someOf(CreateEventRequest, ['key'])
export type CopyEventRequest = z.infer<typeof CopyEventRequest>

/** Body of POST …/events/{key}/cancel: what every registered customer is told, a string or one per language (`{en, fr}`), 1 to 2,000 characters. */
export const CancelEventRequest = z.strictObject({ text: text(lines(2000).check(z.minLength(1, code('required')))) })
export type CancelEventRequest = z.infer<typeof CancelEventRequest>

/** An event as its organisation sees it: `event` is what the program file says of it. `message` tells what the call has done, `changes` what that changed. */
export const OrganiserEvent = z.strictObject({
  object: z.literal('organiser_event'),
  id: z.string(),
  program_id: z.string(),
  url: z.string(),
  message: z.nullable(z.string()),
  changes: z.array(ProgramChange),
  event: FileEvent,
})
export type OrganiserEvent = z.infer<typeof OrganiserEvent>

/** `registrations` is how many are being cancelled; each customer gets one mail, and everything back that was paid. */
export const CancelledEvent = z.extend(OrganiserEvent, { registrations: z.int() })
export type CancelledEvent = z.infer<typeof CancelledEvent>

/** The lists of a program file; all else is said of the program itself. */
export const programLists = {
  venues: true,
  pools: true,
  waivers: true,
  questions: true,
  events: true,
  coupons: true,
  appointment_types: true,
  session_packages: true,
  membership_packages: true,
  categories: true,
  products: true,
} as const
/** What the program file says of the program itself, without its lists. */
export const ProgramSettings = z.omit(ProgramFile, programLists)
export type ProgramSettings = z.infer<typeof ProgramSettings>
/** Body of PUT organiser/programs/{program_id}/settings: only the fields that change. */
export const UpdateProgramRequest = someOf(ProgramSettings)
export type UpdateProgramRequest = z.infer<typeof UpdateProgramRequest>

/** A program as its organisation sees it: what its file says of it, and how it stands with the people who run the site. */
export const OrganiserProgram = z.strictObject({
  object: z.literal('organiser_program'),
  message: z.nullable(z.string()),
  changes: z.array(ProgramChange),
  program: ProgramSettings,
  billing: ProgramBilling,
})
export type OrganiserProgram = z.infer<typeof OrganiserProgram>
