import { ApiError } from '../../contract/api-error.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { visiblePicture } from './file-rows.ts'
import { fileAddress, publicAddress } from './show-file.ts'
import { findUsableFiles, useFiles } from './use-files.ts'

const isUploaded = (address: string | null) => address?.startsWith('/uploads/') === true
const fileIdOf = (address: string | null) => /^\/uploads\/(file_[0-9a-f]{32})$/.exec(address ?? '')?.[1] ?? null

/**
 * The writes for a new `picture_url` of a person. `/uploads/{file_id}` assigns an uploaded picture of the caller. The
 * previous picture is then unused, so the scheduled deletion removes it. An unchanged URL changes nothing.
 */
export async function usePicture(
  ctx: CustomerContext,
  use: { kind: 'user' | 'attendee'; owner_id: string },
  { before, after }: { before: string | null; after: string | null | undefined },
): Promise<Statement[]> {
  const address = after || null
  if (after === undefined || address === before) return []
  if (!isUploaded(address)) return isUploaded(before) ? useFiles(ctx, use, []) : []
  const id = fileIdOf(address)
  const [file] = id === null ? [] : await findUsableFiles(ctx, { ids: [id], purpose: 'picture' })
  // Other adults decide about a child's picture too, so it is never public.
  if (!file || (use.kind === 'attendee' && file.access === 'public'))
    throw new ApiError('file_not_found', { param: 'picture_url' })
  return useFiles(ctx, use, [file.id])
}

/**
 * The current URL of a person's picture, for the customer who uploaded it or may see the person; for anyone if it is
 * public.
 */
export async function findPictureAddress(
  ctx: Ctx,
  input: { file_id: string; customer_id: string | null },
): Promise<string> {
  const { file_id, customer_id } = input
  const [row] = await visiblePicture(ctx, { file_id, customer_id })
  if (!row) throw new ApiError('not_found')
  return row.access === 'public' ? publicAddress(row.id, 'small') : fileAddress(ctx, row.id, 'small')
}
