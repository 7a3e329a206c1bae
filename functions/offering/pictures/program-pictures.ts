import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import { pictureWidths, rightSized, uploadedPicture } from '../../contract/offering/picture-address.ts'
import type { ProgramPicture } from '../../contract/organisation/program-picture.ts'
import { largestUploadBytes } from '../../contract/upload-limits.ts'
import { encodePicture, storeObject } from '../../people/uploads/keep-file.ts'
import { storageName, type Variant } from '../../people/uploads/show-file.ts'
import type { Ctx, OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { refusalOf } from '../../platform/database/constraint-errors.ts'
import type { OpenedObject } from '../../platform/sealing/sealed-object.ts'
import {
  checkPictures,
  deletedPictures,
  deletePictureRows,
  insertPicture,
  markPictureStored,
  type PictureRow,
  programById,
  storedPicture,
} from './program-picture-rows.ts'

const sides = { full: pictureWidths.large, small: pictureWidths.small }
const nameOf = (id: string, variant: Variant) => storageName({ storage_key: id }, variant)

/**
 * Stores a picture of a program in its two sizes. It belongs to the program, so the erasure of the person who sends it
 * leaves it. The row is inserted before the bytes, so that the sweep finds what a crash leaves behind.
 */
export async function addProgramPicture(
  ctx: OrganiserContext,
  { program_id, bytes }: { program_id: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<ProgramPicture> {
  if (bytes.byteLength > largestUploadBytes) throw new ApiError('file_too_large', { param: 'file' })
  const [program] = await programById(ctx, program_id)
  if (!program) throw new ApiError('not_found', { param: 'program_id' })
  const { full, small } = await encodePicture(ctx, bytes, sides)
  const row: PictureRow = {
    ...{ id: ctx.newId('pic'), program_id, status: 'pending', size: full.bytes.byteLength },
    ...{ width: full.width, height: full.height, created: ctx.now, updated: ctx.now },
  }
  await commit(ctx, [insertPicture(ctx, row)]).catch((error: unknown) => {
    throw refusalOf(error)
  })
  await storeObject(ctx, () => ctx.env.FILES.put(nameOf(row.id, 'full'), full.bytes))
  await storeObject(ctx, () => ctx.env.FILES.put(nameOf(row.id, 'small'), small.bytes))
  await commit(ctx, [markPictureStored(ctx, row.id)])
  return showPicture(ctx, { ...row, program_id })
}

function showPicture(
  ctx: Ctx,
  { id, program_id, size, width, height, created }: PictureRow & { program_id: string },
): ProgramPicture {
  const url = uploadedPicture(id)
  ctx.request.setCreatedLocation(url)
  return {
    ...{ object: 'program_picture', id, program_id, url },
    small_url: rightSized(url, { program_id, kind: 'event', id }, 'small'),
    ...{ size, width, height, created: instant(created) },
  }
}

/** One size of a picture of a program, for everyone with its address. */
export async function openProgramPicture(
  ctx: Ctx,
  { picture_id, variant }: { picture_id: string; variant: Variant },
): Promise<OpenedObject> {
  const [row] = await storedPicture(ctx, picture_id)
  const object = row ? await ctx.env.FILES.get(nameOf(row.id, variant)) : null
  if (!object) throw new ApiError('not_found')
  return { body: object.body, size: object.size }
}

/** Scheduled task: deletes pictures that were not used at their daily check, first the bytes and then the row. */
export async function sweepProgramPictures(ctx: Ctx): Promise<void> {
  const [, rows] = await ctx.db.batch([checkPictures(ctx), deletedPictures(ctx)])
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await ctx.env.FILES.delete(ids.flatMap((id) => [nameOf(id, 'full'), nameOf(id, 'small')]))
  await ctx.db.batch([deletePictureRows(ctx, ids)])
}
