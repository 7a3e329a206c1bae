import { Hono } from 'hono'
import { ChangeFirstDayRequest, FirstDay } from '../../contract/organisation/first-day.ts'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { Today } from '../../contract/organisation/today.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { changeFirstDay } from './first-day.ts'
import { readToday } from './read-today.ts'

/** The day of a program for its team: `/v1/organiser/programs/{program_id}/today`. */
export const organiserTodayV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'What waits for the team today, who comes, and what was sold',
      tag: 'Organiser',
      caller: 'organiser',
      answers: { 200: Today },
    }),
    organiser('people', { filtersByReach: true }),
    validate('param', InOrganiserProgram),
    async (c) => {
      c.header('Cache-Control', 'private, no-store')
      return c.json(await readToday(c.var.ctx, c.req.valid('param')), 200)
    },
  )
  .put(
    '/first_day',
    describeRoute({
      summary: 'Skip steps of the first day, or open them again',
      tag: 'Organiser',
      caller: 'organiser',
      answers: { 200: FirstDay },
      errors: ['required', 'invalid_option', 'state_conflict'],
    }),
    organiser('settings'),
    validate('param', InOrganiserProgram),
    validate('json', ChangeFirstDayRequest),
    async (c) => c.json(await changeFirstDay(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
