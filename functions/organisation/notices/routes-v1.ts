import { Hono } from 'hono'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { ChangeStaffNoticesRequest, StaffNotices } from '../../contract/organisation/notices.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { changeOwnNotices, readOwnNotices } from './own-notices.ts'

const described = { tag: 'Organiser', caller: 'organiser' as const, answers: { 200: StaffNotices } }

/** Mounted at /v1/organiser/programs/:program_id/notices. */
export const noticesV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({ ...described, summary: 'The mails that you get as a member of the team' }),
    organiser('notices'),
    validate('param', InOrganiserProgram),
    async (c) => c.json(await readOwnNotices(c.var.ctx), 200),
  )
  .put(
    '/',
    describeRoute({
      ...described,
      summary: 'Choose the mails that you get as a member of the team',
      errors: ['required'],
    }),
    organiser('notices'),
    validate('param', InOrganiserProgram),
    validate('json', ChangeStaffNoticesRequest),
    async (c) => c.json(await changeOwnNotices(c.var.ctx, c.req.valid('json')), 200),
  )
