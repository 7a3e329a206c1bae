import { ApiError } from '../../contract/api-error.ts'
import type { StoredFile, UploadRequest } from '../../contract/file.ts'
import { accessesOf } from '../../contract/upload-limits.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { keepFile } from './keep-file.ts'
import { showFile } from './show-file.ts'

export type UploadInput = Omit<UploadRequest, 'file'> & { name: string; bytes: Uint8Array<ArrayBuffer> }

/** Stores a file of the caller. */
export async function uploadFile(ctx: CustomerContext, input: UploadInput): Promise<StoredFile> {
  const { purpose, name, bytes, access = 'private' } = input
  if (!accessesOf[purpose].includes(access)) throw new ApiError('invalid_option', { param: 'access' })
  const stored = await keepFile(ctx, { customer_id: ctx.actor.customer_id, purpose, access, name, bytes })
  ctx.request.setCreatedLocation(`/v1/files/${stored.id}`)
  return showFile(ctx, stored)
}
