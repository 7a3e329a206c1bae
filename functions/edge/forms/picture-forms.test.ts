import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../contract/people/account.ts'
import type { Attendee } from '../../contract/people/attendee.ts'
import { findFormFailure } from '../../in-process.ts'
import { startPictureResizer } from '../../local/picture-resizer.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { signedInBrowser } from '../../test-bench/edge.ts'
import { makeCustomer } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { post } from '../../test-bench/sign-ups.ts'
import { makePicture, pdf, uploadOf } from '../../test-bench/uploads.ts'
import { uploadedFile } from '../uploaded-file.ts'

const resizer = startPictureResizer()
let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  bench.env.PICTURE_RESIZER = {
    fetch: (address: string, init: RequestInit) => resizer.fetch(new Request(address, init)),
  } as unknown as Fetcher
  programId = await makeProgram(bench)
})
afterAll(() => resizer.stop())
const path = (name: string) => `/pg/${programId}/profile/${name}`

/** A customer in a browser without JavaScript, and their API access. */
async function customer() {
  const person = await makeCustomer(bench)
  const { headers } = person
  const visitor = await signedInBrowser(bench, person)
  const read = async <Data>(address: string) => (await (await bench.call(address, { headers })).json()) as Data
  const put = async (address: string, change: object) =>
    bench.call(address, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(change),
    })
  /** Sends a file with the page's form. */
  const send = async (form: string, bytes: Uint8Array<ArrayBuffer>) => {
    const upload = new Response(uploadOf({ headers: {} }, { bytes, purpose: 'picture', name: 'me.jpg' }).body)
    return visitor.raw(path(form), {
      method: 'POST',
      // As bytes: cancelling a stream of Node's FormData throws.
      body: await upload.arrayBuffer(),
      headers: {
        Origin: bench.env.SITE_ORIGIN,
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': upload.headers.get('Content-Type') ?? '',
      },
    })
  }
  /** The browser's response for a picture's URL. */
  const open = async (address: string) => {
    const cookie = visitor.pageRequest().headers.get('Cookie') ?? ''
    const go = (to: string) =>
      uploadedFile.request(`${bench.env.SITE_ORIGIN}${to}`, { headers: { Cookie: cookie } }, bench.env)
    const answer = await go(address)
    const next = answer.headers.get('Location')
    return answer.status === 303 && next ? go(next) : answer
  }
  return { visitor, headers, read, put, send, open }
}
const child = async (headers: Record<string, string>) =>
  (await (
    await bench.call('/v1/profile/attendees', {
      ...post({ first_name: 'Maya', last_name: 'Roy', relations: [{ relation: 'parent' }] }),
      headers: { ...headers, 'Content-Type': 'application/json' },
    })
  ).json()) as Attendee
const picture = () => makePicture({ width: 500, height: 500 })

describe('the picture of a customer, without JavaScript', () => {
  it('only the customer can see their own picture', async () => {
    const [{ send, read, open, visitor }, stranger] = [await customer(), await customer()]
    const answer = await send('picture', await picture())
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path('edit')}?saved=picture`])
    const first = (await read<User>('/v1/profile')).picture_url ?? ''
    expect(first).toMatch(/^\/uploads\/file_[0-9a-f]{32}$/)
    const shown = await open(first)
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
    expect((await stranger.open(first)).status).toBe(404)
    expect((await uploadedFile.request(`${bench.env.SITE_ORIGIN}${first}`, {}, bench.env)).status).toBe(404)

    await send('picture', await picture())
    const second = (await read<User>('/v1/profile')).picture_url
    expect(second).not.toBe(first)
    const left = await bench.bareDb.prepare('SELECT num_uses FROM files WHERE id = ?').bind(first.slice(9)).first()
    expect(left).toEqual({ num_uses: 0 })
    await visitor.form(path('picture'), { remove: '1' })
    expect((await read<User>('/v1/profile')).picture_url).toBeNull()
  })

  it('an invalid picture is rejected with the reason', async () => {
    const { send, visitor, read } = await customer()
    const answer = await send('picture', pdf())
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, path('edit')])
    expect(await findFormFailure(visitor.pageRequest(), bench.env, 'picture')).toMatchObject({
      type: 'file_type',
      param: 'file',
    })
    expect((await read<User>('/v1/profile')).picture_url).toBeNull()
  })

  it.each([10.5, 25])('a picture of %s MB is answered by the page of its form, in words', async (megabytes) => {
    const { send, visitor } = await customer()
    const answer = await send('picture', new Uint8Array(megabytes * 1024 * 1024))
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, path('edit')])
    expect(await findFormFailure(visitor.pageRequest(), bench.env, 'picture')).toMatchObject({
      type: 'file_too_large',
      param: 'file',
      message: expect.stringContaining('at most 10 MB'),
    })
  })
})

describe('the picture of a person of the family', () => {
  it("a person's picture is shown to everyone who may see the person", async () => {
    const { send, read, open, headers } = await customer()
    const { id } = await child(headers)
    const answer = await send(`family/${id}/picture`, await picture())
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path(`family/${id}`)}?saved=picture`])
    const { picture_url } = await read<Attendee>(`/v1/profile/attendees/${id}`)
    expect((await open(picture_url ?? '')).status).toBe(200)
    const guardian = await customer()
    const { id: customer_id } = await guardian.read<{ id: string }>('/v1/profile/customer')
    expect((await guardian.open(picture_url ?? '')).status).toBe(404)
    await bench.bareDb
      .prepare(
        "INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?, ?, 'grandparent', '[\"view\"]', 0)",
      )
      .bind(customer_id, id)
      .run()
    expect((await guardian.open(picture_url ?? '')).status).toBe(200)
  })

  it("F-03: a picture cannot be another customer's file", async () => {
    const [{ headers, put, read }, stranger] = [await customer(), await customer()]
    const { id } = await child(headers)
    await stranger.send('picture', await picture())
    const theirs = (await stranger.read<User>('/v1/profile')).picture_url
    const document = (await (await bench.call('/v1/files', uploadOf({ headers }, { bytes: pdf() }))).json()) as {
      id: string
    }
    for (const picture_url of [theirs, `/uploads/${document.id}`, '/uploads/x', `/uploads/file_${'0'.repeat(32)}`])
      for (const address of ['/v1/profile', `/v1/profile/attendees/${id}`])
        expect([picture_url, ((await (await put(address, { picture_url })).json()) as { type: string }).type]).toEqual([
          picture_url,
          'file_not_found',
        ])
    expect((await read<Attendee>(`/v1/profile/attendees/${id}`)).picture_url).toBeNull()
  })

  it('a picture URL from a response can be sent back unchanged', async () => {
    const { headers, put, read, send } = await customer()
    const { id } = await child(headers)
    await send(`family/${id}/picture`, await picture())
    const { picture_url } = await read<Attendee>(`/v1/profile/attendees/${id}`)
    expect((await put(`/v1/profile/attendees/${id}`, { picture_url, first_name: 'Zoé' })).status).toBe(200)
    expect(await read<Attendee>(`/v1/profile/attendees/${id}`)).toMatchObject({ picture_url, first_name: 'Zoé' })
  })
})
