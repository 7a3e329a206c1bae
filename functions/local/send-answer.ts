import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Exchange, Outgoing } from './forward.ts'
import type { FrontLimits } from './front-limits.ts'
import { chooseEncoding, encodedHeaders, type Headers, visibleHeaders } from './front-rules.ts'

/** Minimum number of bytes of a response that are buffered, however much other visitors leave unread. */
const leastBytes = 64 * 1024
export type AnswerBuffer = ReturnType<typeof openAnswerBuffer>
type Pending = { outgoing: Outgoing; network: string; sent: number; takenBefore: number; since: number }

/**
 * Reads the runtime's responses as fast as it sends them, and buffers what their visitors have not read, up to a limit.
 * Only then does the runtime wait. The connection of a reader that stalls is closed.
 */
export function openAnswerBuffer(limits: FrontLimits, protocol: 'http:' | 'https:') {
  const unread = new Set<Pending>()
  let watch: NodeJS.Timeout | undefined

  const unreadOf = (network: string | null) => {
    let bytes = 0
    for (const each of unread) if (network === null || each.network === network) bytes += each.outgoing.writableLength
    return bytes
  }
  const boundFor = (network: string) =>
    Math.max(
      leastBytes,
      Math.min(
        limits.answerBytes,
        limits.unreadBytesPerNetwork - unreadOf(network),
        limits.unreadBytes - unreadOf(null),
      ),
    )
  const check = () => {
    const now = performance.now()
    for (const each of unread) {
      const isAllTaken = each.outgoing.writableLength === 0
      if (!isAllTaken && now - each.since < limits.readerMs) continue
      const taken = each.sent - each.outgoing.writableLength
      if (!isAllTaken && taken - each.takenBefore < limits.readerBytes) each.outgoing.destroy()
      Object.assign(each, { since: now, takenBefore: taken })
    }
  }
  const follow = (pending: Pending) => {
    unread.add(pending)
    watch ??= setInterval(check, Math.min(1000, limits.readerMs)).unref()
    pending.outgoing.once('close', () => {
      unread.delete(pending)
      if (unread.size > 0) return
      clearInterval(watch)
      watch = undefined
    })
  }

  /** Sends a response. Calls `onTaken` when the runtime is done with it, or must wait for the reader. */
  return (exchange: Exchange, response: IncomingMessage, input: { network: string; onTaken: () => void }): void => {
    const { outgoing } = exchange
    const source = encoded(exchange, response, protocol)
    const pending: Pending = { outgoing, network: input.network, sent: 0, takenBefore: 0, since: performance.now() }
    response.once('end', input.onTaken)
    for (const lost of ['error', 'aborted'] as const) response.once(lost, () => outgoing.destroy())
    source.on('data', (part: Buffer) => {
      pending.sent += part.length
      if (outgoing.write(part) || outgoing.destroyed) return
      if (!unread.has(pending)) follow(pending)
      if (outgoing.writableLength <= boundFor(input.network)) return
      source.pause()
      input.onTaken()
    })
    outgoing.on('drain', () => source.resume())
    source.once('end', () => outgoing.end())
  }
}

/** The stream for the visitor after the headers: unchanged or compressed. */
function encoded({ incoming, outgoing }: Exchange, response: IncomingMessage, protocol: 'http:' | 'https:'): Readable {
  const status = response.statusCode ?? 502
  const headers = visibleHeaders(response.headers as Headers, protocol)
  const encoding = chooseEncoding(String(incoming.headers['accept-encoding'] ?? ''), { status, headers })
  outgoing.writeHead(status, encodedHeaders(headers, encoding))
  if (encoding === null || incoming.method === 'HEAD') return response
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 6 })
  compressor.on('error', () => outgoing.destroy())
  outgoing.once('close', () => compressor.destroy())
  return response.pipe(compressor)
}
