import { type Context, Hono, type Next } from 'hono'
import { ApiError } from '../contract/api-error.ts'
import { requestedSize, type PictureKind, pictureKinds, rightSized } from '../contract/offering/picture-address.ts'
import type { Worker } from '../platform/context.ts'
import { makeContext, clockNow } from '../platform/make-context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { limitedByAddress } from '../platform/middleware/rate-limit.ts'
import { hasEntityTag } from '../platform/middleware/entity-tag.ts'

const path = '/pg/:program_id/picture/:kind/:id/:size'
type PictureInput = Context<Worker, typeof path>

// The URL changes with the picture.
const forLong = 'public, max-age=2592000, immutable'
/**
 * The cache time for failures and redirects: short, so that a fixed picture shows soon, but long enough to spare a
 * failing host.
 */
const forMinutes = 'public, max-age=300'
/** The cache time when a host or this machine was too slow, which may be over soon. */
const forOneMinute = 'public, max-age=60'

/**
 * An external picture, resized once to its displayed size and cached with the pages. A picture that cannot be resized
 * redirects to its original URL.
 */
export const picture = new Hono<Worker>()
  .onError(errorResponse)
  .get(path, keptPicture, limitedByAddress('pictures'), async (c) => {
    const { program_id, kind, id, size: last } = c.req.param()
    const size = requestedSize(last)
    if (size === null || !pictureKinds.includes(kind as PictureKind)) throw new ApiError('not_found')
    const input = { program_id, kind: kind as PictureKind, id }
    const ctx = makeContext({ env: c.env, now: await clockNow(c.env) })
    const [{ findPicture }, { fetchResizedPicture }] = await Promise.all([
      import('../offering/pictures/find-picture.ts'),
      import('../offering/pictures/fetch-resized-picture.ts'),
    ])
    const address = await findPicture(ctx, input)
    const right = rightSized(address, input, size)
    // A page that was loaded before the picture was changed.
    if (right !== c.req.path) return elsewhere(right)

    const made = await fetchResizedPicture(ctx, { address, size })
    if (!made.ok) ctx.log('picture_left_as_it_is', { kind, why: made.why })
    const answer = made.ok
      ? asPicture(made, `"${last}"`)
      : elsewhere(address, made.why === 'too slow' ? forOneMinute : forMinutes)
    // Too many pictures are being resized: the next visitor may find this one done.
    if (!made.ok && made.why === 'busy') return elsewhere(address, 'no-store')
    // The picture is stored before the response, so that the next visitor finds it. If storing fails, it is resized
    // again.
    await (await shelf()).put(keyOf(c), answer.clone()).catch(() => {})
    return answer
  })

const shelf = () => caches.open('pictures')
/** The key has the path only, so that added parameters create no second entry. */
const keyOf = (c: PictureInput) => `${c.env.SITE_ORIGIN}${c.req.path}`

async function keptPicture(c: PictureInput, next: Next): Promise<Response | undefined> {
  const kept = await (await shelf()).match(keyOf(c))
  if (!kept) return void (await next())
  if (!hasEntityTag(c.req.raw, kept.headers)) return new Response(kept.body, kept)
  await kept.body?.cancel()
  const tag = kept.headers.get('ETag') ?? ''
  return new Response(null, { status: 304, headers: { ETag: tag, 'Cache-Control': forLong } })
}

const elsewhere = (address: string, kept = forMinutes) =>
  new Response(null, { status: 302, headers: { Location: address, 'Cache-Control': kept } })

const asPicture = ({ bytes, type }: { bytes: ArrayBuffer; type: string }, tag: string) =>
  new Response(bytes, {
    headers: {
      'Content-Type': type,
      'Cache-Control': forLong,
      ETag: tag,
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
