import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { accountBalanceEntries, accountBalances, customers, payments, users } from '../database/tables.ts'

export type BalanceEntryRow = typeof accountBalanceEntries.$inferSelect

export const insertEntry = (ctx: Ctx, row: typeof accountBalanceEntries.$inferInsert): Statement =>
  ctx.db.insert(accountBalanceEntries).values(row)

/** The payment that the spent part of a balance is in the books of its order. */
export const insertBalancePayment = (ctx: Ctx, row: typeof payments.$inferInsert): Statement =>
  ctx.db.insert(payments).values(row)

/** An entry with what its customer has now, and whose mail tells of it. */
export const entryWithOwner = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ entry: accountBalanceEntries, balance: accountBalances.amount, user: users })
    .from(accountBalanceEntries)
    .innerJoin(customers, eq(customers.id, accountBalanceEntries.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .innerJoin(
      accountBalances,
      and(
        eq(accountBalances.customer_profile_id, accountBalanceEntries.customer_profile_id),
        eq(accountBalances.currency, accountBalanceEntries.currency),
      ),
    )
    .where(eq(accountBalanceEntries.id, id))
