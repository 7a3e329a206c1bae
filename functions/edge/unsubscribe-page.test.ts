// Over 250 lines: the page, its calls and its mails share one state and the same readers.
import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Bindings, Worker } from '../platform/context.ts'
import { makeContext } from '../platform/make-context.ts'
import { mailTemplate, sampleBranding } from '../delivery/mail/mail-template.ts'
import { suppressAddress } from '../delivery/mail/suppression.ts'
import { newsListOf, signUnsubscribeToken, unsubscribeLinkMs } from '../delivery/mail/news-list.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { takeReturnedMessage } from '../returned-message.ts'
import { addressLimit, type Bench, collectInto, openBench } from '../test-bench/bench.ts'
import { countTrips } from '../test-bench/counted-trips.ts'
import { makeCustomer, type Person } from '../test-bench/people.ts'
import { makeProgram } from '../test-bench/programs.ts'
import { mailsTo } from '../test-bench/sign-ups.ts'
import { answerUnsubscribe } from './unsubscribe-page.ts'
import { withinBudget } from '../test-bench/received-mail.ts'

const app = new Hono<Worker>()
  .onError(errorResponse)
  .all('/pg/:program_id/unsubscribe', requestContext, async (c, next) => (await answerUnsubscribe(c)) ?? next())
const form = 'application/x-www-form-urlencoded'

let bench: Bench
let programId: string
let otherProgram: string
beforeAll(async () => {
  bench = await openBench()
  ;[programId, otherProgram] = [await makeProgram(bench), await makeProgram(bench)]
})

/** Sends a request like a plain HTTP client: no cookie, no origin. Waits for background work. */
async function send(path: string, init: RequestInit = {}, more: Partial<Bindings> = {}): Promise<Response> {
  const waiting: Promise<unknown>[] = []
  const executionCtx = collectInto((work) => void waiting.push(work))
  const answer = await app.request(`${bench.env.SITE_ORIGIN}${path}`, init, { ...bench.env, ...more }, executionCtx)
  await Promise.allSettled(waiting)
  return answer
}
const post = (path: string, fields: Record<string, string>, more: Partial<Bindings> = {}) =>
  send(path, { method: 'POST', body: new URLSearchParams(fields) }, more)
const tokenOf = (person: Person, program_id = programId, now = bench.now()) =>
  signUnsubscribeToken(bench.env, { program_id, customer_id: person.identity.customer_id }, now)
const pathOf = (token: string, program_id = programId) =>
  `/pg/${program_id}/unsubscribe?token=${encodeURIComponent(token)}`
const discounted = (html: string) => [...html.matchAll(/\bdiscount=([\w-]+)/g)].map(([, code]) => code)
const stateOf = async (person: Person, program_id = programId) =>
  bench.env.DB.prepare(
    'SELECT is_subscribed, unsubscribed, unsubscribe_reason AS reason, unsubscribe_reason_other AS words FROM customer_profiles WHERE id = ?',
  )
    .bind(person.profileId(program_id))
    .first<{ is_subscribed: number; unsubscribed: number | null; reason: string | null; words: string | null }>()

/** A customer of both programs who is subscribed to the news of each. */
async function reader(input: { email?: string } = {}) {
  const person = await makeCustomer(bench, { programIds: [programId, otherProgram], ...input })
  await bench.env.DB.prepare('UPDATE customer_profiles SET is_subscribed = 1 WHERE customer_id = ?')
    .bind(person.identity.customer_id)
    .run()
  return { person, token: await tokenOf(person) }
}
const subscribed = { is_subscribed: 1, unsubscribed: null, reason: null, words: null }

const agents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
  'Mozilla/5.0 (Windows NT 10.0; Microsoft Outlook 16.0)',
  'GoogleImageProxy',
  'Barracuda Sentinel (EE)',
  'Proofpoint URL Defense',
  'Mimecast-Scanner',
  'Slackbot-LinkExpanding 1.0',
  'facebookexternalhit/1.1',
  'WhatsApp/2.24',
  'curl/8.9.0',
]

