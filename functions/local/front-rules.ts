import { isIP } from 'node:net'
import { addressForLimit } from '../platform/middleware/client-address.ts'
import { type FrontLimits, frontLimits, maxBodyBytes } from './front-limits.ts'

export type Headers = Record<string, string | string[]>
/** One header line: its name as received, and its value. */
export type HeaderLine = readonly [name: string, value: string]
export type IncomingRequest = {
  method: string
  target: string
  headers: readonly HeaderLine[]
  /** Address of the other end of the socket. */
  peer: string
}
type FrontSettings = { protocol: 'http:' | 'https:'; trustedProxies: readonly string[]; limits?: FrontLimits }
export type FrontDecision =
  | {
      isAllowed: true
      url: string
      path: string
      /** The part of the caller's address by which requests are counted. */
      network: string
      headers: Headers
      /** Maximum bytes of the body; null for a request without one. */
      maxBodyBytes: number | null
    }
  | { isAllowed: false; status: number; message: string }

const refuse = (status: number, message: string): FrontDecision => ({ isAllowed: false, status, message })
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const hostName = /^(?:[a-z\d](?:[\w.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * Decides by method, headers and path whether a request is forwarded, and in which form. The normalised path is both
 * checked and forwarded. Too many or too slow requests are rejected in front.ts, those that wait too long in
 * front-line.ts.
 */
export function checkRequest(request: IncomingRequest, settings: FrontSettings): FrontDecision {
  const { limits = frontLimits } = settings
  if (!methods.includes(request.method)) return refuse(405, 'This method is not supported.')
  if (request.headers.length > limits.headerLines) return refuse(431, 'Too many header fields.')
  const values = (name: string) =>
    request.headers.filter((line) => line[0].toLowerCase() === name).map(([, value]) => value)

  const [host = '', ...otherHosts] = values('host')
  if (otherHosts.length > 0 || !hostName.test(host)) return refuse(400, 'The Host header is missing or malformed.')
  const path = normalizePath(request.target)
  const mostBytes = maxBodyBytes({ path: path ?? '/', type: values('content-type')[0] ?? '' }, limits)
  const framing = checkFraming({ lengths: values('content-length'), encodings: values('transfer-encoding') }, mostBytes)
  if (typeof framing !== 'boolean') return framing
  const upgrades = values('upgrade').flatMap((value) => value.split(','))
  if (upgrades.some((protocol) => protocol.trim().toLowerCase() !== 'h2c'))
    return refuse(400, 'This site does not switch protocols.')

  if (path === null) return refuse(400, 'The address is malformed.')
  if (isInternalPath(path)) return refuse(404, 'Not found.')
  const caller = callerAddress(request.peer, values('x-forwarded-for'), settings.trustedProxies)
  return {
    isAllowed: true,
    url: `${settings.protocol}//${host}${path}`,
    path,
    network: addressForLimit(caller),
    headers: {
      ...forwardedHeaders(request.headers),
      host,
      ...(framing && values('content-length').length === 0 ? { 'transfer-encoding': 'chunked' } : {}),
      'accept-encoding': 'identity',
      'cf-connecting-ip': caller,
    },
    maxBodyBytes: framing ? mostBytes : null,
  }
}

// Two ways to determine a body's end allow smuggling a second request inside the first.
function checkFraming(
  { lengths, encodings }: { lengths: string[]; encodings: string[] },
  mostBytes: number,
): FrontDecision | boolean {
  if (lengths.length + encodings.length > 1 || lengths.some((length) => !/^\d{1,15}$/.test(length)))
    return refuse(400, 'The length of the body is not clear.')
  if (encodings.some((encoding) => encoding.toLowerCase() !== 'chunked'))
    return refuse(400, 'The length of the body is not clear.')
  if (Number(lengths[0] ?? 0) > mostBytes) return refuse(413, 'The body is too large.')
  return lengths.length + encodings.length > 0
}

/**
 * Path and query for the runtime: dot segments resolved, backslashes and repeated slashes turned into one slash; null
 * for an invalid path.
 */
export function normalizePath(target: string): string | null {
  if (!/^\/[\x21-\x7e]*$/.test(target) || target.includes('#')) return null
  const url = `http://site${target}`
  if (!URL.canParse(url)) return null
  const { pathname, search } = new URL(url)
  return pathname.replaceAll(/\/{2,}/g, '/') + search
}

const internalFolders = ['__cf_local', 'cdn-cgi']

/** True for a path of the runtime's own tools, in any spelling. */
export function isInternalPath(path: string): boolean {
  let decoded = path.split('?')[0] ?? ''
  for (let round = 0; round < 4; round += 1)
    decoded = decoded.replaceAll(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const segments: string[] = []
  for (const segment of decoded.toLowerCase().split(/[/\\]+/)) {
    const name = segment.replaceAll(/[\0-\x20]/g, '').split(';')[0] ?? ''
    if (name === '..') segments.pop()
    else if (name !== '' && name !== '.') segments.push(name)
  }
  return internalFolders.includes(segments[0] ?? '')
}

/** Headers that belong to one connection, or that only the network in front of the worker may set. */
const connectionHeaders = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
]
const networkHeaders = /^(?:x-)?mf-|^cf-|^x-forwarded|^forwarded$|^x-original-|^x-rewrite-|^x-real-ip$|^true-client-ip$/
/** Headers that a `Connection` header cannot remove. */
const endToEndHeaders = [
  'host',
  'content-length',
  'content-type',
  'authorization',
  'cookie',
  'origin',
  'sec-fetch-site',
]

function forwardedHeaders(lines: readonly HeaderLine[]): Headers {
  const named = lines
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((name) => name.trim().toLowerCase()))
    .filter((name) => !endToEndHeaders.includes(name))
  const headers: Headers = {}
  for (const [rawName, value] of lines) {
    const name = rawName.toLowerCase()
    if (name === 'host' || connectionHeaders.includes(name) || named.includes(name)) continue
    if (networkHeaders.test(name.replaceAll('_', '-'))) continue
    const existing = headers[name]
    headers[name] = existing === undefined ? value : [existing, value].flat()
  }
  return headers
}

/** The response headers for the visitor, without the headers of the connection and internal ones of the runtime. */
export function visibleHeaders(headers: Headers, protocol: 'http:' | 'https:' = 'https:'): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        !connectionHeaders.includes(name) &&
        !/^(?:x-)?mf-/.test(name) &&
        // HTTP responses must not have HSTS (RFC 6797, 7.2).
        !(protocol === 'http:' && name === 'strict-transport-security'),
    ),
  )
}

