import { type Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { Writable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { type Refusal, refusalBody } from './front-refusal.ts'
import type { FrontLimits } from './front-limits.ts'
import { logLine } from '../platform/log-line.ts'
import { chooseEncoding, encodedHeaders, type Headers, visibleHeaders } from './front-rules.ts'

/** Where the runtime is, and the connections that lead to it. */
export type Route = { agent: Agent; writing: Agent; socketPath: string; limits: FrontLimits }
/** What an answer is written to: a visitor's connection, or what keeps it until its visitor comes for it. */
export type Outgoing = Writable & {
  readonly headersSent: boolean
  writeHead: (status: number, headers: OutgoingHttpHeaders) => unknown
}
export type Exchange = { incoming: IncomingMessage; outgoing: Outgoing }

const starting: Refusal = { status: 503, message: 'The site is starting. Try again in a moment.', retryAfterSeconds: 2 }
const failed: Refusal = { status: 500, message: 'Something went wrong. Please try again later.' }
const timedOut: Refusal = { status: 504, message: 'The site took too long to answer. Try again in a moment.' }
/** How long a visitor who was refused may go on sending before the connection is closed. */
const lingerMs = 1000
/** How much a visitor may send after the answer: a connection that is closed on them takes the answer with it. */
const lingerBytes = 32 * 1024 * 1024
const tooLarge: Refusal = { status: 413, message: 'The body is too large.' }

type Forwarded = Route & {
  url: string
  headers: Headers
  hasBody: boolean
  /** The body, where it was read already. */
  body?: Buffer
}

/** How often a request is sent again that never reached the runtime, and how long after. */
const maxConnects = 4
const connectAgainMs = 75

/** Sends a request on to the runtime and its answer back; `tries` were made before. */
export function forward({ incoming, outgoing }: Exchange, input: Forwarded, tries = 0): void {
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
  const started = performance.now()
  let isRefused = false
  const refuseOnce = (refusal: Refusal) => {
    isRefused = true
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
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(deadline)
    // Given up here after an answer of our own, or there after one of the runtime's: that one shall arrive.
    if (isRefused || outgoing.headersSent) return
    // The runtime may end an idle connection in the moment it is used again; a read without a body can be sent once more.
    if (upstream.reusedSocket && isSafe && tries === 0 && !outgoing.destroyed)
      return forward({ incoming, outgoing }, input, maxConnects)
    // A connection that was not taken brought nothing there.
    if (error.syscall === 'connect' && (!input.hasBody || input.body) && tries < maxConnects)
      return void setTimeout(() => {
        if (!outgoing.destroyed) forward({ incoming, outgoing }, input, tries + 1)
      }, connectAgainMs)
    if (!outgoing.destroyed) {
      const why = `${error.syscall ?? 'closed'} ${error.code}`.toLowerCase()
      const ms = Math.round(performance.now() - started)
      logLine('runtime_unreachable', { why, ms, method: incoming.method ?? '' })
    }
    if (!input.hasBody || input.body || incoming.complete) return refuse({ incoming, outgoing }, starting)
    // Lost in the middle of a body: what still comes tells whether it was too much of one.
    incoming.unpipe(upstream)
    incoming.resume()
    const giveUp = () => {
      clearTimeout(patience)
      if (!isRefused) refuseOnce(starting)
    }
    const patience = setTimeout(giveUp, lingerMs)
    incoming.once('end', giveUp)
    outgoing.once('close', () => clearTimeout(patience))
  })
  if (!input.hasBody || input.body) return void upstream.end(input.body)
  let length = 0
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > input.limits.bodyBytes && !isRefused && !outgoing.headersSent) refuseOnce(tooLarge)
    // A client that has its response and goes on sending is cut off.
    if (length > input.limits.bodyBytes + lingerBytes) outgoing.destroy()
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

/** Answers for the runtime. */
export function refuse({ incoming, outgoing }: Exchange, refusal: Refusal): void {
  if (outgoing.headersSent) return void outgoing.destroy()
  const { body, headers } = refusalBody(refusal, { path: incoming.url ?? '', accept: incoming.headers.accept ?? '' })
  outgoing.writeHead(refusal.status, {
    ...headers,
    // Where a request could not be read for certain, neither can the next one on its connection.
    ...(refusal.status === 400 ? { Connection: 'close' } : {}),
  })
  if (incoming.method === 'HEAD' || incoming.complete)
    return void outgoing.end(incoming.method === 'HEAD' ? undefined : body)
  outgoing.write(body)
  endWhenSent({ incoming, outgoing })
}

/** Ends an answer once its visitor has sent the rest, which is dropped: a connection closed before resets, and the answer is lost on the way. */
function endWhenSent({ incoming, outgoing }: Exchange): void {
  const end = () => {
    clearTimeout(deadline)
    outgoing.end()
  }
  const deadline = setTimeout(end, lingerMs)
  outgoing.once('close', () => clearTimeout(deadline))
  incoming.once('end', end)
  incoming.unpipe()
  incoming.resume()
}
