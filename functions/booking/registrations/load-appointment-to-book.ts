import { formOf } from '../../offering/appointments/show-appointment.ts'
import { availabilityOf, type Availability, loadAvailability } from '../../offering/appointments/load-availability.ts'
import type { TakenTime } from '../../offering/appointments/free-times.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Event } from '../../contract/offering/event.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { appointmentDay } from './bookable-time.ts'
import { lapsedSlots, slotsOfOrder } from './slot-rows.ts'

type Slot = Awaited<ReturnType<typeof slotsOfOrder>>[number]
/** A public appointment type with its taken times around the times to book. */
export type AppointmentToBook = {
  type: Availability['type']
  form: Pick<Event, 'fields' | 'waiver'>
  /** The times to book, in the order of the request. */
  starts: readonly number[]
  /** The availability of an option of the type. Throws `not_found` for another option. */
  availabilityOf: (option_id: string) => Availability
  taken: readonly TakenTime[]
  /** Taken times that lapsed holds and the cart hold. */
  lapsed: readonly Slot[]
  ofCart: readonly Slot[]
}

/** Reads a type and its taken times. Throws `not_found` unless it is public and of the program. */
export async function loadAppointmentToBook(
  ctx: CustomerContext,
  input: { program_id: string; appointment_type_id: string; starts: readonly number[]; order_id: string | null },
): Promise<AppointmentToBook> {
  const { program_id, appointment_type_id, starts } = input
  const days = { from: appointmentDay(Math.min(...starts)).from, to: appointmentDay(Math.max(...starts)).to }
  const [availability, [lapsed, ofCart]] = await Promise.all([
    loadAvailability(ctx, { program_id, appointment_type_id }, days).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.type !== 'not_found') throw error
      throw new ApiError('not_found', { param: 'appointment.appointment_type_id' })
    }),
    ctx.db.batch([lapsedSlots(ctx.db, appointment_type_id, ctx.now), slotsOfOrder(ctx.db, input.order_id ?? '')]),
  ])
  const { type } = availability
  return {
    type,
    form: formOf(type, ctx),
    starts,
    availabilityOf: (option_id) => availabilityOf(type, option_id, ctx.now),
    taken: type.taken.map(([starts_at, free_at, place]) => ({ starts_at, free_at, place })),
    lapsed,
    ofCart,
  }
}
