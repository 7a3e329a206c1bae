import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { unzip } from '../../test-bench/unzip.ts'
import { putInParts } from '../../people/uploads/put-in-parts.ts'
import { type ArchiveFile, zipArchive } from './zip-archive.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})

const zipped = async (files: Iterable<ArchiveFile> | AsyncIterable<ArchiveFile>) => {
  const pieces: Uint8Array[] = []
  for await (const piece of zipArchive(files, new Date('2027-01-04T12:00:00Z'))) pieces.push(piece)
  return unzip(Buffer.concat(pieces))
}

describe('the archive of personal data', () => {
  it('an archive contains file names of any script', async () => {
    const files = await zipped([
      { name: 'été/昼.txt', content: 'Théo – 🛶\n' },
      { name: 'empty', content: '' },
    ])
    expect([...files].map(([name, content]) => [name, String(content)])).toEqual([
      ['été/昼.txt', 'Théo – 🛶\n'],
      ['empty', ''],
    ])
  })

  it('an archive is not stored when one of its files cannot be read', async () => {
    const parts: number[] = []
    let made = 0
    const begin = bench.env.FILES.createMultipartUpload.bind(bench.env.FILES)
    vi.spyOn(bench.env.FILES, 'createMultipartUpload').mockImplementation(async (key) => {
      const upload = await begin(key)
      const uploadPart = async (partNumber: number, value: Uint8Array) => {
        parts.push(made)
        return upload.uploadPart(partNumber, value)
      }
      return { ...upload, uploadPart, complete: upload.complete, abort: upload.abort } as R2MultipartUpload
    })
    const noise = randomBytes(3 * 1024 * 1024)
    async function* large(fails: boolean): AsyncGenerator<ArchiveFile> {
      for (made = 0; made < 6; made += 1) yield { name: `files/${made}`, content: noise }
      if (fails) throw new Error('gone')
    }
    const at = new Date('2027-01-04T12:00:00Z')
    const size = await putInParts(bench, 'exports/large', zipArchive(large(false), at))
    const object = await bench.env.FILES.get('exports/large')
    const bytes = new Uint8Array(await new Response(object?.body).arrayBuffer())
    expect([bytes.length, unzip(bytes).size]).toEqual([size, 6])
    expect(parts).toEqual([2, 5, 6])
    await expect(putInParts(bench, 'exports/broken', zipArchive(large(true), at))).rejects.toThrow('gone')
    expect(await bench.env.FILES.get('exports/broken')).toBeNull()
  })
})
