import { minuteMs } from '../../contract/limits.ts'
import { and, asc, count, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Page } from '../../contract/paging.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { customers, passkeyChallenges, passkeys, users } from '../../platform/database/tables.ts'

/** How long a challenge is valid. */
export const challengeMs = 5 * minuteMs

export type PasskeyRow = typeof passkeys.$inferSelect
type NewChallenge = Pick<typeof passkeyChallenges.$inferInsert, 'hash' | 'user_id' | 'session_id'>

export const insertChallenge = (ctx: Ctx, challenge: NewChallenge): Statement =>
  ctx.db.insert(passkeyChallenges).values({ ...challenge, created: ctx.now, expires_at: ctx.now + challengeMs })

/** Uses a challenge, once. Returns whether it existed for this person and session, or for a log-in. */
export async function spendChallenge(ctx: Ctx, challenge: NewChallenge): Promise<boolean> {
  const [row] = await ctx.db
    .update(passkeyChallenges)
    .set({ used_at: ctx.now })
    .where(
      and(
        eq(passkeyChallenges.hash, challenge.hash),
        isNull(passkeyChallenges.used_at),
        gte(passkeyChallenges.expires_at, ctx.now),
        sql`${passkeyChallenges.user_id} IS ${challenge.user_id}`,
        sql`${passkeyChallenges.session_id} IS ${challenge.session_id}`,
      ),
    )
    .returning({ hash: passkeyChallenges.hash })
  return row !== undefined
}

export const insertPasskey = (ctx: Ctx, passkey: typeof passkeys.$inferInsert): Statement =>
  ctx.db.insert(passkeys).values(passkey)

/** A passkey by its credential id, with its owner. */
export const findByCredential = (ctx: Ctx, credential_id: string) =>
  ctx.db
    .select({ passkey: passkeys, user: users, customer_id: customers.id })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.user_id))
    .innerJoin(customers, eq(customers.user_id, users.id))
    .where(and(eq(passkeys.credential_id, credential_id), isNull(passkeys.removed_at)))

/** A passkey, also a recently removed one, for the mail about it. */
export const findPasskey = (ctx: Ctx, id: string) => ctx.db.select().from(passkeys).where(eq(passkeys.id, id))

const own = (ctx: CustomerContext) => and(eq(passkeys.user_id, ctx.actor.user_id), isNull(passkeys.removed_at))

export const findOwnPasskey = (ctx: CustomerContext, id: string) =>
  ctx.db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.id, id), own(ctx)))

export const findOwnPasskeys = (ctx: CustomerContext) => ctx.db.select().from(passkeys).where(own(ctx))

/** One page of the caller's passkeys, oldest first. */
export function listOwnPasskeys(ctx: CustomerContext, page: Page) {
  const way = page.order === 'asc' ? asc : desc
  return findOwnPasskeys(ctx).orderBy(way(passkeys.created), way(passkeys.id)).limit(page.limit).offset(page.skip)
}

export const countOwnPasskeys = (ctx: CustomerContext) =>
  ctx.db.select({ total: count() }).from(passkeys).where(own(ctx))

export const renameOwnPasskey = (ctx: CustomerContext, id: string, name: string): Statement =>
  ctx.db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), own(ctx)))

/**
 * Records a log-in with a passkey; the schema refuses a decreasing counter. The batch must then abort if no row
 * changed.
 */
export const usePasskey = (ctx: Ctx, id: string, counter: number): Statement =>
  ctx.db
    .update(passkeys)
    .set({ counter, last_used_at: ctx.now })
    .where(and(eq(passkeys.id, id), isNull(passkeys.removed_at)))

/** Removes one passkey, once. The batch must then abort if no row changed. */
export const removeOwnPasskey = (ctx: CustomerContext, id: string): Statement =>
  ctx.db
    .update(passkeys)
    .set({ removed_at: ctx.now })
    .where(and(eq(passkeys.id, id), own(ctx)))

/** Removes every passkey that a person added since a given time. */
export const removePasskeysSince = (ctx: Ctx, user_id: string, since: number): Statement =>
  ctx.db
    .update(passkeys)
    .set({ removed_at: ctx.now })
    .where(and(eq(passkeys.user_id, user_id), isNull(passkeys.removed_at), gte(passkeys.created, since)))
