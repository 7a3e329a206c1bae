import type { Done } from '../contract/account.ts'
import { accountWords, type DoneName } from '../contract/sentences/account-words.ts'
import type { Ctx } from '../context.ts'

/** The answer of a call that has nothing to show but that it was done. */
export function done(ctx: Ctx, what: DoneName): Done {
  return { object: 'done', message: accountWords[ctx.language].done[what] }
}
