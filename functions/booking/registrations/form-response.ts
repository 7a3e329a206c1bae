import { phoneNumber } from '../../people/customers/phone-number.ts'
import { checkAnswers } from '../../contract/booking/answer-check.ts'
import { answerParam } from '../../contract/booking/answer-fields.ts'
import { ApiError, type FieldError } from '../../contract/api-error.ts'
import type { Field } from '../../contract/offering/event.ts'
import type { RegisterRequest } from '../../contract/booking/registration.ts'
import { fieldSentence } from '../../contract/sentences/sentence.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { StoredFormResponse } from '../../platform/database/tables/registrations.ts'
import { findUsableFiles } from '../../people/uploads/use-files.ts'
import { filesIn, maySign } from './answers.ts'
import { sealAnswers } from './sealed-answers.ts'

type Form = {
  fields: readonly Field[]
  country: string
  signer: { first_name: string; last_name: string }
  /** The names in signatures that were accepted before. */
  earlierSigners?: readonly string[]
  /** True when required answers may be missing. */
  isToComplete?: boolean
}
type FormInput = RegisterRequest['form_response']

/**
 * The form to store: checked answers, consents and signatures with a hash of the text they refer to, and sealed health
 * answers. Throws an error that lists every invalid answer.
 */
export async function formResponse(ctx: CustomerContext, input: FormInput, form: Form): Promise<StoredFormResponse> {
  const ids = filesIn(form.fields, input?.answers ?? [])
  return formWithFiles(ctx, input, { ...form, files: await findUsableFiles(ctx, { ids, purpose: 'attachment' }) })
}

/** The form to store, where the files that its answers may name were read before. */
export async function formWithFiles(
  ctx: CustomerContext,
  input: FormInput,
  { files, ...form }: Form & { files: readonly { id: string }[] },
): Promise<StoredFormResponse> {
  const reading = {
    readPhone: (typed: string) => phoneNumber(typed, form.country),
    maySign: maySign([`${form.signer.first_name} ${form.signer.last_name}`, ...(form.earlierSigners ?? [])]),
    mayUse: (id: string) => files.some((file) => file.id === id),
  }
  const checked = checkAnswers(form.fields, input?.answers ?? [], reading)
  const { answers } = checked
  const faults = checked.faults.filter(({ type }) => !(form.isToComplete && type === 'required'))
  const errors: FieldError[] = faults.map(({ type, field_id }) => ({
    type,
    param: answerParam({ id: field_id }),
    message: fieldSentence(type, ctx.language),
  }))
  const [first] = errors
  const [fault] = faults
  if (first && fault) throw new ApiError(fault.type, { param: first.param, message: first.message, errors })

  const stamped = await Promise.all(
    answers.map(async (answer) => {
      const field = form.fields.find(({ id }) => id === answer.field_id)
      return field?.type === 'consent' || field?.type === 'signature'
        ? { ...answer, at: ctx.now, text_hash: await textHash(field) }
        : answer
    }),
  )
  return {
    landed_at: landedAt(input?.landed_at, ctx.now),
    submitted_at: new Date(ctx.now).toISOString(),
    answers: await sealAnswers(ctx.env, form.fields, stamped),
  }
}

// The browser reports this time, so it is stored only when it is plausible.
function landedAt(acceptedAt: string | null | undefined, now: number): string | null {
  const at = acceptedAt ? Date.parse(acceptedAt) : Number.NaN
  return Number.isNaN(at) || at > now ? null : new Date(at).toISOString()
}

/** Hash of the text that the customer agreed to or signed. */
async function textHash(field: Field): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${field.title}\n${field.help ?? ''}`))
  return Buffer.from(bytes).toString('hex')
}
