import { and, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../database/database.ts'
import { literal } from '../database/guard.ts'
import { facts, outbox, sandboxIntents, sandboxRefunds } from '../database/tables.ts'
import { mismatchOf, type SandboxAnswer, type Scenario, scenarios } from './sandbox-answers.ts'

export type IntentRow = typeof sandboxIntents.$inferSelect
// This name is part of the SQL text, not a parameter.
const nextFact = 'sandbox_next'
/** Default delay of a late payment. */
const lateSeconds = 30

export async function findIntent(
  db: Db,
  by: { intent_id: string | null; payment_id?: string },
): Promise<IntentRow | null> {
  const which = by.intent_id ? eq(sandboxIntents.id, by.intent_id) : eq(sandboxIntents.payment_id, by.payment_id ?? '')
  const [row] = await db.select().from(sandboxIntents).where(which)
  return row ?? null
}

export async function findIntentByToken(db: Db, token: string): Promise<IntentRow | null> {
  const [row] = await db.select().from(sandboxIntents).where(eq(sandboxIntents.bank_token, token))
  return row ?? null
}

/** An id in a provider's format: its kind, then an unguessable part. */
export const sandboxId = (prefix: string): string => `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`

/** The intent of a payment, created at its first request. */
export async function openIntent(
  db: Db,
  input: { payment_id: string; order_id: string; amount: number; currency: string; now: number },
): Promise<IntentRow> {
  const { payment_id, order_id, amount, currency, now } = input
  await db
    .insert(sandboxIntents)
    .values({
      payment_id,
      order_id,
      amount,
      currency,
      id: sandboxId('pi'),
      state: 'requires_payment_method',
      created: now,
      updated: now,
    })
    .onConflictDoNothing()
  const intent = await findIntent(db, { intent_id: null, payment_id })
  if (!intent) throw new Error('sandbox intent vanished')
  return intent
}

/** Writes the result of one charge; null when another charge already has a result, or none is possible. */
export async function recordCharge(
  db: Db,
  intent: IntentRow,
  tried: SandboxAnswer & {
    attempt: number
    amount: number
    source: string | null
    customer_id: string | null
    stores: boolean
    stored_source: string | null
    bank_token: string | null
    return_url: string
    now: number
  },
): Promise<IntentRow | null> {
  const { now, ...set } = tried
  const [row] = await db
    .update(sandboxIntents)
    .set({ ...set, updated: now })
    .where(
      and(
        eq(sandboxIntents.id, intent.id),
        eq(sandboxIntents.state, 'requires_payment_method'),
        lt(sandboxIntents.attempt, tried.attempt),
      ),
    )
    .returning()
  return row ?? null
}

/** Sets a mismatch between an intent and its payment. */
export async function setMismatch(db: Db, intent: IntentRow, scenario: Scenario | null): Promise<void> {
  const mismatch = mismatchOf(scenario, intent.currency)
  if (Object.keys(mismatch).length > 0)
    await db.update(sandboxIntents).set(mismatch).where(eq(sandboxIntents.id, intent.id))
}

/** Writes the result of a bank step or a payment page, once. */
export async function answerStep(
  db: Db,
  token: string,
  answer: SandboxAnswer & { now: number; source?: string | null; bank_token?: string },
): Promise<IntentRow | null> {
  const { now, ...set } = answer
  const [row] = await db
    .update(sandboxIntents)
    .set({ ...set, updated: now })
    .where(and(eq(sandboxIntents.bank_token, token), eq(sandboxIntents.state, 'requires_action')))
    .returning()
  return row ?? null
}

/** Marks a late payment as succeeded when its time has come. */
export async function settleLate(db: Db, intentId: string, now: number): Promise<void> {
  await db
    .update(sandboxIntents)
    .set({ state: 'succeeded', amount_received: sql`${sandboxIntents.amount}`, updated: now })
    .where(
      and(eq(sandboxIntents.id, intentId), eq(sandboxIntents.state, 'processing'), lte(sandboxIntents.settles_at, now)),
    )
}

export async function cancelOpen(db: Db, intentId: string, now: number): Promise<void> {
  await db
    .update(sandboxIntents)
    .set({ state: 'canceled', updated: now })
    .where(
      and(
        eq(sandboxIntents.id, intentId),
        inArray(sandboxIntents.state, ['requires_payment_method', 'requires_action']),
      ),
    )
}

/** Reads the scenario for the next payment and clears it, so that only one payment gets it. */
export async function takeScenario(db: Db): Promise<Scenario | null> {
  const [row] = await db
    .delete(facts)
    .where(sql`${facts.name} = ${literal(nextFact)}`)
    .returning({ value: facts.value })
  if (!row) return null
  const { next, seconds } = JSON.parse(row.value) as { next: Scenario['next']; seconds: number | null }
  return { next, seconds: seconds ?? lateSeconds }
}

export async function setScenario(db: Db, scenario: Scenario, now: number): Promise<void> {
  if (!scenarios.includes(scenario.next)) throw new Error('unknown treatment')
  const value = JSON.stringify(scenario)
  await db
    .insert(facts)
    .values({ name: nextFact, value, updated: now })
    .onConflictDoUpdate({ target: facts.name, set: { value, updated: now } })
}

/** Makes the sandbox send the webhook of a payment twice, as a provider does whose first delivery failed. */
export async function reportTwice(db: Db, paymentId: string, now: number): Promise<void> {
  const rows = [1, 2].map((time) => ({
    kind: 'payment.reported',
    ref: paymentId,
    dedupe: `payment.reported:${paymentId}:${time}`,
    due_at: now,
  }))
  await db.insert(outbox).values(rows).onConflictDoNothing()
}

/**
 * Records a refund once per refund id, and returns the recorded amount. Returns null for a refund that would exceed
 * the received amount.
 */
export async function bookRefund(db: Db, row: typeof sandboxRefunds.$inferInsert): Promise<{ id: string } | null> {
  await db.run(sql`INSERT INTO sandbox_refunds (id, refund_id, intent_id, amount, created)
    SELECT ${row.id}, ${row.refund_id}, id, ${row.amount}, ${row.created} FROM sandbox_intents
    WHERE id = ${row.intent_id} AND state = 'succeeded' AND amount_received >= ${row.amount} + (SELECT COALESCE(sum(amount), 0) FROM sandbox_refunds WHERE intent_id = ${row.intent_id})
    ON CONFLICT DO NOTHING`)
  const [booked] = await db
    .select({ id: sandboxRefunds.id })
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.refund_id, row.refund_id))
  return booked ?? null
}

/** A refund by the provider's id. */
export async function findRefund(db: Db, id: string): Promise<{ id: string } | null> {
  const [row] = await db.select({ id: sandboxRefunds.id }).from(sandboxRefunds).where(eq(sandboxRefunds.id, id))
  return row ?? null
}

/** Records the card that a payment stored. */
export async function setStoredSource(db: Db, intentId: string, source: string): Promise<void> {
  await db.update(sandboxIntents).set({ stored_source: source }).where(eq(sandboxIntents.id, intentId))
}
