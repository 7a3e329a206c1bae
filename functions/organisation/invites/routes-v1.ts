import { Hono } from 'hono'
import { ApiError } from '../../contract/api-error.ts'
import { InvitesRequest, InvitesSent } from '../../contract/organisation/invite.ts'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import type { OrganiserWorker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { readUpload } from '../../platform/middleware/read-upload.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { sendInvites } from './send-invites.ts'

/** Mounted at /v1/organiser/programs/:program_id/invites; Basic credentials. */
export const invitesV1 = new Hono<OrganiserWorker>().post(
  '/',
  describeRoute({
    summary: 'Invite the people of a CSV to make an account, or see whom it would reach',
    tag: 'Organiser',
    caller: 'organiser',
    takesKey: true,
    takesFile: true,
    answers: { 200: InvitesSent },
    errors: [
      'invalid_file',
      'row_errors',
      'required',
      'invalid_option',
      'program_not_accepting_orders',
      'file_too_large',
    ],
  }),
  organiser('messages'),
  readUpload,
  validate('param', InOrganiserProgram),
  validate('json', InvitesRequest),
  idempotent,
  async (c) => {
    const { file: _file, ...fields } = c.req.valid('json')
    if (!c.var.upload) throw new ApiError('content_type')
    return c.json(await sendInvites(c.var.ctx, { ...c.req.valid('param'), ...fields, upload: c.var.upload }), 200)
  },
)