describe('GET /pg/{program_id}/unsubscribe', () => {
  it.each(agents)('U-01: %s does not unsubscribe', async (agent) => {
    const { person, token } = await reader()
    const headers = { 'User-Agent': agent }
    const looks: RequestInit[] = [
      { headers },
      { method: 'HEAD', headers },
      { headers: { ...headers, Cookie: '__Host-refresh=x; signed_in=1' } },
      { headers: { ...headers, Purpose: 'prefetch', 'Sec-Purpose': 'prefetch;prerender', 'X-Moz': 'prefetch' } },
    ]
    for (const init of looks)
      for (let time = 0; time < 5; time += 1) expect((await send(pathOf(token), init)).status).toBe(200)
    expect(await stateOf(person)).toEqual(subscribed)
    expect(await mailsTo(bench, person.email)).toEqual([])
  })

  it('the unsubscribe page passes a discount code of its link on to the program', async () => {
    const { token } = await reader()
    const page = await (await send(`${pathOf(token)}&discount=SUMMER-10`)).text()
    expect(page).toContain(`href="/pg/${programId}?discount=SUMMER-10&amp;lang=en"`)
    expect(new Set(discounted(page))).toEqual(new Set(['SUMMER-10']))
    const done = await post(`${pathOf(token)}&discount=SUMMER-10`, {})
    expect(await done.text()).toContain(`href="/pg/${programId}?discount=SUMMER-10&amp;lang=en"`)
    expect(discounted(await (await send(`${pathOf(token)}&discount=a%22b`)).text())).toEqual([])
  })

  it('the page shows the masked address and a button', async () => {
    const { person, token } = await reader()
    const answer = await send(pathOf(token))
    const text = await answer.text()
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(text).toContain(`${person.email[0]}…@example.com`)
    expect(text).not.toContain(person.email)
    expect(text).not.toContain('<script')
    expect(text).toContain('Stop the news')
    expect(await (await send(`${pathOf(token)}&lang=fr`)).text()).toContain('Arrêter les nouvelles')
    expect(await countTrips(bench, pathOf(token), {}, app)).toEqual({ status: 200, trips: 1 })
    withinBudget(text)
  })
})

