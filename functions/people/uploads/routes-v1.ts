import { Hono } from 'hono'
import { ApiError } from '../../contract/api-error.ts'
import { InFile, StoredFile, UploadRequest } from '../../contract/file.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotentFromStart } from '../../platform/middleware/idempotency.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { readUpload } from '../../platform/middleware/read-upload.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { readFile } from './show-file.ts'
import { uploadFile } from './upload-file.ts'

const tag = 'Files'

/** Mounted at /v1/files. */
export const filesV1 = new Hono<Worker>()
  .post(
    '/',
    describeRoute({
      summary: 'Upload a file',
      tag,
      caller: 'customer',
      takesKey: true,
      takesFile: true,
      answers: { 201: StoredFile },
      errors: ['file_too_large', 'file_type'],
    }),
    signedIn,
    limitedByAddress('uploads'),
    readUpload,
    validate('json', UploadRequest),
    idempotentFromStart,
    async (c) => {
      const { file: _file, ...fields } = c.req.valid('json')
      if (!c.var.upload) throw new ApiError('content_type')
      return c.json(await uploadFile(c.var.ctx, { ...fields, ...c.var.upload }), 201)
    },
  )
  .get(
    '/:file_id',
    describeRoute({
      summary: 'One file, with an address that opens it for some minutes',
      tag,
      caller: 'customer',
      answers: { 200: StoredFile },
    }),
    signedIn,
    validate('param', InFile),
    async (c) => c.json(await readFile(c.var.ctx, c.req.valid('param')), 200),
  )

export type FilesV1 = typeof filesV1
