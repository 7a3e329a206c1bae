import type {
  AddAttendeeRequest,
  Attendee,
  ProgramAttendeeProfile,
  UpdateAttendeeRequest,
} from '#contract/people/attendee'
import type {
  AppointmentSeries,
  BookAppointmentRequest,
  BookSeriesRequest,
} from '#contract/booking/appointment-registration'
import type { CustomerProfile } from '#contract/people/customer'
import type { Discount } from '#contract/money/discount'
import type { CreateOrderRequest, Order } from '#contract/money/order'
import type { List } from '#contract/paging'
import type { RegisterRequest, Registration, UpdateRegistrationRequest } from '#contract/booking/registration'
import type { Entitlement } from '#contract/booking/entitlement'
import type { SessionBalance } from '#contract/booking/session-credit'
import { type Call, windowCalls } from './browser.ts'
import { cartsOf } from './open-cart.ts'

const post = (body: unknown = {}) => ({ method: 'POST' as const, body })
const put = (body: unknown) => ({ method: 'PUT' as const, body })

export const registrationCalls = (call: Call) => ({
  findFamily: () => call<List<Attendee>>('/v1/profile/attendees?limit=100'),
  findPlaces: (query: string) => call<List<Registration>>(`/v1/profile/registrations?${query}&limit=100`),
  joinProgram: (programId: string) => call<CustomerProfile>(`/v1/profile/programs/${programId}`, post()),
  addAttendee: (body: AddAttendeeRequest) => call<Attendee>('/v1/profile/attendees', post(body)),
  changeAttendee: (attendeeId: string, body: UpdateAttendeeRequest) =>
    call<Attendee>(`/v1/profile/attendees/${attendeeId}`, put(body)),
  connectAttendee: (programId: string, attendeeId: string) =>
    call<ProgramAttendeeProfile>(
      `/v1/profile/programs/${programId}/attendees`,
      post({ program_id: programId, attendee_id: attendeeId }),
    ),
  register: (body: RegisterRequest) => call<Registration>('/v1/profile/registrations', post(body)),
  book: (body: BookAppointmentRequest) => call<Registration>('/v1/profile/appointments', post(body)),
  bookSeries: (body: BookSeriesRequest) => call<AppointmentSeries>('/v1/profile/appointments/series', post(body)),
  changeRegistration: (registrationId: string, body: UpdateRegistrationRequest) =>
    call<Registration>(`/v1/profile/registrations/${registrationId}`, put(body)),
  releasePlace: (registrationId: string) =>
    call<Registration>(`/v1/profile/registrations/${registrationId}/cancel`, post()),
  findCarts: (programId: string) => call<List<Order>>(cartsOf(programId)),
  createOrder: (body: CreateOrderRequest) => call<Order>('/v1/profile/orders', post(body)),
  findCredits: (programId: string) => call<SessionBalance>(`/v1/profile/programs/${programId}/session_balance`),
  findEntitlements: (programId: string) => call<List<Entitlement>>(`/v1/profile/programs/${programId}/entitlements`),
  addPackage: (orderId: string, packageId: string, quantity: number) =>
    call<Order>(`/v1/profile/orders/${orderId}/items`, post({ type: 'session_package', source: packageId, quantity })),
  removeItem: (orderId: string, itemId: string) =>
    call<Order>(`/v1/profile/orders/${orderId}/items/${itemId}`, { method: 'DELETE' as const }),
  addPlace: (orderId: string, registrationId: string, type: 'event_option' | 'appointment_option') =>
    call<Order>(`/v1/profile/orders/${orderId}/items`, post({ type, source: registrationId, quantity: 1 })),
  readOrder: (orderId: string) => call<Order>(`/v1/profile/orders/${orderId}`),
  addAddOn: (orderId: string, item: { source: string; quantity: number; parent: string }) =>
    call<Order>(`/v1/profile/orders/${orderId}/items`, post({ type: 'product_variation', ...item })),
  changeAddOn: (orderId: string, itemId: string, quantity: number) =>
    call<Order>(`/v2/profile/orders/${orderId}/items/${itemId}`, put({ quantity })),
  removeAddOn: (orderId: string, itemId: string) =>
    call<Order>(`/v1/profile/orders/${orderId}/items/${itemId}`, { method: 'DELETE' }),
  applyCode: (orderId: string, code: string) =>
    call<Discount>(`/v1/profile/orders/${orderId}/discounts`, post({ code })),
})
export type RegistrationCalls = ReturnType<typeof registrationCalls>

export const windowRegistrationCalls = (onSignedOut: () => void): RegistrationCalls =>
  registrationCalls(windowCalls(onSignedOut))
