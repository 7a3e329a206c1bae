import { ApiError, type ErrorType } from '../../../contract/api-error.ts'
import type { Refusal } from '../../../contract/organisation/organiser.ts'

/** One mistake of a file: what rule, where, and what to do about it. */
export const refuse = (type: ErrorType, path: string, message: string): Refusal => ({ type, path, message })

/** The refusal when a rule is broken, nothing when it holds. */
export const refuseWhen = (isBroken: boolean, type: ErrorType, where: { path: string; message: string }): Refusal[] =>
  isBroken ? [refuse(type, where.path, where.message)] : []

/** Refuses with every mistake there is, the first one in front. */
export function refuseAll(refusals: readonly Refusal[]): void {
  const [first] = refusals
  if (!first) return
  throw new ApiError(first.type as ErrorType, {
    param: first.path,
    message: first.message,
    errors: refusals.map(({ type, path, message }) => ({ type, param: path, message })),
  })
}
