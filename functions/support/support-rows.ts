import { and, count, eq, gt, min, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { customers, programs, supportReports, users } from '../database/tables.ts'

export type SupportReportRow = typeof supportReports.$inferSelect

/** Numbers go on from the highest there is. */
export const insertReport = (ctx: Ctx, report: Omit<SupportReportRow, 'number'>): Statement =>
  ctx.db
    .insert(supportReports)
    .values({ ...report, number: sql`(SELECT coalesce(max(number), 20000) + 1 FROM support_reports)` })

export const reportById = (ctx: Ctx, id: string) =>
  ctx.db.select().from(supportReports).where(eq(supportReports.id, id))

/** A report that goes to the people of a program. */
export const reportOfProgram = (ctx: Ctx, input: { program_id: string; number: number }) =>
  ctx.db
    .select()
    .from(supportReports)
    .where(
      and(
        eq(supportReports.number, input.number),
        eq(supportReports.program_id, input.program_id),
        eq(supportReports.is_for_program, true),
      ),
    )
/** Moves a report from the step that was read; the guard of the batch follows it. */
export const moveReport = (
  ctx: Ctx,
  read: Pick<SupportReportRow, 'id' | 'step'>,
  change: Pick<SupportReportRow, 'status' | 'answer'>,
): Statement =>
  ctx.db
    .update(supportReports)
    .set({ ...change, step: read.step + 1, updated: ctx.now })
    .where(and(eq(supportReports.id, read.id), eq(supportReports.step, read.step)))

/** How many reports an email sent since, and when the oldest of them came. */
export const countReportsSince = (ctx: Ctx, email_key: string, since: number) =>
  ctx.db
    .select({ n: count(), oldest: min(supportReports.created) })
    .from(supportReports)
    .where(and(eq(supportReports.email_key, email_key), gt(supportReports.created, since)))

export const programName = (ctx: Ctx, id: string) =>
  ctx.db.select({ name: programs.name }).from(programs).where(eq(programs.id, id))

/** Whether the email is the confirmed one of the customer. */
export const confirmedEmailOf = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({ email_key: users.email_key })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(and(eq(customers.id, customer_id), eq(users.is_email_verified, true)))
