/** The expected status, and the type of a refusal. */
export type Expected = { status: number; type?: string }
/** Ids and versions from a response; a forecast has none. */
type AnswerItem = { id: string; source: string | null; type?: string; product_variation_id?: string | null }
export type AnswerIds = { id: string; items?: AnswerItem[]; version?: number }

const numbers: Record<string, number> = {
  not_found: 404,
  transition_not_allowed: 403,
  membership_required: 403,
  invalid_option: 400,
  invalid_amount: 400,
  required: 400,
  offer_expired: 410,
  payment_failed: 402,
  too_many_requests: 429,
}
const unprocessable =
  /^coupon_|^credit_|offline_not_available|refund_not_allowed|option_not_on_sale|cancellation_not_allowed/
/** A refusal with its status. */
export const no = (type: string): Expected => ({
  status: numbers[type] ?? (unprocessable.test(type) ? 422 : 409),
  type,
})
export const ok = (status = 200): Expected => ({ status })
