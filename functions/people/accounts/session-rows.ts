import { and, eq, gte, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { type Scope, scopes } from '../../contract/people/oauth.ts'
import type { Delegation } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { customers, refreshTokens, sessions, users } from '../../platform/database/tables.ts'
import { deviceName } from '../../platform/identity/device-name.ts'
import { refreshTokenMs, sessionMs } from './refresh-token.ts'
import { isStaff } from './user-rows.ts'
import { graceMs } from '../../platform/identity/signing-keys.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** `isConfirmed`: the log-in proved a second factor. `isShared`: on a machine that several people use. */
export type SessionProof = { isConfirmed: boolean; isShared: boolean }

/** Creates a session with its first refresh token, on the device of the request. */
export function insertSession(
  ctx: Ctx,
  session: {
    id: string
    user_id: string
    hash: string
    delegation: Delegation | undefined
    proof?: SessionProof
  },
): Statement[] {
  const { delegation } = session
  return [
    ctx.db.insert(sessions).values({
      id: session.id,
      user_id: session.user_id,
      created: ctx.now,
      expires_at: ctx.now + sessionMs,
      confirmed_at: session.proof?.isConfirmed ? ctx.now : null,
      is_shared: session.proof?.isShared ?? false,
      // A client has its own name instead of a device.
      ...(delegation
        ? { ...delegation, scopes: delegation.scopes.join(' '), browser: delegation.client_id, system: null }
        : deviceName(ctx.userAgent)),
    }),
    ctx.db
      .insert(refreshTokens)
      .values({ hash: session.hash, session_id: session.id, issued_at: ctx.now, expires_at: ctx.now + refreshTokenMs }),
  ]
}

const whoseSession = {
  user_id: users.id,
  customer_id: customers.id,
  session_id: sessions.id,
  email: users.email,
  first_name: users.first_name,
  last_name: users.last_name,
  is_email_verified: users.is_email_verified,
  is_active: users.is_active,
  language: users.language,
  ended_at: sessions.ended_at,
  ended_because: sessions.ended_because,
  session_expires_at: sessions.expires_at,
  last_used_at: sessions.last_used_at,
  session_created: sessions.created,
  is_shared: sessions.is_shared,
  confirmed_at: sessions.confirmed_at,
  is_staff: isStaff,
  is_admin: users.is_admin,
  /** The places of the account in teams, by program. */
  teams: sql<string>`(SELECT json_group_object(s.program_id, json_object('staff_id', s.id, 'role', s.role, 'title', s.title,
    'event_ids', json(s.event_ids), 'last_seen', s.last_seen)) FROM staff_members AS s WHERE s.user_id = ${users.id} AND s.status = 'active')`,
  issued_at: refreshTokens.issued_at,
  client_id: sessions.client_id,
  program_id: sessions.program_id,
  scopes: sessions.scopes,
  expires_at: refreshTokens.expires_at,
  used_at: refreshTokens.used_at,
  successor_hash: refreshTokens.successor_hash,
  /** The customer's unread messages, by program. */
  unread_messages: sql<string>`(SELECT json_group_object(program_id, unread) FROM (
    SELECT c.program_id, sum(c.num_unread) AS unread FROM conversations AS c WHERE c.customer_id = ${customers.id} AND c.num_unread > 0 GROUP BY c.program_id))`,
  /** Memberships whose payment failed, or that wait for a card, by program. */
  memberships_to_mend: sql<string>`(SELECT json_group_object(program_id, waiting) FROM (
    SELECT m.program_id, count(*) AS waiting FROM memberships AS m WHERE m.customer_id = ${customers.id}
    AND (m.status IN ${statusList(membershipStates.toPay)} OR (m.status = 'paused' AND m.pause_on IS NULL)) GROUP BY m.program_id))`,
}

/** A refresh token with its session and owner. */
export const readToken = (ctx: Ctx, hash: string) =>
  ctx.db
    .select(whoseSession)
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.session_id))
    .innerJoin(users, eq(users.id, sessions.user_id))
    .innerJoin(customers, eq(customers.user_id, users.id))
    .where(eq(refreshTokens.hash, hash))
export type TokenRow = Awaited<ReturnType<typeof readToken>>[number]

/** The renewing client, with the scopes it asks for and its program where it has only one. */
type RenewedBy = { client_id: string | null; only_program: string | null; scopes: readonly Scope[] }

/**
 * Rotates a token of a client's session, or of a session without a client, without reading first: marks it used;
 * creates its successor if this request marked it; ends the session if it was used before the grace period; reads the
 * result.
 */
