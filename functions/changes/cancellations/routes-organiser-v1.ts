import { Hono } from 'hono'
import {
  InStaffRefund,
  StaffCancellation,
  StaffCancelRequest,
  StaffRefund,
  StaffRefundRequest,
} from '../../contract/changes/staff-change.ts'
import { InOrganiserOrder } from '../../contract/organisation/desk.ts'
import { InOrganiserRegistration } from '../../contract/organisation/roster.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { cancelAppointmentByStaff, cancelOrderByStaff, cancelPlaceByStaff } from './cancel-by-staff.ts'
import { getStaffRefund, refundByStaff } from './refund-by-staff.ts'

const describeCancellation = (summary: string) =>
  describeRoute({
    summary,
    tag: 'Organiser',
    caller: 'organiser',
    takesKey: true,
    answers: { 200: StaffCancellation },
    errors: [
      'required',
      'invalid_amount',
      'invalid_option',
      'already_started',
      'cancellation_not_allowed',
      'refund_not_allowed',
      'payment_in_progress',
      'state_conflict',
      'unavailable',
    ],
  })

/** The organisation's calls that cancel for a family, mounted at /v1/organiser/programs/{program_id}. */
export const organiserCancellationsV1 = new Hono<Worker>()
  .post(
    '/registrations/:registration_id/cancel',
    describeCancellation('Cancel a registration for its family, or preview the refund'),
    organiser('bookings'),
    validate('param', InOrganiserRegistration),
    validate('json', StaffCancelRequest),
    idempotent,
    async (c) => c.json(await cancelPlaceByStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/appointments/:registration_id/cancel',
    describeCancellation('Cancel an appointment for its family, or preview the refund'),
    organiser('bookings'),
    validate('param', InOrganiserRegistration),
    validate('json', StaffCancelRequest),
    idempotent,
    async (c) =>
      c.json(await cancelAppointmentByStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/orders/:order_id/cancel',
    describeCancellation('Cancel a whole order for its family, or preview the refund'),
    organiser('bookings'),
    validate('param', InOrganiserOrder),
    validate('json', StaffCancelRequest),
    idempotent,
    async (c) => c.json(await cancelOrderByStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/orders/:order_id/refund',
    describeRoute({
      summary: 'Refund an amount of an order and keep its places, or preview the refund',
      tag: 'Organiser',
      caller: 'organiser',
      takesKey: true,
      answers: { 201: StaffRefund, 200: StaffRefund },
      errors: ['required', 'invalid_amount', 'invalid_option', 'refund_not_allowed', 'state_conflict'],
    }),
    organiser('money'),
    validate('param', InOrganiserOrder),
    validate('json', StaffRefundRequest),
    idempotent,
    async (c) => {
      const refund = await refundByStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') })
      return c.json(refund, refund.dry_run ? 200 : 201)
    },
  )
  .get(
    '/orders/:order_id/refunds/:refund_id',
    describeRoute({
      summary: 'A refund by staff',
      tag: 'Organiser',
      caller: 'organiser',
      answers: { 200: StaffRefund },
    }),
    organiser('money'),
    validate('param', InStaffRefund),
    async (c) => c.json(await getStaffRefund(c.var.ctx, c.req.valid('param')), 200),
  )
