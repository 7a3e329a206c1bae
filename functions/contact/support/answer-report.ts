import { ApiError } from '../../contract/api-error.ts'
import type { AnswerReportRequest, SupportReport } from '../../contract/contact/support.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { historyRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { numberOf, withoutCardNumbers } from './report-text.ts'
import { showReport } from './send-report.ts'
import { updateReportStatus, reportById, reportForPeopleOf } from './support-rows.ts'
import { mayTransition } from '../../contract/states/support-states.ts'

type Answering = AnswerReportRequest & { program_id: string | null; reference: string }

/**
 * PUT support_reports/{reference}: sets the status of a report, of a program or, if `program_id` is null, of the site
 * itself, and mails it to the reporter with the message. A repeated request returns the report unchanged.
 */
export async function answerReport(ctx: OrganiserContext, input: Answering): Promise<SupportReport> {
  const { program_id, status } = input
  const [report] = await reportForPeopleOf(ctx, { program_id, number: numberOf(input.reference) })
  if (!report) throw new ApiError('not_found', { param: 'reference' })
  const answer = input.message ? withoutCardNumbers(input.message.replaceAll('\r\n', '\n')) : null
  if (report.status === status && report.answer === answer) return showReport(report)
  if (!mayTransition(report.status, status)) throw new ApiError('state_conflict', { param: report.status })

  const [[moved]] = await commit(
    ctx,
    [
      updateReportStatus(ctx, report, { status, answer }),
      guard(ctx.db, 'state'),
      historyRow(ctx, {
        ...{ object: 'support_report', object_id: report.id, step: report.step },
        ...{ from: report.status, to: status, actor: ctx.actor, at: ctx.now },
      }),
      recordEvent(ctx, {
        kind: 'support.answered',
        ref: report.id,
        key: `${report.id}:${report.step + 1}`,
        body: {},
      }),
    ],
    reportById(ctx, report.id),
  )
  if (!moved) throw new ApiError('internal_error')
  return showReport(moved)
}
