import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedUp } from '../contract/people/account.ts'
import type { Bindings, Worker } from '../platform/context.ts'
import { deliverOutbox } from '../deliver-outbox.ts'
import { openSmtpDoor } from '../local/smtp-door.ts'
import { mailEventsPath } from '../delivery/mail/take-mail-events.ts'
import { stops } from '../delivery/mail/suppression.ts'
import { returnPathOf } from '../delivery/mail/return-path.ts'
import { takeReturnedMessage } from '../returned-message.ts'
import { openBudget } from '../platform/run-budget.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { openMailServer } from '../test-bench/mail-server.ts'
import { unique } from '../test-bench/people.ts'
import { bearer, codeOf, goodPassword, mailsTo, post, signupBody } from '../test-bench/sign-ups.ts'
import { mailEvents } from './mail-events.ts'

let bench: Bench
let env: Bindings
let path: string
const app = new Hono<Worker>().route('/webhooks/mail', mailEvents)
beforeAll(async () => {
  bench = await openBench()
  env = { ...bench.env, OPERATOR_EMAIL: 'operator@muster.example', MAIL_RETURN: 'bounces@book.example' }
  path = await mailEventsPath(env)
})

const send = async (body: BodyInit, type = 'application/json', to = path) => {
  const waiting: Promise<unknown>[] = []
  const context = {
    waitUntil: (work: Promise<unknown>) => void waiting.push(work),
    passThroughOnException: () => {},
    props: {},
  }
  const answer = await app.request(
    `${env.SITE_ORIGIN}${to}`,
    { method: 'POST', body, headers: { 'Content-Type': type } },
    env,
    context as unknown as ExecutionContext,
  )
  await Promise.all(waiting)
  return answer
}
const reportEvent = (type: 'bounced' | 'complained', email: string) =>
  send(JSON.stringify({ events: [{ type, email }] }))
const reasonsOf = async (email: string) => {
  const { results } = await bench.env.DB.prepare(
    'SELECT reason FROM mail_suppressions WHERE email_key = ? ORDER BY reason',
  )
    .bind(email.toLowerCase())
    .all<{ reason: string }>()
  return results.map(({ reason }) => reason)
}
async function newAccount() {
  const body = signupBody()
  const token = (await (await bench.call('/v1/signup', post(body))).json()) as SignedUp
  await bench.call('/v1/verify', post({ code: await codeOf(bench, body.email) }, bearer(token)))
  const profile = async () =>
    (await (await bench.call('/v1/profile', { headers: bearer(token) })).json()) as {
      is_email_bounced: boolean
      email: string
    }
  return { email: body.email, token, profile }
}
const changePassword = (token: SignedUp, from: string, to: string) =>
  bench.call('/v1/profile/password', post({ old_password: from, password: to, confirm_password: to }, bearer(token)))

describe('POST /webhooks/mail/{token}', () => {
  it('W-01: returns 404 for a URL without a valid token', async () => {
    const token = path.split('/').at(-1) ?? ''
    const fakes = ['x', `${token}x`, token.slice(0, -1), token.replace('mail', 'male'), token.toUpperCase()]
    for (const fake of fakes)
      expect((await send('{}', 'application/json', `/webhooks/mail/${encodeURIComponent(fake)}`)).status).toBe(404)
  })

  it('W-02, W-03: a notification that arrives thirty times has one effect', async () => {
    const { email } = await newAccount()
    const answers = await Promise.all(Array.from({ length: 30 }, () => reportEvent('bounced', email.toUpperCase())))
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect(await reasonsOf(email)).toEqual(['bounced'])
    expect(await (await send('{"event":"opened"}')).json()).toEqual({ object: 'mail_events', taken: 0 })
  })

  it('W-06: an oversized body is rejected before it is parsed', async () => {
    expect((await send('{')).status).toBe(400)
    expect((await send('x'.repeat(300_000))).status).toBe(413)
  })
})

