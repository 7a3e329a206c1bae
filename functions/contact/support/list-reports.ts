import type { OrganiserContext } from '../../platform/context.ts'
import { ApiError } from '../../contract/api-error.ts'
import { type List, list } from '../../contract/paging.ts'
import type { ReportListQuery, SupportReport } from '../../contract/contact/support.ts'
import { numberOf } from './report-text.ts'
import { showReport } from './send-report.ts'
import { pageOfReports, reportForPeopleOf } from './support-rows.ts'

/** GET support_reports: the reports for a program or, if `program_id` is null, for the operator of the site. */
export async function listReports(
  ctx: OrganiserContext,
  input: ReportListQuery & { program_id: string | null },
): Promise<List<SupportReport>> {
  const { rows, total } = await pageOfReports(ctx, input)
  return list(rows.map(showReport), total, input)
}

/** GET support_reports/{reference}: one report. Throws `not_found` for another program's. */
export async function getReport(
  ctx: OrganiserContext,
  input: { program_id: string | null; reference: string },
): Promise<SupportReport> {
  const [report] = await reportForPeopleOf(ctx, { ...input, number: numberOf(input.reference) })
  if (!report) throw new ApiError('not_found', { param: 'reference' })
  return showReport(report)
}
