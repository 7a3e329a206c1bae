import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import {
  checkRequest,
  chooseEncoding,
  encodedHeaders,
  type FrontLimits,
  frontLimits,
  type HeaderLine,
  type Headers,
  visibleHeaders,
} from './front-rules.ts'
import { type Refusal, refusalBody } from './front-refusal.ts'

type FrontInput = {
  host: string
  port: number
  /** Scheme and name the site is known by. */
  siteOrigin: string
  /** Unix socket of the runtime, which nothing else can reach. */
  socketPath: string
  trustedProxies?: readonly string[]
  limits?: Partial<FrontLimits>
}
export type Front = { stop: () => Promise<void> }
type Route = { agent: Agent; writing: Agent; socketPath: string; limits: FrontLimits }
type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse }

/** The only thing that listens to visitors on one machine: passes on what a visitor may send, and answers for the runtime while it is away. */
export async function startFront({
  host,
  port,
  siteOrigin,
  socketPath,
  trustedProxies = [],
  ...input
}: FrontInput): Promise<Front> {
  const limits = { ...frontLimits, ...input.limits }
  const settings = { protocol: new URL(siteOrigin).protocol as 'http:' | 'https:', trustedProxies, limits }
  // The runtime ends a connection that was idle for five seconds: ours is given up before.
  const agent = new Agent({ keepAlive: true, timeout: 2000, maxSockets: 256, maxFreeSockets: 64 })
  // It keeps no connection for the next, but says it would: the runtime then reads a body that it refused early, and its answer arrives.
  const writing = new Agent({ keepAlive: true, maxFreeSockets: 0 })
  const route: Route = { agent, writing, socketPath, limits }
  let inFlight = 0

  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1000, limits.headersMs),
      keepAliveTimeout: 65_000,
      insecureHTTPParser: false,
      requireHostHeader: true,
    },
    (incoming, outgoing) => {
      const exchange = { incoming, outgoing }
      const decision = checkRequest(
        {
          method: incoming.method ?? '',
          target: incoming.url ?? '',
          headers: headerLines(incoming.rawHeaders),
          peer: incoming.socket.remoteAddress ?? '',
        },
        settings,
      )
      if (!decision.isAllowed) return refuse(exchange, decision)
      if (inFlight >= limits.requests) return refuse(exchange, busy)
      inFlight += 1
      outgoing.once('close', () => {
        inFlight -= 1
      })
      forward(exchange, { ...decision, ...route })
    },
  )
  server.maxHeadersCount = 0
  server.maxConnections = limits.connections
  server.timeout = limits.responseMs + 10_000
  server.on('connect', (_, socket: Socket) => refuseSocket(socket, 405))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    refuseSocket(socket, parserStatus[error.code ?? ''] ?? 400)
  })
  if (trustedProxies.length === 0) limitConnectionsPerAddress(server, limits.connectionsPerAddress)
  await listen(server, { host, port })
  return { stop: () => stop(server, agent) }
}

const parserStatus: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
const busy: Refusal = { status: 503, message: 'The site is busy. Try again in a moment.', retryAfterSeconds: 1 }
const starting: Refusal = { status: 503, message: 'The site is starting. Try again in a moment.', retryAfterSeconds: 2 }
const failed: Refusal = { status: 500, message: 'Something went wrong. Please try again later.' }
const timedOut: Refusal = { status: 504, message: 'The site took too long to answer. Try again in a moment.' }
const tooLarge: Refusal = { status: 413, message: 'The body is too large.' }

type Forwarded = Route & { url: string; headers: Headers; hasBody: boolean }

