import type { CancelRegistrationRequest, Registration } from '#contract/registration'
import { type Call, callsOfWindow } from './browser.ts'

/** What the order page asks of the API. */
export const orderCalls = (call: Call) => ({
  cancelPlace: (registrationId: string, body: CancelRegistrationRequest) =>
    call<Registration>(`/v1/profile/registrations/${registrationId}/cancel`, { method: 'POST', body }),
  readPlace: (registrationId: string) => call<Registration>(`/v1/profile/registrations/${registrationId}`),
})
export type OrderCalls = ReturnType<typeof orderCalls>

export const orderCallsOfWindow = (): OrderCalls => orderCalls(callsOfWindow())
