import type { Ctx } from '../context.ts'
import { hashEnv, hashPassword } from './password-hash.ts'
import { isPasswordTooEasy } from './password-rules.ts'
import { refusedField } from './refused-field.ts'
import { findProgramBrief, type UserRow } from './user-rows.ts'

/** The hash of a new password; refused where it is too easy to guess. */
export async function newPasswordHash(
  ctx: Ctx,
  input: { user: UserRow['user']; program_id: string | null; password: string },
): Promise<string> {
  const [program] = input.program_id ? await findProgramBrief(ctx, input.program_id) : []
  const { email, first_name, last_name } = input.user
  if (await isPasswordTooEasy(input.password, { email, first_name, last_name, program_name: program?.name ?? null }))
    throw refusedField(ctx, 'password_too_common', 'password')
  return hashPassword(input.password, hashEnv(ctx, null))
}