function forward({ incoming, outgoing }: Exchange, input: Forwarded, isRepeat = false): void {
  const isSafe = !input.hasBody && (incoming.method === 'GET' || incoming.method === 'HEAD')
  const upstream = request({
    socketPath: input.socketPath,
    // A write has a connection of its own: on one that the runtime ends in this moment it would be lost, and it cannot be sent again.
    agent: isSafe ? input.agent : input.writing,
    method: incoming.method,
    path: input.url,
    headers: input.headers,
    setHost: false,
  })
  const refuseOnce = (refusal: Refusal) => {
    upstream.destroy()
    refuse({ incoming, outgoing }, refusal)
  }
  const deadline = setTimeout(() => refuseOnce(timedOut), input.limits.responseMs)
  outgoing.once('close', () => {
    clearTimeout(deadline)
    // An answer that was sent whole leaves its connection to the next request.
    if (!outgoing.writableFinished || !incoming.complete) upstream.destroy()
  })
  upstream.once('response', (response) => {
    clearTimeout(deadline)
    sendResponse({ incoming, outgoing }, response)
  })
  upstream.on('error', () => {
    clearTimeout(deadline)
    // The runtime may end an idle connection in the moment it is used again; a read without a body can be sent once more.
    if (upstream.reusedSocket && isSafe && !isRepeat && !outgoing.headersSent && !outgoing.destroyed)
      return forward({ incoming, outgoing }, input, true)
    refuse({ incoming, outgoing }, starting)
  })
  if (!input.hasBody) return void upstream.end()
  let length = 0
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > input.limits.bodyBytes && !outgoing.headersSent) refuseOnce(tooLarge)
    // A client that has its response and goes on sending is cut off.
    if (length > 2 * input.limits.bodyBytes) outgoing.destroy()
  })
  incoming.pipe(upstream)
  // The rest of a body that is answered already is read and dropped, so that the visitor sees the answer.
  outgoing.once('finish', () => {
    incoming.unpipe(upstream)
    incoming.resume()
  })
}

function sendResponse({ incoming, outgoing }: Exchange, response: IncomingMessage): void {
  const status = response.statusCode ?? 502
  // The runtime's description of an internal error is for the operator's log only.
  if (response.headers['mf-experimental-error-stack'] !== undefined) {
    response.resume()
    refuse({ incoming, outgoing }, failed)
    return
  }
  const visible = visibleHeaders(response.headers as Headers)
  const encoding = chooseEncoding(String(incoming.headers['accept-encoding'] ?? ''), { status, headers: visible })
  const headers = encodedHeaders(visible, encoding)
  outgoing.writeHead(status, headers)
  response.on('error', () => outgoing.destroy())
  response.on('aborted', () => outgoing.destroy())
  if (encoding === null || incoming.method === 'HEAD') return void response.pipe(outgoing)
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 6 })
  compressor.on('error', () => outgoing.destroy())
  outgoing.once('close', () => compressor.destroy())
  response.pipe(compressor).pipe(outgoing)
}

function refuse({ incoming, outgoing }: Exchange, refusal: Refusal): void {
  if (outgoing.headersSent) return void outgoing.destroy()
  const { body, headers } = refusalBody(refusal, { path: incoming.url ?? '', accept: incoming.headers.accept ?? '' })
  outgoing.writeHead(refusal.status, {
    ...headers,
    // Where a request could not be read for certain, neither can the next one on its connection.
    ...(refusal.status === 400 ? { Connection: 'close' } : {}),
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
}

function refuseSocket(socket: Socket, status: number): void {
  const reason = STATUS_CODES[status] ?? 'Bad Request'
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Type: text/plain\r\nCache-Control: no-store\r\nContent-Length: ${reason.length + 2}\r\n\r\n${reason}.\n`,
    () => socket.destroy(),
  )
}

const headerLines = (rawHeaders: readonly string[]): HeaderLine[] =>
  Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ])

// One visitor cannot keep all others out by holding every connection.
function limitConnectionsPerAddress(server: Server, limit: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > limit) socket.destroy()
  })
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host === '*' ? {} : { host }) }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function stop(server: Server, agent: Agent): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      agent.destroy()
      resolve()
    })
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 2000).unref()
  })
}
