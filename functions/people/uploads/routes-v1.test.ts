import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StoredFile } from '../../contract/file.ts'
import { largestUploadBytes } from '../../contract/upload-limits.ts'
import { uploadedFile } from '../../edge/uploaded-file.ts'
import { startPictureResizer } from '../../local/picture-resizer.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person, unique } from '../../test-bench/people.ts'
import { makePicture, pdf, pngBomb, readPicture, uploadOf } from '../../test-bench/uploads.ts'
import { makeContext } from '../../platform/make-context.ts'
import { actAs } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { unusedMs } from './sweep-files.ts'
import { eraseFilesOf, useFiles } from './use-files.ts'

type Refusal = { type: string; param: string | null; code: number }
const resizer = startPictureResizer()

let bench: Bench
let nadia: Person
let samuel: Person
beforeAll(async () => {
  bench = await openBench()
  bench.env.PICTURE_RESIZER = {
    fetch: (address: string, init: RequestInit) => resizer.fetch(new Request(address, init)),
  } as unknown as Fetcher
  nadia = await makeCustomer(bench)
  samuel = await makeCustomer(bench)
})
beforeEach(async () => {
  await Promise.all([nadia.renew(), samuel.renew()])
})
afterAll(() => resizer.stop())

const upload = async (options: Parameters<typeof uploadOf>[1], person = nadia) => {
  const answer = await bench.call('/v1/files', uploadOf(person, options))
  return { status: answer.status, replayed: answer.headers.get('Idempotency-Replayed'), body: await answer.json() }
}
const stored = async (options: Parameters<typeof uploadOf>[1], person = nadia): Promise<StoredFile> => {
  const { status, body } = await upload(options, person)
  expect([status, body]).toEqual([201, expect.objectContaining({ object: 'file' })])
  return body as StoredFile
}
const read = (id: string, person = nadia) => bench.call(`/v1/files/${id}`, { headers: person.headers })
const open = (address: string) => uploadedFile.request(`http://localhost:8787${address}`, {}, bench.env)
const ctx = () => makeContext({ env: bench.env, now: bench.now() })
const names = () => (bench.env.FILES as unknown as { names: () => string[] }).names()
const photo = () => makePicture({ width: 2600, height: 1300, withCamera: true })

describe('an uploaded picture', () => {
  it('a picture is stored without camera data and location', async () => {
    const sent = await photo()
    expect((await readPicture(sent)).exif).toBeDefined()
    const file = await stored({ bytes: sent, name: 'Léa’s badge.JPG', purpose: 'picture' })
    expect(file).toMatchObject({
      purpose: 'picture',
      access: 'private',
      name: 'Léa’s badge.webp',
      content_type: 'image/webp',
      width: 1000,
      height: 2000,
    })
    const [full, small] = await Promise.all([open(file.url), open(file.picture_url ?? '')])
    const [large, tiny] = await Promise.all(
      [full, small].map(async (each) => readPicture(new Uint8Array(await each.arrayBuffer()))),
    )
    expect([large, tiny]).toMatchObject([
      { format: 'webp', width: 1000, height: 2000 },
      { format: 'webp', width: 160, height: 320 },
    ])
    expect([large?.exif, tiny?.exif, large?.xmp]).toEqual([undefined, undefined, undefined])
    expect(full.headers.get('Content-Length')).toBe(String(file.size))
  })
})

describe('F-02: opened files cannot run scripts', () => {
  it('a document is downloaded, never displayed', async () => {
    const file = await stored({ bytes: pdf('/JavaScript (app.alert(1))'), name: 'Reçu "été".pdf' })
    const { status, headers } = await open(file.url)
    expect(file).toMatchObject({ picture_url: null, width: null, content_type: 'application/pdf' })
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
    expect(headers.get('Content-Disposition')).toBe(
      `attachment; filename="Recu _ete_.pdf"; filename*=UTF-8''Re%C3%A7u%20_%C3%A9t%C3%A9_.pdf`,
    )
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('Cache-Control')).toMatch(/^private/)
  })
})

