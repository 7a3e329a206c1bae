import { Hono } from 'hono'
import { CallOffDayRequest, DayOff, EventDates, InEventDate } from '../../contract/changes/day-off.ts'
import { InOrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { callOffDay, listDays, restoreDay } from './call-off-day.ts'

const described = { tag: 'Organiser', caller: 'organiser' as const }

/** The organisation's calls for single days of an event, mounted at /v1/organiser/programs/{program_id}. */
export const organiserDaysV1 = new Hono<Worker>()
  .get(
    '/events/:key/dates',
    describeRoute({
      ...described,
      summary: 'The days of an event, and which of them are called off',
      answers: { 200: EventDates },
    }),
    organiser('bookings'),
    validate('param', InOrganiserEvent),
    async (c) => c.json(await listDays(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/events/:key/dates/:date/cancel',
    describeRoute({
      ...described,
      summary: 'Call one day of a camp or series off, or preview what goes back',
      takesKey: true,
      answers: { 200: DayOff },
      errors: ['required', 'invalid_amount', 'invalid_option', 'already_started', 'state_conflict'],
    }),
    organiser('bookings'),
    validate('param', InEventDate),
    validate('json', CallOffDayRequest),
    idempotent,
    async (c) => c.json(await callOffDay(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/events/:key/dates/:date/restore',
    describeRoute({
      ...described,
      summary: 'Restore a day that was called off within the last ten minutes; no family is told',
      takesKey: true,
      answers: { 200: DayOff },
      errors: ['state_conflict'],
    }),
    organiser('bookings'),
    validate('param', InEventDate),
    idempotent,
    async (c) => c.json(await restoreDay(c.var.ctx, c.req.valid('param')), 200),
  )
