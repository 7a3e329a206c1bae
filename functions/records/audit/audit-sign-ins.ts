import { hourMs, minuteMs } from '../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { siteAlert } from '../../delivery/mail/site-alert.ts'
import { countWrongAttempts } from './audit-rows.ts'

/**
 * More wrong attempts than this within a quarter of an hour, over all accounts, are an attack, even if each account had
 * few.
 */
const maxWrongAttempts = 500
const withinMs = 15 * minuteMs

/** Scheduled task: alerts the site's operator, at most once an hour, when passwords are tried on many accounts. */
export async function auditSignIns(ctx: Ctx): Promise<void> {
  const { wrong, accounts } = await countWrongAttempts(ctx.db, ctx.now - withinMs)
  if (wrong <= maxWrongAttempts) return

  const hour = new Date(Math.floor(ctx.now / hourMs) * hourMs).toISOString().slice(0, 13)
  const words =
    'Passwords are being tried on this site: far more wrong ones than usual came in a quarter of an hour. Each account still takes five and then makes its caller wait; nothing has to be done at once.'
  const alert = siteAlert(ctx, {
    about: `sign-ins:${hour}`,
    words,
    facts: { 'Wrong attempts in 15 minutes': wrong, Accounts: accounts },
  })
  if (alert.length > 0) await commit(ctx, alert)
}
