import { Agent, createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { addressForLimit } from '../platform/middleware/client-address.ts'
import { refuse, type Route, WritingAgent } from './forward.ts'
import { openLanes } from './front-lanes.ts'
import { admitInTurn } from './front-line.ts'
import { networkBusy, siteBusy } from './front-refusal.ts'
import { type FrontLimits, frontLimits } from './front-limits.ts'
import { callerAddress, checkRequest, type HeaderLine } from './front-rules.ts'
import { keepHeldAnswers } from './held-answer.ts'
import { openShares } from './network-shares.ts'
import { openBodyReader } from './read-body.ts'
import { openAnswerBuffer } from './send-answer.ts'

type FrontInput = {
  host: string
  port: number
  /** Scheme and host of the site's public URL. */
  siteOrigin: string
  /** Unix socket of the runtime, which no one else can reach. */
  socketPath: string
  trustedProxies?: readonly string[]
  limits?: Partial<FrontLimits>
  /** File descriptor of an already listening socket that outlives this process. Host and port then only name it. */
  listening?: number | null
}
export type Front = { stop: () => Promise<void> }

/**
 * The proxy process: the only public listener on one machine. It forwards allowed requests, and answers while the
 * runtime is down.
 */
export async function startFront({
  host,
  port,
  siteOrigin,
  socketPath,
  trustedProxies = [],
  listening = null,
  ...input
}: FrontInput): Promise<Front> {
  const limits = { ...frontLimits, ...input.limits }
  const settings = { protocol: new URL(siteOrigin).protocol as 'http:' | 'https:', trustedProxies, limits }
  // The runtime closes connections after five idle seconds, so ours are closed earlier.
  const agent = new Agent({ keepAlive: true, timeout: 2000, maxSockets: 256, maxFreeSockets: 64 })
  // The agent does not reuse a connection, but announces keep-alive. Otherwise the runtime would not read a body that
  // it rejected early, and its response would be lost.
  const writing = new WritingAgent({ keepAlive: true })
  const route: Route = { agent, writing, socketPath, limits, answers: openAnswerBuffer(limits, settings.protocol) }
  const lanes = openLanes()
  const admit = admitInTurn({ route, lanes, bodies: openBodyReader(limits), forms: keepHeldAnswers(limits) })
  const unanswered = new Set<ServerResponse>()
  let isStopping = false
  const requests = openShares({ most: limits.requests, each: limits.requestsPerNetwork })

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
      const giveBack = requests.take(decision.network)
      if (!giveBack) return refuse(exchange, requests.isFull() ? siteBusy : networkBusy)
      outgoing.once('close', giveBack)
      if (isStopping) outgoing.shouldKeepAlive = false
      unanswered.add(outgoing)
      outgoing.once('close', () => unanswered.delete(outgoing))
      admit(exchange, decision)
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
  shareConnections(server, { limits, trustedProxies })
  await listen(server, listening === null ? { port, ...(host === '*' ? {} : { host }) } : { fd: listening })
  return {
    stop: async () => {
      isStopping = true
      await stop(server, unanswered)
      agent.destroy()
    },
  }
}

const parserStatus: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
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

// Prevents one network from holding every connection. Behind a proxy all connections belong to the proxy, so the
// requests of its visitors are counted instead.
function shareConnections(
  server: Server,
  { limits, trustedProxies }: { limits: FrontLimits; trustedProxies: readonly string[] },
): void {
  const shares = openShares({ most: limits.connections, each: limits.connectionsPerNetwork })
  server.on('connection', (socket) => {
    const address = callerAddress(socket.remoteAddress ?? '', [], [])
    if (trustedProxies.includes(address)) return
    const giveBack = shares.take(addressForLimit(address))
    if (!giveBack) return void socket.destroy()
    socket.once('close', giveBack)
  })
}

function listen(server: Server, where: { host?: string; port: number } | { fd: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** How long a stop waits for responses in progress, such as a payment at the bank. */
const drainMs = 25_000

// Accepts no new connections and answers the open requests: a proxy in front would turn a closed connection into a 502.
function stop(server: Server, unanswered: ReadonlySet<ServerResponse>): Promise<void> {
  return new Promise((resolve) => {
    const began = performance.now()
    server.close(() => resolve())
    for (const each of unanswered) if (!each.headersSent) each.shouldKeepAlive = false
    const look = () => {
      if (unanswered.size > 0 && performance.now() - began < drainMs) return void setTimeout(look, 20)
      server.closeAllConnections()
    }
    look()
  })
}
