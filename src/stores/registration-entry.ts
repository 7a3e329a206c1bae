import type { Failure } from '../api/api-failure.ts'
import type { CheckWords } from './registration-checks.ts'
import { type Problem, textOf, type Values } from './registration-setup.ts'

/** What a log-in inside the form sends. */
export const loginFields = (values: Values): Record<string, unknown> => ({
  username: textOf(values, 'you.email'),
  password: textOf(values, 'you.password'),
})

/** What a sign-up inside the form sends; `goto` is where the link of the verification mail leads. */
export function signupFields(
  values: Values,
  about: { timezone: string; goto: string; language: string },
): Record<string, unknown> {
  const typed = ['first_name', 'last_name', 'email', 'phone', 'password'].map((field) => [
    field,
    textOf(values, `you.${field}`),
  ])
  return { ...Object.fromEntries(typed), ...about, verify_email: true }
}

/** Refused fields of log-in or sign-up, by their controls. */
export function problemsOfYou(failure: Failure, words: CheckWords): Problem[] {
  const { param, message, type, errors } = failure
  const given = errors.length > 0 ? errors : param && message ? [{ param, message, type }] : []
  const fieldOf = (name: string) => (name === 'username' ? 'email' : name)
  return given.map((each) => ({
    name: `you.${fieldOf(each.param)}`,
    label: words.label(fieldOf(each.param)),
    message: each.message,
  }))
}
