import * as z from 'zod/mini'
import { someOf } from './changed-fields.ts'
import { code, Key, lines, ProgramId } from '../field-rules.ts'
import { ProgramChange, ProgramFile } from './organiser.ts'
import { FileEvent } from './file-events.ts'
import { ProgramBilling } from './program-billing.ts'
import { text } from '../texts.ts'

export const InOrganiserProgram = z.strictObject({ program_id: ProgramId })
export const InOrganiserEvent = z.strictObject({ program_id: ProgramId, key: Key })

/** A new event, in the form of the program file, created as a draft. */
export const CreateEventRequest = z.omit(FileEvent, { status: true })
export type CreateEventRequest = z.infer<typeof CreateEventRequest>

/**
 * The changed fields of an event. A list must be complete: its items are identified by their keys. The status has its
 * own calls.
 */
export const UpdateEventRequest = someOf(FileEvent)
export type UpdateEventRequest = z.infer<typeof UpdateEventRequest>

/** The key of the copy and the fields that differ. */
export const CopyEventRequest = someOf(CreateEventRequest, ['key'])
export type CopyEventRequest = z.infer<typeof CopyEventRequest>

/**
 * Body of POST …/events/{key}/cancel: the message to every registered customer, a string or one per language (`{en,
 * fr}`), 1 to 2,000 characters.
 */
export const CancelEventRequest = z.strictObject({ text: text(lines(2000).check(z.minLength(1, code('required')))) })
export type CancelEventRequest = z.infer<typeof CancelEventRequest>

/**
 * An event for its organisation: `event` is its part of the program file. `message` summarises the effect of the call,
 * `changes` lists it.
 */
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

/** `registrations` is the number of registrations being cancelled; each customer gets one mail and a full refund. */
export const CancelledEvent = z.extend(OrganiserEvent, { registrations: z.int() })
export type CancelledEvent = z.infer<typeof CancelledEvent>

/** The lists of a program file; all other fields are settings of the program. */
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
/** The settings of a program file, without its lists. */
export const ProgramSettings = z.omit(ProgramFile, programLists)
export type ProgramSettings = z.infer<typeof ProgramSettings>
/** Body of PUT organiser/programs/{program_id}/settings: only the fields that change. */
export const UpdateProgramRequest = someOf(ProgramSettings)
export type UpdateProgramRequest = z.infer<typeof UpdateProgramRequest>

/** A program for its organisation: its settings, and its contract with the operator. */
export const OrganiserProgram = z.strictObject({
  object: z.literal('organiser_program'),
  message: z.nullable(z.string()),
  changes: z.array(ProgramChange),
  program: ProgramSettings,
  billing: ProgramBilling,
})
export type OrganiserProgram = z.infer<typeof OrganiserProgram>
