import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type RawRequest = {
  name: string
  /** The parts to send; a number is a pause in milliseconds. */
  parts: (string | number)[]
  /** Possible statuses; empty when the connection may also just end. */
  statuses: number[]
}
const closed = 'Connection: close\r\n\r\n'

const internalPaths = [
  '/__cf_local/imageupload',
  '/__cf_local/imagedelivery',
  '/__cf_local/imagedelivery/x/width=3000,format=avif/https://pictures.example/a.jpg',
  '/__cf_local/stream/x',
  '/cdn-cgi/local/platform-proxy',
  '/cdn-cgi/local/scheduled',
  '/cdn-cgi/local/email',
  '/cdn-cgi/local/explorer',
  '/cdn-cgi/local/r2/public/x',
  '/cdn-cgi/mf/scheduled',
  '/cdn-cgi/trace',
  '/cdn-cgi/image/width=3000,format=avif/https://pictures.example/a.jpg',
]
const spellings: [string, (path: string) => string][] = [
  ['as it is', (path) => path],
  ['in capitals', (path) => path.toUpperCase()],
  ['with two slashes', (path) => `/${path}`],
  ['with three slashes', (path) => `//${path}`],
  ['behind a dot segment', (path) => `/.${path}`],
  ['behind two dots', (path) => `/pg/x/../..${path}`],
  ['behind encoded dots', (path) => `/pg/%2e%2e${path}`],
  ['behind encoded slashes', (path) => `/pg%2f..${path}`],
  ['with a backslash', (path) => path.replaceAll('/', '\\').replace('\\', '/')],
  ['with encoded letters', (path) => path.replace('c', '%63').replace('l', '%6C')],
  ['encoded twice', (path) => path.replace('c', '%2563')],
  ['with encoded slashes', (path) => `/${path.slice(1).replaceAll('/', '%2f')}`],
  ['with a path parameter', (path) => path.replace(/^\/[^/]+/, (folder) => `${folder};v=1`)],
  ['with an encoded zero', (path) => path.replace(/^\/[^/]+/, (folder) => `${folder}%00`)],
]

const runtimeHeaders = [
  'MF-Custom-Node-Service: x',
  'MF-Custom-Fetch-Service: x',
  'MF-Original-URL: http://localhost/dev/mailbox.json',
  'MF-Original-Hostname: localhost',
  'MF-Proxy-Shared-Secret: x',
  'MF-Loopback-Secret: x',
  'MF-Op: GET',
  'MF-Op-Secret: 00',
  'MF-CF-Blob: {"clientIp":"127.0.0.1:1"}',
  'MF-CF-Blob: not json',
  'MF-Route-Override: closed-door',
  'MF-Disable-Pretty-Error: 1',
  'MF-Access-Blob: {}',
  'MF-Log-Level: 9',
  'mf_custom_node_service: x',
  'X-MF-Original-URL: http://localhost/dev/mailbox.json',
  'CF-Connecting-IP: 127.0.0.1',
  'CF-Worker: x',
  'CF-EW-Via: 15',
  'X-Forwarded-For: 127.0.0.1',
  'X-Forwarded-Host: localhost',
  'X-Forwarded-Proto: gopher',
  'Forwarded: for=127.0.0.1;host=localhost',
  'X-Original-URL: /dev/mailbox.json',
  'X-Rewrite-URL: /dev/mailbox.json',
  'Connection: Host, Cookie, Authorization, CF-Connecting-IP',
  'Keep-Alive: timeout=999999',
  'Proxy-Connection: keep-alive',
  'Proxy-Authorization: Basic eDp4',
  'TE: trailers, deflate',
  'Trailer: Content-Length',
]

