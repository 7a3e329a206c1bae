import type { CancellationPreview, CancelRegistrationRequest, RefundReason, Registration } from '#contract/registration'
import { type Call, callsOfWindow } from '../api/browser.ts'
import { atom } from 'nanostores'
import type { Failure } from '../api/api-failure.ts'

/** What the order page asks of the API. */
export const orderCalls = (call: Call) => ({
  cancelPlace: (registrationId: string, body: CancelRegistrationRequest) =>
    call<Registration>(`/v1/profile/registrations/${registrationId}/cancel`, { method: 'POST', body }),
  readPlace: (registrationId: string) => call<Registration>(`/v1/profile/registrations/${registrationId}`),
})
export type OrderCalls = ReturnType<typeof orderCalls>

export const orderCallsOfWindow = (): OrderCalls => orderCalls(callsOfWindow())

export type CancelPlace = {
  registration_id: string
  name: string
  title: string
  others: string[]
  isPaid: boolean
  preview: CancellationPreview
  until: string | null
  cups: { until: string | null; words: string; fill: 'all' | 'half' | null }[]
}
export type CancelSetup = {
  program: { name: string; email: string | null }
  address: string
  reasons: RefundReason[]
  places: CancelPlace[]
}
export type CancelPlaceInput = { reason: string; reason_other: string; isUnderstood: boolean }
export type Wrong = { reason?: 'missing'; reason_other?: 'missing' | 'too_long'; understood?: 'missing' }
const needText = new Set(['not_as_described', 'unrecognised_charge', 'other'])
const longestReason = 255

/** Whether the customer must tick that no money comes back. */
export const needsTick = ({ preview, isPaid }: Pick<CancelPlace, 'preview' | 'isPaid'>): boolean =>
  isPaid && (preview.result === 'no_refund' || (preview.result === 'request' && preview.amount.value === 0))
export const needsWords = (reason: string): boolean => needText.has(reason)

/** What is missing before a place may be cancelled. A place in a cart is given back without a reason. */
export function checkCancel(place: CancelPlace, input: CancelPlaceInput): Wrong {
  if (!place.isPaid) return {}
  const other = input.reason_other.trim()
  return {
    ...(input.reason === '' ? { reason: 'missing' as const } : {}),
    ...(needsWords(input.reason) && other === ''
      ? { reason_other: 'missing' as const }
      : other.length > longestReason
        ? { reason_other: 'too_long' as const }
        : {}),
    ...(needsTick(place) && !input.isUnderstood ? { understood: 'missing' as const } : {}),
  }
}

/** Giving one place back: the exact amount is shown first, and the server is told which amount was seen. */
export function cancelPlaces(
  setup: CancelSetup,
  around: { calls?: OrderCalls; done: (words: { place: CancelPlace; preview: CancellationPreview }) => void },
) {
  const calls = around.calls ?? orderCallsOfWindow()
  const $places = atom(setup.places)
  const $open = atom<string | null>(null)
  const $wrong = atom<Wrong>({})
  const $failure = atom<Failure | null>(null)
  const $isChanged = atom(false)
  const $isSending = atom(false)

  function open(registrationId: string | null) {
    $open.set(registrationId)
    $wrong.set({})
    $failure.set(null)
    $isChanged.set(false)
  }

  async function lookAgain(registrationId: string) {
    const answer = await calls.readPlace(registrationId)
    if (!answer.ok) return $failure.set(answer.failure)
    $places.set(
      $places
        .get()
        .map((place) =>
          place.registration_id === registrationId
            ? { ...place, preview: answer.data.cancellation, until: null }
            : place,
        ),
    )
    $isChanged.set(true)
  }

  async function send(place: CancelPlace, input: CancelPlaceInput) {
    const wrong = checkCancel(place, input)
    $wrong.set(wrong)
    $failure.set(null)
    if (Object.keys(wrong).length > 0 || $isSending.get()) return
    $isSending.set(true)
    const words = input.reason_other.trim()
    const body = place.isPaid
      ? {
          reason: input.reason as RefundReason,
          reason_other: words === '' ? null : words,
          expected_amount: place.preview.amount.value,
        }
      : {}
    const answer = await calls.cancelPlace(place.registration_id, body)
    if (answer.ok) around.done({ place, preview: place.preview })
    else if (answer.failure.type === 'quote_stale') await lookAgain(place.registration_id)
    else $failure.set(answer.failure)
    $isSending.set(false)
  }
  return {
    places: $places,
    isOpen: $open,
    wrong: $wrong,
    failure: $failure,
    isChanged: $isChanged,
    isSending: $isSending,
    open,
    send,
  }
}
