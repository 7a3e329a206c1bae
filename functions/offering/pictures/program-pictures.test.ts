import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import { dayMs } from '../../contract/limits.ts'
import type { OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import type { ProgramPicture } from '../../contract/organisation/program-picture.ts'
import { uploadedFile } from '../../edge/uploaded-file.ts'
import { startPictureResizer } from '../../local/picture-resizer.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { organiserHeaders, putFile, shortestFile, type WrittenFile } from '../../test-bench/program-file.ts'
import { plainCanoe } from '../../test-bench/small-file.ts'
import { makePicture, pdf, readPicture } from '../../test-bench/uploads.ts'

const resizer = startPictureResizer()
let bench: Bench
let program: string
beforeAll(async () => {
  bench = await openBench()
  bench.env.PICTURE_RESIZER = {
    fetch: (address: string, init: RequestInit) => resizer.fetch(new Request(address, init)),
  } as unknown as Fetcher
})
beforeEach(async () => {
  program = await newProgram()
})
afterAll(() => resizer.stop())

async function newProgram(): Promise<string> {
  const options = [{ key: 'full', name: 'Full week', cost: 320, spots_total: 50 }]
  const file: WrittenFile = {
    ...shortestFile(),
    events: [{ ...plainCanoe, key: 'otter', venues: [], online_event: true, options }],
  }
  expect((await putFile(bench, file)).status).toBe(200)
  return file.program
}
const at = (path: string) => `/v1/organiser/programs/${program}/${path}`
const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
  const body = new FormData()
  body.set('file', new Blob([bytes]), 'dock.jpg')
  const headers = { Authorization: organiserHeaders.Authorization }
  const answer = await bench.call(at('pictures'), { method: 'POST', headers, body })
  return { status: answer.status, body: (await answer.json()) as ProgramPicture & ErrorBody }
}
const photo = () => makePicture({ width: 2400, height: 1600, withCamera: true })
const change = async (body: object, path = 'events/otter') => {
  const init = { method: 'PUT', headers: organiserHeaders, body: JSON.stringify(body) }
  const answer = await bench.call(at(path), init)
  return { status: answer.status, body: (await answer.json()) as OrganiserEvent & ErrorBody }
}
const open = (address: string) => uploadedFile.request(`http://localhost:8787${address}`, {}, bench.env)
const names = () => (bench.env.FILES as unknown as { names: () => string[] }).names()
const objectsOf = (picture: ProgramPicture) => names().filter((name) => name.startsWith(picture.id))
const passDay = async () => {
  bench.pass(dayMs + 60_000)
  await bench.tick()
}

describe('POST organiser/programs/{program_id}/pictures', () => {
  it('a picture is kept as WebP in two sizes, without camera data and location', async () => {
    const { status, body } = await upload(await photo())
    expect([status, body]).toMatchObject([
      201,
      { object: 'program_picture', program_id: program, width: 800, height: 1200 },
    ])
    const [full, small] = await Promise.all([open(body.url), open(body.small_url)])
    expect([full.status, full.headers.get('Content-Type'), full.headers.get('Cache-Control')]).toEqual([
      ...[200, 'image/webp', 'public, max-age=86400'],
    ])
    expect(full.headers.get('Content-Length')).toBe(String(body.size))
    const pictures = await Promise.all(
      [full, small].map(async (each) => readPicture(new Uint8Array(await each.arrayBuffer()))),
    )
    expect(pictures.map(({ width, height, exif, xmp }) => [width, height, exif, xmp])).toEqual([
      [800, 1200, undefined, undefined],
      [320, 480, undefined, undefined],
    ])
  })

  it.each([
    ['a PDF', async () => pdf()],
    ['an SVG', async () => Uint8Array.from(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['half a picture', async () => (await photo()).slice(0, 60)],
  ])('%s is refused by the field of the file', async (_, bytes) => {
    const { status, body } = await upload(await bytes())
    expect([status, body.type, body.param]).toEqual([415, 'file_type', 'file'])
  })
})

describe('the picture of an event', () => {
  it('an uploaded picture is that of its event, and an address still is', async () => {
    const { body } = await upload(await photo())
    const saved = await change({ picture_url: body.url, picture_text: 'The dock' })
    expect([saved.status, saved.body.event.picture_url]).toEqual([200, body.url])
    expect((await change({ name: 'Otters' })).body.event.picture_url).toBe(body.url)
    const address = 'https://photos.example/canoe.jpg'
    expect((await change({ picture_url: address })).body.event.picture_url).toBe(address)
    expect((await change({ picture_url: null })).body.event.picture_url).toBe(null)
  })

  it('the picture of another program, and one that is not there, is refused by its field', async () => {
    const { body } = await upload(await photo())
    program = await newProgram()
    for (const picture_url of [body.url, `/uploads/pic_${'0'.repeat(32)}.webp`, '/uploads/pic_x.svg']) {
      const refused = await change({ picture_url })
      expect([refused.status, refused.body.type, refused.body.param]).toEqual([400, 'file_not_found', 'picture_url'])
    }
  })
})

describe('the removal of pictures', () => {
  it('a picture stays while an event, a copy of it or the program uses it, and goes when nothing does', async () => {
    const [used, unused, logo] = [
      (await upload(await photo())).body,
      (await upload(await photo())).body,
      (await upload(await photo())).body,
    ]
    await change({ picture_url: used.url })
    await change({ picture_url: logo.url }, 'settings')
    await passDay()
    expect([used, unused, logo].map((picture) => objectsOf(picture).length)).toEqual([2, 0, 2])
    expect((await open(unused.url)).status).toBe(404)
    expect((await change({ picture_url: unused.url })).status).toBe(400)

    const copy = { method: 'POST', headers: organiserHeaders, body: JSON.stringify({ key: 'otter-2' }) }
    expect((await bench.call(at('events/otter/copy'), copy)).status).toBe(201)
    await change({ picture_url: null })
    await change({ picture_url: null }, 'settings')
    await passDay()
    expect([used, logo].map((picture) => objectsOf(picture).length)).toEqual([2, 0])
    await change({ picture_url: null }, 'events/otter-2')
    await passDay()
    expect([objectsOf(used), (await open(used.url)).status]).toEqual([[], 404])
  })

  it('an upload that was never finished is deleted after a day', async () => {
    const { FILES } = bench.env
    const before = names().length
    let put = 0
    // The process ends before the second size is stored.
    bench.env.FILES = {
      ...FILES,
      put: async (...input: Parameters<typeof FILES.put>) => {
        put += 1
        if (put === 2) throw new Error('killed')
        return FILES.put(...input)
      },
    } as R2Bucket
    const { status } = await upload(await photo())
    bench.env.FILES = FILES
    expect([status, names().length]).toEqual([503, before + 1])
    await passDay()
    expect(names().filter((name) => name.startsWith('pic_')).length).toBeLessThanOrEqual(before)
    const pending = await bench.bareDb.prepare("SELECT id FROM program_pictures WHERE status = 'pending'").all()
    expect(pending.results).toEqual([])
  })
})