export async function rotateToken(
  ctx: Ctx,
  token: RenewedBy & { hash: string; successor: string },
): Promise<TokenRow | undefined> {
  const mine = sql`${refreshTokens.hash} = ${token.hash}`
  if (token.only_program !== null) await fillInDelegation(ctx, token)
  const [, , , rows] = await ctx.db.batch([
    ctx.db
      .update(refreshTokens)
      .set({ used_at: ctx.now, successor_hash: token.successor })
      .where(
        and(
          mine,
          isNull(refreshTokens.used_at),
          gte(refreshTokens.expires_at, ctx.now),
          sql`EXISTS (${aliveSession(ctx, token)})`,
        ),
      ),
    ctx.db
      .insert(refreshTokens)
      .select(
        sql`SELECT ${token.successor}, refresh_tokens.session_id, ${ctx.now}, min(${ctx.now + refreshTokenMs}, sessions.expires_at), NULL, NULL
          FROM refresh_tokens JOIN sessions ON sessions.id = refresh_tokens.session_id
          WHERE refresh_tokens.hash = ${token.hash} AND refresh_tokens.used_at = ${ctx.now} AND refresh_tokens.successor_hash = ${token.successor}`,
      )
      .onConflictDoNothing(),
    ctx.db
      .update(sessions)
      .set({ ended_at: ctx.now, ended_because: 'token_reused' })
      .where(
        and(
          isNull(sessions.ended_at),
          inArray(
            sessions.id,
            ctx.db
              .select({ id: refreshTokens.session_id })
              .from(refreshTokens)
              .where(and(mine, lt(refreshTokens.used_at, ctx.now - graceMs))),
          ),
        ),
      ),
    readToken(ctx, token.hash),
  ])
  return rows[0]
}

/**
 * Gives a client's session from before delegations had a program every scope in the client's only program. A client of
 * several programs asks the customer again.
 */
const fillInDelegation = (ctx: Ctx, token: RenewedBy & { hash: string }): Statement =>
  ctx.db
    .update(sessions)
    .set({ program_id: token.only_program, scopes: scopes.join(' ') })
    .where(
      sql`${sessions.program_id} IS NULL AND ${sessions.client_id} = ${token.client_id}
        AND ${sessions.id} = (SELECT refresh_tokens.session_id FROM refresh_tokens WHERE refresh_tokens.hash = ${token.hash})`,
    )

function aliveSession(ctx: Ctx, { client_id, scopes: asked }: RenewedBy): SQL {
  return sql`SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.id = ${refreshTokens.session_id} AND sessions.ended_at IS NULL AND sessions.expires_at >= ${ctx.now} AND users.is_active = 1
      AND sessions.client_id IS ${client_id} AND (sessions.client_id IS NULL) = (sessions.program_id IS NULL)
      AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(asked)}) AS asked WHERE instr(' ' || sessions.scopes || ' ', ' ' || asked.value || ' ') = 0)`
}

/** When a session started with a log-in; no row for a client's session, which has none. */
export const findSessionStart = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ created: sessions.created })
    .from(sessions)
    .where(and(eq(sessions.id, id), isNull(sessions.client_id)))

/** Reads a session, also an ended one. */
export const findSession = (ctx: Ctx, id: string) => ctx.db.select().from(sessions).where(eq(sessions.id, id))

/** The reason for ending the sessions of an account whose holder reported a log-in as not theirs. */
export const deniedBecause = 'not_me'

/** Marks the session that the account holder reported, once. The batch must then abort if no row changed. */
export const denySession = (ctx: Ctx, id: string): Statement =>
  ctx.db
    .update(sessions)
    .set({ ended_at: sql`coalesce(${sessions.ended_at}, ${ctx.now})`, ended_because: deniedBecause })
    .where(and(eq(sessions.id, id), sql`${sessions.ended_because} IS NOT ${deniedBecause}`))

/** Ends one session, once. */
export const endSession = (ctx: Ctx, session_id: string, because: string): Statement =>
  ctx.db
    .update(sessions)
    .set({ ended_at: ctx.now, ended_because: because })
    .where(and(eq(sessions.id, session_id), isNull(sessions.ended_at)))

/** Ends the session of a refresh token. */
export const endSessionOfToken = (ctx: Ctx, hash: string, because: string): Statement =>
  ctx.db
    .update(sessions)
    .set({ ended_at: ctx.now, ended_because: because })
    .where(
      and(
        isNull(sessions.ended_at),
        inArray(
          sessions.id,
          ctx.db.select({ id: refreshTokens.session_id }).from(refreshTokens).where(eq(refreshTokens.hash, hash)),
        ),
      ),
    )

/** Ends every session of a person. */
export const endSessionsOf = (ctx: Ctx, user_id: string, because: string): Statement =>
  ctx.db
    .update(sessions)
    .set({ ended_at: ctx.now, ended_because: because })
    .where(and(eq(sessions.user_id, user_id), isNull(sessions.ended_at)))

/** Ends every session of a user but one. */
export const endOtherSessions = (ctx: Ctx, input: { user_id: string; but: string }, because: string): Statement =>
  ctx.db
    .update(sessions)
    .set({ ended_at: ctx.now, ended_because: because })
    .where(and(eq(sessions.user_id, input.user_id), ne(sessions.id, input.but), isNull(sessions.ended_at)))
