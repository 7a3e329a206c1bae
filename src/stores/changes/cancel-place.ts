import { money } from '#contract/display-money'
import type { CancelOrderRequest, Order } from '#contract/money/order'
import type {
  CancellationPreview,
  CancelRegistrationRequest,
  RefundDestination,
  RefundReason,
  Registration,
} from '#contract/booking/registration'
import { type Call, windowCalls } from '../../api/browser.ts'
import { atom } from 'nanostores'
import type { Failure } from '../../api/api-failure.ts'

/** The API calls of the order page. */
export const orderCalls = (call: Call) => ({
  cancelPlace: (registrationId: string, body: CancelRegistrationRequest) =>
    call<Registration>(`/v1/profile/registrations/${registrationId}/cancel`, { method: 'POST', body }),
  cancelOrder: (orderId: string, body: CancelOrderRequest = {}) =>
    call<Order>(`/v1/profile/orders/${orderId}/cancel`, { method: 'POST', body }),
  readOrder: (orderId: string) => call<Order>(`/v1/profile/orders/${orderId}`),
  readPlace: (registrationId: string) => call<Registration>(`/v1/profile/registrations/${registrationId}`),
})
export type OrderCalls = ReturnType<typeof orderCalls>

export const windowOrderCalls = (): OrderCalls => orderCalls(windowCalls())

export type CancelPlace = {
  registration_id: string
  name: string
  title: string
  /** The sentence about the people whose places stay; null when there are none. */
  others: string | null
  isPaid: boolean
  preview: CancellationPreview
  until: string | null
  /** The destination of the refund and its time, in words; null without a refund. */
  destination: string | null
  /** The destination and the time of a refund to the balance; null when the balance cannot be chosen. */
  toBalance: string | null
  /** True if the customer may ask for money after the last of these steps. */
  mayAsk: boolean
  refundSteps: { until: string | null; words: string; fill: 'all' | 'half' | null }[]
  /** The visit that paid for the place, and what is left of its pass afterwards; null when money paid. */
  visit: { isBack: boolean; left: number | null; total: number } | null
  /** The data for cancelling all places of a paid order; absent for one place. */
  whole?: { order_id: string; buttons: WholeButtons }
}
export type WholeButtons = Record<'automatic' | 'request' | 'no_refund', string>
export type CancelSetup = {
  program: { name: string; email: string | null }
  address: string
  /** The URL of the program's support form, which names this page. */
  support: string
  /** An unpaid order, which can be cancelled as a whole. */
  unpaidOrderId: string | null
  reasons: RefundReason[]
  places: CancelPlace[]
}
export type CancelPlaceInput = {
  reason: string
  reason_other: string
  isUnderstood: boolean
  destination?: RefundDestination
}
export type CancelErrors = { reason?: 'missing'; reason_other?: 'missing' | 'too_long'; understood?: 'missing' }
const reasonsWithText = new Set(['not_as_described', 'unrecognised_charge', 'other'])
const maxReasonLength = 255

/** True when the customer must acknowledge that nothing is refunded, or that the organisation may refund nothing. */
export const needsAcknowledgement = ({ preview, isPaid }: Pick<CancelPlace, 'preview' | 'isPaid'>): boolean =>
  isPaid && (preview.result === 'no_refund' || !preview.is_in_policy)
/** False for a paid place that only the organisation can cancel. */
export const mayCancel = ({ preview, isPaid }: Pick<CancelPlace, 'preview' | 'isPaid'>): boolean =>
  preview.result !== 'not_possible' || !isPaid
export const needsReasonText = (reason: string): boolean => reasonsWithText.has(reason)

/** Missing input before a place can be cancelled. A place in a cart is released without a reason. */
export function checkCancel(place: CancelPlace, input: CancelPlaceInput): CancelErrors {
  if (!place.isPaid) return {}
  const reasonText = input.reason_other.trim()
  return {
    ...(input.reason === '' ? { reason: 'missing' as const } : {}),
    ...(needsReasonText(input.reason) && reasonText === ''
      ? { reason_other: 'missing' as const }
      : reasonText.length > maxReasonLength
        ? { reason_other: 'too_long' as const }
        : {}),
    ...(needsAcknowledgement(place) && !input.isUnderstood ? { understood: 'missing' as const } : {}),
  }
}

