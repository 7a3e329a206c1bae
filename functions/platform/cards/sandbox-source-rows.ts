import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Db } from '../database/database.ts'
import { sandboxCustomers, sandboxDisputes, sandboxSetups, sandboxSources } from '../database/tables.ts'

export type SourceRow = typeof sandboxSources.$inferSelect
export type SetupRow = typeof sandboxSetups.$inferSelect

/** The customer of a key, created at its first request. */
export async function openCustomer(db: Db, row: typeof sandboxCustomers.$inferInsert): Promise<{ id: string }> {
  await db.insert(sandboxCustomers).values(row).onConflictDoNothing()
  const [customer] = await db
    .select({ id: sandboxCustomers.id })
    .from(sandboxCustomers)
    .where(eq(sandboxCustomers.key, row.key))
  if (!customer) throw new Error('sandbox customer vanished')
  return customer
}

/** An existing customer; null for an unknown or deleted one. */
export async function findCustomer(db: Db, id: string): Promise<{ id: string } | null> {
  const [customer] = await db
    .select({ id: sandboxCustomers.id })
    .from(sandboxCustomers)
    .where(and(eq(sandboxCustomers.id, id), isNull(sandboxCustomers.deleted_at)))
  return customer ?? null
}

/** Deletes a customer: rows that refer to it remain, its cards are detached. */
export async function deleteCustomer(db: Db, id: string, now: number): Promise<void> {
  await db.batch([
    db.update(sandboxCustomers).set({ deleted_at: now, default_source: null }).where(eq(sandboxCustomers.id, id)),
    db.update(sandboxSources).set({ customer_id: null }).where(eq(sandboxSources.customer_id, id)),
  ])
}

export async function setDefaultSource(db: Db, customerId: string, source: string | null): Promise<void> {
  await db.update(sandboxCustomers).set({ default_source: source }).where(eq(sandboxCustomers.id, customerId))
}

export async function findSource(db: Db, id: string): Promise<SourceRow | null> {
  const [row] = await db.select().from(sandboxSources).where(eq(sandboxSources.id, id))
  return row ?? null
}

export async function sourceMadeBy(db: Db, madeBy: string): Promise<SourceRow | null> {
  const [row] = await db.select().from(sandboxSources).where(eq(sandboxSources.made_by, madeBy))
  return row ?? null
}

/** Stores a card once per setup or payment. */
export async function storeSource(db: Db, row: typeof sandboxSources.$inferInsert): Promise<SourceRow> {
  await db.insert(sandboxSources).values(row).onConflictDoNothing()
  const source = await sourceMadeBy(db, row.made_by)
  if (!source) throw new Error('sandbox source vanished')
  return source
}

export async function detachSource(db: Db, id: string): Promise<void> {
  await db.update(sandboxSources).set({ customer_id: null }).where(eq(sandboxSources.id, id))
}

export async function openSetup(db: Db, row: typeof sandboxSetups.$inferInsert): Promise<SetupRow> {
  await db.insert(sandboxSetups).values(row).onConflictDoNothing()
  const [setup] = await db.select().from(sandboxSetups).where(eq(sandboxSetups.setup_id, row.setup_id))
  if (!setup) throw new Error('sandbox setup vanished')
  return setup
}

export async function findSetup(db: Db, id: string): Promise<SetupRow | null> {
  const [row] = await db.select().from(sandboxSetups).where(eq(sandboxSetups.id, id))
  return row ?? null
}

export async function findSetupByToken(db: Db, token: string): Promise<SetupRow | null> {
  const [row] = await db.select().from(sandboxSetups).where(eq(sandboxSetups.bank_token, token))
  return row ?? null
}

/** Writes the result of one attempt; a second attempt with the same number has no effect. */
export async function answerSetup(
  db: Db,
  setup: SetupRow,
  answer: Pick<SetupRow, 'state' | 'decline' | 'card' | 'bank_token' | 'return_url' | 'attempt' | 'updated'>,
): Promise<void> {
  await db
    .update(sandboxSetups)
    .set(answer)
    .where(
      and(
        eq(sandboxSetups.id, setup.id),
        eq(sandboxSetups.state, 'requires_payment_method'),
        lt(sandboxSetups.attempt, answer.attempt),
      ),
    )
}

/** Writes the result of the bank's confirmation, once. */
export async function answerSetupAtBank(
  db: Db,
  setup: SetupRow,
  answer: Pick<SetupRow, 'state' | 'decline' | 'updated'>,
): Promise<void> {
  await db
    .update(sandboxSetups)
    .set(answer)
    .where(and(eq(sandboxSetups.id, setup.id), eq(sandboxSetups.state, 'requires_action')))
}

export async function insertDispute(db: Db, row: typeof sandboxDisputes.$inferInsert): Promise<void> {
  await db.insert(sandboxDisputes).values(row)
}

export async function findDispute(db: Db, id: string) {
  const [row] = await db.select().from(sandboxDisputes).where(eq(sandboxDisputes.id, id))
  return row ?? null
}
