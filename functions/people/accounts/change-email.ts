import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { undoLinkMs } from './code-limits.ts'
import { closeCodes, insertEmailChange } from './code-rows.ts'
import { sendCode } from './send-code.ts'
import { type UserChange, type UserRow, updateUser } from './user-rows.ts'
import { emailKey } from '../../contract/field-rules.ts'

/**
 * Statements that request a change of email. The new address is pending until its code is entered. The old address
 * keeps working and gets a mail about the change. A new spelling of the customer's own address is stored as typed.
 */
export async function changeEmail(
  ctx: Ctx,
  { user }: UserRow,
  input: { email: string; program_id: string | null; goto: string | null; also?: UserChange },
): Promise<Statement[]> {
  const also = input.also ?? {}
  if (emailKey(input.email) === user.email_key)
    return [
      updateUser(ctx, user.id, { ...also, email: input.email, pending_email: null }),
      ...(user.pending_email === null ? [] : [closeCodes(ctx, user.id)]),
    ]

  const id = ctx.newId('ecd')
  const code = await sendCode(ctx, {
    user_id: user.id,
    email: input.email,
    language: also.language ?? user.language,
    program_id: input.program_id,
    goto: input.goto,
  })
  return [
    updateUser(ctx, user.id, { ...also, pending_email: input.email }),
    closeCodes(ctx, user.id),
    ...code.limits,
    ...code.writes,
    insertEmailChange(ctx, {
      id,
      user_id: user.id,
      old_email: user.email,
      old_email_key: user.email_key,
      old_is_verified: user.is_email_verified,
      new_email: input.email,
      created: ctx.now,
      expires_at: ctx.now + undoLinkMs,
    }),
    recordEvent(ctx, { kind: 'account.email_changed', ref: id, body: { program_id: input.program_id } }),
  ]
}