/** The effect of cancelling a whole order now; null when it cannot be cancelled. */
export function previewWhole(order: Order, buttons: WholeButtons): CancellationPreview | null {
  const [now] = order.returns_if_cancelled
  if (!now) return null
  const value = now.amount_returned.value + now.amount_requested.value
  const { amount_paid: paid, amount_returned: returned, amount_returning: returning } = order
  const inMoney = (cents: number) => money(cents, paid, paid.language)
  const amount = inMoney(value)
  const left = Math.max(value, paid.value - returned.value - returning.value)
  const result = now.amount_requested.value > 0 ? 'request' : value > 0 || paid.value === 0 ? 'automatic' : 'no_refund'
  return {
    result,
    amount,
    amount_paid: inMoney(left),
    amount_kept: inMoney(left - value),
    kept_for: null,
    is_in_policy: order.registrations.every(({ cancellation }) => cancellation.is_in_policy),
    tier_ends_at: now.until,
    sentence: buttons[value > 0 ? result : 'no_refund'].replace('{amount}', amount.display),
    late_fee: null,
    discount_lost: null,
    add_ons: null,
  }
}

/** Cancels one place, or all of an order. The exact amount is shown first and sent with the request. */
export function cancelPlaces(
  setup: CancelSetup,
  dependencies: {
    calls?: OrderCalls
    done: (words: { place: CancelPlace; preview: CancellationPreview }) => void
    ended?: () => void
  },
) {
  const calls = dependencies.calls ?? windowOrderCalls()
  const $places = atom(setup.places)
  const $open = atom<string | null>(null)
  const $errors = atom<CancelErrors>({})
  const $failure = atom<Failure | null>(null)
  const $isChanged = atom(false)
  const $isSending = atom(false)
  /** The number of refusals of the form. Each refusal takes the focus again. */
  const $attempt = atom(0)

  function open(registrationId: string | null) {
    $open.set(registrationId)
    $errors.set({})
    $failure.set(null)
    $isChanged.set(false)
  }

  async function reloadPlace({ registration_id, whole }: CancelPlace) {
    const answer = await (whole ? readWhole(whole) : readPreview(registration_id))
    if (!answer.ok) return $failure.set(answer.failure)
    const preview = answer.data
    if (!preview) return dependencies.ended?.()
    $places.set(
      $places
        .get()
        .map((place) =>
          place.registration_id === registration_id ? { ...place, preview, until: null, refundSteps: [] } : place,
        ),
    )
    $isChanged.set(true)
  }
  async function readPreview(registrationId: string) {
    const answer = await calls.readPlace(registrationId)
    return answer.ok ? { ok: true as const, data: answer.data.cancellation } : answer
  }
  async function readWhole({ order_id, buttons }: NonNullable<CancelPlace['whole']>) {
    const answer = await calls.readOrder(order_id)
    return answer.ok ? { ok: true as const, data: previewWhole(answer.data, buttons) } : answer
  }

  /** Removes an error once the input is valid. */
  function recheck(place: CancelPlace, input: CancelPlaceInput) {
    const wrong = checkCancel(place, input)
    const shown = Object.entries($errors.get())
    const kept = shown.filter(([name]) => name in wrong)
    if (kept.length < shown.length) $errors.set(Object.fromEntries(kept))
  }

  async function send(place: CancelPlace, input: CancelPlaceInput) {
    const wrong = checkCancel(place, input)
    $errors.set(wrong)
    $failure.set(null)
    if (Object.keys(wrong).length > 0) $attempt.set($attempt.get() + 1)
    if (Object.keys(wrong).length > 0 || $isSending.get()) return
    $isSending.set(true)
    const words = input.reason_other.trim()
    const body = place.isPaid
      ? {
          reason: input.reason as RefundReason,
          reason_other: words === '' ? null : words,
          expected_amount: place.preview.amount.value,
          ...(place.toBalance && input.destination ? { destination: input.destination } : {}),
        }
      : {}
    const answer = await (place.whole
      ? calls.cancelOrder(place.whole.order_id, body)
      : calls.cancelPlace(place.registration_id, body))
    if (answer.ok) dependencies.done({ place, preview: place.preview })
    else if (answer.failure.type === 'quote_stale') await reloadPlace(place)
    else $failure.set(answer.failure)
    $isSending.set(false)
  }
  /** Cancels the whole order while nothing is paid. */
  async function sendWhole(orderId: string) {
    if ($isSending.get()) return
    $failure.set(null)
    $isSending.set(true)
    const answer = await calls.cancelOrder(orderId)
    if (answer.ok) dependencies.ended?.()
    else $failure.set(answer.failure)
    $isSending.set(false)
  }
  return {
    places: $places,
    isOpen: $open,
    wrong: $errors,
    failure: $failure,
    isChanged: $isChanged,
    isSending: $isSending,
    attempt: $attempt,
    open,
    recheck,
    send,
    sendWhole,
  }
}
