import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const source = readFileSync('public/sw.js', 'utf8')
const key = new Uint8Array([4, 251, 255, 191, 0]).buffer
const former = { endpoint: 'https://push.example/former', options: { applicationServerKey: key } }
const fresh = (endpoint: string) => ({
  endpoint,
  options: { applicationServerKey: key },
  toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'P', auth: 'A' } }),
})
type Request = { url: string; method: string; headers: Record<string, string>; body: unknown }

/** Runs the service worker in a fake browser, and dispatches one event to it. */
async function dispatch(type: string, event: object, tokenStatus = 200) {
  const listeners = new Map<string, (event: object) => void>()
  const requests: Request[] = []
  const locks: string[] = []
  const subscribed: object[] = []
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    registration: {
      pushManager: {
        subscribe: async (options: object) => {
          subscribed.push(options)
          return fresh('https://push.example/subscribed')
        },
      },
    },
  }
  const send = async (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    requests.push({ url, method: init.method, headers: init.headers, body: init.body ? JSON.parse(init.body) : null })
    return { ok: tokenStatus === 200, json: async () => ({ access_token: 'token' }) }
  }
  runInNewContext(source, {
    self,
    URL,
    Uint8Array,
    String,
    btoa,
    fetch: send,
    location: { origin: 'https://book.example', hostname: 'book.example' },
    navigator: {
      locks: {
        request: async (name: string, work: () => Promise<unknown>) => {
          locks.push(name)
          return work()
        },
      },
    },
  })
  const waiting: Promise<unknown>[] = []
  listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => void waiting.push(work) })
  await Promise.all(waiting)
  return { requests, locks, subscribed, waits: waiting.length }
}

describe('a push subscription that the browser renewed', () => {
  it('a renewed subscription replaces the former one', async () => {
    const { requests, locks, subscribed, waits } = await dispatch('pushsubscriptionchange', {
      oldSubscription: former,
      newSubscription: fresh('https://push.example/new'),
    })
    expect([waits, subscribed, locks]).toEqual([1, [], ['2021-03-04:token']])
    expect(requests).toEqual([
      { url: '/token', method: 'POST', headers: { Accept: 'application/json' }, body: null },
      {
        url: '/api/v1/profile/subscriptions/notifications',
        method: 'POST',
        headers: { Authorization: 'Bearer token', 'Content-Type': 'application/json' },
        body: {
          endpoint: 'https://push.example/new',
          expirationTime: null,
          keys: { p256dh: 'P', auth: 'A' },
          public_key: 'BPv_vwA',
          renews: former.endpoint,
        },
      },
    ])
  })

  it('the service worker renews a subscription when the browser does not', async () => {
    const { requests, subscribed } = await dispatch('pushsubscriptionchange', { oldSubscription: former })
    expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: key }])
    expect(requests[1]?.body).toMatchObject({ endpoint: 'https://push.example/subscribed', renews: former.endpoint })
  })

  it('a renewed subscription is not sent without a session', async () => {
    const event = { oldSubscription: former, newSubscription: fresh('https://push.example/new') }
    const { requests } = await dispatch('pushsubscriptionchange', event, 401)
    expect(requests.map(({ url }) => url)).toEqual(['/token'])
  })

  it('a renewed subscription is not sent when the former one is unknown', async () => {
    const { requests, subscribed } = await dispatch('pushsubscriptionchange', { oldSubscription: null })
    expect([requests, subscribed]).toEqual([[], []])
  })
})
