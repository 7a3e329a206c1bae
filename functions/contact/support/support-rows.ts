import { and, asc, count, desc, eq, gt, inArray, isNull, min, or, type SQL, sql } from 'drizzle-orm'
import * as supportStates from '../../contract/states/support-states.ts'
import type { ReportListQuery } from '../../contract/contact/support.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { customers, programs, supportReports, users } from '../../platform/database/tables.ts'

export type SupportReportRow = typeof supportReports.$inferSelect

/** A report gets the highest number plus one. */
export const insertReport = (ctx: Ctx, report: Omit<SupportReportRow, 'number'>): Statement =>
  ctx.db
    .insert(supportReports)
    .values({ ...report, number: sql`(SELECT coalesce(max(number), 20000) + 1 FROM support_reports)` })

export const reportById = (ctx: Ctx, id: string) =>
  ctx.db.select().from(supportReports).where(eq(supportReports.id, id))

/** Condition: reports for the program, or for the site if `program_id` is null. */
const isFor = (program_id: string | null): SQL | undefined =>
  program_id === null
    ? or(eq(supportReports.is_for_program, false), isNull(supportReports.program_id))
    : and(eq(supportReports.program_id, program_id), eq(supportReports.is_for_program, true))

/** The report with this number, if it goes to this program or (null) to the site. */
export const reportForPeopleOf = (ctx: Ctx, input: { program_id: string | null; number: number }) =>
  ctx.db
    .select()
    .from(supportReports)
    .where(and(eq(supportReports.number, input.number), isFor(input.program_id)))

/** A page of the reports to a program or (null) to the site, with the number of all matches. */
export async function pageOfReports(
  ctx: Ctx,
  input: ReportListQuery & { program_id: string | null },
): Promise<{ rows: SupportReportRow[]; total: number }> {
  const direction = input.order === 'desc' ? desc : asc
  const which = and(
    inArray(supportReports.status, input.status ?? supportStates.open.statuses),
    isFor(input.program_id),
  )
  const [rows, [matches]] = await ctx.db.batch([
    ctx.db
      .select()
      .from(supportReports)
      .where(which)
      .orderBy(direction(supportReports[input.sort]), direction(supportReports.number))
      .limit(input.limit)
      .offset(input.skip),
    ctx.db.select({ total: count() }).from(supportReports).where(which),
  ])
  return { rows, total: matches?.total ?? 0 }
}

/** Updates a report if it still has the step that was read. The batch must then abort if no row changed. */
export const updateReportStatus = (
  ctx: Ctx,
  read: Pick<SupportReportRow, 'id' | 'step'>,
  change: Pick<SupportReportRow, 'status' | 'answer'>,
): Statement =>
  ctx.db
    .update(supportReports)
    .set({ ...change, step: read.step + 1, updated: ctx.now })
    .where(and(eq(supportReports.id, read.id), eq(supportReports.step, read.step)))

/** Number of reports from an email since a given time, and the time of the oldest. */
export const countReportsSince = (ctx: Ctx, email_key: string, since: number) =>
  ctx.db
    .select({ n: count(), oldest: min(supportReports.created) })
    .from(supportReports)
    .where(and(eq(supportReports.email_key, email_key), gt(supportReports.created, since)))

export const programName = (ctx: Ctx, id: string) =>
  ctx.db.select({ name: programs.name }).from(programs).where(eq(programs.id, id))

/** A row with the email of a customer; empty if the email is not confirmed. */
export const confirmedEmailOf = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({ email_key: users.email_key })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(and(eq(customers.id, customer_id), eq(users.is_email_verified, true)))
