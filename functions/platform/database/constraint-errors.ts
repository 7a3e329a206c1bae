import { ApiError, type ErrorType } from '../../contract/api-error.ts'
import { isOutOfReach } from './retry-lost-write.ts'

/** Database errors of violated schema rules, each with its API error and its field, if known. The first match wins. */
const meanings: [RegExp, ErrorType, param?: string][] = [
  [/CHECK constraint failed: sold_out/, 'sold_out'],
  [/CHECK constraint failed: credit_not_available|credit_not_paid|credit_not_usable/, 'credit_not_available'],
  [/package_in_use|membership_not_in_order/, 'state_conflict'],
  [/UNIQUE constraint failed: session_credit/, 'state_conflict'],
  [/slot_taken|resource_taken|UNIQUE constraint failed: appointment_slots\.appointment_type_id/, 'slot_taken'],
  [/already_registered|one_membership_at_a_time/, 'already_registered'],
  [/event_cancelled/, 'option_not_on_sale'],
  [/coupon_customer_limit/, 'coupon_customer_limit'],
  [/coupon_first_time_only/, 'coupon_first_time_only'],
  [/CHECK constraint failed: coupon_max_redemptions/, 'coupon_max_redemptions'],
  [/UNIQUE constraint failed: status_history/, 'state_conflict'],
  [/guard_failed:future_registrations/, 'has_future_registrations'],
  [
    /guard_failed:(?:state|visit_used_again)|last_manager|attendee_not_active|attendee_merged|passkey_counter_grows|passkey_limit|push_subscription_limit/,
    'state_conflict',
  ],
  [/UNIQUE constraint failed: feedback\./, 'state_conflict'],
  [/UNIQUE constraint failed: waitlist_entries|waitlist_entry_missing/, 'state_conflict'],
  [/UNIQUE constraint failed: (?:attendee_merges|customer_merges)\.merge_from|customer_merged/, 'state_conflict'],
  // A row that the write references was erased since it was read. A retry that reads again does not find it.
  [/FOREIGN KEY constraint failed/, 'state_conflict'],
  [/guard_failed:quote/, 'quote_stale'],
  [/guard_failed:session/, 'not_authenticated'],
  [/guard_failed:staff/, 'not_allowed'],
  [/guard_failed:account/, 'not_found'],
  [/last_owner/, 'last_owner'],
  [/UNIQUE constraint failed: staff_members\./, 'state_conflict'],
  [/file_gone/, 'state_conflict'],
  [/picture_gone/, 'file_not_found', 'picture_url'],
  [
    /guard_failed:(?:held_places|unproven_places|unpaid_orders|code_limit)|file_limit|picture_limit|support_limit|conversation_limit|message_limit|note_limit|push_test_limit/,
    'too_many_requests',
  ],
  [/guard_failed:offline_places/, 'offline_not_available'],
  [/guard_failed:hold_expired/, 'hold_expired'],
  [/guard_failed:payment_in_progress/, 'payment_in_progress'],
  [/guard_failed:refund_done|refund_request_decided|refund_within_payment/, 'state_conflict'],
  [/UNIQUE constraint failed: desk_decisions\.task/, 'state_conflict'],
  [
    /cancelled_place_stays|cancelled_order_stays|group_place_of_event|UNIQUE constraint failed: days_off\.|day_off_leaves_or_is_restored/,
    'state_conflict',
  ],
  [/UNIQUE constraint failed: check_ins\./, 'state_conflict'],
  [/UNIQUE constraint failed: payments\.charge_key/, 'state_conflict'],
  [/UNIQUE constraint failed: order_instalments\./, 'state_conflict'],
  [/UNIQUE constraint failed: (?:orders\.membership_id|memberships\.)/, 'state_conflict'],
  [/UNIQUE constraint failed: payments\.order_id, payments\.reference/, 'state_conflict'],
  [/UNIQUE constraint failed: payments\.order_id/, 'payment_in_progress'],
  [/balance_spent|CHECK constraint failed: order_balance_used/, 'state_conflict'],
  [/balance_due_once/, 'state_conflict'],
  [/UNIQUE constraint failed: account_balance_entries/, 'state_conflict'],
  [/CHECK constraint failed: balance_amount/, 'invalid_amount'],
  [/UNIQUE constraint failed: (?:payment_sources|card_setups|card_charge_consents)\./, 'state_conflict'],
  [
    /UNIQUE constraint failed: messages\.conversation_id|message_state_ends|conversation_needs_member/,
    'state_conflict',
  ],
  [/CHECK constraint failed: refunded_at_most_paid/, 'refund_not_allowed'],
  [/UNIQUE constraint failed: refunds\.dedupe/, 'state_conflict'],
  [/UNIQUE constraint failed: discounts\.order_id/, 'coupon_already_applied'],
  [/UNIQUE constraint failed: order_items\.registration_id/, 'already_registered'],
  [/UNIQUE constraint failed: relations\.customer_id(?!,)|self_stays/, 'invalid_option'],
  [/UNIQUE constraint failed: passkeys\.credential_id/, 'passkey_not_accepted'],
  [/UNIQUE constraint failed: idempotency_keys/, 'request_in_progress'],
  [/UNIQUE constraint failed: users\.email_key|email_reserved/, 'email_in_use'],
  [/CHECK constraint failed: order_amount/, 'invalid_amount'],
]

/** Retry delay in seconds after a limit was reached. Holds expire by the minute. */
const retryAfterSeconds = 60
/** Retry delay in seconds after a lost connection to the database, which usually recovers at once. */
const outOfReachSeconds = 1

/** No space left to write: reads still work, and a person has to make space. */
export const isDiskFull = (message: string): boolean => /database or disk is full|SQLITE_FULL/.test(message)

/** The SQLite text of an error, unwrapped from drizzle's error, whose own message contains the parameters. */
export function databaseMessage(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (/SQLITE_|D1_|constraint failed|guard_failed/.test(each.message) && !each.message.startsWith('Failed query'))
      return each.message
  }
  return ''
}

/** The API error for a violated constraint. Any other error is returned with its parameters removed. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (isOutOfReach(error)) return new ApiError('unavailable', { retryAfterSeconds: outOfReachSeconds })
  const message = databaseMessage(error)
  if (isDiskFull(message)) return new ApiError('unavailable', { constraint: message, retryAfterSeconds })
  const meaning = meanings.find(([pattern]) => pattern.test(message))
  if (meaning)
    return new ApiError(meaning[1], {
      constraint: message,
      ...(meaning[2] ? { param: meaning[2] } : {}),
      ...(meaning[1] === 'too_many_requests' ? { retryAfterSeconds } : {}),
    })
  return message === '' ? error : new Error(`database: ${message}`)
}
