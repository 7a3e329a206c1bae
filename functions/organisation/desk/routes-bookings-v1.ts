import { Hono } from 'hono'
import { bookingErrors } from '../../money/family-bookings/person-refusals.ts'
import { BookingPreview, RefusedBookingBody } from '../../contract/money/family-booking.ts'
import { Order } from '../../contract/money/order.ts'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { BookingLink, InStaffBooking, StaffBookingRequest } from '../../contract/organisation/staff-booking.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { bookByStaff, readLinkOfBooking, readStaffBooking } from './book-by-staff.ts'

const described = { tag: 'Organiser', caller: 'organiser' as const }

/** Bookings by staff for a family, mounted at /v1/organiser/programs/{program_id}/bookings. */
export const organiserBookingsV1 = new Hono<Worker>()
  .post(
    '/',
    describeRoute({
      ...described,
      summary: 'Book places for a family, all or none, and complete their order',
      takesKey: true,
      answers: { 200: BookingPreview, 201: Order },
      errorBody: RefusedBookingBody,
      errors: [...bookingErrors, 'offline_not_available', 'invalid_option', 'invalid_date'],
    }),
    organiser('bookings'),
    validate('param', InOrganiserProgram),
    validate('json', StaffBookingRequest),
    idempotent,
    async (c) => {
      const booked = await bookByStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') })
      return booked.object === 'order' ? c.json(booked, 201) : c.json(booked, 200)
    },
  )
  .get(
    '/:order_id',
    describeRoute({ ...described, summary: 'An order as its family sees it', answers: { 200: Order } }),
    organiser('bookings'),
    validate('param', InStaffBooking),
    async (c) => c.json(await readStaffBooking(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/:order_id/link',
    describeRoute({
      ...described,
      summary: 'The link with which a family completes and pays an order',
      answers: { 200: BookingLink },
      errors: ['already_started'],
    }),
    organiser('bookings'),
    validate('param', InStaffBooking),
    async (c) => c.json(await readLinkOfBooking(c.var.ctx, c.req.valid('param')), 200),
  )
