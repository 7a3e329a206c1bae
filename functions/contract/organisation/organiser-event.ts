import * as z from 'zod/mini'
import { someOf } from './changed-fields.ts'
import { Money } from '../amount.ts'
import { waysBack } from '../money/refund.ts'
import { code, Key, lines, ProgramId } from '../field-rules.ts'
import { ProgramChange, ProgramFile } from './organiser.ts'
import { FileAttachment } from './file-attachments.ts'
import { FileEvent, FileGroup, FileOption } from './file-events.ts'
import { ProgramBilling } from './program-billing.ts'
import { text } from '../texts.ts'

export const InOrganiserProgram = z.strictObject({ program_id: ProgramId })
export const InOrganiserEvent = z.strictObject({ program_id: ProgramId, key: Key })

/** The version of an event or program when it was read. Every change gives it a new version. */
export const Version = z.string().check(z.maxLength(40))

/** A new event, in the form of the program file, created as a draft. */
export const CreateEventRequest = z.omit(FileEvent, { status: true })
export type CreateEventRequest = z.infer<typeof CreateEventRequest>

const removedKeys = z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(200, code('file_list'))))
/** An option with some of its fields; `remove` takes it out of pools. */
const someOption = someOf(z.extend(FileOption, { remove: z.strictObject({ pools: removedKeys }) }), ['key'])
const someOptions = z.array(someOption).check(z.maxLength(50, code('file_list')))
const someAttachments = z.array(someOf(FileAttachment, ['key'])).check(z.maxLength(20, code('file_list')))
const someGroups = z.array(someOf(FileGroup, ['key'])).check(z.maxLength(30, code('file_list')))
/** Items that a change removes: by key, and dates by their start. */
const removal = z.strictObject({
  options: removedKeys,
  attachments: removedKeys,
  groups: removedKeys,
  series_dates: removedKeys,
  venues: removedKeys,
  questions: removedKeys,
  promoted_products: removedKeys,
  tags: removedKeys,
  session_packages: removedKeys,
  membership_packages: removedKeys,
})
const changedFields = z.extend(CreateEventRequest, {
  options: someOptions,
  attachments: someAttachments,
  groups: someGroups,
  remove: removal,
})

/**
 * The changed fields of an event. Lists merge by key, and `remove` names the removed items. With `version`, the
 * version that was read, a later change returns 409. The status has its own calls.
 */
export const UpdateEventRequest = someOf(z.extend(changedFields, { status: FileEvent.shape.status, version: Version }))
export type UpdateEventRequest = z.infer<typeof UpdateEventRequest>
export type EventChanges = Omit<UpdateEventRequest, 'key' | 'status' | 'version'>

/** The key of the copy and the fields that differ. */
export const CopyEventRequest = someOf(changedFields, ['key'])
export type CopyEventRequest = z.infer<typeof CopyEventRequest>

/**
 * Body of POST …/events/{key}/cancel: the message to every registered customer, a string or one per language (`{en,
 * fr}`), 1 to 2,000 characters. With `dry_run` nothing changes, and the text may be missing.
 */
export const CancelEventRequest = z.strictObject({
  text: z.optional(text(lines(2000).check(z.minLength(1, code('required'))))),
  dry_run: z.optional(z.boolean()),
})
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
  version: z.string(),
  message: z.nullable(z.string()),
  changes: z.array(ProgramChange),
  event: FileEvent,
})
export type OrganiserEvent = z.infer<typeof OrganiserEvent>

/** What a cancellation would do: the places that end, the people on the waitlist, and what goes back by each way. */
const EventCancellation = z.strictObject({
  places: z.int(),
  waiting: z.int(),
  amount: Money,
  returned_by: z.array(z.strictObject({ by: z.enum(waysBack), amount: Money })),
})

/**
 * The event, the number of `registrations` being cancelled and of `families` that are told: each customer gets one mail
 * and a full refund. `preview` is null unless it is a dry run.
 */
export const CancelledEvent = z.extend(OrganiserEvent, {
  dry_run: z.boolean(),
  registrations: z.int(),
  families: z.int(),
  preview: z.nullable(EventCancellation),
})
export type CancelledEvent = z.infer<typeof CancelledEvent>

/** The lists of a program file; all other fields are settings of the program. */
export const programLists = {
  venues: true,
  resources: true,
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
/** Body of PUT organiser/programs/{program_id}/settings: only the fields that change, and the version that was read. */
export const UpdateProgramRequest = someOf(z.extend(ProgramSettings, { version: Version }))
export type UpdateProgramRequest = z.infer<typeof UpdateProgramRequest>

/** A program for its organisation: its settings, and its contract with the operator. */
export const OrganiserProgram = z.strictObject({
  object: z.literal('organiser_program'),
  version: z.string(),
  message: z.nullable(z.string()),
  changes: z.array(ProgramChange),
  program: ProgramSettings,
  billing: ProgramBilling,
})
export type OrganiserProgram = z.infer<typeof OrganiserProgram>
