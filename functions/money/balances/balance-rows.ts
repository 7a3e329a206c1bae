import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Page } from '../../contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import {
  accountBalanceEntries,
  accountBalances,
  customerProfiles,
  customers,
  orders,
  payments,
  programs,
  users,
} from '../../platform/database/tables.ts'

export type BalanceEntryRow = typeof accountBalanceEntries.$inferSelect

export const insertEntry = (ctx: Ctx, row: typeof accountBalanceEntries.$inferInsert): Statement =>
  ctx.db.insert(accountBalanceEntries).values(row)

/** Inserts the payment that represents the spent balance in an order. */
export const insertBalancePayment = (ctx: Ctx, row: typeof payments.$inferInsert): Statement =>
  ctx.db.insert(payments).values(row)

const balanceOfEntry = and(
  eq(accountBalances.customer_profile_id, accountBalanceEntries.customer_profile_id),
  eq(accountBalances.currency, accountBalanceEntries.currency),
)

/** An entry with its customer's current balance and the user to mail. */
export const entryWithOwner = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ entry: accountBalanceEntries, balance: accountBalances.amount, user: users })
    .from(accountBalanceEntries)
    .innerJoin(customers, eq(customers.id, accountBalanceEntries.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .innerJoin(accountBalances, balanceOfEntry)
    .where(eq(accountBalanceEntries.id, id))

/** Customers of a program, with the program's currency and their balance in it. */
const contacts = (ctx: Ctx) =>
  ctx.db
    .select({
      id: customerProfiles.id,
      customer_id: customerProfiles.customer_id,
      program_id: programs.id,
      currency: programs.default_currency,
      program: { country: programs.country },
      features: programs.features,
      amount: accountBalances.amount,
    })
    .from(customerProfiles)
    .innerJoin(programs, eq(programs.id, customerProfiles.program_id))
    .leftJoin(
      accountBalances,
      and(
        eq(accountBalances.customer_profile_id, customerProfiles.id),
        eq(accountBalances.currency, programs.default_currency),
      ),
    )
export type ContactRow = Awaited<ReturnType<typeof ownContact>>[number]

/** The caller's own profile in a program. */
export const ownContact = (ctx: Ctx, input: { program_id: string; contact_id: string; customer_id: string }) =>
  contacts(ctx).where(
    and(
      eq(customerProfiles.id, input.contact_id),
      eq(customerProfiles.program_id, input.program_id),
      eq(customerProfiles.customer_id, input.customer_id),
    ),
  )
/** The profile of a customer in a program. */
export const contactOfCustomer = (ctx: Ctx, input: { program_id: string; customer_id: string }) =>
  contacts(ctx).where(
    and(eq(customerProfiles.customer_id, input.customer_id), eq(customerProfiles.program_id, input.program_id)),
  )
/** A profile of a program, regardless of its customer. */
export const contactById = (ctx: Ctx, input: { program_id: string; contact_id: string }) =>
  contacts(ctx).where(and(eq(customerProfiles.id, input.contact_id), eq(customerProfiles.program_id, input.program_id)))
export const contactByEmail = (ctx: Ctx, input: { program_id: string; email_key: string }) =>
  contacts(ctx).where(
    and(
      eq(customerProfiles.program_id, input.program_id),
      sql`${customerProfiles.customer_id} = (SELECT c.id FROM users AS u JOIN customers AS c ON c.user_id = u.id WHERE u.email_key = ${input.email_key})`,
    ),
  )

/** Balance after an entry. Entries of the same time are ordered by rowid. */
const balanceAfter = sql<number>`(SELECT sum(e.amount) FROM account_balance_entries AS e
  WHERE e.customer_profile_id = ${accountBalanceEntries.customer_profile_id} AND e.currency = ${accountBalanceEntries.currency}
    AND (e.created, e.rowid) <= (${accountBalanceEntries.created}, ${accountBalanceEntries}.rowid))`

const shownEntries = (ctx: Ctx) =>
  ctx.db
    .select({
      entry: accountBalanceEntries,
      balance: balanceAfter,
      receipt_number: orders.receipt_number,
      program: { country: programs.country },
    })
    .from(accountBalanceEntries)
    .innerJoin(programs, eq(programs.id, accountBalanceEntries.program_id))
    .leftJoin(orders, eq(orders.id, accountBalanceEntries.order_id))
export type ShownEntryRow = Awaited<ReturnType<typeof shownEntry>>[number]

export const shownEntry = (ctx: Ctx, input: { program_id: string; entry_id: string }) =>
  shownEntries(ctx).where(
    and(eq(accountBalanceEntries.id, input.entry_id), eq(accountBalanceEntries.program_id, input.program_id)),
  )

export function entriesOf(ctx: Ctx, contactId: string, page: Page) {
  const way = (column: SQL) => (page.order === 'asc' ? asc(column) : desc(column))
  return shownEntries(ctx)
    .where(eq(accountBalanceEntries.customer_profile_id, contactId))
    .orderBy(way(sql`${accountBalanceEntries.created}`), way(sql`${accountBalanceEntries}.rowid`))
    .limit(page.limit)
    .offset(page.skip)
}
export const countEntries = (ctx: Ctx, contactId: string) =>
  ctx.db
    .select({ total: count() })
    .from(accountBalanceEntries)
    .where(eq(accountBalanceEntries.customer_profile_id, contactId))
