import { findRegistrationOfProgram } from '../../booking/registrations/load-registration.ts'
import { ApiError } from '../../contract/api-error.ts'
import { mayReadAnswer } from '../../contract/booking/answer-fields.ts'
import { instant } from '../../contract/instant.ts'
import type { HistoryEntry, HistoryQuery } from '../../contract/organisation/history.ts'
import { type List, list } from '../../contract/paging.ts'
import { localize } from '../../contract/texts.ts'
import { healthQuestionIds, questionsOfProgram } from '../../people/attendees/erase-health-notes.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageOfHistory, subjectsOfOrder, subjectsOfRegistration, submittedOrder } from './history-rows.ts'

/** Every change of an order, its places and its money, by whom and when. `not_found` for a cart. */
export async function readOrderHistory(
  ctx: Ctx,
  input: HistoryQuery & { program_id: string; order_id: string },
): Promise<List<HistoryEntry>> {
  const [[order], questions, ...read] = await ctx.db.batch([
    submittedOrder(ctx.db, input),
    questionsOfProgram(ctx.db, input.program_id),
    ...pageOfHistory(ctx.db, subjectsOfOrder(input.order_id), input),
  ])
  if (!order) throw new ApiError('not_found', { param: 'order_id' })
  return showHistory(ctx, { questions, read, page: input })
}

/** Every change of a registration, its check-ins and its days off, by whom and when. `not_found` for one in a cart. */
export async function readRegistrationHistory(
  ctx: Ctx,
  input: HistoryQuery & { program_id: string; registration_id: string },
): Promise<List<HistoryEntry>> {
  const [[place], questions, ...read] = await ctx.db.batch([
    findRegistrationOfProgram(ctx, input),
    questionsOfProgram(ctx.db, input.program_id),
    ...pageOfHistory(ctx.db, subjectsOfRegistration(input.registration_id), input),
  ])
  if (!place) throw new ApiError('not_found', { param: 'registration_id' })
  return showHistory(ctx, { questions, read, page: input })
}

/** Every change of some subjects that have no answers, by whom and when. */
export async function readHistoryOf(
  ctx: Ctx,
  subjects: Parameters<typeof pageOfHistory>[1],
  page: HistoryQuery,
): Promise<List<HistoryEntry>> {
  const read = await ctx.db.batch([...pageOfHistory(ctx.db, subjects, page)])
  return showHistory(ctx, { questions: [], read, page })
}

type Reads = ReturnType<typeof pageOfHistory>
type Loaded = {
  questions: Awaited<ReturnType<typeof questionsOfProgram>>
  read: [Awaited<Reads[0]>, Awaited<Reads[1]>]
  page: HistoryQuery
}

function showHistory(ctx: Ctx, { questions, read: [rows, [counted]], page }: Loaded): List<HistoryEntry> {
  const health = new Set(healthQuestionIds(questions))
  const titles = new Map(questions.map((each) => [each.id, localize(each, ctx.contentLanguage ?? ctx.language).title]))
  const entries = rows.map(
    ({ object, object_id, answers, ...row }): HistoryEntry => ({
      object: 'history_entry',
      subject: { type: object, id: object_id },
      from: row.from_status,
      to: row.to_status,
      at: instant(row.at),
      actor: {
        type: row.actor_type,
        staff_id: row.staff_id,
        first_name: row.first_name,
        last_name: row.last_name,
      },
      reason: row.reason,
      note: row.note,
      answers: answers
        .filter(({ field_id, is_sealed }) =>
          mayReadAnswer(['view'], { asksHealth: health.has(field_id), isSealed: is_sealed === 1 }),
        )
        .map(({ field_id }) => ({ field_id, title: titles.get(field_id) ?? '' })),
    }),
  )
  return list(entries, counted?.total ?? 0, page)
}
