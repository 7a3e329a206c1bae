import type { FormFailure } from '../../../api/page-request.ts'

/** The error of a field in a refused form; null when it is valid. */
export function fieldError(failure: FormFailure | null, param: string): string | null {
  if (!failure) return null
  return (
    failure.errors.find((error) => error.param === param)?.message ?? (failure.param === param ? failure.message : null)
  )
}

/** The typed value of a field in a refused form. */
export const typedIn = (failure: FormFailure | null, name: string, otherwise = ''): string =>
  failure?.values[name] ?? otherwise

/** The id of the event in the URL of a registration form; null for any other URL. */
export const registrationEventId = (goto: string): string | null =>
  /\/evt\/([A-Za-z0-9_-]{1,80})\/register(?:[?#]|$)/.exec(goto)?.[1] ?? null
