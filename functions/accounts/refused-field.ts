import { ApiError } from '../contract/api-error.ts'
import type { FieldRule } from '../contract/field-sentences.ts'
import { fieldSentence } from '../contract/sentences/sentence.ts'
import type { Ctx } from '../context.ts'

/** The refusal of one field, with its sentence in `errors[]` too. */
export function refusedField(ctx: Ctx, type: FieldRule, param: string): ApiError {
  const message = fieldSentence(type, ctx.language)
  return new ApiError(type, { param, message, errors: [{ type, param, message }] })
}
