import type { StaffRole } from '../contract/people/staff.ts'
import type { Order } from '../contract/money/order.ts'
import type { Bench } from './bench.ts'
import { type BookableEvent, openBookingFamily } from './booking-family.ts'
import { makeStaff, type Staff } from './staff.ts'

/** The family of `openBookingFamily`, and staff who book for it. */
export async function openBookingDesk(bench: Bench, program: Parameters<typeof openBookingFamily>[1] = {}) {
  const f = await openBookingFamily(bench, program)
  const { programId } = f
  const staffOf = async (role: StaffRole) => {
    const staff = await makeStaff(bench, { programId, role, firstName: 'Jo' })
    // The first call of an hour writes when the member was last seen.
    await bench.call(`/v1/organiser/programs/${programId}/bookings/ord_unknown`, { headers: staff.headers })
    return staff
  }
  const desk = await staffOf('front_desk')
  return {
    ...f,
    desk,
    staffOf,
    path: `/v1/organiser/programs/${programId}/bookings`,
    bodyForStaff: (event: BookableEvent, more: object = {}, people: readonly string[] = f.children) => ({
      customer: { id: f.ada.identity.customer_id },
      event_id: event.event_id,
      people: people.map((attendee_id) => ({ attendee_id, option_id: event.option_ids[0] })),
      paid_by: 'cash',
      ...more,
    }),
    bookByStaff: async <Body = Order>(body: object, { key, staff = desk }: { key?: string; staff?: Staff } = {}) => {
      const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {}
      const answer = await bench.call(`/v1/organiser/programs/${programId}/bookings`, staff.json(body, headers))
      return { status: answer.status, body: (await answer.json()) as Body }
    },
  }
}
export type BookingDesk = Awaited<ReturnType<typeof openBookingDesk>>
