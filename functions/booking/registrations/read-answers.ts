import { ApiError } from '../../contract/api-error.ts'
import type { Answer } from '../../contract/booking/registration.ts'
import type { RegistrationAnswers } from '../../contract/booking/registration-answers.ts'
import { instant } from '../../contract/instant.ts'
import type { Right } from '../../contract/people/attendee.ts'
import { localize } from '../../contract/texts.ts'
import { healthQuestionIds, questionsOfProgram } from '../../people/attendees/erase-health-notes.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { StoredAnswer } from '../../platform/database/tables/registrations.ts'
import { answerChangesOf, registrationsWithChanges } from './answer-change-rows.ts'
import { seesAnswer } from './answers-seen.ts'
import { openAnswers } from './sealed-answers.ts'
import { registrationReads, showRegistrations } from './show-registration.ts'

/** The answers of a registration of the caller, with their history. */
export async function readAnswers(
  ctx: CustomerContext,
  { registration_id }: { registration_id: string },
): Promise<RegistrationAnswers> {
  const [shown] = await showRegistrations(ctx, await ctx.db.batch(registrationReads(ctx, { ids: [registration_id] })))
  if (!shown) throw new ApiError('not_found', { param: 'registration_id' })
  const { relations } = shown.attendee_profile
  const rights = relations.find(({ customer_id }) => customer_id === ctx.actor.customer_id)?.rights ?? []
  return showAnswers(ctx, { ...shown, rights, answers: shown.form_response.answers, namesStaff: false })
}

/**
 * The answers of a registration of a program for its organisation, without those about health. `not_found` for one in a
 * cart.
 */
export async function readAnswersOfProgram(
  ctx: Ctx,
  { program_id, registration_id }: { program_id: string; registration_id: string },
): Promise<RegistrationAnswers> {
  const results = await ctx.db.batch(registrationReads(ctx, { ids: [registration_id] }))
  const [shown] = await showRegistrations(ctx, results)
  const [[row]] = results
  const isInCart = shown?.status === 'pending' && (row?.order?.status ?? 'draft') === 'draft'
  if (shown?.program_id !== program_id || isInCart) throw new ApiError('not_found', { param: 'registration_id' })
  // The organisation no longer sees the answers of a person who left its program.
  const rights: Right[] = row?.attendee.is_seen ? ['view'] : []
  return showAnswers(ctx, {
    ...shown,
    rights,
    answers: shown.form_response.answers,
    answers_until: null,
    namesStaff: true,
  })
}

/** The answers of every registration of the caller that changed, with their history. */
export async function everyAnswerHistory(ctx: CustomerContext): Promise<RegistrationAnswers[]> {
  const all = []
  for (const { id } of await registrationsWithChanges(ctx.db, ctx.actor.customer_id))
    all.push(await readAnswers(ctx, { registration_id: id }))
  return all
}

type Shown = {
  id: string
  program_id: string
  answers_until: string | null
  answers: Answer[]
  rights: readonly Right[]
  /** True for staff, who see which member changed an answer; the family sees the organisation. */
  namesStaff: boolean
}

async function showAnswers(
  ctx: Ctx,
  { id, program_id, answers_until, answers, rights, namesStaff }: Shown,
): Promise<RegistrationAnswers> {
  const [questions, rows] = await ctx.db.batch([questionsOfProgram(ctx.db, program_id), answerChangesOf(ctx.db, id)])
  const health = healthQuestionIds(questions)
  const titleOf = (fieldId: string) => {
    const question = questions.find((each) => each.id === fieldId)
    return question ? localize(question, ctx.contentLanguage ?? ctx.language).title : ''
  }
  const mayRead = ({ field_id, before, after }: (typeof rows)[number]) =>
    rights.includes('view') && seesAnswer(rights, { stored: [before, after], asksHealth: health.includes(field_id) })
  const changes: RegistrationAnswers['changes'] = []
  for (const [row, ...rest] of byStep(rows.filter(mayRead))) {
    const changed: RegistrationAnswers['changes'][number]['answers'] = []
    for (const { field_id, before, after } of [row, ...rest])
      changed.push({
        field_id,
        title: titleOf(field_id),
        before: await plainValue(ctx, before),
        after: await plainValue(ctx, after),
      })
    const first_name = row.first_name ?? (namesStaff ? row.staff_first_name : null)
    const last_name = row.last_name ?? (namesStaff ? row.staff_last_name : null)
    changes.push({
      changed_at: instant(row.at),
      changed_by: { type: actorOf(row.actor_type), first_name, last_name },
      answers: changed,
    })
  }
  return {
    object: 'registration_answers',
    registration_id: id,
    answers_until,
    answers: answers.map((answer) => ({ ...answer, title: titleOf(answer.field_id) })),
    changes,
  }
}

type Row = Awaited<ReturnType<typeof answerChangesOf>>[number]

/** Groups the rows by step, the newest step first. */
function byStep(rows: readonly Row[]): [Row, ...Row[]][] {
  const steps = new Map<number, [Row, ...Row[]]>()
  for (const row of rows) {
    const step = steps.get(row.step)
    if (step) step.push(row)
    else steps.set(row.step, [row])
  }
  return [...steps.values()].reverse()
}

async function plainValue(ctx: Ctx, stored: StoredAnswer | null): Promise<Answer['value']> {
  if (stored === null) return null
  const [opened] = await openAnswers(ctx.env, [stored])
  return opened?.value ?? null
}

const actorOf = (type: string): 'customer' | 'organiser' | 'system' =>
  type === 'customer' || type === 'organiser' ? type : 'system'
