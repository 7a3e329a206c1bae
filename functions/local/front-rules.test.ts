import { describe, expect, it } from 'vitest'
import { fileFormPaths } from '../contract/upload-limits.ts'
import { forms } from '../edge/forms/form-table.ts'
import {
  callerAddress,
  checkRequest,
  chooseEncoding,
  encodedHeaders,
  type HeaderLine,
  isInternalPath,
  normalizePath,
  readTrustedProxies,
  visibleHeaders,
} from './front-rules.ts'

const settings = { protocol: 'https:', trustedProxies: [] } as const
const check = (target: string, headers: HeaderLine[] = [], method = 'GET') =>
  checkRequest({ method, target, peer: '203.0.113.7', headers: [['Host', 'camps.example'], ...headers] }, settings)

describe('the path that the runtime receives', () => {
  it.each([
    ['/pg/lakeside?page_of=2', '/pg/lakeside?page_of=2'],
    ['//pg///lakeside', '/pg/lakeside'],
    ['/pg/./x/../lakeside', '/pg/lakeside'],
    ['/pg/%2e%2e/x', '/x'],
    ['/../../x', '/x'],
    ['/pg\\lakeside', '/pg/lakeside'],
    ['/pg/a%2fb', '/pg/a%2fb'],
    ['//evil.example/x', '/evil.example/x'],
    ['/a?to=//b//c', '/a?to=//b//c'],
    ['http://evil.example/', null],
    ['*', null],
    ['', null],
    ['pg', null],
    ['/a b', null],
    ['/caf\u00e9', null],
    ['/a#b', null],
  ])('the proxy sends the runtime the path of %j as %j', (target, path) => expect(normalizePath(target)).toBe(path))
})

describe("the runtime's internal paths", () => {
  it.each([
    '/__cf_local/imageupload',
    '/__CF_LOCAL/x',
    '/cdn-cgi',
    '/cdn-cgi/trace?x',
    '/%63dn-cgi/x',
    '/%2563dn-cgi/x',
    '/pg/..%2fcdn-cgi/x',
    '/pg/%2e%2e%5ccdn-cgi',
    '/cdn-cgi%00/x',
    '/cdn-cgi;a=b/x',
    '/%2fcdn-cgi/x',
  ])('the path %s is recognised as internal', (path) => expect(isInternalPath(path)).toBe(true))

  it.each(['/', '/pg/cdn-cgi', '/pg/__cf_local/x', '/cdn-cgi-x', '/files/a.pdf', '/pg/x?next=/cdn-cgi/'])(
    'the path %s is not internal',
    (path) => expect(isInternalPath(path)).toBe(false),
  )
})

describe('requests that the proxy forwards', () => {
  it("a forwarded request has the visitor's host name and the site's scheme", () =>
    expect(check('//pg/lakeside')).toMatchObject({
      isAllowed: true,
      url: 'https://camps.example/pg/lakeside',
      headers: { host: 'camps.example', 'cf-connecting-ip': '203.0.113.7' },
      maxBodyBytes: null,
    }))

  it('hop-by-hop headers are not forwarded', () => {
    const decision = check('/', [
      ['MF-Original-URL', 'http://localhost/dev/mailbox.json'],
      ['mf_op', 'x'],
      ['X-MF-Additional-Response-Log', 'x'],
      ['CF-Connecting-IP', '127.0.0.1'],
      ['Cf-Ew-Via', 'x'],
      ['X-Forwarded-For', '127.0.0.1'],
      ['X-Forwarded-Proto', 'http'],
      ['Forwarded', 'for=127.0.0.1'],
      ['True-Client-IP', '127.0.0.1'],
      ['Connection', 'keep-alive, X-Secret, Cookie'],
      ['X-Secret', 'x'],
      ['Keep-Alive', 'timeout=5'],
      ['TE', 'trailers'],
      ['Upgrade', 'h2c'],
      ['HTTP2-Settings', 'x'],
      ['Cookie', 'a=b'],
      ['Accept-Encoding', 'br'],
      ['Accept-Language', 'fr'],
    ])
    expect(decision.isAllowed && decision.headers).toEqual({
      cookie: 'a=b',
      'accept-language': 'fr',
      host: 'camps.example',
      'accept-encoding': 'identity',
      'cf-connecting-ip': '203.0.113.7',
    })
  })

  it('a repeated header is kept', () => {
    const decision = check('/', [
      ['X-Twice', 'a'],
      ['x-twice', 'b'],
    ])
    expect(decision.isAllowed && decision.headers['x-twice']).toEqual(['a', 'b'])
  })

  it('a body without a length is sent in chunks', () =>
    expect(check('/', [['Transfer-Encoding', 'chunked']], 'POST')).toMatchObject({
      maxBodyBytes: 11 * 1024 * 1024,
      headers: { 'transfer-encoding': 'chunked' },
    }))
})

