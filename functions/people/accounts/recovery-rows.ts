import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { customers, recoveries, users } from '../../platform/database/tables.ts'
import { hourMs } from '../../contract/limits.ts'
import { maxRecoveriesPerHour, recoveryMs, recoveryResendMs } from './recovery-state.ts'

export type RecoveryRow = typeof recoveries.$inferSelect

/**
 * Creates a link for the account of an email, if there is one and it may get another link now. It works for an hour
 * unless `validMs` says otherwise.
 */
export const insertRecovery = (
  ctx: Ctx,
  input: { id: string; email_key: string; program_id: string; validMs?: number },
): Statement =>
  ctx.db.insert(recoveries).select(
    sql`SELECT ${input.id}, users.id, ${input.program_id}, users.email, ${ctx.now}, ${ctx.now + (input.validMs ?? recoveryMs)}, NULL, NULL, NULL
      FROM users WHERE users.email_key = ${input.email_key} AND users.is_active = 1
        AND (SELECT count(*) FROM recoveries AS r WHERE r.user_id = users.id AND r.created > ${ctx.now - hourMs}) < ${maxRecoveriesPerHour}
        AND NOT EXISTS (SELECT 1 FROM recoveries AS r WHERE r.user_id = users.id AND r.created > ${ctx.now - recoveryResendMs} AND r.used_at IS NULL)`,
  )

/** Closes the open links that a new one replaces. */
export const supersedeOthers = (ctx: Ctx, id: string): Statement =>
  ctx.db
    .update(recoveries)
    .set({ superseded_at: ctx.now })
    .where(
      and(
        sql`${recoveries.user_id} = (SELECT r.user_id FROM recoveries AS r WHERE r.id = ${id})`,
        sql`${recoveries.id} <> ${id}`,
        isNull(recoveries.used_at),
        isNull(recoveries.superseded_at),
      ),
    )

/** Closes every open link of a user whose password has changed. */
export const supersedeRecoveriesOf = (ctx: Ctx, user_id: string): Statement =>
  ctx.db
    .update(recoveries)
    .set({ superseded_at: ctx.now })
    .where(and(eq(recoveries.user_id, user_id), isNull(recoveries.used_at), isNull(recoveries.superseded_at)))

/** A link with its account. */
export const findRecovery = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ recovery: recoveries, user: users, customer_id: customers.id })
    .from(recoveries)
    .innerJoin(users, eq(users.id, recoveries.user_id))
    .innerJoin(customers, eq(customers.user_id, users.id))
    .where(eq(recoveries.id, id))

export const openRecovery = (ctx: Ctx, id: string): Statement =>
  ctx.db
    .update(recoveries)
    .set({ opened_at: ctx.now })
    .where(and(eq(recoveries.id, id), isNull(recoveries.opened_at)))

/** Uses a link, once. The batch must then abort if no row changed. */
export const useRecovery = (ctx: Ctx, id: string): Statement =>
  ctx.db
    .update(recoveries)
    .set({ used_at: ctx.now })
    .where(
      and(
        eq(recoveries.id, id),
        isNull(recoveries.used_at),
        isNull(recoveries.superseded_at),
        sql`${recoveries.expires_at} >= ${ctx.now}`,
      ),
    )
