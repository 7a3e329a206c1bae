import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { MoveRegistrationRequest, MovesQuery, RegistrationMoves } from '../../contract/changes/move.ts'
import { Order } from '../../contract/money/order.ts'
import { InRegistration, UpdateRegistrationRequest } from '../../contract/booking/registration.ts'
import type { CustomerWorker, Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { beginMove } from './begin-move.ts'
import { listMoves } from './list-moves.ts'
import { moveBooking } from './move-booking.ts'

/**
 * `PUT registrations/{id}` with another option or attendee is a move; every other change is passed to the next routes.
 */
const moveByPut = createMiddleware<CustomerWorker>(async (c, next) => {
  const input = UpdateRegistrationRequest.parse(await c.req.json())
  if (input.status !== undefined || (!input.option_id && !input.attendee_profile_id)) return next()
  const { registration_id } = InRegistration.parse(c.req.param())
  const moved = await moveBooking(c.var.ctx, { ...input, registration_id })
  if (!moved) return next()
  c.res = c.json(moved, 200)
})

/** Mounted at /v1/profile/registrations, after the cancellations and before the registrations' own calls. */
export const movesV1 = new Hono<Worker>()
  .get(
    '/:registration_id/moves',
    describeRoute({
      summary: 'Where a booked place may move to, with the exact amounts',
      tag: 'Registrations',
      caller: 'customer',
      answers: { 200: RegistrationMoves },
    }),
    signedIn,
    validate('param', InRegistration),
    validate('query', MovesQuery),
    async (c) => c.json(await listMoves(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/:registration_id/moves',
    describeRoute({
      summary: 'Begins a move to a dearer place: holds it, and opens the order for what it costs more',
      tag: 'Registrations',
      caller: 'customer',
      takesKey: true,
      answers: { 201: Order },
      errors: ['transition_not_allowed', 'waiver_required', 'quote_stale', 'sold_out', 'payment_in_progress'],
    }),
    signedIn,
    validate('param', InRegistration),
    validate('json', MoveRegistrationRequest),
    idempotent,
    async (c) => c.json(await beginMove(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 201),
  )
  .put(
    '/:registration_id',
    signedIn,
    validate('param', InRegistration),
    validate('json', UpdateRegistrationRequest),
    moveByPut,
  )
