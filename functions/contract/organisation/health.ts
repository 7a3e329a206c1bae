import * as z from 'zod/mini'
import { line } from '../field-rules.ts'
import { AnswerValue } from '../booking/registration.ts'
import { paging } from '../paging.ts'
import { healthReaderRoles, healthSeenOn } from '../people/invitation.ts'

/** Days before and after a place of a person between which its organisation may read their health information. */
export const healthDaysBefore = 30
export const healthDaysAfter = 14
/** Reads with a reason in a day by one reader after which the organisation's owner gets a mail. */
export const healthReadsADay = 20

/** Why a reader without the standing right reads health information; percent-encoded in the header. */
export const HealthReason = line(250)
/** The reason of a reader, undefined without one. */
export type ReadFor = { reason: string | undefined }

/** A read of a person's health notes by the organisation. The reader has a name while they are known to the program. */
export const HealthRead = z.strictObject({
  id: z.string(),
  object: z.literal('health_read'),
  program_id: z.string(),
  reader_name: z.nullable(z.string()),
  role: z.nullable(z.enum(healthReaderRoles)),
  first_name: z.string(),
  last_name: z.string(),
  seen_on: z.nullable(z.enum(healthSeenOn)),
  reason: z.nullable(z.string()),
  at: z.string(),
})
export type HealthRead = z.infer<typeof HealthRead>

/** Query of GET health_reads: paging only, the newest first. */
export const HealthReadListQuery = z.strictObject({ limit: paging.limit, skip: paging.skip })
export type HealthReadListQuery = z.infer<typeof HealthReadListQuery>

/** Query of GET registrations/{registration_id}/health. */
export const HealthQuery = z.strictObject({
  seen_on: z._default(z.enum(healthSeenOn), 'registration'),
})
export type HealthQuery = z.infer<typeof HealthQuery>

/** The health information of a person with a place: their notes, and their answers to questions about health. */
export const RegistrationHealth = z.strictObject({
  object: z.literal('registration_health'),
  registration_id: z.string(),
  attendee_profile_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  medical_history: z.nullable(z.string()),
  dietary_restrictions: z.nullable(z.string()),
  health_card_number: z.nullable(z.string()),
  answers: z.array(z.strictObject({ field_id: z.string(), title: z.string(), value: AnswerValue })),
})
export type RegistrationHealth = z.infer<typeof RegistrationHealth>
