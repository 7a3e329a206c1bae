import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { confirmedDevices, sessions, users } from '../../platform/database/tables.ts'
import { isStaff } from './user-rows.ts'

export const confirmedDevice = (ctx: Ctx, input: { user_id: string; device_id: string; since: number }) =>
  ctx.db
    .select({ confirmed_at: confirmedDevices.confirmed_at })
    .from(confirmedDevices)
    .where(
      and(
        eq(confirmedDevices.user_id, input.user_id),
        eq(confirmedDevices.device_id, input.device_id),
        gte(confirmedDevices.confirmed_at, input.since),
      ),
    )

/** A session whose account has rights of an organisation, if it has proved no second factor; no row for every other. */
export const findUnconfirmed = (ctx: Ctx, session_id: string) =>
  ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.id, session_id), isNull(sessions.confirmed_at), isStaff))

export const setSessionConfirmed = (ctx: Ctx, session_id: string): Statement =>
  ctx.db.update(sessions).set({ confirmed_at: ctx.now }).where(eq(sessions.id, session_id))

/** Remembers the browser of a session whose account has rights of an organisation, unless its machine is shared. */
export const insertConfirmedDevice = (
  ctx: Ctx,
  { user_id, device_id, session_id }: { user_id: string; device_id: string; session_id: string },
): Statement =>
  ctx.db
    .insert(confirmedDevices)
    .select(
      sql`SELECT ${user_id}, ${device_id}, ${ctx.now} FROM ${sessions} JOIN ${users} ON ${users.id} = ${sessions.user_id}
        WHERE ${sessions.id} = ${session_id} AND ${sessions.is_shared} = 0 AND ${isStaff}`,
    )
    .onConflictDoUpdate({
      target: [confirmedDevices.user_id, confirmedDevices.device_id],
      set: { confirmed_at: ctx.now },
    })