/** Requests that visitors never send, each with the possible responses. `host` is the site's own name. */
export function hostileRequests(host: string): RawRequest[] {
  const get = (path: string, headers = '', name = host) =>
    `GET ${path} HTTP/1.1\r\nHost: ${name}\r\n${headers}${headers ? '\r\n' : ''}${closed}`
  const post = (headers: string, body = '', path = '/api/v1/login') =>
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${headers}${closed}${body}`
  const bad = (name: string, ...parts: (string | number)[]): RawRequest => ({ name, parts, statuses: [400] })

  return [
    ...internalPaths.flatMap((path) =>
      spellings.map(([spelling, spell]) => ({
        name: `${path} ${spelling}`,
        parts: [get(spell(path))],
        statuses: [404],
      })),
    ),
    ...runtimeHeaders.flatMap((header) => [
      { name: `health with ${header}`, parts: [get('/api/health', header)], statuses: [200] },
      {
        name: `another Host with ${header}`,
        parts: [get('/dev/mailbox.json', header, 'evil.example')],
        statuses: [421],
      },
      {
        name: `an upload with ${header}`,
        parts: [post(`${header}\r\nContent-Length: 2\r\n`, '{}', '/__cf_local/imageupload')],
        statuses: [404],
      },
    ]),
    bad('two lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}x')),
    bad('the same length twice', post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}')),
    bad('two lengths on a line', post('Content-Length: 2, 2\r\n', '{}')),
    bad(
      'a length and chunks',
      post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\nGET /dev/clock HTTP/1.1\r\n\r\n'),
    ),
    bad('chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', '0\r\n\r\n')),
    bad('a negative length', post('Content-Length: -1\r\n')),
    bad('a signed length', post('Content-Length: +2\r\n', '{}')),
    bad('a length in hex', post('Content-Length: 0x2\r\n', '{}')),
    bad('a length with a space', post('Content-Length: 2 2\r\n', '{}')),
    bad('an empty length', post('Content-Length: \r\n')),
    bad('a length beyond all numbers', post('Content-Length: 99999999999999999999999\r\n')),
    bad('an unknown transfer coding', post('Transfer-Encoding: gzip\r\n', '{}')),
    bad('chunks that are not the last coding', post('Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n')),
    bad('two transfer codings', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n')),
    bad('a coding that only looks like chunks', post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n')),
    bad('a space before the colon', post('Transfer-Encoding : chunked\r\nContent-Length: 2\r\n', '{}')),
    bad('a folded header', post('X-Folded: a\r\n Transfer-Encoding: chunked\r\nContent-Length: 2\r\n', '{}')),
    bad('a bare line feed', `GET /api/health HTTP/1.1\nHost: ${host}\nMF-Op: x\n\n`),
    bad('a zero in a header', get('/api/health', 'X-Zero: a\0b')),
    bad('a chunk size that is no number', post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n')),
    bad('a negative chunk size', post('Transfer-Encoding: chunked\r\n', '-1\r\n{}\r\n0\r\n\r\n')),
    bad('a chunk size beyond all numbers', post('Transfer-Encoding: chunked\r\n', 'ffffffffffffffffff\r\n{}\r\n')),
    bad('no Host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'),
    bad('two Hosts', `GET /api/health HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n${closed}`),
    bad('an empty Host', get('/api/health', '', ' ')),
    bad('a Host with a path', get('/api/health', '', 'evil.example/x')),
    bad('a Host with a user', get('/api/health', '', `evil.example@${host}`)),
    bad('an absolute address', get(`http://${host}/dev/mailbox.json`)),
    bad('an absolute address elsewhere', get('http://evil.example/')),
    bad('an absolute internal address', get(`http://${host}/__cf_local/imageupload`)),
    bad('an address without a slash', get('api/health')),
    bad('an asterisk', `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n${closed}`),
    bad('a fragment', get('/api/health#/dev/mailbox.json')),
    bad('a letter beyond ASCII', get('/caf\u00e9')),
    bad('no request at all', 'hello\r\n\r\n'),
    bad('TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
    bad('HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    bad('HTTP/9', `GET / HTTP/9.9\r\nHost: ${host}\r\n\r\n`),
    bad('an unknown method', `BREW / HTTP/1.1\r\nHost: ${host}\r\n${closed}`),
    bad(
      'a web socket',
      get(
        '/api/health',
        'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ),
    ),
    bad('an unknown protocol', get('/', 'Upgrade: ssh\r\nConnection: Upgrade')),
    { name: 'CONNECT', parts: [`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`], statuses: [405] },
    {
      name: 'CONNECT elsewhere',
      parts: ['CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
      statuses: [405],
    },
    { name: 'TRACE', parts: [`TRACE / HTTP/1.1\r\nHost: ${host}\r\nCookie: secret\r\n${closed}`], statuses: [405] },
    { name: 'PROPFIND', parts: [`PROPFIND / HTTP/1.1\r\nHost: ${host}\r\n${closed}`], statuses: [405] },
    {
      name: 'an expectation that is unknown',
      parts: [post('Expect: 200-maybe\r\nContent-Length: 2\r\n', '{}')],
      statuses: [417],
    },
    { name: 'a header of 8 KB', parts: [get('/api/health', `X-Long: ${'a'.repeat(8000)}`)], statuses: [200] },
    { name: 'an address of 8 KB', parts: [get(`/api/health?${'a'.repeat(8000)}`)], statuses: [200, 400] },
    { name: 'cookies of 8 KB', parts: [get('/', `Cookie: ${'a=b; '.repeat(1600)}c=d`)], statuses: [200] },
    { name: 'a header of 20 KB', parts: [get('/', `X-Long: ${'a'.repeat(20_000)}`)], statuses: [431] },
    { name: 'an address of 20 KB', parts: [get(`/?${'a'.repeat(20_000)}`)], statuses: [431] },
    {
      name: '500 headers',
      parts: [get('/', Array.from({ length: 500 }, (_, index) => `X-${index}: a`).join('\r\n'))],
      statuses: [431],
    },
    { name: 'a body said to be of 1 GB', parts: [post('Content-Length: 1073741824\r\n', '{}')], statuses: [413] },
    {
      name: 'an endless body',
      parts: [
        post('Transfer-Encoding: chunked\r\n'),
        ...Array.from({ length: 200 }, () => `10000\r\n${'a'.repeat(65_536)}\r\n`),
      ],
      statuses: [413],
    },
    {
      name: 'a second request inside the first',
      parts: [post('Content-Length: 60\r\n', `GET /__cf_local/imageupload HTTP/1.1\r\nHost: ${host}\r\nX: y\r\n\r\n`)],
      statuses: [400, 401],
    },
    { name: 'an answer that is not read', parts: [get('/').repeat(1)], statuses: [] },
  ]
}

/** Slow requests. The site drops each one after its time limit. */
export function slowRequests(host: string): RawRequest[] {
  const head = `POST /api/v1/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`
  const drip = (text: string) => [...text].flatMap((letter) => [letter, 300])
  return [
    { name: 'nothing at all', parts: [20_000], statuses: [408] },
    { name: 'half a request line', parts: ['GET /api', 20_000], statuses: [408] },
    {
      name: 'headers letter by letter',
      parts: drip(`GET /api/health HTTP/1.1\r\nHost: ${host}\r\nX-Slow: yes\r\n\r\n`),
      statuses: [408],
    },
    { name: 'a body that never comes', parts: [`${head}Content-Length: 100\r\n\r\n`, 20_000], statuses: [408] },
    {
      name: 'a body letter by letter',
      parts: [`${head}Content-Length: 100\r\n\r\n`, ...drip('{'.repeat(100))],
      statuses: [408],
    },
    {
      name: 'a chunk that never ends',
      parts: [`${head}Transfer-Encoding: chunked\r\n\r\nffff\r\n{`, 20_000],
      statuses: [408],
    },
    { name: 'a body left half way', parts: [`${head}Content-Length: 100000\r\n\r\n{`], statuses: [408] },
  ]
}

/** Sends a raw request and reads the response until the connection ends; `''` without a response. */
export function sendRaw(port: number, { parts }: Pick<RawRequest, 'parts'>, patienceMs = 4000): Promise<string> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    const received: Buffer[] = []
    let isDone = false
    const finish = () => {
      if (isDone) return
      isDone = true
      clearTimeout(deadline)
      socket.destroy()
      done(Buffer.concat(received).toString('latin1'))
    }
    const deadline = setTimeout(finish, patienceMs)
    socket.on('data', (part: Buffer) => received.push(part))
    socket.once('close', finish)
    socket.once('end', finish)
    socket.on('error', () => {})
    socket.once('connect', async () => {
      for (const part of parts) {
        if (isDone) return
        if (typeof part === 'number') await wait(part)
        else await new Promise((sent) => socket.write(Buffer.from(part, 'latin1'), sent))
      }
    })
  })
}

export const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0)