describe('POST /pg/{program_id}/unsubscribe', () => {
  it('the form unsubscribes and can be undone with one tap', async () => {
    const { person, token } = await reader()
    const body = new URLSearchParams({ reason: 'normal' }).toString()
    const headers = { 'Content-Type': form }
    expect(await countTrips(bench, pathOf(token), { method: 'POST', headers, body }, app)).toEqual({
      status: 200,
      trips: 2,
    })
    expect(await stateOf(person)).toEqual({
      ...subscribed,
      is_subscribed: 0,
      unsubscribed: bench.now(),
      reason: 'normal',
    })
    expect(await stateOf(person, otherProgram)).toEqual(subscribed)
    expect(await (await send(pathOf(token))).text()).toContain('Subscribe again')
    expect(await (await post(pathOf(token), { action: 'subscribe' })).text()).toContain('again')
    expect(await stateOf(person)).toEqual(subscribed)
  })

  const oneClick = 'List-Unsubscribe=One-Click'
  const multipart = `--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`
  it.each([
    [form, oneClick],
    ['multipart/form-data; boundary=b', multipart],
  ])('U-03: a one-click unsubscription as %s can be repeated', async (type, body) => {
    const { person } = await reader()
    const { unsubscribe_url } = await newsListOf(
      { ...bench, env: bench.env, now: bench.now(), siteOrigin: '' },
      {
        program_id: programId,
        customer_id: person.identity.customer_id,
        language: 'en',
      },
    )
    for (let time = 0; time < 3; time += 1) {
      const answer = await send(unsubscribe_url, { method: 'POST', headers: { 'Content-Type': type }, body })
      expect([answer.status, answer.headers.get('Location'), answer.headers.getSetCookie()]).toEqual([200, null, []])
      expect((await answer.text()).length).toBeLessThan(200)
    }
    expect(await stateOf(person)).toMatchObject({ is_subscribed: 0, reason: 'unspecified' })
  })

  const day = 86_400_000
  it.each<
    [string, (person: Person, victim: Person) => Promise<[path: string, fields: Record<string, string>]>, boolean]
  >([
    ['its own token', async (person) => [pathOf(await tokenOf(person)), {}], true],
    [
      'its own token, a day before its end',
      async (person) => [pathOf(await tokenOf(person, programId, bench.now() - unsubscribeLinkMs + day)), {}],
      true,
    ],
    [
      'its own token, 2 years and a day old',
      async (person) => [pathOf(await tokenOf(person, programId, bench.now() - unsubscribeLinkMs - day)), {}],
      false,
    ],
    ['its token at another program', async (person) => [pathOf(await tokenOf(person), otherProgram), {}], false],
    ['a token of another program', async (person) => [pathOf(await tokenOf(person, otherProgram)), {}], false],
    ['a changed signature', async (person) => [pathOf(`${(await tokenOf(person)).slice(0, -2)}xx`), {}], false],
    [
      'another customer in it',
      async (person, victim) => [
        pathOf((await tokenOf(victim)).replace(victim.identity.customer_id, person.identity.customer_id)),
        {},
      ],
      false,
    ],
    [
      'another end in it',
      async (person) => [pathOf((await tokenOf(person)).replace(/~\w+~/, '~zzzzzzzz~')), {}],
      false,
    ],
    ['another purpose', async (person) => [pathOf((await tokenOf(person)).replace('news', 'note')), {}], false],
    ['no token', async () => [`/pg/${programId}/unsubscribe`, {}], false],
    ['an empty token', async () => [pathOf(''), {}], false],
    [
      'the victim’s address beside a forged token',
      async (person) => [pathOf('made~up~x'), { email: person.email }],
      false,
    ],
  ])('U-02: the token is rejected: %s', async (_, attempt, isTaken) => {
    const [{ person }, { person: victim }] = [await reader(), await reader()]
    const [path, fields] = await attempt(person, victim)
    const answers = [await post(path, { 'List-Unsubscribe': 'One-Click', ...fields }), await post(path, fields)]
    expect(answers.map(({ status }) => status)).toEqual(isTaken ? [200, 200] : [400, 400])
    expect((await stateOf(person))?.is_subscribed).toBe(isTaken ? 0 : 1)
    expect(await stateOf(person, otherProgram)).toEqual(subscribed)
    expect(await stateOf(victim)).toEqual(subscribed)
    expect(await mailsTo(bench, person.email)).toEqual([])
  })

  it('U-02: an address in the body is ignored', async () => {
    const [{ person, token }, { person: victim }] = [await reader(), await reader()]
    await post(pathOf(token), { email: victim.email, customer_id: victim.identity.customer_id })
    expect(await stateOf(victim)).toEqual(subscribed)
    expect((await stateOf(person))?.is_subscribed).toBe(0)
  })

  it.each([
    [{ reason: 'normal' }, 200, 'normal', null],
    [{ reason: 'nosignup' }, 200, 'nosignup', null],
    [{ reason: 'inappropriate' }, 200, 'inappropriate', null],
    [{ reason: 'spam' }, 200, 'spam', null],
    [{}, 200, 'unspecified', null],
    [{ reason: 'unspecified' }, 200, 'unspecified', null],
    [{ reason: 'other', reason_other: 'Too many' }, 200, 'other', 'Too many'],
    [{ reason: 'other', reason_other: '<script>alert(1)</script>' }, 200, 'other', '<script>alert(1)</script>'],
    [{ reason: 'other', reason_other: 'x'.repeat(255) }, 200, 'other', 'x'.repeat(255)],
    [{ reason: 'normal', reason_other: 'x'.repeat(300) }, 200, 'normal', null],
    [{ reason: 'other', reason_other: 'x'.repeat(256) }, 400, null, null],
    [{ reason: 'other', reason_other: ' ' }, 400, null, null],
    [{ reason: 'other' }, 400, null, null],
    [{ reason: 'bounced' }, 400, null, null],
    [{ reason: 'because' }, 400, null, null],
  ] as const)('U-04: the unsubscribe reason %j returns %i', async (fields, status, reason, words) => {
    const { person, token } = await reader()
    const answer = await post(pathOf(token), fields)
    const text = await answer.text()
    expect(answer.status).toBe(status)
    expect(text).not.toContain('<script')
    expect(await stateOf(person)).toMatchObject({ is_subscribed: status === 200 ? 0 : 1, reason, words })
    if (status === 400) expect(text).toMatch(/aria-invalid="true"[^>]* autofocus/)
  })

  it('the newer reason for unsubscribing is stored', async () => {
    const { person, token } = await reader()
    await post(pathOf(token), { reason: 'normal' })
    const first = await stateOf(person)
    bench.pass(60_000)
    await post(pathOf(token), { reason: 'other', reason_other: 'Moved away' })
    await post(pathOf(token), { 'List-Unsubscribe': 'One-Click' })
    expect(await stateOf(person)).toEqual({ ...first, reason: 'other', words: 'Moved away' })
  })

  it('the organisation is told once about a recipient who never signed up', async () => {
    const { person, token } = await reader()
    await bench.env.DB.prepare('UPDATE programs SET email = ? WHERE id = ?').bind('news@lake.example', programId).run()
    const told = async () =>
      (await mailsTo(bench, 'news@lake.example')).filter(({ text }) => text.includes(person.email)).length
    await post(pathOf(token), { reason: 'nosignup' })
    await post(pathOf(token), { reason: 'nosignup' })
    expect(await told()).toBe(1)
  })

  it('the operator is alerted about a sender with many complaints', async () => {
    const program_id = await makeProgram(bench)
    const objections = async () =>
      bench.env.DB.prepare("SELECT body FROM outbox WHERE kind = 'site.needs_attention' AND ref = ?")
        .bind(`news:${program_id}`)
        .all()
    for (let each = 1; each <= 5; each += 1) {
      expect((await objections()).results).toHaveLength(0)
      const person = await makeCustomer(bench, { programIds: [program_id] })
      await post(
        pathOf(await tokenOf(person, program_id), program_id),
        { reason: each % 2 ? 'spam' : 'inappropriate' },
        { OPERATOR_EMAIL: 'operator@muster.example' },
      )
    }
    expect((await objections()).results).toHaveLength(1)
  })

  it('a new link gets the same response for a known and an unknown address', async () => {
    const { person } = await reader()
    const path = `/pg/${programId}/unsubscribe?lang=en`
    const answers = [
      await post(path, { email: person.email.toUpperCase() }),
      await post(path, { email: 'no-one@example.com' }),
    ]
    const [known, unknown] = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
    expect(known).toEqual(unknown)
    expect(await stateOf(person)).toEqual(subscribed)
    expect(await mailsTo(bench, 'no-one@example.com')).toEqual([])
    await post(path, { email: person.email })
    const mails = await mailsTo(bench, person.email)
    expect(mails).toHaveLength(1)
    const url = new URL(/https?:\S+unsubscribe\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '')
    expect((await post(url.pathname + url.search, {})).status).toBe(200)
    expect((await stateOf(person))?.is_subscribed).toBe(0)
    expect((await post(path, { email: 'nobody' })).status).toBe(400)
  })

  it('a new link is sent at most once a day', async () => {
    const { person } = await reader()
    const path = `/pg/${programId}/unsubscribe?lang=en`
    const init = {
      method: 'POST',
      headers: { 'Content-Type': form },
      body: new URLSearchParams({ email: person.email }).toString(),
    }
    expect(await countTrips(bench, path, init, app)).toEqual({ status: 200, trips: 2 })
    bench.pass(2 * 3_600_000)
    await post(path, { email: person.email })
    expect(await mailsTo(bench, person.email)).toHaveLength(1)
    bench.pass(day)
    await post(path, { email: person.email })
    expect(await mailsTo(bench, person.email)).toHaveLength(2)
    await bench.env.DB.prepare('INSERT INTO mail_suppressions (email_key, reason, code, created) VALUES (?, ?, ?, ?)')
      .bind(person.email, 'bounced', 'test', bench.now())
      .run()
    bench.pass(day)
    expect((await post(path, { email: person.email })).status).toBe(200)
    expect(await mailsTo(bench, person.email)).toHaveLength(2)
  })

  it('too many requests for a link get a 429 page', async () => {
    const strict = { RATE_LIMITS: 'strict' as const, ADDRESS_LIMIT: addressLimit() }
    const path = `/pg/${programId}/unsubscribe?lang=fr`
    const answers = []
    for (let time = 0; time < 21; time += 1) answers.push(await post(path, { email: 'nobody' }, strict))
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(400), 429])
    expect(answers[20]?.headers.get('Retry-After')).toBe('60')
    expect(await answers[20]?.text()).toMatch(/^<!doctype html>[\s\S]*Trop de tentatives\./)
  })

  it('an unsubscribe mail from a mail client is accepted', async () => {
    const { person, token } = await reader()
    const mail = (subject: string) => ({
      to: 'bounces@book.example',
      raw: new Response(`From: x@example.com\r\nSubject: ${subject}\r\n\r\n.`).body as ReadableStream<Uint8Array>,
      setReject: () => {},
    })
    await takeReturnedMessage(mail(`unsubscribe ${token.slice(0, -1)}x`), bench.env)
    expect(await stateOf(person)).toEqual(subscribed)
    await takeReturnedMessage(mail(`unsubscribe ${token}`), bench.env)
    expect(await stateOf(person)).toMatchObject({ is_subscribed: 0, reason: 'unspecified' })
  })
})

