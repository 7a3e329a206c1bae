import { Agent, type AgentOptions, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { logLine } from '../platform/log-line.ts'
import type { FrontLimits } from './front-limits.ts'
import { failed, type Refusal, refusalBody, starting, timedOut } from './front-refusal.ts'
import type { Headers } from './front-rules.ts'
import { languageOf } from './held-answer.ts'
import type { AnswerBuffer } from './send-answer.ts'

/** The runtime's socket and the connections to it. */
export type Route = { agent: Agent; writing: Agent; socketPath: string; limits: FrontLimits; answers: AnswerBuffer }
/** The target of a response: a visitor's connection, or a buffer until the visitor's browser asks for the response. */
export type Outgoing = Writable & {
  readonly headersSent: boolean
  writeHead: (status: number, headers: OutgoingHttpHeaders) => unknown
}
export type Exchange = { incoming: IncomingMessage; outgoing: Outgoing }

/** How long a rejected visitor may continue sending before the connection is closed. */
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

/** How often a request that never reached the runtime is sent again, and after what delay. */
const maxConnects = 4
const connectAgainMs = 75

/** Forwards a request to the runtime and returns its response; `tries` counts earlier attempts. */
export function forward({ incoming, outgoing }: Exchange, input: Forwarded, tries = 0): void {
  const isSafe = input.body === undefined && (incoming.method === 'GET' || incoming.method === 'HEAD')
  const upstream = request({
    socketPath: input.socketPath,
    // A write gets its own connection. On a connection that the runtime is just closing the write would be lost, and
    // a write cannot be repeated.
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
    // After a complete response the connection is free for the next request.
    if (!outgoing.writableFinished || !incoming.complete) upstream.destroy()
  })
  upstream.once('response', (response) => {
    clearTimeout(deadline)
    // The runtime's description of an internal error belongs only in the operator's log.
    if (response.headers['mf-experimental-error-stack'] === undefined)
      return input.answers({ incoming, outgoing }, response, input)
    response.resume()
    input.onTaken()
    refuse({ incoming, outgoing }, failed)
  })
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(deadline)
    // The request was aborted after a response, ours or the runtime's; the response must still arrive.
    if (isRefused || outgoing.headersSent) return
    // The runtime may close an idle connection at the moment of its reuse; a read without a body can be repeated.
    if (upstream.reusedSocket && isSafe && tries === 0 && !outgoing.destroyed)
      return forward({ incoming, outgoing }, input, maxConnects)
    // The runtime got nothing over a refused connection, so even a write may be sent again.
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
 * Connections for requests with a body. The runtime may respond and close the connection before it has read the whole
 * body: the rest of the body is dropped, and the response is still read.
 */
export class WritingAgent extends Agent {
  constructor(options: AgentOptions) {
    super(options)
    // `maxFreeSockets` is not set as an option, because 0 would mean the default of 256. Writes were then lost on
    // connections that the runtime closed.
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

/** Responds in place of the runtime. */
export function refuse({ incoming, outgoing }: Exchange, refusal: Refusal): void {
  if (outgoing.headersSent) return void outgoing.destroy()
  const { body, headers } = refusalBody(refusal, {
    path: incoming.url ?? '',
    accept: incoming.headers.accept ?? '',
    language: languageOf(incoming),
  })
  outgoing.writeHead(refusal.status, {
    ...headers,
    // After an ambiguous or incomplete request, the next request on its connection cannot be read either.
    ...(refusal.status === 400 || refusal.status === 408 ? { Connection: 'close' } : {}),
  })
  if (incoming.method === 'HEAD' || incoming.complete)
    return void outgoing.end(incoming.method === 'HEAD' ? undefined : body)
  outgoing.write(body)
  endWhenSent({ incoming, outgoing })
}

/**
 * Ends a response after its visitor has sent the remaining bytes, which are dropped. Closing earlier would reset the
 * connection and lose the response.
 */
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
