import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Bench } from './bench.ts'

/** Serves the bench's API over real HTTP, for external callers. */
export async function overHttp(bench: Bench): Promise<{ site: string; close: () => void }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', async () => {
        const body = parts.length > 0 ? { body: new Uint8Array(Buffer.concat(parts)) } : {}
        const answer = await bench.call((request.url ?? '').replace(/^\/api/, ''), {
          method: request.method ?? 'GET',
          headers: {
            Authorization: request.headers.authorization ?? '',
            'Content-Type': request.headers['content-type'] ?? 'application/json',
          },
          ...body,
        })
        response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text())
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { site: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}
