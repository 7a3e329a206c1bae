import type { Bench } from './bench.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { PushMessage } from '../delivery/push/send-push.ts'
import { unique } from './people.ts'

export type NewPushSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/**
 * A browser's new subscription at the push service of development builds; the end of its address may set the response.
 */
export function newPushSubscription(end = ''): NewPushSubscription {
  const keys = createECDH('prime256v1')
  return {
    endpoint: `https://push.sandbox.example/${unique()}${end}`,
    keys: { p256dh: keys.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  }
}

/** Decrypts a message as a browser does (RFC 8291): the header of RFC 8188, the keys of both sides, one padded record. */
export function openPushBody(body: Uint8Array, { keys, auth }: { keys: ECDH; auth: Buffer }): string {
  const bytes = Buffer.from(body)
  const salt = bytes.subarray(0, 16)
  const keyLength = bytes.readUInt8(20)
  const sender = bytes.subarray(21, 21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const record = bytes.subarray(21 + keyLength)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('The last record does not end as RFC 8188 says.')
  return padded.subarray(0, end).toString('utf8')
}

/** The claims of a VAPID signature (RFC 8292), after verifying it with the key that it names. */
export function readVapid(header: string): { claims: { aud: string; exp: number; sub: string }; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The token is not signed by the key that it names.')
  return { claims: JSON.parse(Buffer.from(body, 'base64url').toString()), key }
}

type Received = { message: PushMessage; headers: Headers; vapid: ReturnType<typeof readVapid> }
/** A push service's response: a status, at once or late, or none until the sender gives up. */
export type PushAnswer = { status: number; headers?: Record<string, string>; afterMs?: number } | 'silence'

/** A push service with its browsers, over HTTP: it decrypts the messages it accepts, and responds as configured. */
export function pushService() {
  const browsers = new Map<string, Browser>()
  const answer = (url: string, init: RequestInit) => answerAt(browsers, url, init)
  return {
    /** Subscribes a browser; its next messages get these responses in order, and later ones 201. */
    subscribe: (...answers: PushAnswer[]) => {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const browser = { keys, auth: randomBytes(16), received: [] as Received[], answers, requests: 0 }
      const endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${unique()}`
      browsers.set(endpoint, browser)
      const subscription: NewPushSubscription = {
        endpoint,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: browser.auth.toString('base64url') },
      }
      return { browser, subscription }
    },
    /** Starts listening and connects the bench; `close` ends both. */
    connect: async ({ env }: Bench) => {
      const line = await listen(answer)
      env.PUSH_SERVICES = line as unknown as NonNullable<typeof env.PUSH_SERVICES>
      return {
        close: () => {
          env.PUSH_SERVICES = undefined as never
          line.close()
        },
      }
    },
  }
}

type Browser = { keys: ECDH; auth: Buffer; received: Received[]; answers: PushAnswer[]; requests: number }

async function answerAt(browsers: Map<string, Browser>, url: string, init: RequestInit): Promise<Response | null> {
  const browser = browsers.get(url)
  if (!browser) return new Response(null, { status: 404 })
  browser.requests += 1
  const answer = browser.answers.shift() ?? { status: 201 }
  if (answer === 'silence') return null
  const { afterMs = 0, ...head } = answer
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  if (answer.status < 300) {
    const headers = new Headers(init.headers)
    const message = JSON.parse(openPushBody(init.body as Uint8Array, browser)) as PushMessage
    browser.received.push({ message, headers, vapid: readVapid(headers.get('Authorization') ?? '') })
  }
  return new Response(null, head)
}

/** Serves all browsers' push services at one port of this machine; `fetch` sends requests there. */
async function listen(answer: (url: string, init: RequestInit) => Promise<Response | null>) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { 'x-endpoint': endpoint, ...headers } = request.headers as Record<string, string>
    const answered = await answer(endpoint ?? '', { headers, body: Buffer.concat(parts) }).catch(
      () => new Response(null, { status: 400 }),
    )
    // Without a configured response, the connection stays open until the sender gives up.
    if (answered) response.writeHead(answered.status, Object.fromEntries(answered.headers)).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    fetch: (endpoint: string, init: RequestInit): Promise<Response> => {
      const headers = new Headers(init.headers)
      headers.set('X-Endpoint', endpoint)
      return fetch(`http://127.0.0.1:${port}/`, { ...init, headers })
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
