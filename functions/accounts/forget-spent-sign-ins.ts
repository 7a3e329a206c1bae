import type { Ctx } from '../context.ts'
import { forgetAuthorizationCodes } from './authorization-code-rows.ts'
import { forgetCodes } from './code-rows.ts'
import { forgetChallenges, forgetPasskeys } from './passkey-rows.ts'
import { deleteOldRecoveries } from './recovery-rows.ts'
import { forgetTokens } from './session-rows.ts'
import { deleteOldAttempts } from './attempt-rows.ts'

const dayMs = 86_400_000
/** Codes and attempts are kept a day for questions about them; a refresh token until a week after it has run out; a recovery for a week. */
const tokenWeekMs = 7 * dayMs

/** The clock forgets what no sign-in can use any more, some hundreds of each a minute. */
export async function forgetSpentSignIns(ctx: Ctx): Promise<void> {
  await ctx.db.batch([
    deleteOldAttempts(ctx, ctx.now - dayMs),
    forgetCodes(ctx, ctx.now - dayMs),
    forgetAuthorizationCodes(ctx, ctx.now - dayMs),
    forgetChallenges(ctx, ctx.now - dayMs),
    forgetPasskeys(ctx, ctx.now - tokenWeekMs),
    forgetTokens(ctx, ctx.now - tokenWeekMs),
    deleteOldRecoveries(ctx, ctx.now - tokenWeekMs),
  ])
}