const loopback = ['127.0.0.1', '::1']

/** Trusted proxies from `TRUST_PROXY`: comma-separated addresses, or `loopback`. */
export function readTrustedProxies(setting: string): string[] {
  return setting.split(',').flatMap((part) => {
    const name = part.trim()
    if (name === '') return []
    if (name === 'loopback') return loopback
    if (isIP(name) === 0)
      throw new Error(
        `TRUST_PROXY has "${name}". Name the addresses of the proxies, with commas between them, or "loopback".`,
      )
    return [name]
  })
}

/**
 * The caller's address. It is the other end of the socket. Behind trusted proxies it is the nearest reported address
 * that is not a trusted proxy.
 */
export function callerAddress(peer: string, forwardedFor: readonly string[], trusted: readonly string[]): string {
  const chain = forwardedFor.flatMap((line) => line.split(',')).map((part) => plainAddress(part.trim()))
  let caller = plainAddress(peer)
  while (trusted.includes(caller)) {
    const next = chain.pop()
    if (next === undefined || isIP(next) === 0) return caller
    caller = next
  }
  return caller
}

// An IPv4 address over an IPv6 socket counts as IPv4. A zone index, or a proxy's port, is not part of an address.
function plainAddress(address: string): string {
  const bare = address.replace(/^\[(.*)\](?::\d+)?$/, '$1').split('%')[0] ?? ''
  return bare.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|wasm)\b|image\/(?:svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)|font\/(?:ttf|otf))/i
/** Minimum bytes of a compressed body, because a shorter body would grow. */
const minCompressedBytes = 200

/** The compression for a visitor: the first accepted one that is supported; null for none. */
export function chooseEncoding(
  acceptEncoding: string,
  { status, headers }: { status: number; headers: Headers },
): 'br' | 'gzip' | null {
  if (status < 200 || [204, 205, 206, 304].includes(status)) return null
  if (headers['content-encoding'] !== undefined || !compressible.test(String(headers['content-type'] ?? '')))
    return null
  if (/\bno-transform\b/i.test(String(headers['cache-control'] ?? ''))) return null
  if (Number(headers['content-length'] ?? minCompressedBytes) < minCompressedBytes) return null
  const accepted = acceptEncoding
    .split(',')
    .map((part) => part.split(';').map((each) => each.trim().toLowerCase()))
    .filter(
      ([name = '', quality = '', ...more]) =>
        /^[\w*-]+$/.test(name) && /^(?:q=[\d.]+)?$/.test(quality) && more.length === 0,
    )
    .map(([name, quality], index) => ({ name, weight: quality ? Number(quality.slice(2)) : 1, index }))
    .filter(({ name, weight }) => (name === 'br' || name === 'gzip') && weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.name === 'br' ? -1 : 1) - (b.name === 'br' ? -1 : 1) || a.index - b.index)
  return (accepted[0]?.name as 'br' | 'gzip' | undefined) ?? null
}

/**
 * The response headers for the chosen compression. A compressible response varies by Accept-Encoding, and its ETag is
 * weak, because other bytes may be the same content.
 */
export function encodedHeaders(headers: Headers, encoding: 'br' | 'gzip' | null): Headers {
  const type = String(headers['content-type'] ?? '')
  if (headers['content-encoding'] !== undefined || !compressible.test(type)) return headers
  const encoded: Headers = { ...headers }
  const vary = [headers['vary'] ?? []].flat().join(', ')
  if (!/\baccept-encoding\b|\*/i.test(vary))
    encoded['vary'] = vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`
  if (typeof headers['etag'] === 'string') encoded['etag'] = headers['etag'].replace(/^(?!W\/)/, 'W/')
  if (encoding === null) return encoded
  delete encoded['content-length']
  return { ...encoded, 'content-encoding': encoding }
}