describe('F-03: a file belongs to its owner', () => {
  it('F-03: a file of another customer is not found', async () => {
    const file = await stored({ bytes: pdf() })
    const [theirs, none] = await Promise.all([
      read(file.id, samuel),
      read('file_00000000000000000000000000000000', samuel),
    ])
    expect([theirs.status, none.status]).toEqual([404, 404])
    expect((await read(file.id)).status).toBe(200)
  })

  it('F-03: a file opens through a signed URL for at most twenty minutes', async () => {
    const file = await stored({ bytes: pdf() })
    const [, token = ''] = file.url.split('/uploads/')
    const changed = [
      `/uploads/${token.replace('.full', '.small')}`,
      `/uploads/${token.replace(/file_./, (each) => `${each.slice(0, -1)}${each.endsWith('0') ? '1' : '0'}`)}`,
      `/uploads/${token.slice(0, -2)}`,
    ]
    for (const address of changed) expect([address, (await open(address)).status]).toEqual([address, 410])
    expect((await open(`/uploads/${file.id}`)).status).toBe(404)
    expect((await open(file.url)).status).toBe(200)
    bench.pass(20 * 60_000 + 1)
    await nadia.renew()
    expect((await open(file.url)).status).toBe(410)
    expect((await open(((await (await read(file.id)).json()) as StoredFile).url)).status).toBe(200)
  })

  it('F-03: the purpose of a file decides who may open it', async () => {
    const { status, body } = await upload({ bytes: pdf(), fields: { access: 'public' } })
    expect([status, (body as Refusal).type, (body as Refusal).param]).toEqual([400, 'invalid_option', 'access'])
  })

  it('everyone can open a public picture, re-encoded and cached for a day', async () => {
    const { id, ...file } = await stored({ bytes: await photo(), purpose: 'picture', fields: { access: 'public' } })
    const address = `/uploads/${id}.webp`
    expect(file).toMatchObject({
      access: 'public',
      url: address,
      picture_url: `/uploads/${id}.small.webp`,
      expires_at: null,
    })
    for (const each of [file.url, file.picture_url ?? '']) {
      const answer = await open(each)
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
      expect(answer.headers.get('Cache-Control')).toBe('public, max-age=86400')
      expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox")
      expect((await readPicture(new Uint8Array(await answer.arrayBuffer()))).exif).toBeUndefined()
    }
    expect((await open(`/uploads/${id}`)).headers.get('Location')).toBe(file.picture_url)
    await commit(ctx(), eraseFilesOf(ctx(), nadia.identity.customer_id))
    expect((await open(address)).status).toBe(404)
  })

  it('the URL of a public picture opens no private file', async () => {
    const picture = await stored({ bytes: await photo(), purpose: 'picture' })
    const answer = await stored({ bytes: await photo() })
    for (const { id } of [picture, answer])
      for (const size of ['', '.small']) expect((await open(`/uploads/${id}${size}.webp`)).status).toBe(404)
    expect((await open(`/uploads/${picture.id}`)).status).toBe(404)
  })

  it("a public picture can be a customer's, but no child's", async () => {
    const { id } = await stored({ bytes: await photo(), purpose: 'picture', fields: { access: 'public' } })
    const picture_url = `/uploads/${id}`
    const send = async (method: string, path: string, body: object) => {
      const headers = { ...nadia.headers, 'Content-Type': 'application/json', 'Idempotency-Key': unique() }
      const answer = await bench.call(path, { method, headers, body: JSON.stringify(body) })
      return [answer.status, ((await answer.json()) as Refusal).type]
    }
    expect((await send('PUT', '/v1/profile', { picture_url }))[0]).toBe(200)
    const child = { first_name: 'Maya', last_name: 'Roy', relations: [{ relation: 'parent' }], picture_url }
    expect(await send('POST', '/v1/profile/attendees', child)).toEqual([400, 'file_not_found'])
  })

  it('F-03: an upload without a log-in is refused before its body is read', async () => {
    const answer = await bench.call('/v1/files', uploadOf({ headers: {} }, { bytes: pdf() }))
    expect(answer.status).toBe(401)
  })
})

