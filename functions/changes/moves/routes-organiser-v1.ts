import { Hono } from 'hono'
import { RegistrationAnswers } from '../../contract/booking/registration-answers.ts'
import {
  StaffAnswersRequest,
  StaffMove,
  StaffMoveRequest,
  StaffPlaceRequest,
  StaffUndo,
} from '../../contract/changes/staff-change.ts'
import { InOrganiserRegistration } from '../../contract/organisation/roster.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { answerByStaff, moveByStaff } from './move-by-staff.ts'
import { undoByStaff } from './undo-change.ts'

const errors = [
  'required',
  'invalid_option',
  'already_started',
  'transition_not_allowed',
  'sold_out',
  'state_conflict',
] as const
const described = { tag: 'Organiser', caller: 'organiser' as const }

/** The organisation's calls that move a place for a family, mounted at /v1/organiser/programs/{program_id}. */
export const organiserMovesV1 = new Hono<Worker>()
  .post(
    '/registrations/:registration_id/move',
    describeRoute({
      ...described,
      summary: 'Move a place for its family to another option or person, or preview the price difference',
      takesKey: true,
      answers: { 200: StaffMove },
      errors: [...errors],
    }),
    organiser('bookings'),
    validate('param', InOrganiserRegistration),
    validate('json', StaffMoveRequest),
    idempotent,
    async (c) => c.json(await moveByStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/registrations/:registration_id/undo',
    describeRoute({
      ...described,
      summary: 'Undo the last move or cancellation by staff within ten minutes; no family is told',
      takesKey: true,
      answers: { 200: StaffUndo },
      errors: [...errors, 'already_registered', 'slot_taken', 'option_not_on_sale'],
    }),
    organiser('bookings'),
    validate('param', InOrganiserRegistration),
    idempotent,
    async (c) => c.json(await undoByStaff(c.var.ctx, c.req.valid('param')), 200),
  )
  .put(
    '/registrations/:registration_id',
    describeRoute({
      ...described,
      summary: 'Change the option or the person of a place',
      answers: { 200: StaffMove },
      errors: [...errors],
    }),
    organiser('bookings'),
    validate('param', InOrganiserRegistration),
    validate('json', StaffPlaceRequest),
    async (c) => c.json(await moveByStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .put(
    '/registrations/:registration_id/answers',
    describeRoute({
      ...described,
      summary: 'Change answers of a registration for its family',
      answers: { 200: RegistrationAnswers },
      errors: ['required', 'invalid_option', 'already_started', 'transition_not_allowed', 'state_conflict'],
    }),
    organiser('answers'),
    validate('param', InOrganiserRegistration),
    validate('json', StaffAnswersRequest),
    async (c) => c.json(await answerByStaff(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
