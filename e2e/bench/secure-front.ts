import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { freePort } from '../../functions/local/port.ts'

const pem = readFileSync(new URL('localhost.pem', import.meta.url), 'utf8')
/** What one connection alone knows has no place in HTTP/2. */
const ofOneConnection = /^(?:connection|keep-alive|transfer-encoding|upgrade|proxy-connection)$/

/** The way visitors come: TLS and HTTP/2, before a site that speaks neither. Its certificate is one that nobody trusts. */
export async function secureFront(site: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const server = createSecureServer({ key: pem, cert: pem, allowHTTP1: true }, (incoming, outgoing) =>
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
  // The site takes forms and renews sessions only for pages of its own address, which is not this one.
  const input = { ...headers, host: site.host, ...(headers.origin ? { origin: site.origin } : {}) }
  const onward = request(
    { host: site.hostname, port: site.port, method: incoming.method, path: incoming.url, headers: input },
    (answer) => {
      outgoing.writeHead(
        answer.statusCode ?? 502,
        Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !ofOneConnection.test(name))),
      )
      answer.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.writeHead(502).end())
  incoming.pipe(onward)
}