describe('an address that bounces', () => {
  it.each([
    [[], 'transactional', false, false],
    [[], 'marketing', false, false],
    [['bounced'], 'transactional', false, true],
    [['bounced'], 'transactional', true, false],
    [['bounced'], 'marketing', false, true],
    [['complained'], 'transactional', false, false],
    [['complained'], 'marketing', false, true],
    [['bounced', 'complained'], 'transactional', true, false],
  ] as const)(
    'the mail state %j stops a %s mail that the customer asked for (%s): %s',
    (reasons, stream, is_requested, isStopped) => expect(stops(reasons, { stream, is_requested })).toBe(isStopped),
  )

  it('a bounced address gets only the code that confirms it again', async () => {
    const { email, token, profile } = await newAccount()
    await reportEvent('bounced', email)
    expect(await profile()).toMatchObject({ is_email_bounced: true, is_email_verified: true })
    const before = (await mailsTo(bench, email)).length
    expect((await changePassword(token, goodPassword, 'paddle-2028-lake')).status).toBeLessThan(300)
    expect(await mailsTo(bench, email)).toHaveLength(before)

    expect((await bench.call('/v1/reverify', { method: 'POST', headers: bearer(token) })).status).toBe(200)
    expect(await mailsTo(bench, email)).toHaveLength(before + 1)
    await bench.call('/v1/verify', post({ code: await codeOf(bench, email) }, bearer(token)))
    expect(await profile()).toMatchObject({ is_email_bounced: false })
    expect(await reasonsOf(email)).toEqual([])
  })

  it('a bounced address can be replaced by another', async () => {
    const { email, token, profile } = await newAccount()
    await reportEvent('bounced', email)
    const next = `next-${unique()}@example.com`
    await bench.call('/v1/profile/email', post({ email: next, password: goodPassword }, bearer(token)))
    await bench.call('/v1/verify', post({ code: await codeOf(bench, next) }, bearer(token)))
    expect(await profile()).toMatchObject({ email: next, is_email_bounced: false })
    expect(await reasonsOf(email)).toEqual(['bounced'])

    const body = signupBody()
    await reportEvent('bounced', body.email)
    const account = (await (await bench.call('/v1/signup', post(body))).json()) as SignedUp
    const shown = await (await bench.call('/v1/profile', { headers: bearer(account) })).json()
    expect(shown).toMatchObject({ email: body.email, is_email_bounced: true })
  })

  it('an address after a spam complaint still gets receipts and codes', async () => {
    const { email, token, profile } = await newAccount()
    await reportEvent('complained', email)
    expect(await profile()).toMatchObject({ is_email_bounced: false })
    const before = (await mailsTo(bench, email)).length
    await changePassword(token, goodPassword, 'paddle-2028-lake')
    expect(await mailsTo(bench, email)).toHaveLength(before + 1)
  })

  it('the code confirms an address after a complaint and a bounce, without news', async () => {
    const { email, token } = await newAccount()
    await reportEvent('complained', email)
    await reportEvent('bounced', email)
    await bench.call('/v1/reverify', { method: 'POST', headers: bearer(token) })
    await bench.call('/v1/verify', post({ code: await codeOf(bench, email) }, bearer(token)))
    expect(await reasonsOf(email)).toEqual(['complained'])
  })

  it("a bounce without an account is reported to the site's operator", async () => {
    const email = `hello-${unique()}@lakeside.example`
    await reportEvent('bounced', email)
    expect(await reasonsOf(email)).toEqual(['bounced'])
    const [alert] = await mailsTo(bench, 'operator@muster.example')
    expect(alert?.subject).toBe('Needs a look: mail:bounced')
  })
})