describe('S-11, F-01: hostile uploads are refused or harmless', () => {
  const half = (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, bytes.length / 2)
  const text = (value: string) => new TextEncoder().encode(value)
  const refusals: [
    string,
    () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>,
    string,
    Partial<Parameters<typeof uploadOf>[1]>,
  ][] = [
    [
      'HTML named as a PNG',
      () => text('<html><script>alert(1)</script>'),
      'file_type',
      { name: 'a.png', type: 'image/png' },
    ],
    [
      'an SVG with script',
      () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'file_type',
      { name: 'a.svg', type: 'image/svg+xml' },
    ],
    [
      'JavaScript that looks like a GIF',
      () => text('GIF89a=1;alert(1)//'),
      'file_type',
      { name: 'a.gif', type: 'image/gif' },
    ],
    ['a PDF as the picture of a person', () => pdf(), 'file_type', { purpose: 'picture' }],
    [
      'a truncated JPEG',
      async () => half(await makePicture({ width: 300, height: 300 })),
      'file_type',
      { name: 'a.jpg' },
    ],
    [
      'a truncated PNG',
      async () => half(await makePicture({ width: 300, height: 300, format: 'png' })),
      'file_type',
      {},
    ],
    ['a truncated PDF', () => pdf().slice(0, 12), 'file_type', {}],
    ['the first bytes of a JPEG alone', () => new Uint8Array([0xff, 0xd8, 0xff]), 'file_type', {}],
    ['an empty file', () => new Uint8Array(0), 'file_type', {}],
    ['a picture of 10,001 pixels', () => makePicture({ width: 10_001, height: 8 }), 'file_too_large', {}],
    ['a small file that expands to 900 million pixels', () => pngBomb(30_000), 'file_too_large', {}],
    ['10 MB and one byte', () => new Uint8Array(largestUploadBytes + 1), 'file_too_large', {}],
  ]
  it.each(refusals)('F-01: the hostile upload of %s is refused', async (_, bytes, type, options) => {
    const before = names()
    const { status, body } = await upload({ ...options, bytes: await bytes() })
    expect([status, (body as Refusal).type, (body as Refusal).param]).toEqual([
      type === 'file_type' ? 415 : 413,
      type,
      'file',
    ])
    expect(names()).toEqual(before)
  })

  it("a web page hidden after a picture's end is removed", async () => {
    const picture = await makePicture({ width: 64, height: 48 })
    const polyglot = new Uint8Array([...picture, ...text('<script>alert(document.cookie)</script>%PDF-1.7 %%EOF')])
    const file = await stored({ bytes: polyglot, name: 'a.html', type: 'text/html' })
    const answer = await open(file.url)
    const kept = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    expect([answer.headers.get('Content-Type'), kept.includes('script'), file.name]).toEqual([
      'image/webp',
      false,
      'a.html.webp',
    ])
  })

  it.each([
    ['no file', (body: FormData) => body.delete('file'), 'required', 'file'],
    ['no purpose', (body: FormData) => body.delete('purpose'), 'required', 'purpose'],
    ['an unknown purpose', (body: FormData) => body.set('purpose', 'virus'), 'invalid_option', 'purpose'],
    ['a second file', (body: FormData) => body.append('file', new Blob([pdf()]), 'b.pdf'), 'invalid_parameter', 'file'],
    [
      'a file under another name',
      (body: FormData) => body.set('other', new Blob([pdf()]), 'b.pdf'),
      'invalid_parameter',
      'other',
    ],
    ['an unknown field', (body: FormData) => body.set('surprise', '1'), 'unknown_parameter', 'surprise'],
    ['a field named __proto__', (body: FormData) => body.set('__proto__', '1'), 'unknown_parameter', '__proto__'],
  ])('an upload form with %s is rejected with its field', async (_, change, type, param) => {
    const init = uploadOf(nadia, { bytes: pdf() })
    change(init.body as FormData)
    const answer = await bench.call('/v1/files', init)
    const body = (await answer.json()) as Refusal
    expect([answer.status, body.type, body.param]).toEqual([400, type, param])
  })

  it.each([
    ['text that is not multipart', 'hello', 'multipart/form-data; boundary=x'],
    ['no boundary', '--x\r\n\r\n--x--', 'multipart/form-data'],
    [
      'a part without its end',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF',
      'multipart/form-data; boundary=x',
    ],
  ])('an upload form with %s is rejected', async (_, body, type) => {
    const answer = await bench.call('/v1/files', {
      method: 'POST',
      headers: { ...nadia.headers, 'Content-Type': type },
      body,
    })
    expect(answer.status).toBe(400)
  })

  it('an upload of 12 MB is aborted before it is read completely', async () => {
    const whole = new Response(uploadOf(nadia, { bytes: new Uint8Array(12 * 1024 * 1024) }).body)
    const answer = await bench.call('/v1/files', {
      method: 'POST',
      headers: { ...nadia.headers, 'Content-Type': whole.headers.get('Content-Type') ?? '' },
      body: await whole.arrayBuffer(),
    })
    expect([answer.status, ((await answer.json()) as Refusal).type]).toEqual([413, 'file_too_large'])
  })

  it('an upload as JSON is refused', async () => {
    const answer = await bench.call('/v1/files', nadia.json({ purpose: 'attachment', file: 'x' }))
    expect(answer.status).toBe(415)
  })

  it('a customer can upload at most sixty files a day', async () => {
    const eager = await makeCustomer(bench)
    const statuses: number[] = []
    for (let sent = 0; sent < 61; sent += 1) statuses.push((await upload({ bytes: pdf() }, eager)).status)
    expect([statuses.slice(0, 60).every((status) => status === 201), statuses.at(-1)]).toEqual([true, 429])
    expect((await upload({ bytes: pdf() }, samuel)).status).toBe(201)
  })
})

