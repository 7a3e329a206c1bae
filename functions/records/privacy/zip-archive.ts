import { crc32, deflateRawSync } from 'node:zlib'

export type ArchiveFile = { name: string; content: string | Uint8Array }

const versionNeeded = 20
const utf8Names = 0x0800
const deflated = 8

/**
 * Files as one ZIP archive (APPNOTE 6.3), deflated, with UTF-8 names, piece by piece: one file at a time is in memory. `at` is
 * when it was made, on the clock of UTC.
 */
export async function* zipArchive(
  files: Iterable<ArchiveFile> | AsyncIterable<ArchiveFile>,
  at: Date,
): AsyncGenerator<Buffer> {
  let offset = 0
  const central: Buffer[] = []
  for await (const { name, content } of files) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const packed = deflateRawSync(bytes)
    const encoded = Buffer.from(name)
    const facts = factsOf({ name: encoded, bytes, packed }, at)
    central.push(
      Buffer.concat([u32(0x02014b50), u16(versionNeeded), facts, u16(0), u16(0), u16(0), u32(0), u32(offset), encoded]),
    )
    const header = Buffer.concat([u32(0x04034b50), facts, encoded])
    yield header
    yield packed
    offset += header.length + packed.length
  }
  const directory = Buffer.concat(central)
  const count = u16(central.length)
  yield directory
  yield Buffer.concat([u32(0x06054b50), u16(0), u16(0), count, count, u32(directory.length), u32(offset), u16(0)])
}

/** What both headers of a file say of it, from the version to the length of what is extra. */
function factsOf({ name, bytes, packed }: { name: Buffer; bytes: Uint8Array; packed: Buffer }, at: Date): Buffer {
  return Buffer.concat([
    u16(versionNeeded),
    u16(utf8Names),
    u16(deflated),
    u16((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)),
    u16(((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()),
    u32(crc32(bytes)),
    u32(packed.length),
    u32(bytes.length),
    u16(name.length),
    u16(0),
  ])
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
