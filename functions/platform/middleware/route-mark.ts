import type * as z from 'zod/mini'
import type { ErrorType } from '../../contract/api-error.ts'

/** What a call says of itself, for openapi.json and, in development, for the check of its answers. */
export type Description = {
  summary: string
  tag: string
  /** Answer schemas by status. `null` means an answer without a body. */
  answers: Partial<Record<200 | 201 | 202 | 204 | 303 | 503, z.core.$ZodType | null>>
  /** Refusals beyond the ones every call may give. */
  errors?: readonly ErrorType[]
  /** Who may call: anyone, the signed-in customer, or an organisation's client. */
  caller?: 'anyone' | 'customer' | 'organiser'
  /** What a file that it answers is, where it answers one. */
  file?: 'text/csv'
  takesKey?: boolean
  /** A browser may bring the `X-CSRF-Token` of its session. */
  takesCsrfToken?: boolean
  /** The body is multipart, with a file in its part `file`. */
  takesFile?: boolean
  /** The body is read as a form as well as JSON, and refusals have the fields of OAuth 2. */
  isOauth?: boolean
}

/** What a handler of a route is, for those who read the table of routes. */
export type RouteMark =
  | { description: Description }
  | { target: 'param' | 'query' | 'json'; schema: z.core.$ZodType }
  | { perMinute: number }

const routeMark = Symbol('what a handler says of its route')

export const marked = <Handler extends object>(handler: Handler, mark: RouteMark): Handler =>
  Object.assign(handler, { [routeMark]: mark })

export const markOf = (handler: object): RouteMark | undefined => (handler as { [routeMark]?: RouteMark })[routeMark]