describe('requests that the proxy rejects', () => {
  it.each<[string, number, HeaderLine[]]>([
    [
      'two Content-Length headers',
      400,
      [
        ['Content-Length', '2'],
        ['Content-Length', '2'],
      ],
    ],
    [
      'a Content-Length and a chunked body',
      400,
      [
        ['Content-Length', '2'],
        ['Transfer-Encoding', 'chunked'],
      ],
    ],
    ['an invalid Content-Length', 400, [['Content-Length', '+2']]],
    ['an unknown transfer coding', 400, [['Transfer-Encoding', 'gzip, chunked']]],
    ['a body over the limit', 413, [['Content-Length', '11534337']]],
    ['a second Host header', 400, [['Host', 'evil.example']]],
    ['a web socket upgrade', 400, [['Upgrade', 'websocket']]],
    ['too many headers', 431, Array.from({ length: 100 }, (_, index): HeaderLine => [`X-${index}`, 'a'])],
  ])('a request with %s returns %i', (_, status, headers) =>
    expect(check('/', headers, 'POST')).toMatchObject({ isAllowed: false, status }),
  )

  it.each([
    ['/pg/lakeside/profile/picture', 'multipart/form-data; boundary=b', 36 * 1024 * 1024, true],
    ['/pg/lakeside/profile/picture', 'multipart/form-data; boundary=b', 36 * 1024 * 1024 + 1, false],
    ['/pg/lakeside/profile/picture', 'application/x-www-form-urlencoded', 11 * 1024 * 1024 + 1, false],
    ['//api/v1/files', 'multipart/form-data; boundary=b', 11 * 1024 * 1024 + 1, false],
    ['/pg/lakeside/login?to=/profile/picture', 'multipart/form-data; boundary=b', 11 * 1024 * 1024 + 1, false],
    ['/pg/lakeside/profile/messages?lang=fr', 'multipart/form-data; boundary=b', 36 * 1024 * 1024, true],
  ])(
    'only a form with files may exceed 11 MB, so that its own page answers (%s %s %i)',
    (path, type, length, isAllowed) =>
      expect(
        check(
          path,
          [
            ['Content-Type', type],
            ['Content-Length', String(length)],
          ],
          'POST',
        ),
      ).toMatchObject({ isAllowed }),
  )

  it('the forms that may have files are those that read files', () =>
    expect(new Set([...forms.flatMap(({ path, reads }) => (reads ? [path] : [])), '/pg/:program_id/complete'])).toEqual(
      new Set(fileFormPaths),
    ))

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'get'])('the method %s returns 405', (method) =>
    expect(check('/', [], method)).toMatchObject({ isAllowed: false, status: 405 }),
  )

  it('an internal path of the runtime returns 404', () =>
    expect(check('//%63dn-cgi/local/platform-proxy')).toMatchObject({ isAllowed: false, status: 404 }))
})

