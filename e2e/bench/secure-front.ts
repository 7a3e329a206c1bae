import { request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { freePort } from '../../functions/local/port.ts'
import { selfSigned } from './self-signed.ts'

/** Connection-specific headers, which HTTP/2 forbids. */
const connectionHeaders = /^(?:connection|keep-alive|transfer-encoding|upgrade|proxy-connection)$/

/** A proxy that adds TLS and HTTP/2 to a site, with a self-signed certificate. */
export async function secureFront(site: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const server = createSecureServer({ ...selfSigned(), allowHTTP1: true }, (incoming, outgoing) =>
    pass(incoming, outgoing, new URL(site)),
  )
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  const sessions = new Set<{ destroy: () => void }>()
  server.on('session', (session) => sessions.add(session))
  return {
    url: `https://localhost:${port}`,
    stop: () =>
      new Promise((done) => {
        for (const session of sessions) session.destroy()
        server.close(() => done())
      }),
  }
}

function pass(incoming: Http2ServerRequest, outgoing: Http2ServerResponse, site: URL): void {
  const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')))
  // The site accepts forms and refreshes sessions only for its own origin, which this proxy is not.
  const forwarded = { ...headers, host: site.host, ...(headers.origin ? { origin: site.origin } : {}) }
  const onward = request(
    { host: site.hostname, port: site.port, method: incoming.method, path: incoming.url, headers: forwarded },
    (answer) => {
      outgoing.writeHead(
        answer.statusCode ?? 502,
        Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !connectionHeaders.test(name))),
      )
      answer.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.writeHead(502).end())
  incoming.pipe(onward)
}
