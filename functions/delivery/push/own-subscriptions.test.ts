import { beforeAll, describe, expect, it } from 'vitest'
import type { List } from '../../contract/paging.ts'
import {
  maxPushSubscriptions,
  type PushPreload,
  type PushSubscription,
} from '../../contract/delivery/push-subscription.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'
import { type NewPushSubscription, newPushSubscription } from '../../test-bench/push-browsers.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench, { event: { startsAt: bench.now() + 30 * 86_400_000 } })
})

const path = '/v1/profile/subscriptions/notifications'
const subscribe = (person: Person, body: object = newPushSubscription(), headers: Record<string, string> = {}) =>
  bench.call(path, person.json(body, headers))
const list = async (person: Person) =>
  ((await (await bench.call(path, { headers: person.headers })).json()) as List<PushSubscription>).data
const preload = async (person: Person) => bench.call(`${path}/preload`, { headers: person.headers })
const hint = async (person: Person) => (await (await preload(person)).json()) as PushPreload
const remove = (person: Person, endpoint?: string) =>
  bench.call(endpoint === undefined ? path : `${path}/${encodeURIComponent(endpoint)}`, {
    method: 'DELETE',
    headers: person.headers,
  })
const refused = async (answer: Response) => {
  const { type, param } = (await answer.json()) as { type: string; param: string }
  return [answer.status, type, param]
}
const publicKeys = () => (bench.env.VAPID_KEYS ?? '').split(',').map((key) => key.split(':')[1])

