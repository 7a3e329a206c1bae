import { ApiError, type ErrorType } from '../../../contract/api-error.ts'
import type { Refusal } from '../../../contract/organisation/organiser.ts'

/** One mistake of a file: its type, its path, and the message with the remedy. */
export const refuse = (type: ErrorType, path: string, message: string): Refusal => ({ type, path, message })

/** The refusal if a rule is broken; nothing if it holds. */
export const refuseWhen = (isBroken: boolean, type: ErrorType, where: { path: string; message: string }): Refusal[] =>
  isBroken ? [refuse(type, where.path, where.message)] : []

/** Throws one error with all mistakes; its own type and path are those of the first mistake. */
export function refuseAll(refusals: readonly Refusal[]): void {
  const [first] = refusals
  if (!first) return
  throw new ApiError(first.type as ErrorType, {
    param: first.path,
    message: first.message,
    errors: refusals.map(({ type, path, message }) => ({ type, param: path, message })),
  })
}
