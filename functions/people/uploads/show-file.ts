import { minuteMs } from '../../contract/limits.ts'
import { instant } from '../../contract/instant.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { StoredFile } from '../../contract/file.ts'
import { accessOf } from '../../contract/upload-limits.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'
import { type FileRow, ownFiles, storedFile } from './file-rows.ts'
import { type OpenedObject, openObject } from '../../platform/sealing/sealed-object.ts'

export type Variant = 'full' | 'small'
/** An address opens a file for this long, or up to twice: it changes by the clock, so that a browser need not load a picture again at every look. */
const addressMs = 10 * minuteMs

/** Where the bucket keeps a size of a file. */
export const storageName = (row: Pick<FileRow, 'storage_key'>, variant: Variant): string =>
  `${row.storage_key}/${variant}`

/** When the addresses that are given out now end. */
export const addressesEndAt = (now: number): number => (Math.floor(now / addressMs) + 2) * addressMs

/** An address that opens one size of a file for a while, for whoever has it: it is only made for someone who may see the file. */
export async function fileAddress(
  ctx: Ctx,
  file_id: string,
  variant: Variant,
  expiresAt = addressesEndAt(ctx.now),
): Promise<string> {
  return `/uploads/${await signLink(ctx.env, { purpose: 'file', subject: `${file_id}.${variant}`, expiresAt })}`
}

/** A file on the wire, for its owner. */
export async function showFile(ctx: Ctx, row: FileRow): Promise<StoredFile> {
  const isPicture = row.content_type === 'image/webp'
  return {
    id: row.id,
    object: 'file',
    purpose: row.purpose,
    access: accessOf[row.purpose],
    name: row.name,
    url: await fileAddress(ctx, row.id, 'full'),
    picture_url: isPicture ? await fileAddress(ctx, row.id, 'small') : null,
    content_type: row.content_type,
    size: row.size,
    width: row.width,
    height: row.height,
    expires_at: instant(addressesEndAt(ctx.now)),
    created: instant(row.created),
  }
}

/** A file of the caller; anyone else's looks like none. */
export async function readFile(ctx: CustomerContext, input: { file_id: string }): Promise<StoredFile> {
  const [row] = await ownFiles(ctx, { customer_id: ctx.actor.customer_id, ids: [input.file_id] })
  if (!row) throw new ApiError('not_found', { param: 'file_id' })
  return showFile(ctx, row)
}

/** The file that a signed address opens, and which size of it; an address that has run out or was made up opens nothing. */
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

/** One size of a file as it was sent or made; null where the bucket has none. */
export async function readObject(ctx: Ctx, row: FileRow, variant: Variant): Promise<OpenedObject | null> {
  const name = storageName(row, variant)
  const object = await ctx.env.FILES.get(name)
  return object && openObject(ctx.env, row, { name, object })
}
