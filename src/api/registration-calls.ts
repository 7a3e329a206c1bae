import type { Attendee } from '#contract/people/attendee'
import type { Customer } from '#contract/people/customer'
import type { BookedOrder, BookingPreview } from '#contract/money/family-booking'
import type { BookingInput } from '#contract/money/booking-request'
import type { Order } from '#contract/money/order'
import type { List } from '#contract/paging'
import type { Registration } from '#contract/booking/registration'
import type { Entitlement } from '#contract/booking/entitlement'
import type { SessionBalance } from '#contract/booking/session-credit'
import { type Call, windowCalls } from './browser.ts'
import { cartsOf } from './open-cart.ts'

const bookings = '/v1/profile/bookings'

export const registrationCalls = (call: Call) => ({
  findCustomer: () => call<Customer>('/v1/profile/customer'),
  findFamily: () => call<List<Attendee>>('/v1/profile/attendees?limit=100'),
  findPlaces: (query: string) => call<List<Registration>>(`/v1/profile/registrations?${query}&limit=100`),
  findCarts: (programId: string) => call<List<Order>>(cartsOf(programId)),
  findCredits: (programId: string) => call<SessionBalance>(`/v1/profile/programs/${programId}/session_balance`),
  findEntitlements: (programId: string) => call<List<Entitlement>>(`/v1/profile/programs/${programId}/entitlements`),
  book: (body: BookingInput) => call<BookedOrder>(bookings, { method: 'POST', body }),
  preview: (body: BookingInput, signal: AbortSignal) =>
    call<BookingPreview>(bookings, { method: 'POST', body: { ...body, dry_run: true }, signal, isKeyless: true }),
})
export type RegistrationCalls = ReturnType<typeof registrationCalls>

export const windowRegistrationCalls = (onSignedOut: () => void): RegistrationCalls =>
  registrationCalls(windowCalls(onSignedOut))
