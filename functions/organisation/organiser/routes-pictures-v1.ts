import { Hono } from 'hono'
import { ApiError } from '../../contract/api-error.ts'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { ProgramPicture, ProgramPictureRequest } from '../../contract/organisation/program-picture.ts'
import { addProgramPicture } from '../../offering/pictures/program-pictures.ts'
import type { OrganiserWorker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotentFromStart } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { readUpload } from '../../platform/middleware/read-upload.ts'
import { validate } from '../../platform/middleware/validate.ts'

/** Mounted at /v1/organiser/programs/:program_id/pictures. */
export const organiserPicturesV1 = new Hono<OrganiserWorker>().post(
  '/',
  describeRoute({
    summary: 'Upload a picture for the events of a program',
    tag: 'Organiser',
    caller: 'organiser',
    takesKey: true,
    takesFile: true,
    answers: { 201: ProgramPicture },
    errors: ['file_too_large', 'file_type'],
  }),
  organiser('catalogue'),
  limitedByAddress('uploads'),
  readUpload,
  validate('param', InOrganiserProgram),
  validate('json', ProgramPictureRequest),
  idempotentFromStart,
  async (c) => {
    if (!c.var.upload) throw new ApiError('content_type')
    const { bytes } = c.var.upload
    return c.json(await addProgramPicture(c.var.ctx, { ...c.req.valid('param'), bytes }), 201)
  },
)
