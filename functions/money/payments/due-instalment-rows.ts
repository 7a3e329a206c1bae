import { among } from '../../platform/database/json-lists.ts'
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { orderInstalments } from '../../platform/database/tables.ts'

/** Schedules the unpaid instalments of an order, to be charged to a card. */
export const startInstalments = (db: Db, orderId: string, payment_source_id: string | null): Statement =>
  db
    .update(orderInstalments)
    .set({ next_try_at: sql`${orderInstalments.due_at}`, payment_source_id })
    .where(and(eq(orderInstalments.order_id, orderId), gt(orderInstalments.position, 0)))

/** Sets the card for some instalments. */
export const chargeLater = (db: Db, ids: readonly string[], payment_source_id: string): Statement =>
  db
    .update(orderInstalments)
    .set({ payment_source_id })
    .where(sql`${orderInstalments.id} IN ${among(ids)}`)

/** Instalments to be charged by now, the longest waiting first. */
export const instalmentsToCharge = async (db: Db, now: number) =>
  db
    .select({ id: orderInstalments.id, order_id: orderInstalments.order_id })
    .from(orderInstalments)
    .where(and(sql`${orderInstalments.next_try_at} IS NOT NULL`, lte(orderInstalments.next_try_at, now)))
    .orderBy(asc(orderInstalments.next_try_at))
    .limit(25)

/** Postpones an instalment, so that an instalment that can never be charged does not block the others. */
export const postponeInstalment = async (db: Db, id: string, until: number): Promise<void> => {
  await db
    .update(orderInstalments)
    .set({ next_try_at: until })
    .where(and(eq(orderInstalments.id, id), sql`${orderInstalments.next_try_at} IS NOT NULL`))
}

/** Instalments that are charged before a time and were not announced, except instalments agreed on after that time. */
export const instalmentsToAnnounce = async (db: Db, input: { now: number; until: number }) =>
  db
    .select({ id: orderInstalments.id })
    .from(orderInstalments)
    .where(
      and(
        sql`${orderInstalments.status} = 'scheduled'`,
        gt(orderInstalments.due_at, input.now),
        lte(orderInstalments.due_at, input.until),
        sql`${orderInstalments.next_try_at} IS NOT NULL AND ${orderInstalments.due_at} - ${orderInstalments.created} > ${input.until - input.now}`,
        sql`NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.dedupe = 'instalment.upcoming:' || ${orderInstalments.id})`,
      ),
    )
    .orderBy(orderInstalments.due_at)
    .limit(50)

/** One instalment by id. */
export const instalmentById = (db: Db, id: string) =>
  db.select().from(orderInstalments).where(eq(orderInstalments.id, id))
