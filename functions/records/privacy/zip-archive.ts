import { crc32, deflateRawSync } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

export type ArchiveFile = { name: string; content: string | Uint8Array }

const deflated = 8

/**
 * Files as one ZIP archive, piece by piece: one file at a time is in memory. `at` is when it was made, on the clock of the
 * runtime, which is UTC. The runtime's own zlib compresses, many times faster than one written in JavaScript.
 */
export async function* zipArchive(
  files: Iterable<ArchiveFile> | AsyncIterable<ArchiveFile>,
  at: Date,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for await (const { name, content } of files) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const file: ZipInputFile = {
      filename: name,
      mtime: at,
      compression: deflated,
      crc: crc32(bytes),
      size: bytes.length,
    }
    zip.add(file)
    file.ondata?.(null, deflateRawSync(bytes), true)
    yield* pieces.splice(0)
  }
  zip.end()
  yield* pieces.splice(0)
}
