import * as z from 'zod/mini'
import { code, Email, GivenPassword, Id, NewPassword, ProgramId } from '../field-rules.ts'
import { recoveryStatuses } from '../states/recovery-states.ts'

/**
 * A link that sets a new password: valid once within an hour, unless a newer one is sent. `sent_to` is the masked
 * email. `email` (our addition) is the account's, so that a password manager stores the new password under it; null for
 * a link that sets no password any longer.
 */
export const Recovery = z.strictObject({
  id: z.string(),
  object: z.literal('recovery'),
  program_id: z.string(),
  status: z.enum(recoveryStatuses),
  sent_to: z.string(),
  email: z.nullable(z.string()),
  expires_at: z.string(),
  used_at: z.nullable(z.string()),
  superseded_at: z.nullable(z.string()),
  created: z.string(),
})
export type Recovery = z.infer<typeof Recovery>

/** Body of POST recovery. */
export const RecoveryRequest = z.strictObject({ email: Email, program_id: ProgramId })
export type RecoveryRequest = z.infer<typeof RecoveryRequest>

/** `/recovery/{recovery_id}` in a path, with the id from the mail. */
export const InRecovery = z.strictObject({ recovery_id: Id })

/** Body of POST recovery/{recovery_id}. */
export const ResetPasswordRequest = z.strictObject({ password: NewPassword })

/** Body of POST profile/password. */
export const ChangePasswordRequest = z.strictObject({
  old_password: GivenPassword,
  password: NewPassword,
  confirm_password: z.string({ error: code('required') }).check(z.minLength(1, code('required'))),
})
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>
