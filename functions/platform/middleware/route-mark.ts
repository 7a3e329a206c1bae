import type * as z from 'zod/mini'
import type { ErrorType } from '../../contract/api-error.ts'
import type { Right } from '../../contract/organisation/rights.ts'

/** A call's description for openapi.json and, in development, for validating its responses. */
export type Description = {
  summary: string
  tag: string
  /** Response schemas by status. `null` means no body. */
  answers: Partial<Record<200 | 201 | 202 | 204 | 303 | 503, z.core.$ZodType | null>>
  /** Errors in addition to those that every call may return. */
  errors?: readonly ErrorType[]
  /** The error object when it has more fields than others. */
  errorBody?: z.core.$ZodType
  /** The allowed caller: anyone, a logged-in customer, or an organisation's client. */
  caller?: 'anyone' | 'customer' | 'organiser'
  /** The type of the file in the response, or of the response with `format=csv` for a call with a schema. */
  file?: 'text/csv' | 'application/zip'
  takesKey?: boolean
  /** True when a browser may send the `X-CSRF-Token` of its session. */
  takesCsrfToken?: boolean
  /** True for a call that reads the header with the reason for reading health information. */
  takesHealthReason?: boolean
  /** True when the body is multipart with a file in its part `file`. */
  takesFile?: boolean
  /** True when the body may be a form as well as JSON. */
  takesForm?: boolean
  /** True when errors have the fields of OAuth 2. */
  isOauth?: boolean
}

/** The role of a route's handler, for readers of the route table. */
export type RouteMark =
  | { description: Description }
  | { target: 'param' | 'query' | 'json'; schema: z.core.$ZodType }
  | { perMinute: number }
  /** The route reads an access token when the request has one. */
  | { readsToken: true }
  /** The right that an organiser's call needs. */
  | { right: Right; takesPayments: boolean; filtersByReach: boolean }

const routeMark = Symbol('what a handler says of its route')

export const marked = <Handler extends object>(handler: Handler, mark: RouteMark): Handler =>
  Object.assign(handler, { [routeMark]: mark })

export const markOf = (handler: object): RouteMark | undefined => (handler as { [routeMark]?: RouteMark })[routeMark]
