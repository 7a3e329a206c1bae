import { Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { makeContext, clockNow } from '../platform/make-context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { limitedByAddress } from '../platform/middleware/rate-limit.ts'

/** The cache time is shorter than the validity of any URL. */
const linkCacheSeconds = 600
/** After this time a removed public picture is gone from every cache. */
const publicCacheSeconds = 86_400

/**
 * Uploads of customers: a person's picture by its id, for logged-in users who may see the person; a public picture for
 * everyone, of a user or of a program; any upload by a signed URL from an API call. Nothing can run in the browser: pictures are images, and
 * documents are downloaded.
 */
export const uploadedFile = new Hono<Worker>()
  .onError(errorResponse)
  .get('/uploads/:file_id{file_[0-9a-f]{32}}', async (c) => {
    const [{ findPictureAddress }, { identityFromCookie }] = await Promise.all([
      import('../people/uploads/picture-of.ts'),
      import('../people/accounts/cookie-identity.ts'),
    ])
    const ctx = makeContext({ env: c.env, now: await clockNow(c.env) })
    const visitor = await identityFromCookie(ctx, c.req.raw)
    const customer_id = visitor?.identity.customer_id ?? null
    const address = await findPictureAddress(ctx, { file_id: c.req.param('file_id'), customer_id })
    return new Response(null, { status: 303, headers: { Location: address, 'Cache-Control': 'no-store' } })
  })
  .get('/uploads/:name{file_[0-9a-f]{32}(?:\\.small)?\\.webp}', limitedByAddress('uploaded'), async (c) => {
    const { openPublicPicture } = await import('../people/uploads/show-file.ts')
    const ctx = makeContext({ env: c.env, now: await clockNow(c.env) })
    const [file_id = '', small] = c.req.param('name').split('.')
    const object = await openPublicPicture(ctx, { file_id, variant: small === 'small' ? 'small' : 'full' })
    return publicPicture(object)
  })
  .get('/uploads/:name{pic_[0-9a-f]{32}(?:\\.small)?\\.webp}', limitedByAddress('pictures'), async (c) => {
    const { openProgramPicture } = await import('../offering/pictures/program-pictures.ts')
    const ctx = makeContext({ env: c.env, now: await clockNow(c.env) })
    const [picture_id = '', small] = c.req.param('name').split('.')
    return publicPicture(await openProgramPicture(ctx, { picture_id, variant: small === 'small' ? 'small' : 'full' }))
  })
  .get('/uploads/:token', limitedByAddress('uploaded'), async (c) => {
    const [{ openFile }, { contentDisposition }] = await Promise.all([
      import('../people/uploads/show-file.ts'),
      import('../people/uploads/file-rules.ts'),
    ])
    const ctx = makeContext({ env: c.env, now: await clockNow(c.env) })
    const { row, object } = await openFile(ctx, { token: c.req.param('token') })
    const isPicture = row.content_type === 'image/webp'
    return new Response(object.body, {
      headers: {
        'Content-Type': row.content_type,
        'Content-Length': String(object.size),
        'Content-Disposition': contentDisposition(isPicture ? 'inline' : 'attachment', row.name),
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': `private, max-age=${linkCacheSeconds}`,
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      },
    })
  })

const publicPicture = ({ body, size }: { body: ReadableStream | null; size: number }) =>
  new Response(body, {
    headers: {
      'Content-Type': 'image/webp',
      'Content-Length': String(size),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': `public, max-age=${publicCacheSeconds}`,
      'X-Robots-Tag': 'noindex',
    },
  })
