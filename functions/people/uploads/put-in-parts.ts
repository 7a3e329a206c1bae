import type { Ctx } from '../../platform/context.ts'

/** Size of every part but the last: the bucket requires equal parts of at least 5 MiB. */
export const partBytes = 8 * 1024 * 1024

/**
 * Writes a streamed object into the bucket of files part by part, so that at most one part is in memory. Returns its
 * size. A failed upload leaves nothing behind.
 */
export async function putInParts(
  ctx: Pick<Ctx, 'env'>,
  storage_key: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  const upload = await ctx.env.FILES.createMultipartUpload(storage_key)
  try {
    const parts: R2UploadedPart[] = []
    const part = new Uint8Array(partBytes)
    let filled = 0
    let size = 0
    const send = async () => {
      parts.push(await upload.uploadPart(parts.length + 1, part.slice(0, filled)))
      filled = 0
    }
    for await (const piece of pieces) {
      size += piece.length
      for (let at = 0; at < piece.length; ) {
        const taken = piece.subarray(at, at + partBytes - filled)
        part.set(taken, filled)
        filled += taken.length
        at += taken.length
        if (filled === partBytes) await send()
      }
    }
    if (filled > 0 || parts.length === 0) await send()
    await upload.complete(parts)
    return size
  } catch (error) {
    await upload.abort().catch(() => {})
    throw error
  }
}
