import { crc32, deflateRawSync } from 'node:zlib'

export type ArchiveFile = { name: string; content: string | Uint8Array }

const versionNeeded = 20
const utf8Names = 0x0800
const deflated = 8

/** Files as one ZIP archive (APPNOTE 6.3), deflated, with UTF-8 names; `at` is when it was made, on the clock of UTC. */
export function zipArchive(files: readonly ArchiveFile[], at: Date): Uint8Array<ArrayBuffer> {
  const entries = files.map(({ name, content }) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)
    return { name: Buffer.from(name), bytes, packed: deflateRawSync(bytes) }
  })
  let offset = 0
  const locals: Buffer[] = []
  const central: Buffer[] = []
  for (const { name, bytes, packed } of entries) {
    const facts = factsOf({ name, bytes, packed }, at)
    const local = Buffer.concat([u32(0x04034b50), facts, name, packed])
    central.push(
      Buffer.concat([u32(0x02014b50), u16(versionNeeded), facts, u16(0), u16(0), u16(0), u32(0), u32(offset), name]),
    )
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const count = u16(entries.length)
  const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(directory.length), u32(offset), u16(0)]
  return new Uint8Array(Buffer.concat([...locals, directory, ...end]))
}

/** What both headers of a file say of it, from the version to the length of what is extra. */
function factsOf({ name, bytes, packed }: { name: Buffer; bytes: Buffer; packed: Buffer }, at: Date): Buffer {
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
