import { hourMs } from '../../contract/limits.ts'
import { instant } from '../../contract/instant.ts'
import { ApiError } from '../../contract/api-error.ts'
import { maxReportsPerHour, type SupportReport, type SupportRequest } from '../../contract/contact/support.ts'
import { type Ctx, customerOf } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { countByAddress, mailsByAddress } from '../../platform/identity/wrong-attempts.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { isForProgram, issueOf, placeOf, referenceOf, withoutCardNumbers } from './report-text.ts'
import { countReportsSince, insertReport, programName, reportById, type SupportReportRow } from './support-rows.ts'
import { emailKey } from '../../contract/field-rules.ts'

/**
 * POST support: stores a report for the people who answer it. It names a customer only by their session, and keeps only
 * the path of URLs and the last four digits of card numbers.
 */
export async function sendReport(ctx: Ctx, input: SupportRequest): Promise<SupportReport> {
  const email_key = emailKey(input.reporter_email)
  const [[recent], [program]] = await ctx.db.batch([
    countReportsSince(ctx, email_key, ctx.now - hourMs),
    programName(ctx, input.program_id ?? ''),
  ])
  if (input.program_id && !program) throw new ApiError('not_found', { param: 'program_id' })
  if (recent && recent.n >= maxReportsPerHour)
    throw new ApiError('too_many_requests', { retryAfterSeconds: secondsUntilNext(recent.oldest ?? ctx.now, ctx.now) })

  const id = ctx.newId('sup')
  const issue_type = issueOf(input.type, input.issue_type)
  const [[report]] = await commit(
    ctx,
    [
      // Reports without an account are answered by mail to an unverified address.
      ...(customerOf(ctx) ? [] : await countByAddress(ctx, [mailsByAddress])),
      insertReport(ctx, {
        id,
        status: 'received',
        type: input.type,
        issue_type,
        is_for_program: isForProgram(issue_type),
        reporter_name: input.reporter_name,
        reporter_email: input.reporter_email,
        email_key,
        summary: withoutCardNumbers(input.summary),
        description: withoutCardNumbers(input.description),
        customer_id: customerOf(ctx)?.customer_id ?? null,
        program_id: input.program_id ?? null,
        program_name: program?.name ?? (input.program_name || null),
        url: input.url ? placeOf(input.url) : null,
        app_version: input.app_version || null,
        failure: failureOf(input.failure),
        language: ctx.language,
        created: ctx.now,
        updated: ctx.now,
        step: 0,
        answer: null,
      }),
      recordEvent(ctx, { kind: 'support.received', ref: id, body: {} }),
    ],
    reportById(ctx, id),
  )
  return showReport(report as SupportReportRow)
}

const secondsUntilNext = (oldest: number, now: number) => Math.max(1, Math.ceil((oldest + hourMs - now) / 1000))

function failureOf(failure: SupportRequest['failure']): SupportReport['failure'] {
  if (!failure) return null
  const { type, code = null, message, param, path, timestamp } = failure
  return {
    type,
    code,
    message: message ? withoutCardNumbers(message) : null,
    param: param ? withoutCardNumbers(param) : null,
    path: path ? placeOf(path) : null,
    timestamp: timestamp ? new Date(timestamp).toISOString() : null,
  }
}

/** A report in an API response. */
export function showReport(row: SupportReportRow): SupportReport {
  const {
    number,
    is_for_program: _,
    email_key: __,
    language: ___,
    step: ____,
    answer: _____,
    created,
    updated,
    ...report
  } = row
  return {
    ...report,
    object: 'support_report',
    reference: referenceOf(number),
    created: instant(created),
    updated: instant(updated),
  }
}
