import { Hono } from 'hono'
import { InOrganiserOrder } from '../../contract/organisation/desk.ts'
import { InFamily } from '../../contract/organisation/people.ts'
import { StaffCharge, StaffChargeRequest } from '../../contract/organisation/staff-booking.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { chargeByStaff, getCharge } from './charge-by-staff.ts'

const described = { tag: 'Organiser', caller: 'organiser' as const }
const describeCharge = (summary: string) =>
  describeRoute({
    ...described,
    summary,
    takesKey: true,
    answers: { 201: StaffCharge, 200: StaffCharge },
    errors: ['required', 'too_long', 'invalid_characters', 'invalid_amount', 'program_not_accepting_orders'],
  })

/** What an organisation charges a family for, mounted at /v1/organiser/programs/{program_id}. */
export const organiserChargesV1 = new Hono<Worker>()
  .post(
    '/orders/:order_id/charges',
    describeCharge('Charge the customer of an order for something, or preview the charge'),
    organiser('money'),
    validate('param', InOrganiserOrder),
    validate('json', StaffChargeRequest),
    idempotent,
    async (c) => {
      const charge = await chargeByStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') })
      return c.json(charge, charge.dry_run ? 200 : 201)
    },
  )
  .post(
    '/people/:customer_id/charges',
    describeCharge('Charge a customer for something, or preview the charge'),
    organiser('money'),
    validate('param', InFamily),
    validate('json', StaffChargeRequest),
    idempotent,
    async (c) => {
      const charge = await chargeByStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') })
      return c.json(charge, charge.dry_run ? 200 : 201)
    },
  )
  .get(
    '/orders/:order_id/charge',
    describeRoute({ ...described, summary: 'A charge by staff, by its order', answers: { 200: StaffCharge } }),
    organiser('money'),
    validate('param', InOrganiserOrder),
    async (c) => c.json(await getCharge(c.var.ctx, c.req.valid('param')), 200),
  )