describe('a returned mail', () => {
  const report = (to: string, recipient: string) =>
    [
      'From: MAILER-DAEMON@mx.example.net',
      `To: ${to}`,
      'Subject: Undelivered Mail Returned to Sender',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Sorry.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.net',
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--b--',
      '',
    ].join('\r\n')

  it('a returned mail is trusted only about the address whose signature it has', async () => {
    const [{ email }, other] = [await newAccount(), await newAccount()]
    const returnPath = returnPathOf(env, email) ?? ''
    expect(returnPath).toMatch(/^bounces\+[0-9a-f]{24}@book\.example$/)
    for (const to of ['bounces@book.example', returnPath.replace(/\+../, '+00'), returnPath])
      await send(report(to, other.email), 'message/rfc822')
    expect(await reasonsOf(other.email)).toEqual([])
    expect(await (await send(report(returnPath, email), 'message/rfc822')).json()).toMatchObject({ taken: 1 })
    expect(await reasonsOf(email)).toEqual(['bounced'])
  })

  it('the Cloudflare worker accepts returned mail and rejects other mail', async () => {
    const { email } = await newAccount()
    const refused: string[] = []
    const message = (text: string, to: string) => ({
      to,
      raw: new Response(text).body as ReadableStream<Uint8Array>,
      setReject: (reason: string) => void refused.push(reason),
    })
    await takeReturnedMessage(message(report('x@example.com', email), returnPathOf(env, email) ?? ''), env)
    expect(refused).toEqual([])
    expect(await reasonsOf(email)).toEqual(['bounced'])
    await takeReturnedMessage(message('Subject: Hello\r\n\r\nA question.', 'bounces@book.example'), env)
    expect(refused).toHaveLength(1)
  })
})

describe('a mail that its server rejects', () => {
  let server: Awaited<ReturnType<typeof openMailServer>>
  let door: ReturnType<typeof openSmtpDoor>
  let withSmtp: Bindings
  beforeAll(async () => {
    server = await openMailServer()
    door = openSmtpDoor(server.url)
    const SMTP_DOOR = { fetch: (url: string, init: RequestInit) => door.fetch(new Request(url, init)) }
    withSmtp = { ...env, MAIL_PROVIDER: 'smtp', SMTP_DOOR } as unknown as Bindings
  })
  afterAll(async () => {
    door.stop()
    await server.close()
  })
  const alert = async (to: string) => {
    const ref = `test:${unique()}`
    await bench.env.DB.prepare(
      `INSERT INTO outbox (kind, ref, dedupe, body, due_at) VALUES ('mail.site_alert', ?1, ?1, '{"words":"A test.","facts":{}}', ?2)`,
    )
      .bind(ref, bench.now())
      .run()
    const run = () => deliverOutbox(openBudget({ ...withSmtp, OPERATOR_EMAIL: to }, 60_000))
    const row = () =>
      bench.env.DB.prepare('SELECT attempts, done_at, dead_at, last_error FROM outbox WHERE ref = ?').bind(ref).first()
    return { run, row }
  }

  it('B-01: a mail that its server rejected temporarily is sent again later', async () => {
    const to = `later-${unique()}@example.com`
    server.refuse(to, { code: 451, words: '4.7.1 greylisted' })
    const { run, row } = await alert(to)
    await run()
    expect(await row()).toMatchObject({ attempts: 1, done_at: null, dead_at: null, last_error: 'smtp_451_4_7_1' })
    server.takeAgain(to)
    bench.pass(60_000)
    await run()
    expect(await row()).toMatchObject({ attempts: 2, dead_at: null, done_at: bench.now() })
    expect(server.to(to).map(({ mail }) => mail.subject)).toEqual([expect.stringMatching(/^Needs a look/)])
  })

  it('B-01: a mail that was rejected for its content is not retried', async () => {
    const to = `refused-${unique()}@example.com`
    server.refuse(to, { code: 554, words: '5.7.1 spam' })
    const { run, row } = await alert(to)
    await run()
    expect(await row()).toMatchObject({
      attempts: 1,
      done_at: null,
      dead_at: bench.now(),
      last_error: 'smtp_554_5_7_1',
    })
    expect(await reasonsOf(to)).toEqual([])
  })

  it('B-01: a mail to a nonexistent address suppresses later mails', async () => {
    const to = `nobody-${unique()}@example.com`
    server.refuse(to, { code: 550, words: '5.1.1 no such user' })
    const first = await alert(to)
    await first.run()
    expect(await first.row()).toMatchObject({ attempts: 1, done_at: bench.now(), dead_at: null })
    expect(await reasonsOf(to)).toEqual(['bounced'])
    server.takeAgain(to)
    const second = await alert(to)
    await second.run()
    expect(await second.row()).toMatchObject({ done_at: bench.now() })
    expect(server.to(to)).toEqual([])
  })
})
