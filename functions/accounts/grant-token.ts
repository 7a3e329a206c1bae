import type { Token } from '../contract/account.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import { refreshSession } from './refresh-session.ts'

type GrantTokenInput = { refresh_token?: string | null | undefined }

/** POST oauth/token. Without a grant_type the fields of a Token mean a refresh. */
export async function grantToken(ctx: Ctx, input: GrantTokenInput): Promise<Token> {
  if (!input.refresh_token) throw new ApiError('required', { param: 'refresh_token' })
  return refreshSession(ctx, { refresh_token: input.refresh_token })
}
