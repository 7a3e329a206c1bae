import { crc32, inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'

/** The files of an archive by name, read from the directory at its end, as any program does. */
export function unzip(bytes: Uint8Array): Map<string, Buffer> {
  const all = Buffer.from(bytes)
  const files = new Map<string, Buffer>()
  let at = all.readUInt32LE(all.length - 6)
  for (let left = all.readUInt16LE(all.length - 12); left > 0; left -= 1) {
    expect(all.readUInt32LE(at)).toBe(0x02014b50)
    const [packed, size, length] = [all.readUInt32LE(at + 20), all.readUInt32LE(at + 24), all.readUInt16LE(at + 28)]
    const local = all.readUInt32LE(at + 42)
    const start = local + 30 + all.readUInt16LE(local + 26) + all.readUInt16LE(local + 28)
    const content = inflateRawSync(all.subarray(start, start + packed))
    expect([content.length, crc32(content)]).toEqual([size, all.readUInt32LE(at + 16)])
    files.set(all.subarray(at + 46, at + 46 + length).toString(), content)
    at += 46 + length
  }
  return files
}
