import { Agent, type AgentOptions, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { logLine } from '../platform/log-line.ts'
import type { FrontLimits } from './front-limits.ts'
import { failed, type Refusal, refusalBody, starting, timedOut } from './front-refusal.ts'
import type { Headers } from './front-rules.ts'
import { languageOf } from './held-answer.ts'
import type { Answers } from './send-answer.ts'

/** Where the runtime is, and the connections that lead to it. */
export type Route = { agent: Agent; writing: Agent; socketPath: string; limits: FrontLimits; answers: Answers }
/** What an answer is written to: a visitor's connection, or what keeps it until its visitor comes for it. */
export type Outgoing = Writable & {
  readonly headersSent: boolean
  writeHead: (status: number, headers: OutgoingHttpHeaders) => unknown
}
export type Exchange = { incoming: IncomingMessage; outgoing: Outgoing }

/** How long a visitor who was refused may go on sending before the connection is closed. */
const lingerMs = 1000

type Forwarded = Route & {
  url: string
  headers: Headers
  network: string
  /** The whole body; undefined for a request without one. */
  body?: Buffer | undefined
  /** Called when the runtime is done with the request. */
  onTaken: () => void
}

/** How often a request is sent again that never reached the runtime, and how long after. */
const maxConnects = 4
const connectAgainMs = 75

/** Sends a request on to the runtime and its answer back; `tries` were made before. */
export function forward({ incoming, outgoing }: Exchange, input: Forwarded, tries = 0): void {
  const isSafe = input.body === undefined && (incoming.method === 'GET' || incoming.method === 'HEAD')
  const upstream = request({
    socketPath: input.socketPath,
    // A write has a connection of its own: on one that the runtime ends in this moment it would be lost, and it cannot be sent again.
    agent: isSafe ? input.agent : input.writing,
    method: incoming.method,
    path: input.url,
    headers: input.body === undefined ? input.headers : withLength(input.headers, input.body.length),
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
    // The runtime's description of an internal error is for the operator's log only.
    if (response.headers['mf-experimental-error-stack'] === undefined)
      return input.answers({ incoming, outgoing }, response, input)
    response.resume()
    input.onTaken()
    refuse({ incoming, outgoing }, failed)
  })
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(deadline)
    // Given up here after an answer of our own, or there after one of the runtime's: that one shall arrive.
    if (isRefused || outgoing.headersSent) return
    // The runtime may end an idle connection in the moment it is used again; a read without a body can be sent once more.
    if (upstream.reusedSocket && isSafe && tries === 0 && !outgoing.destroyed)
      return forward({ incoming, outgoing }, input, maxConnects)
    // A connection that was not taken brought nothing there.
    if (error.syscall === 'connect' && tries < maxConnects)
      return void setTimeout(() => {
        if (!outgoing.destroyed) forward({ incoming, outgoing }, input, tries + 1)
      }, connectAgainMs)
    if (outgoing.destroyed) return
    const why = `${error.syscall ?? 'closed'} ${error.code}`.toLowerCase()
    const ms = Math.round(performance.now() - started)
    logLine('runtime_unreachable', { why, ms, method: incoming.method ?? '' })
    refuse({ incoming, outgoing }, starting)
  })
  upstream.end(input.body)
}

function withLength(headers: Headers, length: number): Headers {
  const { 'transfer-encoding': _, ...others } = headers
  return { ...others, 'content-length': String(length) }
}

/**
 * Connections for requests with a body. The runtime may answer before it has read all of it and close: what cannot be written
 * any more is dropped, and the answer, which came before, is still read.
 */
export class WritingAgent extends Agent {
  constructor(options: AgentOptions) {
    super(options)
    // Not an option of it: a 0 there is taken for the default of 256, and writes were lost on connections that the runtime ended.
    this.maxFreeSockets = 0
  }

  override createConnection(options: { socketPath?: string | null }): Socket {
    return new ListeningSocket().connect({ path: options.socketPath ?? '' })
  }
}

type Done = (error?: Error | null) => void
const quietly =
  (done: Done): Done =>
  (error) =>
    done(/^(?:EPIPE|ECONNRESET)$/.test((error as NodeJS.ErrnoException | null | undefined)?.code ?? '') ? null : error)

class ListeningSocket extends Socket {
  override _write(part: unknown, encoding: BufferEncoding, done: Done): void {
    super._write(part, encoding, quietly(done))
  }

  override _writev(parts: { chunk: unknown; encoding: BufferEncoding }[], done: Done): void {
    super._writev?.(parts, quietly(done))
  }
}

/** Answers for the runtime. */
export function refuse({ incoming, outgoing }: Exchange, refusal: Refusal): void {
  if (outgoing.headersSent) return void outgoing.destroy()
  const { body, headers } = refusalBody(refusal, {
    path: incoming.url ?? '',
    accept: incoming.headers.accept ?? '',
    language: languageOf(incoming),
  })
  outgoing.writeHead(refusal.status, {
    ...headers,
    // Where a request could not be read for certain, or to its end, neither can the next one on its connection.
    ...(refusal.status === 400 || refusal.status === 408 ? { Connection: 'close' } : {}),
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
  incoming.resume()
}
