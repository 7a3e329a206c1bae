import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { siteAlert } from '../mail/site-alert.ts'
import { countWrongAttempts } from './sign-in-rows.ts'

/** So many wrong tries of all accounts together within a quarter of an hour are an attack, however few each account saw. */
const maxWrongAttempts = 500
const withinMs = 15 * 60_000
const hourMs = 3_600_000

/** The clock's part: tells whoever runs the site when passwords are tried on many accounts, at most once an hour. */
export async function auditSignIns(ctx: Ctx): Promise<void> {
  const { tries, accounts } = await countWrongAttempts(ctx.db, ctx.now - withinMs)
  if (tries <= maxWrongAttempts) return

  const hour = new Date(Math.floor(ctx.now / hourMs) * hourMs).toISOString().slice(0, 13)
  const words =
    'Passwords are being tried on this site: far more wrong ones than usual came in a quarter of an hour. Each account still takes five and then makes its caller wait; nobody has to do anything at once.'
  const alert = siteAlert(ctx, {
    about: `sign-ins:${hour}`,
    words,
    facts: { 'Wrong tries in 15 minutes': tries, Accounts: accounts },
  })
  if (alert.length > 0) await commit(ctx, alert)
}
