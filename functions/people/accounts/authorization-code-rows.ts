import { minuteMs } from '../../contract/limits.ts'
import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import { authorizationCodes, sessions } from '../../platform/database/tables.ts'

/** How long an authorization code is valid. */
export const codeMs = minuteMs

type NewCode = Pick<
  typeof authorizationCodes.$inferInsert,
  'hash' | 'user_id' | 'client_id' | 'redirect_uri' | 'code_challenge' | 'allowed_in' | 'program_id' | 'scopes'
>
export const insertAuthorizationCode = (ctx: Ctx, code: NewCode): Statement =>
  ctx.db.insert(authorizationCodes).values({ ...code, created: ctx.now, expires_at: ctx.now + codeMs })

/** Aborts the batch in the session of a client: only a customer who logged in here may authorize another client. */
export const refuseClientSession = (ctx: CustomerContext): Statement =>
  guardThat(
    ctx.db,
    sql`EXISTS (SELECT 1 FROM sessions WHERE id = ${literal(ctx.actor.session_id)} AND client_id IS NULL)`,
    'session',
  )

/** A code, and when the session that authorized it ended; null while it is open. */
export const findAuthorizationCode = (ctx: Ctx, hash: string) =>
  ctx.db
    .select({ code: authorizationCodes, allower_ended_at: sessions.ended_at })
    .from(authorizationCodes)
    .innerJoin(sessions, eq(sessions.id, authorizationCodes.allowed_in))
    .where(eq(authorizationCodes.hash, hash))
export type AuthorizationCodeRow = Awaited<ReturnType<typeof findAuthorizationCode>>[number]

/**
 * Uses a code for a session, once, while the authorizing session is open. The batch must then abort if no row changed.
 */
export const useAuthorizationCode = (ctx: Ctx, hash: string, session_id: string): Statement =>
  ctx.db
    .update(authorizationCodes)
    .set({ used_at: ctx.now, session_id })
    .where(
      and(
        eq(authorizationCodes.hash, hash),
        isNull(authorizationCodes.used_at),
        gte(authorizationCodes.expires_at, ctx.now),
        sql`EXISTS (SELECT 1 FROM sessions WHERE sessions.id = ${authorizationCodes.allowed_in} AND sessions.ended_at IS NULL)`,
      ),
    )
