import * as z from 'zod/mini'

/** Every `type` of an error, with its HTTP status. Its sentence is in sentences/. */
export const errorNumbers = {
  required: 400,
  too_long: 400,
  too_short: 400,
  invalid_characters: 400,
  invalid_email: 400,
  invalid_phone: 400,
  password_too_common: 400,
  password_mismatch: 400,
  password_incorrect: 400,
  invalid_date: 400,
  date_in_future: 400,
  date_too_old: 400,
  invalid_option: 400,
  file_not_found: 400,
  invalid_file: 400,
  row_errors: 400,
  invalid_health_card: 400,
  invalid_postcode: 400,
  invalid_region: 400,
  date_in_past: 400,
  end_before_start: 400,
  sale_after_event: 400,
  invalid_timezone: 400,
  invalid_amount: 400,
  invalid_integer: 400,
  invalid_url: 400,
  out_of_range: 400,
  required_parameter_missing: 400,
  unknown_parameter: 400,
  invalid_parameter: 400,
  invalid_json: 400,
  email_in_use: 400,
  token_invalid: 400,
  not_authenticated: 401,
  token_expired: 401,
  token_reused: 401,
  bad_credentials: 401,
  account_locked: 401,
  payment_failed: 402,
  insufficient_scope: 403,
  not_allowed: 403,
  health_not_shown: 403,
  second_factor_required: 403,
  transition_not_allowed: 403,
  email_not_verified: 403,
  feature_disabled: 403,
  membership_required: 403,
  account_inactive: 403,
  cross_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  state_conflict: 409,
  quote_stale: 409,
  sold_out: 409,
  slot_taken: 409,
  hold_expired: 409,
  attendee_conflict: 409,
  already_registered: 409,
  already_started: 409,
  check_in_not_open: 409,
  check_in_closed: 409,
  payment_in_progress: 409,
  attendee_archived: 409,
  has_future_registrations: 409,
  last_owner: 409,
  merge_dob_conflict: 409,
  merge_schedule_conflict: 409,
  request_in_progress: 409,
  link_expired: 410,
  offer_expired: 410,
  body_too_large: 413,
  file_too_large: 413,
  content_type: 415,
  file_type: 415,
  wrong_host: 421,
  attendee_too_young: 422,
  attendee_too_old: 422,
  gender_not_eligible: 422,
  attendee_dob_required: 422,
  credit_not_available: 422,
  credit_partly_used: 422,
  sale_not_started: 422,
  sale_ended: 422,
  program_not_accepting_orders: 422,
  currency_not_supported: 422,
  idempotency_key_reused: 422,
  passkey_not_accepted: 422,
  notification_required: 422,
  option_not_on_sale: 422,
  attendee_fields_missing: 422,
  waiver_required: 422,
  offline_not_available: 422,
  cancellation_not_allowed: 422,
  refund_not_allowed: 422,
  balance_due: 422,
  coupon_not_found: 422,
  coupon_not_started: 422,
  coupon_expired: 422,
  coupon_max_redemptions: 422,
  coupon_customer_limit: 422,
  coupon_first_time_only: 422,
  coupon_minimum_amount: 422,
  coupon_minimum_items: 422,
  coupon_membership_required: 422,
  coupon_not_applicable: 422,
  coupon_already_applied: 422,
  coupon_currency_mismatch: 422,
  coupon_replaced: 422,
  too_many_requests: 429,
  internal_error: 500,
  unavailable: 503,
} as const
export type ErrorType = keyof typeof errorNumbers

/** One failing field of a refused request; `line` is its position in a hand-written body. */
export const FieldError = z.strictObject({
  type: z.string(),
  param: z.string(),
  message: z.string(),
  line: z.optional(z.int()),
})
export type FieldError = z.infer<typeof FieldError>

/** The error object: `code` is the HTTP status, the first failing field sets `type` and `param`. */
export const ErrorBody = z.strictObject({
  code: z.int(),
  type: z.string(),
  message: z.string(),
  param: z.nullable(z.string()),
  path: z.string(),
  timestamp: z.string(),
  errors: z.array(FieldError),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** The error object of OAuth 2 calls: with the two fields of RFC 6749. */
export const OAuthErrorBody = z.strictObject({
  ...ErrorBody.shape,
  error: z.enum([
    'invalid_request',
    'invalid_client',
    'invalid_grant',
    'unsupported_grant_type',
    'temporarily_unavailable',
    'server_error',
  ]),
  error_description: z.string(),
})

/** Errors that may disappear when the data is read again, because a concurrent request aborted the batch. */
const conflicts: ReadonlySet<ErrorType> = new Set(['state_conflict', 'payment_in_progress'])

type ErrorDetail = {
  /** Path of the refused field, or name of the parameter. */
  param?: string | null
  /** The object of the refusal when there is no field: current status, id or missing amount. Returned as `param`. */
  subject?: string
  /** Every refused field when there may be several; by default made from `param`. */
  errors?: FieldError[]
  /** Sentence in the reader's language; by default the one of `type`. */
  message?: string
  retryAfterSeconds?: number
  /** The constraint that aborted the batch; never returned. */
  constraint?: string
  /** Extra parts of the body: `quote_stale` returns the new quote. */
  body?: Record<string, unknown>
}

/**
 * An error of the API. Use cases throw it, and platform/middleware/error-response.ts sends it. For a declined card,
 * `decline` is its key in declines.ts.
 */
export class ApiError extends Error {
  readonly type: ErrorType
  readonly detail: ErrorDetail
  readonly decline: string | null

  constructor(type: ErrorType, detail: ErrorDetail = {}, decline: string | null = null) {
    super(type)
    this.name = 'ApiError'
    this.type = type
    this.detail = detail
    this.decline = decline
  }

  get code(): number {
    return errorNumbers[this.type]
  }

  /** True when a concurrent request won: a retry that reads the data again may succeed. */
  get isConflict(): boolean {
    return this.detail.constraint !== undefined && conflicts.has(this.type)
  }
}

/** For a `catch` where a missing object is no failure: returns null for `not_found` and rethrows any other error. */
export function nullWhereNotFound(error: unknown): null {
  if (error instanceof ApiError && error.type === 'not_found') return null
  throw error
}
