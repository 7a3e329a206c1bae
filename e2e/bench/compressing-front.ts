import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const worthIt = /^(?:text\/|application\/(?:json|javascript|ld\+json|manifest\+json)|image\/svg)/

/** A proxy that compresses every response, as a CDN does. Everything else passes through, including the Host header. */
export function compressingFront(input: { port: number; to: number }): Promise<{ stop: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, input.to))
  return new Promise((resolve) => {
    server.listen(input.port, 'localhost', () => resolve({ stop: () => stop(server) }))
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, to: number): void {
  const onward = request(
    {
      host: 'localhost',
      port: to,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, 'accept-encoding': 'identity' },
    },
    (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const { body, encoding } = compressed(
          Buffer.concat(parts),
          String(answer.headers['content-type'] ?? ''),
          String(incoming.headers['accept-encoding'] ?? ''),
        )
        const { 'content-length': _length, 'transfer-encoding': _chunks, ...headers } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, {
          ...headers,
          vary: 'Accept-Encoding',
          'content-length': String(body.length),
          ...(encoding ? { 'content-encoding': encoding } : {}),
        })
        outgoing.end(body)
      })
    },
  )
  onward.on('error', () => outgoing.writeHead(502).end())
  incoming.pipe(onward)
}

function compressed(body: Buffer, type: string, accepted: string): { body: Buffer; encoding: string | null } {
  if (body.length < 200 || !worthIt.test(type)) return { body, encoding: null }
  if (/\bbr\b/.test(accepted))
    return { body: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }), encoding: 'br' }
  return /\bgzip\b/.test(accepted) ? { body: gzipSync(body), encoding: 'gzip' } : { body, encoding: null }
}