describe('POST profile/subscriptions/notifications', () => {
  it('returns 201 for a new subscription and 200 for a renewed one', async () => {
    const person = await makeCustomer(bench)
    const body = newPushSubscription()
    const agent = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/141.0 Mobile Safari/537.36' }
    const answer = await subscribe(person, { ...body, expirationTime: null }, agent)
    expect(answer.status).toBe(201)
    const made = (await answer.json()) as PushSubscription
    expect(made).toMatchObject({
      object: 'push_subscription',
      ...body,
      public_key: publicKeys()[0],
      status: 'active',
      browser: 'Chrome',
      system: 'Android',
      is_current: true,
      reached_at: null,
    })
    const again = await subscribe(person, body)
    expect([again.status, ((await again.json()) as PushSubscription).id]).toEqual([200, made.id])
    expect(await list(person)).toHaveLength(1)
  })

  it("a new endpoint replaces the browser's earlier one", async () => {
    const person = await makeCustomer(bench)
    const [first, next] = [newPushSubscription(), newPushSubscription()]
    await subscribe(person, first)
    expect((await subscribe(person, { ...next, renews: first.endpoint })).status).toBe(200)
    expect((await list(person)).map(({ endpoint }) => endpoint)).toEqual([next.endpoint])
    await remove(person)
    expect(await refused(await subscribe(person, { ...next, renews: next.endpoint }))).toEqual([
      404,
      'not_found',
      'renews',
    ])
    expect(await list(person)).toEqual([])
  })

  it('an endpoint belongs to the account that registered it last', async () => {
    const [first, second] = [await makeCustomer(bench), await makeCustomer(bench)]
    const body = newPushSubscription()
    const before = (await (await subscribe(first, body)).json()) as PushSubscription
    const after = (await (await subscribe(second, body)).json()) as PushSubscription
    expect(await list(first)).toEqual([])
    expect(await list(second)).toEqual([after])
    expect(after.id).not.toBe(before.id)
  })

  it.each([
    [{ endpoint: 'https://169.254.169.254/latest' }, [400, 'invalid_url', 'endpoint']],
    [{ endpoint: 'http://fcm.googleapis.com/fcm/send/x' }, [400, 'invalid_url', 'endpoint']],
    [{ endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` }, [400, 'too_long', 'endpoint']],
    [{ endpoint: undefined }, [400, 'required', 'endpoint']],
    [{ public_key: `B${'A'.repeat(86)}` }, [400, 'invalid_option', 'public_key']],
  ])('C-03: the endpoint %j is rejected', async (more, refusal) => {
    const person = await makeCustomer(bench)
    expect(await refused(await subscribe(person, { ...newPushSubscription(), ...more }))).toEqual(refusal)
  })

  it.each([
    [{ p256dh: 'BAAA' }, 'keys.p256dh'],
    [{ p256dh: `B${'A'.repeat(86)}` }, 'keys.p256dh'],
    [{ p256dh: `A${'A'.repeat(86)}` }, 'keys.p256dh'],
    [{ p256dh: `B${'A'.repeat(90)}` }, 'keys.p256dh'],
    [{ auth: 'x'.repeat(21) }, 'keys.auth'],
    [{ auth: 'x'.repeat(24) }, 'keys.auth'],
    [{ auth: `${'x'.repeat(21)}!` }, 'keys.auth'],
  ])('C-04: the keys %j are rejected', async (keys, param) => {
    const person = await makeCustomer(bench)
    const body: NewPushSubscription = newPushSubscription()
    const answer = await subscribe(person, { ...body, keys: { ...body.keys, ...keys } })
    expect(await refused(answer)).toEqual([400, 'invalid_parameter', param])
  })

  it('an account has at most ten browsers', async () => {
    const person = await makeCustomer(bench)
    const bodies = Array.from({ length: maxPushSubscriptions }, () => newPushSubscription())
    for (const body of bodies) expect((await subscribe(person, body)).status).toBe(201)
    expect((await refused(await subscribe(person)))[1]).toBe('state_conflict')
    expect((await subscribe(person, bodies[0])).status).toBe(200)
    const stranger = newPushSubscription()
    await subscribe(await makeCustomer(bench), stranger)
    expect((await refused(await subscribe(person, stranger)))[1]).toBe('state_conflict')
  })

  it('a subscription is rejected when the site has no VAPID keys', async () => {
    const person = await makeCustomer(bench)
    const { VAPID_KEYS } = bench.env
    bench.env.VAPID_KEYS = ''
    try {
      expect(await refused(await subscribe(person))).toEqual([403, 'feature_disabled', null])
      expect(await hint(person)).toMatchObject({ public_key: null, permission_hint: 'wait' })
    } finally {
      bench.env.VAPID_KEYS = VAPID_KEYS as string
    }
  })
})

describe('DELETE profile/subscriptions/notifications', () => {
  it('DELETE removes one subscription or all of them', async () => {
    const person = await makeCustomer(bench)
    const bodies = [newPushSubscription(), newPushSubscription(), newPushSubscription(), newPushSubscription()]
    for (const body of bodies) await subscribe(person, body)
    expect(await (await remove(person, bodies[0]?.endpoint)).json()).toEqual({ object: 'push_removal', removed: 1 })
    const [first] = await list(person)
    expect((await remove(person, first?.id)).status).toBe(200)
    expect(await list(person)).toHaveLength(2)
    expect(await (await remove(person)).json()).toEqual({ object: 'push_removal', removed: 2 })
    expect(await (await remove(person)).json()).toEqual({ object: 'push_removal', removed: 0 })
  })

  it('C-04: another account’s subscription looks like a missing one', async () => {
    const [person, other] = [await makeCustomer(bench), await makeCustomer(bench)]
    const body = newPushSubscription()
    const { id } = (await (await subscribe(other, body)).json()) as PushSubscription
    for (const name of [body.endpoint, id, newPushSubscription().endpoint])
      expect((await remove(person, name)).status).toBe(404)
    await remove(person)
    expect(await list(other)).toHaveLength(1)
  })
})

describe('the push subscription of a session', () => {
  it('a browser gets no notifications after log-out', async () => {
    const person = await makeCustomer(bench)
    await subscribe(person)
    await bench.call('/v1/logout', person.json({}))
    const left = await bench.env.DB.prepare('SELECT count(*) AS n FROM push_subscriptions WHERE user_id = ?')
      .bind(person.identity.user_id)
      .first<number>('n')
    expect(left).toBe(0)
  })

  it('the page offers push after a booking', async () => {
    const person = await shop.customer()
    expect(await hint(person)).toEqual({
      object: 'push_preload',
      public_key: publicKeys()[0],
      has_subscription: false,
      permission_hint: 'wait',
    })
    await shop.pay(person, await shop.cart(person))
    expect((await hint(person)).permission_hint).toBe('ask')
    const body = newPushSubscription()
    await subscribe(person, { ...body, public_key: publicKeys()[1] })
    expect(await hint(person)).toMatchObject({ has_subscription: true, permission_hint: 'renew' })
    await subscribe(person, { ...newPushSubscription(), public_key: publicKeys()[0], renews: body.endpoint })
    expect(await hint(person)).toMatchObject({ has_subscription: true, permission_hint: 'granted' })
  })
})

describe('the CSRF header', () => {
  it('A-21: a CSRF header for another session is rejected', async () => {
    const [person, other] = [await makeCustomer(bench), await makeCustomer(bench)]
    const [own, foreign] = await Promise.all(
      [person, other].map(async (each) => (await preload(each)).headers.get('X-CSRF-Token') ?? ''),
    )
    expect(own).not.toBe(foreign)
    const body = newPushSubscription()
    expect((await subscribe(person, body, { 'X-CSRF-Token': own ?? '' })).status).toBe(201)
    for (const token of [foreign ?? '', 'x'])
      expect(await refused(await subscribe(person, body, { 'X-CSRF-Token': token }))).toEqual([
        403,
        'cross_origin',
        null,
      ])
    expect((await subscribe(person, body)).status).toBe(200)
  })
})
