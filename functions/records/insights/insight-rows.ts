import { sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { insightEvents } from '../../platform/database/tables.ts'

type NewInsight = Omit<typeof insightEvents.$inferInsert, 'id' | 'created'> & { program_id: string | null }

/** Stores an event. An event of an unknown program is skipped. */
export const insertInsight = (ctx: Ctx, event: NewInsight): Statement =>
  ctx.db.insert(insightEvents).values({
    ...event,
    program_id: sql`(SELECT id FROM programs WHERE id = ${event.program_id})`,
    created: ctx.now,
  })
