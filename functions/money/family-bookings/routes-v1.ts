import { Hono } from 'hono'
import { placeRefusals } from '../../booking/registrations/eligibility.ts'
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
    errors: [
      'sold_out',
      'slot_taken',
      'already_registered',
      'already_started',
      ...placeRefusals,
      'waiver_required',
      'attendee_archived',
      'transition_not_allowed',
      'program_not_accepting_orders',
      'hold_expired',
      'state_conflict',
      'payment_in_progress',
      'credit_not_available',
      'feature_disabled',
      'coupon_not_found',
      'required',
    ],
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
