import { and, asc, count, desc, eq, gte } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { customers, healthReads, programs, users } from '../../platform/database/tables.ts'

type Page = { attendee_id: string; since: number; limit: number; skip: number; order: 'asc' | 'desc' }
const kept = ({ attendee_id, since }: Pick<Page, 'attendee_id' | 'since'>) =>
  and(eq(healthReads.attendee_id, attendee_id), gte(healthReads.at, since))

/** One page of the entries about reads of a person's health notes. */
export const readsOf = (db: Db, page: Page) =>
  db
    .select({
      id: healthReads.id,
      customer_id: healthReads.customer_id,
      at: healthReads.at,
      first_name: users.first_name,
      last_name: users.last_name,
      program_id: healthReads.program_id,
      program_name: programs.name,
      translations: programs.translations,
      role: healthReads.role,
      seen_on: healthReads.seen_on,
      reason: healthReads.reason,
    })
    .from(healthReads)
    .leftJoin(customers, eq(customers.id, healthReads.customer_id))
    .leftJoin(programs, eq(programs.id, healthReads.program_id))
    .leftJoin(users, eq(users.id, customers.user_id))
    .where(kept(page))
    .orderBy(...[healthReads.at, healthReads.id].map(page.order === 'asc' ? asc : desc))
    .limit(page.limit)
    .offset(page.skip)
export const countReads = (db: Db, page: Page) => db.select({ total: count() }).from(healthReads).where(kept(page))