describe('the address of the client', () => {
  it.each([
    { peer: '203.0.113.7', forwarded: ['10.0.0.1'], trusted: '', caller: '203.0.113.7' },
    { peer: '127.0.0.1', forwarded: ['198.51.100.9'], trusted: '', caller: '127.0.0.1' },
    { peer: '::ffff:127.0.0.1', forwarded: ['198.51.100.9'], trusted: 'loopback', caller: '198.51.100.9' },
    { peer: '127.0.0.1', forwarded: ['127.0.0.1, 198.51.100.9'], trusted: 'loopback', caller: '198.51.100.9' },
    {
      peer: '10.0.0.5',
      forwarded: ['1.2.3.4, 198.51.100.9', '10.0.0.6'],
      trusted: '10.0.0.5,10.0.0.6',
      caller: '198.51.100.9',
    },
    { peer: '203.0.113.7', forwarded: ['127.0.0.1'], trusted: 'loopback', caller: '203.0.113.7' },
    { peer: '127.0.0.1', forwarded: ['not an address'], trusted: 'loopback', caller: '127.0.0.1' },
    { peer: '127.0.0.1', forwarded: [], trusted: 'loopback', caller: '127.0.0.1' },
    { peer: '::1', forwarded: ['[2001:db8::7]:4711'], trusted: 'loopback', caller: '2001:db8::7' },
    { peer: '::1', forwarded: ['198.51.100.9:4711'], trusted: 'loopback', caller: '198.51.100.9' },
    { peer: 'fe80::1%eth0', forwarded: [], trusted: '', caller: 'fe80::1' },
  ])(
    'the client is $caller for $peer with $forwarded where "$trusted" is trusted',
    ({ peer, forwarded, trusted, caller }) =>
      expect(callerAddress(peer, forwarded, readTrustedProxies(trusted))).toBe(caller),
  )

  it('an invalid TRUST_PROXY throws an error that names it', () =>
    expect(() => readTrustedProxies('proxy.example')).toThrow('TRUST_PROXY has "proxy.example"'))
})

describe('the response that the proxy sends', () => {
  it('headers of the runtime are removed', () =>
    expect(
      visibleHeaders({
        'mf-experimental-error-stack': 'x',
        connection: 'close',
        'transfer-encoding': 'chunked',
        etag: '"a"',
      }),
    ).toEqual({ etag: '"a"' }))

  it('HSTS is sent over HTTPS only', () => {
    const hsts = { 'strict-transport-security': 'max-age=63072000' }
    expect([visibleHeaders(hsts, 'http:'), visibleHeaders(hsts, 'https:')]).toEqual([{}, hsts])
  })

  const html = { 'content-type': 'text/html' }
  it.each([
    { accepts: 'gzip, deflate, br', status: 200, headers: html, encoding: 'br' },
    { accepts: 'gzip', status: 200, headers: html, encoding: 'gzip' },
    { accepts: 'br;q=0.1, gzip', status: 200, headers: html, encoding: 'gzip' },
    { accepts: 'br;q=0', status: 200, headers: html, encoding: null },
    { accepts: 'identity', status: 200, headers: html, encoding: null },
    { accepts: '', status: 200, headers: html, encoding: null },
    { accepts: 'br', status: 304, headers: html, encoding: null },
    { accepts: 'br', status: 404, headers: html, encoding: 'br' },
    { accepts: 'br', status: 200, headers: { 'content-type': 'application/json' }, encoding: 'br' },
    { accepts: 'br', status: 200, headers: { 'content-type': 'application/ld+json' }, encoding: 'br' },
    { accepts: 'br', status: 200, headers: { 'content-type': 'image/webp' }, encoding: null },
    { accepts: 'br', status: 200, headers: { 'content-type': 'text/event-stream' }, encoding: null },
    { accepts: 'br', status: 200, headers: { ...html, 'content-length': '20' }, encoding: null },
    { accepts: 'br', status: 200, headers: { ...html, 'content-encoding': 'gzip' }, encoding: null },
    { accepts: 'br', status: 200, headers: { ...html, 'cache-control': 'no-transform' }, encoding: null },
  ])(
    'the response to "$accepts" with status $status and $headers has the encoding $encoding',
    ({ accepts, status, headers, encoding }) => expect(chooseEncoding(accepts, { status, headers })).toBe(encoding),
  )

  it.each([
    { encoding: 'br' as const, more: { 'content-encoding': 'br' } },
    { encoding: null, more: { 'content-length': '900' } },
  ])('T6: a response in $encoding has Vary and a weak ETag', ({ encoding, more }) => {
    const headers = { ...html, etag: '"a"', vary: 'Accept-Language', 'content-length': '900' }
    expect(encodedHeaders(headers, encoding)).toEqual({
      ...html,
      etag: 'W/"a"',
      vary: 'Accept-Language, Accept-Encoding',
      ...more,
    })
    expect(encodedHeaders({ ...html, etag: 'W/"a"', vary: 'accept-encoding' }, null)).toEqual({
      ...html,
      etag: 'W/"a"',
      vary: 'accept-encoding',
    })
    const picture = { 'content-type': 'image/webp', etag: '"a"' }
    expect(encodedHeaders(picture, null)).toEqual(picture)
  })
})
