import { checkAnswers } from '../../contract/booking/answer-check.ts'
import { isShown } from '../../contract/booking/shown-questions.ts'
import type { Field } from '../../contract/offering/event.ts'
import type { RegisterRequest } from '../../contract/booking/registration.ts'
import { keepUnchanged, type OpenedAnswers } from '../../booking/registrations/answer-changes.ts'
import { requireAnswersOpen } from '../../booking/registrations/answer-refusals.ts'
import { hiddenQuestions } from '../../booking/registrations/answers-seen.ts'
import { filesIn, maySign, signersIn } from '../../booking/registrations/answers.ts'
import { formResponse } from '../../booking/registrations/form-response.ts'
import { openAnswers } from '../../booking/registrations/sealed-answers.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { StoredFormResponse } from '../../platform/database/tables/registrations.ts'
import type { MoveTarget } from './decide-move.ts'
import type { LoadedMove } from './load-move.ts'

type Target = Pick<MoveTarget, 'event'>

/** The valid answers that move along: those to questions that the other event also asks, for the same person. */
export function carriedAnswers({ place, person, answers }: LoadedMove, { event: { fields } }: Target): OpenedAnswers {
  const { attendee_profile_id, form_response } = place.registration
  if (person.profile.id !== attendee_profile_id) return { stored: [], opened: [] }
  const shared = answers.filter(({ field_id }) => fields.some(({ id }) => id === field_id))
  const files = new Set(filesIn(fields, shared))
  const reading = {
    readPhone: (phone: string) => phone,
    maySign: maySign(signersIn(shared)),
    mayUse: (id: string) => files.has(id),
  }
  const valid = checkAnswers(fields, shared, reading).answers.map(({ field_id }) => field_id)
  return {
    stored: form_response.answers.filter(({ field_id }) => valid.includes(field_id)),
    opened: answers.filter(({ field_id }) => valid.includes(field_id)),
  }
}

/** The questions whose earlier answers the customer may not read. A move asks them again, as if nothing was answered. */
const hiddenFrom = ({ person }: LoadedMove, { event }: Target, { stored }: OpenedAnswers): string[] =>
  hiddenQuestions(event.fields, { stored, rights: person.relation.rights })

/**
 * The questions of the other event that no earlier answer settles, without those that a carried answer rules out. An
 * answer that the customer may not read settles nothing, so that the list does not show whether there is one.
 */
export function questionsOfMove(moving: LoadedMove, target: Target): Field[] {
  const { fields } = target.event
  const carried = carriedAnswers(moving, target)
  const hidden = hiddenFrom(moving, target, carried)
  const seen = carried.opened.filter(({ field_id }) => !hidden.includes(field_id))
  const values = new Map(seen.map(({ field_id, value }) => [field_id, value]))
  const isOpen = ({ show_if }: Field): boolean => show_if !== null && !values.has(show_if.field)
  return fields.filter((field) => !values.has(field.id) && (isOpen(field) || isShown(field, fields, values)))
}

/**
 * The form of the moved place: the answers that move along and the new ones. Throws for each that is missing. An answer
 * that moves along changes only as it could after the move: by a customer who sees it, and until the deadline. A new
 * answer to a question whose earlier answer the customer may not read is checked, but the earlier answer stays.
 */
export async function formOfMove(
  ctx: CustomerContext,
  { moving, target }: { moving: LoadedMove; target: Target },
  input: RegisterRequest['form_response'],
): Promise<StoredFormResponse> {
  const { place, program, contact } = moving
  const { event } = target
  const carried = carriedAnswers(moving, target)
  const hidden = hiddenFrom(moving, target, carried)
  const isHidden = ({ field_id }: { field_id: string }) => hidden.includes(field_id)
  const answers = input?.answers ?? []
  const isNew = ({ field_id }: { field_id: string }) => answers.some((answer) => answer.field_id === field_id)

  const kept = carried.opened.filter((answer) => !isNew(answer) && !isHidden(answer))
  const form = await formResponse(
    ctx,
    { ...input, answers: [...answers, ...kept] },
    { fields: event.fields, country: program.country, signer: contact, earlierSigners: signersIn(kept) },
  )
  const unseen = carried.stored.filter(isHidden)
  const stored = form.answers.filter(({ field_id }) => !unseen.some((answer) => answer.field_id === field_id))
  const opened = await openAnswers(ctx.env, stored)
  const after = [...keepUnchanged(carried, { stored, opened }), ...unseen]
  if (carried.stored.some((answer) => isNew(answer) && !after.includes(answer)))
    requireAnswersOpen(ctx, { starts_at: Date.parse(event.starts_at), timezone: event.timezone }, program)
  return { ...(answers.length > 0 ? form : place.registration.form_response), answers: after }
}
