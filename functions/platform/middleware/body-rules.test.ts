import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { largestBodyBytes, largestFileBytes } from '../../contract/limits.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { browser } from '../../test-bench/edge.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'
import { organiserHeaders, shortestFile } from '../../test-bench/program-file.ts'

let bench: Bench
let nadia: Person
beforeAll(async () => {
  bench = await openBench()
  nadia = await makeCustomer(bench)
})

/** A body of unknown length, as a sender without Content-Length sends it. */
const pouring = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.byteLength; at += 65_536) controller.enqueue(bytes.subarray(at, at + 65_536))
      controller.close()
    },
  })
const put = async (body: string | Uint8Array<ArrayBuffer> | ReadableStream, headers: Record<string, string> = {}) => {
  const init = {
    method: 'PUT',
    body,
    duplex: 'half',
    headers: { ...nadia.headers, 'Content-Type': 'application/json', ...headers },
  }
  const answer = await bench.call('/v1/profile', init as RequestInit)
  return { status: answer.status, ...((await answer.json()) as { type?: string; first_name?: string }) }
}
const named = (first_name: string) => JSON.stringify({ first_name })
const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('L-01: the body of an API call', () => {
  it('the size of a body is measured in bytes, not in characters', async () => {
    const half = largestBodyBytes / 2
    expect(bytesOf(named('é'.repeat(half))).byteLength).toBeGreaterThan(largestBodyBytes)
    expect(await put(named('é'.repeat(half)))).toMatchObject({ status: 413, type: 'body_too_large' })
    expect(await put(named('e'.repeat(half)))).toMatchObject({ status: 400, type: 'too_long' })
  })

  it.each([0, 2])('a body of 10 MB returns 413 regardless of its claimed length (%i)', async (claimed) => {
    const headers: Record<string, string> = claimed === 0 ? {} : { 'Content-Length': String(claimed) }
    expect(await put(pouring(bytesOf(named('x'.repeat(10_000_000)))), headers)).toMatchObject({
      status: 413,
      type: 'body_too_large',
    })
  })

  it.each([
    ['10,000 levels deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['10,000 levels deep and never closed', '{"a":'.repeat(10_000)],
    ['33 levels deep', `{"first_name":${'['.repeat(32)}${']'.repeat(32)}}`],
  ])('JSON nested %s returns invalid_json before it is parsed', async (_, body) => {
    expect(await put(body)).toMatchObject({ status: 400, type: 'invalid_json' })
  })

  it.each([
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['half a UTF-8 character', new Uint8Array([...bytesOf('{"first_name":"'), 0xe2, 0x82, ...bytesOf('"}')])],
    ['text in UTF-16', new Uint8Array(Buffer.from(named('Ada'), 'utf16le'))],
  ])('a body with %s returns invalid_json', async (_, bytes) => {
    expect(await put(bytes)).toMatchObject({ status: 400, type: 'invalid_json' })
  })

  it.each(['gzip', 'br', 'deflate', 'gzip, identity'])('a body compressed as %s returns 415', async (encoding) => {
    expect(await put(new Uint8Array(gzipSync('x'.repeat(1_000_000))), { 'Content-Encoding': encoding })).toMatchObject({
      status: 415,
      type: 'content_type',
    })
  })

  it('the last value of a repeated JSON field counts', async () => {
    expect(await put('{"first_name":"Ada","first_name":"Léa"}')).toMatchObject({ status: 200, first_name: 'Léa' })
    expect(await put('{"__proto__":{"is_admin":true},"first_name":"Mia"}')).toMatchObject({
      status: 400,
      type: 'unknown_parameter',
      param: '__proto__',
    })
    expect(await put('{"constructor":{"prototype":{"x":1}}}')).toMatchObject({
      status: 400,
      type: 'unknown_parameter',
      param: 'constructor',
    })
    expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined()
  })
})

it('L-01: the response lists at most a hundred mistakes', async () => {
  const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`f${at}`, 0]))
  const { status, type, errors } = (await put(JSON.stringify(fields))) as Awaited<ReturnType<typeof put>> & {
    errors: unknown[]
  }
  expect([status, type, errors.length]).toEqual([400, 'unknown_parameter', 100])
})

describe('L-01: a form of a page', () => {
  const send = (body: BodyInit | ReadableStream, type: string, more: Record<string, string> = {}) =>
    browser(bench).raw('/pg/lakeside/login', {
      method: 'POST',
      body: body as BodyInit,
      duplex: 'half',
      headers: { Origin: bench.env.SITE_ORIGIN, 'Content-Type': type, ...more },
    } as RequestInit)

  it('reading a form stops at the size limit', async () => {
    expect(
      (await send(`username=${'é'.repeat(largestBodyBytes / 2)}`, 'application/x-www-form-urlencoded')).status,
    ).toBe(413)
    expect((await send(pouring(bytesOf('x'.repeat(10_000_000))), 'multipart/form-data; boundary=b')).status).toBe(413)
  })

  it.each(['multipart/form-data', 'multipart/form-data; boundary=b', 'multipart/form-data; boundary="'])(
    'a form with unreadable parts and the content type %s returns 400',
    async (type) => {
      expect((await send('--other\r\nContent-Disposition: form-data; name="username"\r\n\r\nx', type)).status).toBe(400)
    },
  )
})

describe('the body of a program file', () => {
  const file = shortestFile()
  const send = async (length: number, headers: Record<string, string>) =>
    (
      await bench.call(`/v1/organiser/programs/${file.program}?dry_run=true`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(file).padEnd(length),
      })
    ).status

  it('only a client with correct credentials may send a large program file', async () => {
    const wrong = { Authorization: `Basic ${Buffer.from('bench:another-secret-of-32-characters').toString('base64')}` }
    const input = [
      [largestBodyBytes + 1, organiserHeaders],
      [largestFileBytes, organiserHeaders],
      [largestFileBytes + 1, organiserHeaders],
      [largestBodyBytes + 1, wrong],
      [largestBodyBytes + 1, {}],
      [100, {}],
    ] as const
    expect(await Promise.all(input.map(([length, headers]) => send(length, headers)))).toEqual([
      200, 200, 413, 413, 413, 401,
    ])
  })
})
