import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  /** The parsed JSON of a response, or its text if it is not JSON; null for an empty response. */
  // biome-ignore lint/suspicious/noExplicitAny: read as the wire brings it
  body: any
  text: string
}
export type RequestOptions = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array /** The timeout of the caller, in ms. */
  timeoutMs?: number
}
export type HttpClient = (path: string, init?: RequestOptions) => Promise<Answer>

const maxIdleMs = 500

/** A client of one origin with persistent sockets. It uses less CPU than fetch, so that the load is in the runtime. */
export function createHttpClient(origin: () => string, sockets = 256): HttpClient & { close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const idleSince = new WeakMap<object, number>()
  agent.on('free', (socket: object) => void idleSince.set(socket, performance.now()))
  // The runtime closes a socket after five idle seconds, so we close ours well before. This avoids half-closed
  // sockets, however late this process notices. The harness's own requests get a new socket each.
  const letGo = () => {
    const before = performance.now() - maxIdleMs
    for (const socket of Object.values(agent.freeSockets).flatMap((each) => each ?? []))
      if ((idleSince.get(socket) ?? 0) < before) socket.destroy()
  }
  const send: HttpClient = (path, init = {}) =>
    new Promise((resolve, reject) => {
      letGo()
      const { body } = init
      const headers =
        body === undefined
          ? { ...init.headers }
          : { ...init.headers, 'Content-Length': String(Buffer.byteLength(body)) }
      const sent = request(
        `${origin()}${path}`,
        { agent: /^\/(?:proof|dev)\//.test(path) ? false : agent, method: init.method ?? 'GET', headers },
        (answer) => {
          const parts: Buffer[] = []
          answer
            .on('data', (part: Buffer) => parts.push(part))
            .on('error', reject)
            .on('end', () => {
              const text = Buffer.concat(parts).toString()
              resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: parsed(text), text })
            })
        },
      )
      sent.setTimeout(init.timeoutMs ?? 60_000, () => sent.destroy(new Error(`no answer to ${path} in time`)))
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The runtime had closed the persistent socket and never read the request, so the request is sent again.
        if (sent.reusedSocket && error.code === 'ECONNRESET') return void send(path, init).then(resolve, reject)
        reject(new Error(`${init.method ?? 'GET'} ${path}: ${error.message}`, { cause: error }))
      })
      sent.end(body)
    })
  return Object.assign(send, { close: () => agent.destroy() })
}

function parsed(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
