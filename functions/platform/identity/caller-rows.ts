import { and, eq, isNull, placeholder, sql } from 'drizzle-orm'
import type { Delegated } from '../actor.ts'
import type { Ctx } from '../context.ts'
import { prepared } from '../database/prepared.ts'
import { customers, sessions, users } from '../database/tables.ts'

/** The customer that a configured program acts for. */
export const findCustomerOfClient = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({ user_id: users.id, customer_id: customers.id, is_active: users.is_active })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(eq(customers.id, customer_id))

// Every read of a logged-in user runs it.
const liveSession = prepared((db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, placeholder('session_id')),
        isNull(sessions.ended_at),
        sql`(${sessions.client_id} IS NOT NULL) = ${placeholder('is_delegated')}`,
      ),
    )
    .prepare(),
)

/** True while a session is valid: a customer's session has no delegation, a client's session must have one. */
export const isSessionLive = async (ctx: Ctx, { session_id, delegation }: Delegated): Promise<boolean> =>
  (await liveSession(ctx.db).execute({ session_id, is_delegated: Number(delegation !== undefined) })).length > 0
