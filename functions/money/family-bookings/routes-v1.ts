import { Hono } from 'hono'
import {
  BookedOrder,
  BookFamilyRequest,
  BookingPreview,
  RefusedBookingBody,
} from '../../contract/money/family-booking.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { bookFamily } from './book-family.ts'
import { bookingErrors } from './person-refusals.ts'

/** Mounted at /v1/profile/bookings. */
export const familyBookingsV1 = new Hono<Worker>().post(
  '/',
  describeRoute({
    summary: 'Book places for people of your family, all or none',
    tag: 'Registrations',
    caller: 'customer',
    takesKey: true,
    answers: { 200: BookingPreview, 201: BookedOrder },
    errorBody: RefusedBookingBody,
    errors: [...bookingErrors],
  }),
  signedIn,
  limitedByAddress('holds'),
  validate('json', BookFamilyRequest),
  idempotent,
  async (c) => {
    const booked = await bookFamily(c.var.ctx, c.req.valid('json'))
    return booked.object === 'order' ? c.json(booked, 201) : c.json(booked, 200)
  },
)