describe('a repeated request with the same key', () => {
  it('a repeated request stores one file, even with another form boundary', async () => {
    const key = { 'Idempotency-Key': `once-${unique()}` }
    const [first, again] = [await upload({ bytes: pdf(), headers: key }), await upload({ bytes: pdf(), headers: key })]
    expect([first.status, again.status, again.replayed]).toEqual([201, 201, 'true'])
    expect(again.body).toEqual(first.body)
  })

  it('a repeated request with another file is refused', async () => {
    const key = { 'Idempotency-Key': `other-${unique()}` }
    await upload({ bytes: pdf(), headers: key })
    const { status, body } = await upload({ bytes: pdf('2 0 obj<<>>endobj'), headers: key })
    expect([status, (body as Refusal).type]).toEqual([422, 'idempotency_key_reused'])
  })
})

describe('F-04: deleting unused files', () => {
  const own = (person: Person) => actAs(ctx(), { type: 'customer', ...person.identity })
  const rows = async (id: string) =>
    (await bench.bareDb.prepare('SELECT status FROM files WHERE id = ?').bind(id).all<{ status: string }>()).results

  it('F-04: an upload that was never finished is deleted after a day', async () => {
    const { FILES } = bench.env
    const crashed = await makeCustomer(bench)
    let put = 0
    // The process ends before the second object of the picture is stored.
    bench.env.FILES = {
      ...FILES,
      put: async (...input: Parameters<typeof FILES.put>) => {
        put += 1
        if (put === 2) throw new Error('killed')
        return FILES.put(...input)
      },
    } as R2Bucket
    const { status } = await upload({ bytes: await makePicture({ width: 90, height: 60 }) }, crashed)
    bench.env.FILES = FILES
    const [row] = (
      await bench.bareDb
        .prepare('SELECT id, status, storage_key FROM files WHERE customer_id = ?')
        .bind(crashed.identity.customer_id)
        .all<{ id: string; status: string; storage_key: string }>()
    ).results
    expect([status, row?.status, names().includes(`${row?.storage_key}/full`)]).toEqual([503, 'pending', true])
    expect((await read(row?.id ?? '', crashed)).status).toBe(404)
    bench.pass(unusedMs + 60_000)
    await bench.tick()
    expect([await rows(row?.id ?? ''), names().some((name) => name.startsWith(row?.storage_key ?? ''))]).toEqual([
      [],
      false,
    ])
  })

  it('F-04: an unused file is deleted and a used one stays', async () => {
    await nadia.renew()
    const [kept, dropped] = [await stored({ bytes: pdf() }), await stored({ bytes: pdf() })]
    const use = { kind: 'registration' as const, owner_id: `reg_${unique()}` }
    await commit(own(nadia), useFiles(ctx(), use, [kept.id, dropped.id]))
    bench.pass(unusedMs + 60_000)
    await bench.tick()
    expect([await rows(kept.id), await rows(dropped.id)]).toEqual([[{ status: 'stored' }], [{ status: 'stored' }]])
    await commit(ctx(), useFiles(ctx(), use, [kept.id]))
    await bench.tick()
    expect([await rows(kept.id), await rows(dropped.id)]).toEqual([[{ status: 'stored' }], []])
    await expect(commit(ctx(), useFiles(ctx(), use, [kept.id, dropped.id]))).rejects.toMatchObject({
      type: 'state_conflict',
    })
  })

  it('F-04: erasing a customer removes every file at once', async () => {
    const leaving = await makeCustomer(bench)
    const file = await stored({ bytes: pdf() }, leaving)
    await commit(ctx(), useFiles(ctx(), { kind: 'user', owner_id: leaving.identity.user_id }, [file.id]))
    await commit(ctx(), eraseFilesOf(ctx(), leaving.identity.customer_id))
    expect([(await read(file.id, leaving)).status, (await open(file.url)).status]).toEqual([404, 404])
    await bench.tick()
    expect(await rows(file.id)).toEqual([])
    expect((await stored({ bytes: pdf() }, samuel)).object).toBe('file')
  })
})
