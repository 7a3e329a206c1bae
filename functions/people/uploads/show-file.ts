import { minuteMs } from '../../contract/limits.ts'
import { instant } from '../../contract/instant.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { StoredFile } from '../../contract/file.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'
import { type FileRow, ownFiles, storedFile } from './file-rows.ts'
import { type OpenedObject, openObject } from '../../platform/sealing/sealed-object.ts'

export type Variant = 'full' | 'small'
/**
 * A URL is valid between one and two of these intervals: it changes with the interval, so that browsers can cache a
 * picture.
 */
const addressMs = 10 * minuteMs

/** Name of the stored object for one size of a file. */
export const storageName = (row: Pick<FileRow, 'storage_key'>, variant: Variant): string =>
  `${row.storage_key}/${variant}`

/** When URLs created now expire. */
export const addressesEndAt = (now: number): number => (Math.floor(now / addressMs) + 2) * addressMs

/**
 * A signed URL that opens one size of a file for a while, without a log-in. Create it only for a person who may see the
 * file.
 */
export async function fileAddress(
  ctx: Ctx,
  file_id: string,
  variant: Variant,
  expiresAt = addressesEndAt(ctx.now),
): Promise<string> {
  return `/uploads/${await signLink(ctx.env, { purpose: 'file', subject: `${file_id}.${variant}`, expiresAt })}`
}

/** The URL of one size of a public picture. It never expires, so that browsers and proxies can cache it. */
export const publicAddress = (file_id: string, variant: Variant): string =>
  `/uploads/${file_id}${variant === 'small' ? '.small' : ''}.webp`

/** The file of the API, for its owner. */
export async function showFile(ctx: Ctx, row: FileRow): Promise<StoredFile> {
  const isPicture = row.content_type === 'image/webp'
  const isPublic = row.access === 'public'
  const address = async (variant: Variant) =>
    isPublic ? publicAddress(row.id, variant) : fileAddress(ctx, row.id, variant)
  return {
    id: row.id,
    object: 'file',
    purpose: row.purpose,
    access: row.access,
    name: row.name,
    url: await address('full'),
    picture_url: isPicture ? await address('small') : null,
    content_type: row.content_type,
    size: row.size,
    width: row.width,
    height: row.height,
    expires_at: isPublic ? null : instant(addressesEndAt(ctx.now)),
    created: instant(row.created),
  }
}

/** A file of the caller; `not_found` for another customer's. */
export async function readFile(ctx: CustomerContext, input: { file_id: string }): Promise<StoredFile> {
  const [row] = await ownFiles(ctx, { customer_id: ctx.actor.customer_id, ids: [input.file_id] })
  if (!row) throw new ApiError('not_found', { param: 'file_id' })
  return showFile(ctx, row)
}

/** The file and size that a signed URL opens; throws for an expired or invalid URL. */
export async function openFile(
  ctx: Ctx,
  input: { token: string },
): Promise<{ row: FileRow; variant: Variant; object: OpenedObject }> {
  const subject = await readLink(ctx.env, { purpose: 'file', token: input.token, now: ctx.now })
  const [, file_id = '', variant = ''] = /^(\w+)\.(full|small)$/.exec(subject ?? '') ?? []
  if (file_id === '') throw new ApiError('link_expired')
  const [row] = await storedFile(ctx, file_id)
  const object = row ? await readObject(ctx, row, variant as Variant) : null
  if (!row || !object) throw new ApiError('not_found')
  return { row, variant: variant as Variant, object }
}

/** One size of a public picture. */
export async function openPublicPicture(ctx: Ctx, input: { file_id: string; variant: Variant }): Promise<OpenedObject> {
  const [row] = await storedFile(ctx, input.file_id)
  const object = row?.access === 'public' ? await readObject(ctx, row, input.variant) : null
  if (!object) throw new ApiError('not_found')
  return object
}

/** One size of a file; null when the bucket does not have it. */
export async function readObject(ctx: Ctx, row: FileRow, variant: Variant): Promise<OpenedObject | null> {
  const name = storageName(row, variant)
  const object = await ctx.env.FILES.get(name)
  return object && openObject(ctx.env, row, { name, object })
}
