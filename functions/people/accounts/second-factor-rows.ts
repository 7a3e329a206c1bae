import { and, eq, gte, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { confirmedDevices, sessions, users } from '../../platform/database/tables.ts'

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

/** When a session proved a second factor, and whether its account has rights in a program or on the site. */
export const findConfirmation = (ctx: Ctx, session_id: string) =>
  ctx.db
    .select({
      confirmed_at: sessions.confirmed_at,
      is_staff: sql<number>`(${users.is_admin} = 1 OR EXISTS (SELECT 1 FROM staff_members AS s WHERE s.user_id = ${users.id} AND s.status = 'active'))`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(eq(sessions.id, session_id))

export const setSessionConfirmed = (ctx: Ctx, session_id: string): Statement =>
  ctx.db.update(sessions).set({ confirmed_at: ctx.now }).where(eq(sessions.id, session_id))

/** Remembers the browser of a session, unless its machine is shared. */
export const insertConfirmedDevice = (
  ctx: Ctx,
  { user_id, device_id, session_id }: { user_id: string; device_id: string; session_id: string },
): Statement =>
  ctx.db
    .insert(confirmedDevices)
    .select(
      sql`SELECT ${user_id}, ${device_id}, ${ctx.now} FROM sessions WHERE sessions.id = ${session_id} AND sessions.is_shared = 0`,
    )
    .onConflictDoUpdate({
      target: [confirmedDevices.user_id, confirmedDevices.device_id],
      set: { confirmed_at: ctx.now },
    })
