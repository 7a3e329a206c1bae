import type { Ctx } from '../../platform/context.ts'
import { hashEnv, hashPassword } from './password-hash.ts'
import { isPasswordTooEasy } from './password-rules.ts'
import { findProgramBrief, type UserRow } from './user-rows.ts'
import { refusedField } from '../../contract/sentences/sentence.ts'

type NewPassword = { user: UserRow['user']; program_id: string | null; password: string }

/** The hash of a new password; throws when it is too easy to guess. */
export async function newPasswordHash(ctx: Ctx, input: NewPassword): Promise<string> {
  await refuseEasyPassword(ctx, input)
  return hashPassword(input.password, hashEnv(ctx, null))
}

/** Throws when a new password is too easy to guess. */
export async function refuseEasyPassword(ctx: Ctx, input: NewPassword): Promise<void> {
  const [program] = input.program_id ? await findProgramBrief(ctx, input.program_id) : []
  const { email, first_name, last_name } = input.user
  if (await isPasswordTooEasy(input.password, { email, first_name, last_name, program_name: program?.name ?? null }))
    throw refusedField(ctx, 'password_too_common', 'password')
}
