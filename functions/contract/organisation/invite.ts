import * as z from 'zod/mini'
import { FieldError } from '../api-error.ts'
import { code, Language } from '../field-rules.ts'

/** Maximum number of rows in a file of invites. */
export const maxInviteRows = 2000
/** The columns of the file; the first line names them, in any order. */
export const inviteColumns = ['email', 'first_name', 'last_name'] as const
export type InviteColumn = (typeof inviteColumns)[number]

/**
 * Body of POST invites, as multipart: `file` is the CSV. `dry_run` stores and sends nothing; `skip_errors` leaves out
 * rows with mistakes and invites the others.
 */
export const InvitesRequest = z.strictObject({
  file: z.string({ error: code('required') }),
  language: z.optional(Language),
  dry_run: z.optional(z.enum(['true', 'false'], { error: code('invalid_option') })),
  skip_errors: z.optional(z.enum(['true', 'false'], { error: code('invalid_option') })),
})
export type InvitesRequest = z.infer<typeof InvitesRequest>

/**
 * Why a row of the file gets no invite: each address gets at most one, and none if it unsubscribed or is suppressed.
 */
export const inviteReasons = ['repeated', 'already_invited', 'already_joined', 'unsubscribed', 'suppressed'] as const
export type InviteReason = (typeof inviteReasons)[number]
const counts = Object.fromEntries(inviteReasons.map((reason) => [reason, z.int()])) as Record<
  InviteReason,
  z.ZodMiniInt
>

/**
 * The result of a file of invites. `message` summarises it in the caller's language; `errors` are the mistakes in rows
 * that were left out.
 */
export const InvitesSent = z.strictObject({
  object: z.literal('invites'),
  program_id: z.string(),
  dry_run: z.boolean(),
  message: z.string(),
  rows: z.int(),
  invited: z.int(),
  left_out: z.strictObject(counts),
  errors: z.array(FieldError),
})
export type InvitesSent = z.infer<typeof InvitesSent>
