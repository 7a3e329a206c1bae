import type { FormFailure } from '../../../api/page-request.ts'

/** What is wrong with one field of a refused form, null when it is fine. */
export function fieldError(failure: FormFailure | null, param: string): string | null {
  if (!failure) return null
  return (
    failure.errors.find((error) => error.param === param)?.message ?? (failure.param === param ? failure.message : null)
  )
}

/** What was typed in a field of a refused form. */
export const typedIn = (failure: FormFailure | null, name: string, otherwise = ''): string =>
  failure?.values[name] ?? otherwise

/** The last words of a page's address that a customer goes on to: an event's or nothing. */
export const registrationEventId = (goto: string): string | null =>
  /\/evt\/([A-Za-z0-9_-]{1,80})\/register(?:[?#]|$)/.exec(goto)?.[1] ?? null
