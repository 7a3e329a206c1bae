import { ApiError } from '../../contract/api-error.ts'
import { type FileAccess, type FilePurpose, largestUploadBytes } from '../../contract/upload-limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { refusalOf } from '../../platform/database/constraint-errors.ts'
import { detailOf } from '../../platform/log-line.ts'
import { workQueue } from '../../platform/work-queue.ts'
import { detectUploadType, fileName, isTypeFor } from './file-rules.ts'
import { type FileRow, insertFile, markStored, storedFile } from './file-rows.ts'
import { type PictureSides, type PictureSizes, pictureSides, reencodePicture } from './reencode-picture.ts'
import { newObjectKey, type ObjectKey, openObjectKey, putSealed } from '../../platform/sealing/sealed-object.ts'
import { storageName } from './show-file.ts'

export type FileToKeep = {
  customer_id: string
  purpose: FilePurpose
  access?: FileAccess
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** A picture is in memory as sent, in full and in small at the same time, so pictures are processed one by one. */
const runAlone = workQueue({ maxAtOnce: 1, maxWaiting: 8, maxHeldMs: 30_000 })
const busy = () => new ApiError('unavailable', { retryAfterSeconds: 2 })

type Made = { parts: [variant: 'full' | 'small', bytes: ArrayBuffer | Uint8Array<ArrayBuffer>][] } & Pick<
  FileRow,
  'content_type' | 'size' | 'width' | 'height'
>

/**
 * Stores a file of a customer. Its row is inserted before the bytes and set to `stored` after them, so that the
 * scheduled deletion finds what a crash leaves behind. Pictures are re-encoded; PDFs are unchanged and only ever
 * downloaded. Both are encrypted before they reach the bucket.
 */
export async function keepFile(ctx: Ctx, input: FileToKeep): Promise<FileRow> {
  const { purpose, customer_id, access = 'private' } = input
  if (input.bytes.byteLength > largestUploadBytes) throw new ApiError('file_too_large', { param: 'file' })
  const made = await make(ctx, input)

  const id = ctx.newId('file')
  const { parts, ...facts } = made
  const row: FileRow = {
    ...facts,
    id,
    customer_id,
    purpose,
    access,
    status: 'pending',
    name: fileName(input.name, made.content_type === 'application/pdf' ? 'pdf' : 'webp'),
    storage_key: ctx.newId('obj'),
    num_uses: 0,
    created: ctx.now,
    updated: ctx.now,
    key_sealed: await newObjectKey(ctx.env, id),
  }
  const key = await openObjectKey(ctx.env, id, row.key_sealed ?? '')
  await insertFile(ctx, row).catch((error: unknown) => {
    throw refusalOf(error)
  })
  for (const [variant, bytes] of parts) await store(ctx, { key, name: storageName(row, variant) }, bytes)

  const [[stored]] = await commit(ctx, [markStored(ctx, id)], storedFile(ctx, id))
  if (!stored) throw new ApiError('internal_error')
  return stored
}

async function make(ctx: Ctx, { purpose, bytes }: FileToKeep): Promise<Made> {
  const type = detectUploadType(bytes)
  if (type === null || !isTypeFor(purpose, type)) throw new ApiError('file_type', { param: 'file' })
  if (type === 'application/pdf')
    return { content_type: type, size: bytes.byteLength, width: null, height: null, parts: [['full', bytes]] }

  const { full, small } = await encodePicture(ctx, bytes, pictureSides)
  return {
    content_type: 'image/webp',
    size: full.bytes.byteLength,
    width: full.width,
    height: full.height,
    parts: [
      ['full', full.bytes],
      ['small', small.bytes],
    ],
  }
}

/** The two sizes of an uploaded picture; throws for other bytes. */
export async function encodePicture(
  ctx: Ctx,
  bytes: Uint8Array<ArrayBuffer>,
  sides: PictureSides,
): Promise<PictureSizes> {
  const type = detectUploadType(bytes)
  if (type === null || !isTypeFor('picture', type)) throw new ApiError('file_type', { param: 'file' })
  const sizes = await runAlone(async () => reencodePicture(ctx, bytes, sides))
  if (sizes === null || sizes === 'busy') throw busy()
  if (sizes === 'too_large') throw new ApiError('file_too_large', { param: 'file' })
  if (sizes === 'unreadable') throw new ApiError('file_type', { param: 'file' })
  return sizes
}

async function store(ctx: Ctx, object: ObjectKey, bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<void> {
  await storeObject(ctx, () =>
    putSealed(ctx.env.FILES, object, bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes),
  )
}

/** Stores an object; when the bucket fails, the caller is told to try again. */
export async function storeObject(ctx: Ctx, put: () => Promise<unknown>): Promise<void> {
  try {
    await put()
  } catch (error) {
    ctx.log('file_not_stored', detailOf(error))
    throw busy()
  }
}
