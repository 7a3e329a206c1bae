import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBooks, type StripeEvent, type Treatment } from './books.ts'
import { decodeForm, Refusal, requestFaults } from './validate-request.ts'

/** The fault for the next request whose URL ends with this. */
export type Accident = {
  /**
   * `lost`: the request is executed, but its response is lost. `unreachable`: the request never arrives. The others are
   * responses of Stripe.
   */
  is: 'lost' | 'unreachable' | 'rate_limited' | 'locked' | 'broken' | 'forbidden'
  onPath: RegExp
  times: number
}
export type SentRequest = { method: string; path: string; fields: unknown; key: string | null; account: string | null }
type Answer = { status: number; body: unknown }

/**
 * A Stripe-compatible server for tests: the operations that the adapter uses, public test cards, the bank step,
 * idempotency keys and faults. Every request is compared with Stripe's API description; a difference is refused, as
 * Stripe would do, and recorded as a fault.
 */
export async function startStripe(input: { secretKey: string; webhookSecret: string; now: () => number }) {
  const accounts = new Map<string, ReturnType<typeof openBooks>>()
  const kept = new Map<string, Answer & { request: string }>()
  const faults: string[] = []
  const requests: SentRequest[] = []
  const accidents: Accident[] = []
  let origin = ''

  function booksOf(account: string | null) {
    const name = account ?? ''
    const books = accounts.get(name) ?? openBooks({ account, origin: () => origin, clock: input.now })
    accounts.set(name, books)
    return books
  }
  function accidentOn(path: string): Accident['is'] | null {
    const accident = accidents.find(({ onPath, times }) => times > 0 && onPath.test(path))
    if (!accident) return null
    accident.times -= 1
    return accident.is
  }

  function answerOnce(sent: SentRequest): Answer {
    const { method, path, fields, key, account } = sent
    const request = JSON.stringify([method, path, fields])
    const name = `${account} ${key}`
    const before = key === null ? undefined : kept.get(name)
    if (before && before.request !== request)
      return refusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      })
    if (before) return before
    const wrong = requestFaults(method, path, fields as Record<string, unknown>)
    faults.push(...wrong)
    if (wrong.length > 0) return refusal(400, { type: 'invalid_request_error', message: wrong.join('; ') })
    const answer = answerOf(sent)
    if (key !== null) kept.set(name, { ...answer, request })
    return answer
  }
  function answerOf({ method, path, fields, account }: SentRequest): Answer {
    try {
      return {
        status: 200,
        body: structuredClone(booksOf(account).answer(method, path, fields as Record<string, unknown>)),
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return structuredClone(refusal(error.status, error.body))
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const text = await bodyOf(request)
    const bank = /^\/bank\/(\w+)$/.exec(url.pathname)
    if (bank) return answerBank(response, { id: bank[1] ?? '', decision: new URLSearchParams(text).get('decision') })
    if (request.headers.authorization !== `Bearer ${input.secretKey}`)
      return send(response, refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }))

    const method = request.method ?? 'GET'
    const sent = {
      method,
      path: url.pathname,
      fields: decodeForm(method === 'GET' ? url.search.slice(1) : text),
      key: headerOf(request, 'idempotency-key'),
      account: headerOf(request, 'stripe-account'),
    }
    const accident = accidentOn(url.pathname)
    if (accident === 'unreachable') return void request.socket.destroy()
    requests.push(structuredClone(sent))
    if (accident === 'rate_limited') return send(response, refusal(429, { type: 'api_error', code: 'rate_limit' }))
    if (accident === 'locked')
      return send(response, refusal(429, { type: 'invalid_request_error', code: 'lock_timeout' }))
    if (accident === 'forbidden')
      return send(
        response,
        refusal(403, {
          type: 'invalid_request_error',
          code: 'secret_key_required',
          message: 'The key may not do this.',
        }),
      )
    if (accident === 'broken') return send(response, refusal(500, { type: 'api_error', message: 'An error occurred' }))
    const answer = answerOnce(sent)
    if (accident === 'lost') return void request.socket.destroy()
    send(response, answer)
  }

  function answerBank(response: ServerResponse, { id, decision }: { id: string; decision: string | null }): void {
    const books = [...accounts.values()]
    if (decision === null) {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      response.end(
        '<!doctype html><html lang="en"><title>Bank</title><form method="post"><button name="decision" value="confirm">Confirm</button><button name="decision" value="refuse">Refuse</button></form></html>',
      )
      return
    }
    const back = books.flatMap((each) => each.returnUrlOf(id) ?? [])[0]
    for (const each of books) each.decideAtBank(id, decision === 'confirm')
    response.writeHead(303, { Location: back ?? '/' }).end()
  }

  const server = createServer((request, response) => {
    response.setHeader('Date', new Date(input.now()).toUTCString())
    void handle(request, response).catch((error: unknown) => {
      faults.push(String(error))
      send(response, refusal(500, { type: 'api_error', message: String(error) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    faults,
    requests,
    happen: (accident: Accident) => void accidents.push(accident),
    /** Forgets all keys, as Stripe does after a day. */
    forgetKeys: () => kept.clear(),
    treatNext: (how: Treatment, account: string | null = null) => booksOf(account).treatNext(how),
    books: booksOf,
    decideAtBank: (address: string, isConfirmed: boolean) => {
      const id = new URL(address).pathname.split('/').at(-1) ?? ''
      for (const books of accounts.values()) books.decideAtBank(id, isConfirmed)
    },
    /** A customer tries a card on a payment page; null when the card is declined or the page is closed. */
    payOnPage: (address: string, card: string, account: string | null = null) =>
      booksOf(account).payOnPage(new URL(address).pathname.split('/').at(-1) ?? '', card),
    /** A webhook as Stripe sends it, signed. */
    report: (event: StripeEvent, at = input.now()) =>
      signReport(
        JSON.stringify({
          id: event.id,
          object: 'event',
          type: event.type,
          livemode: false,
          created: Math.floor(event.created / 1000),
          ...(event.account && { account: event.account }),
          data: { object: event.object },
        }),
        input.webhookSecret,
        at,
      ),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type StripeServer = Awaited<ReturnType<typeof startStripe>>

/** A body with its signature header. */
export function signReport(body: string, secret: string, at: number): { body: string; headers: Headers } {
  const seconds = Math.floor(at / 1000)
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { body, headers: new Headers({ 'Stripe-Signature': `t=${seconds},v1=${mac}` }) }
}

const refusal = (status: number, error: Record<string, unknown>): Answer => ({ status, body: { error } })
const headerOf = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_test' })
  response.end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
