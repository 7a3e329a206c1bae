import { Hono } from 'hono'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { Today } from '../../contract/organisation/today.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { readToday } from './read-today.ts'

/** The day of a program for its team: `/v1/organiser/programs/{program_id}/today`. */
export const organiserTodayV1 = new Hono<Worker>().get(
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