describe('the calls about news', () => {
  const call = (name: 'subscribe' | 'unsubscribe', body: object, headers: Record<string, string> = {}) =>
    bench.call(`/v1/profile/notifications/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  let profile: string
  beforeAll(() => {
    profile = `/v1/profile/programs/${programId}`
  })

  it('U-05: a program cannot subscribe a customer', async () => {
    const [{ person, token }, { person: other, token: otherToken }] = [await reader(), await reader()]
    await call('unsubscribe', { program_id: programId, token })
    const rows: [object, Record<string, string>, number, number][] = [
      [{ program_id: programId }, {}, 401, 0],
      [{ program_id: programId, customer_id: person.identity.customer_id }, {}, 400, 0],
      [{ program_id: programId, token: 'made-up' }, {}, 400, 0],
      [{ program_id: otherProgram, token }, {}, 400, 0],
      [{ program_id: programId, token: otherToken }, {}, 200, 0],
      [{ program_id: programId }, other.headers, 200, 0],
      [{ program_id: 'no-such-program' }, person.headers, 404, 0],
      [{ program_id: programId, token }, {}, 200, 1],
    ]
    for (const [body, headers, status, is_subscribed] of rows) {
      expect([(await call('subscribe', body, headers)).status, body]).toEqual([status, body])
      expect((await stateOf(person))?.is_subscribed).toBe(is_subscribed)
    }
  })

  it('the API and the account page share one news consent', async () => {
    const { person } = await reader()
    const answer = await (await call('unsubscribe', { program_id: programId, reason: 'normal' }, person.headers)).json()
    expect(answer).toMatchObject({ state: 'unsubscribed', is_subscribed: false, reason: 'normal' })
    expect(await (await bench.call(profile, { headers: person.headers })).json()).toMatchObject({
      is_subscribed: false,
    })
    await bench.call(profile, person.json({ is_subscribed: true }))
    expect(await stateOf(person)).toEqual(subscribed)
  })

  it('after a spam complaint only a mailed link restores news', async () => {
    const { person, token } = await reader()
    await suppressAddress(makeContext({ env: bench.env, now: bench.now() }), {
      email: person.email,
      reason: 'complained',
      code: 'test',
    })
    for (const program of [programId, otherProgram])
      expect(await stateOf(person, program)).toMatchObject({ is_subscribed: 0, reason: 'spam' })
    expect((await call('subscribe', { program_id: programId }, person.headers)).status).toBe(403)
    const refused = await bench.call(profile, person.json({ is_subscribed: true }))
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      type: 'email_not_verified',
      param: 'is_subscribed',
      message: expect.stringContaining('spam'),
    })
    expect((await bench.call(profile, person.json({}))).status).toBe(200)
    expect(await (await send(pathOf(token))).text()).toContain('Subscribe again')
    const answer = await post(pathOf(token), { action: 'subscribe' })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('You get news from')])
    expect(await stateOf(person)).toEqual(subscribed)
    expect(await stateOf(person, otherProgram)).toMatchObject({ is_subscribed: 0 })
    expect((await bench.call(profile, person.json({ is_subscribed: true }))).status).toBe(200)
  })

  it('a bounced address gets no news until it is verified again', async () => {
    const { person, token } = await reader()
    const stop = 'INSERT INTO mail_suppressions (email_key, reason, code, created) VALUES (?, ?, ?, ?)'
    await bench.env.DB.prepare(stop).bind(person.email, 'bounced', 'test', bench.now()).run()
    expect(await (await send(pathOf(token))).text()).toContain('Stop the news')
    expect((await bench.call(profile, person.json({ is_subscribed: true }))).status).toBe(403)
    expect((await post(pathOf(token), {})).status).toBe(200)
    expect(await stateOf(person)).toMatchObject({ is_subscribed: 0 })
    expect(await (await call('unsubscribe', { program_id: programId, token })).json()).toMatchObject({
      state: 'suppressed',
    })
    expect((await call('subscribe', { program_id: programId, token })).status).toBe(403)
    expect((await post(pathOf(token), { action: 'subscribe' })).status).toBe(403)
    await bench.env.DB.prepare('DELETE FROM mail_suppressions WHERE email_key = ?').bind(person.email).run()
    expect(await (await call('subscribe', { program_id: programId, token })).json()).toMatchObject({
      state: 'subscribed',
    })
  })
})

describe('a queued news mail', () => {
  it('a news mail is not sent after the reader unsubscribed', async () => {
    const { person, token } = await reader()
    let stopMeanwhile = false
    const template = mailTemplate({
      load: async (ctx) => {
        const input = { program_id: programId, customer_id: person.identity.customer_id, language: 'en' as const }
        const list = await newsListOf(ctx, input)
        if (stopMeanwhile) await post(pathOf(token), { 'List-Unsubscribe': 'One-Click' })
        return { list }
      },
      compose: ({ list }) => ({
        to: person.email,
        subject: 'News',
        branding: sampleBranding,
        language: 'en',
        heading: 'News',
        parts: [],
        because: 'You said yes.',
        list,
      }),
      sample: () => ({
        list: {
          id: '',
          unsubscribe_url: '',
          topics_url: '',
          unsubscribe_mailto: null,
          reader: { program_id: '', customer_id: '' },
        },
      }),
    })
    const deliver = (dedupe: string) =>
      template.send(
        makeContext({ env: bench.env, now: bench.now() }),
        {
          ref: '',
          dedupe: `${person.email}${dedupe}`,
          body: {},
        },
        null,
      )
    await deliver('first')
    stopMeanwhile = true
    await deliver('second')
    const mails = await mailsTo(bench, person.email)
    expect(mails).toHaveLength(1)
    const headers = mails[0]?.headers as Record<string, string>
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(headers['List-Unsubscribe']).toMatch(/^<http[^>]+unsubscribe\?token=[^>]+>/)
    expect(headers['List-Id']).toMatch(new RegExp(`^<${programId}\\.`))
    expect(mails[0]?.html).toContain('Unsubscribe')
    expect(mails[0]?.text).toContain('/unsubscribe?token=')
  })
})
