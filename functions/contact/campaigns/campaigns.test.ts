import { beforeAll, describe, expect, it } from 'vitest'
import type { Campaign, CampaignPreview, RecipientReason } from '../../contract/contact/campaign.ts'
import { campaignStatuses, transitions } from '../../contract/states/campaign-states.ts'
import type { Message, MessageThread } from '../../contract/contact/message.ts'
import type { Notification } from '../../contract/delivery/notification.ts'
import type { List } from '../../contract/paging.ts'
import { system } from '../../platform/actor.ts'
import { makeContext } from '../../platform/make-context.ts'
import { commit } from '../../platform/database/commit.ts'
import { deliverOutbox } from '../../deliver-outbox.ts'
import { signUnsubscribeToken } from '../../delivery/mail/news-list.ts'
import { openBudget } from '../../platform/run-budget.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { makeReaders } from '../../test-bench/readers.ts'
import { openShop } from '../../test-bench/shop.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { campaignMailsPerMinute } from './campaign-rows.ts'
import { queueCampaign } from './send-campaign.ts'
import { requireCampaign } from './read-campaign.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})

const run = (statement: string, ...values: unknown[]) =>
  bench.env.DB.prepare(statement)
    .bind(...values)
    .run()
const call = async <Body>(programId: string, path: string, body?: object): Promise<Body & { type?: string }> =>
  (
    await bench.call(`/v1/organiser/programs/${programId}/campaigns${path}`, {
      headers: organiserHeaders,
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
  ).json() as Promise<Body & { type?: string }>
const news = { kind: 'newsletter', audience: 'subscribers', subject: 'August', body: 'Three **places** left.' }
const write = async (programId: string, more: object = {}) =>
  (await call<Campaign>(programId, '', { ...news, ...more })).id
const show = (programId: string, id: string) => call<Campaign>(programId, `/${id}`)

/** Customers who subscribed to the program's news. */
async function readers(programId: string, count: number): Promise<Person[]> {
  const people = []
  for (let each = 0; each < count; each += 1) people.push(await makeCustomer(bench, { programIds: [programId] }))
  await run('UPDATE customer_profiles SET is_subscribed = 1 WHERE program_id = ?', programId)
  return people
}
/** Sends a campaign without running the outbox, so that its deliveries do not exist yet. */
async function queue(programId: string, campaign_id: string): Promise<void> {
  const ctx = makeContext({ env: bench.env, now: bench.now(), actor: system })
  const { campaign } = await requireCampaign(ctx, { program_id: programId, campaign_id })
  await commit(ctx, queueCampaign(ctx, campaign, system))
}
const subjectsTo = async ({ email }: Person) => (await mailsTo(bench, email)).map(({ subject }) => subject)
const deliver = (more: object = {}) => deliverOutbox(openBudget({ ...bench.env, ...more }, 60_000))
const leave = async (programId: string, person: Person) =>
  bench.call('/v1/profile/notifications/unsubscribe', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      program_id: programId,
      token: await signUnsubscribeToken(
        bench.env,
        { program_id: programId, customer_id: person.identity.customer_id },
        bench.now(),
      ),
    }),
  })

describe('the transitions of a campaign', () => {
  it('every campaign status but the first can be reached', () => {
    const reached = new Set<string>(Object.values(transitions).flat())
    expect(campaignStatuses.filter((status) => !reached.has(status))).toEqual(['draft'])
    for (const [from, moves] of Object.entries(transitions))
      for (const to of moves)
        expect(campaignStatuses.indexOf(to)).toBeGreaterThan(campaignStatuses.indexOf(from as Campaign['status']))
    expect([...transitions.sent, ...transitions.cancelled]).toEqual([])
  })
})

describe('a promotion', () => {
  it('a promotion gives its own reason in the unsubscribe link', async () => {
    const programId = await makeProgram(bench)
    const [reader, quiet, left] = (await readers(programId, 3)) as [Person, Person, Person]
    await leave(programId, left)
    await bench.call('/v1/profile/preferences/notifications', {
      ...quiet.json({ notifications: [{ reason: 'promotion', email: false }] }),
      method: 'PUT',
    })
    const listOf = async ({ headers }: Person) => {
      const answer = await bench.call(`/v1/programs/${programId}/notifications`, { headers })
      return ((await answer.json()) as List<Notification>).data.map(({ reason, url }) => [reason, url])
    }
    await call(programId, `/${await write(programId)}/send`, {})
    expect(await listOf(reader)).toEqual([])
    const id = await write(programId, { kind: 'promotion', subject: 'Ten off' })
    expect(await show(programId, id)).toMatchObject({ kind: 'promotion' })
    await call(programId, `/${id}/send`, {})
    await run(
      'UPDATE outbox SET done_at = NULL, attempts = 0 WHERE kind = ? AND ref = ?',
      'mail.campaign_promotion',
      id,
    )
    await deliver()
    expect(await show(programId, id)).toMatchObject({ recipients: { sent: 1, turned_off: 1 } })
    const listed = [['promotion', `/pg/${programId}/profile/messages`]]
    expect([await listOf(reader), await listOf(quiet), await listOf(left)]).toEqual([listed, [], []])
    expect(await subjectsTo(reader)).toEqual(['Ten off', 'August'])
  })
})

describe('a campaign to subscribers', () => {
  it('the campaign reaches exactly the people whom the preview counted, once', async () => {
    const programId = await makeProgram(bench)
    const [good, left, never, bounced, unverified, closed, mailless] = (await readers(programId, 7)) as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ]
    await leave(programId, left)
    await run('UPDATE customer_profiles SET is_subscribed = 0 WHERE id = ?', never.profileId(programId))
    await run(`INSERT INTO mail_suppressions VALUES (?, 'complained', 'test', 0)`, bounced.email)
    await run('UPDATE users SET is_email_verified = 0 WHERE email = ?', unverified.email)
    await run('UPDATE users SET is_active = 0 WHERE email = ?', closed.email)
    await run(`UPDATE users SET email = '' WHERE email = ?`, mailless.email)
    const id = await write(programId)
    const preview = await call<CampaignPreview>(programId, `/${id}/preview`)
    const counts: Record<RecipientReason, number> = {
      sent_to: 1,
      never_asked: 1,
      unsubscribed: 1,
      suppressed: 1,
      unverified: 1,
      no_email: 1,
      closed: 1,
    }
    expect(preview.recipients).toEqual(counts)
    expect(preview.html).toContain('<strong>places</strong>')

    expect(await call<Campaign>(programId, `/${id}/send`, {})).toMatchObject({ status: 'queued' })
    expect(await call(programId, `/${id}/send`, {})).toMatchObject({ type: 'state_conflict' })
    await deliver()
    await bench.tick()
    expect(await show(programId, id)).toMatchObject({ status: 'sent', recipients: { waiting: 0, sent: 1 } })
    expect(await call(programId, `/${id}/cancel`, {})).toMatchObject({ type: 'state_conflict' })
    const [mail] = await mailsTo(bench, good.email)
    expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    expect(mail?.sender).toContain('news@')
    expect(mail?.text).toContain('/unsubscribe?token=')
    for (const person of [left, never, bounced, unverified, closed]) expect(await subjectsTo(person)).toEqual([])
  })

  it('recipients find the sent text among their messages', async () => {
    const programId = await makeProgram(bench)
    const [reader, left] = (await readers(programId, 2)) as [Person, Person]
    await leave(programId, left)
    const id = await write(programId)
    await queue(programId, id)
    await deliver()
    await deliver()
    const messagesOf = async (path: string, headers: Record<string, string>) =>
      ((await (await bench.call(path, { headers })).json()) as { data: Message[]; total: number }).data
    const own = (query: string) => messagesOf(`/v1/profile/messages${query}`, reader.headers)
    const [message] = await own(`?campaign_id=${id}`)
    expect(message).toMatchObject({
      type: 'campaign',
      campaign_id: id,
      subject: 'August',
      state: 'sent',
      is_read: true,
      num_messages: 1,
      num_unread: 0,
    })
    expect(message?.body).toContain('places')
    expect(message?.body).not.toContain('**')
    expect(await own('?type=campaign&search=Places')).toHaveLength(1)
    expect(await own('?type=campaign&search=canoes')).toHaveLength(0)
    expect(await own('?type=conversation')).toHaveLength(0)
    expect(await messagesOf(`/v1/profile/messages?campaign_id=${id}`, left.headers)).toHaveLength(0)
    expect(
      await messagesOf(`/v1/organiser/programs/${programId}/messages?campaign_id=${id}`, organiserHeaders),
    ).toMatchObject([{ campaign_id: id, contact_id: reader.profileId(programId) }])

    const answered = await bench.call(
      '/v1/profile/messages',
      reader.json({ conversation_id: message?.conversation_id, body: 'Is there one in September?' }),
    )
    expect(answered.status).toBe(201)
    const thread = (await (
      await bench.call(`/v1/profile/messages/${message?.id}`, { headers: reader.headers })
    ).json()) as MessageThread
    expect(thread.messages.map(({ sender }) => sender)).toEqual(['organiser', 'customer'])
    expect(thread.messages[1]?.body).toBe('Is there one in September?')
  })

  it('a reader who unsubscribes before the mail is sent gets none', async () => {
    const programId = await makeProgram(bench)
    const [left, bounced, good] = (await readers(programId, 3)) as [Person, Person, Person]
    const id = await write(programId)
    await queue(programId, id)
    expect((await show(programId, id)).recipients.waiting).toBe(3)
    await leave(programId, left)
    await run(`INSERT INTO mail_suppressions VALUES (?, 'bounced', 'test', 0)`, bounced.email)
    await deliver()
    expect([await subjectsTo(left), await subjectsTo(bounced), await subjectsTo(good)]).toEqual([[], [], ['August']])
  })

  it('a campaign sends a limited number of mails per minute', async () => {
    const programId = await makeProgram(bench)
    await readers(programId, 1)
    await makeReaders(bench, { programId, count: campaignMailsPerMinute + 1 })
    const id = await write(programId)
    await queue(programId, id)
    await deliver({ OUTBOX_STATEMENTS: '40' })
    const dues = await bench.env.DB.prepare(
      "SELECT (due_at - ?2) / 60000 AS minute, count(*) AS total FROM outbox WHERE ref = ?1 AND kind LIKE 'mail.%' GROUP BY 1 ORDER BY 1",
    )
      .bind(id, bench.now())
      .all()
    expect(dues.results).toEqual([
      { minute: 0, total: campaignMailsPerMinute },
      { minute: 1, total: 2 },
    ])
    expect(await call<Campaign>(programId, `/${id}/cancel`, {})).toMatchObject({ status: 'cancelled' })
    const { recipients } = await show(programId, id)
    expect(recipients.waiting).toBeGreaterThan(0)
    bench.pass(61_000)
    await deliver()
    expect((await show(programId, id)).recipients).toEqual(recipients)
  })

  it('a scheduled campaign is sent when it is due', async () => {
    const [programId, other] = [await makeProgram(bench), await makeProgram(bench)]
    const [person] = (await readers(programId, 1)) as [Person]
    const id = await write(programId)
    expect(await call(programId, `/${id}/schedule`, { send_at: new Date(bench.now()).toISOString() })).toMatchObject({
      type: 'date_in_past',
    })
    const own = `own${id}@lakeside.example`
    await run('UPDATE programs SET email = NULL WHERE id = ?', programId)
    expect(await call(programId, `/${id}/test`, {})).toMatchObject({ type: 'required' })
    await run('UPDATE programs SET email = ? WHERE id = ?', own, programId)
    await call(programId, `/${id}/test`, {})
    expect((await mailsTo(bench, own)).map(({ subject }) => subject)).toEqual(['Test: August'])

    const send_at = new Date(bench.now() + 3_600_000).toISOString()
    expect(await call<Campaign>(programId, `/${id}/schedule`, { send_at })).toMatchObject({ status: 'scheduled' })
    await bench.tick()
    expect(await subjectsTo(person)).toEqual([])
    bench.pass(3_600_001)
    await bench.tick()
    await deliver()
    expect(await subjectsTo(person)).toEqual(['August'])
    for (const act of ['send', 'cancel', 'test'])
      expect(await call(other, `/${id}/${act}`, {})).toMatchObject({ type: 'not_found' })
  })

  it.each([[7], [19]])('each recipient gets one mail even if its runners crash repeatedly (%i)', async (step) => {
    const programId = await makeProgram(bench)
    const people = await readers(programId, 12)
    const [left] = people as [Person]
    const id = await write(programId)
    await queue(programId, id)
    await leave(programId, left)
    // A runner that loses its database after some calls keeps its leases.
    const dying = (calls: number) => {
      let rest = calls
      return new Proxy(bench.env.DB, {
        get: (target, key) => {
          const value = Reflect.get(target, key, target) as unknown
          if (typeof value !== 'function') return value
          return (...input: unknown[]) => {
            if (key === 'batch' || key === 'prepare') rest -= 1
            if (rest < 0) throw new Error('killed')
            return (value as (...input: unknown[]) => unknown).apply(target, input)
          }
        },
      })
    }
    for (let round = 0; round < 8; round += 1) {
      await Promise.allSettled([1, 2, 3, 4].map((runner) => deliver({ DB: dying(step * runner + round) })))
      bench.pass(61_000)
    }
    for (let round = 0; round < 10; round += 1) {
      await deliver()
      bench.pass(30_000)
    }
    const got = await Promise.all(people.map(subjectsTo))
    expect(got.slice(1)).toEqual(people.slice(1).map(() => ['August']))
    expect(got[0]).toEqual([])
    await bench.tick()
    await bench.tick()
    expect((await show(programId, id)).recipients).toMatchObject({ waiting: 0, failed: 0 })
  })
})

describe('a campaign to the attendees of an event', () => {
  it('an announcement reaches everyone with a place, and a newsletter only subscribers', async () => {
    const shop = await openShop(bench, { program: { selling: { offline: true } } })
    const [booked, subscribed, elsewhere] = [await shop.customer(), await shop.customer(), await shop.customer()]
    for (const person of [booked, subscribed]) await shop.pay(person, await shop.cart(person))
    await run('UPDATE customer_profiles SET is_subscribed = 1 WHERE id = ?', subscribed.profileId(shop.programId))
    const row = await bench.env.DB.prepare('SELECT key FROM events WHERE id = ?')
      .bind(shop.eventId)
      .first<{ key: string }>()
    const audience = { audience: 'event', event_key: row?.key }
    const sent = async (kind: string) => {
      const id = await write(shop.programId, { ...audience, kind, subject: kind })
      await call(shop.programId, `/${id}/send`, {})
      await deliver()
      const people = await Promise.all([booked, subscribed, elsewhere].map(subjectsTo))
      return people.map((subjects) => subjects.includes(kind))
    }
    const [cart, interested, promised] = [await shop.customer(), await shop.customer(), await shop.customer()]
    await shop.cart(cart)
    const [wish] = (await shop.cart(interested)).registration_ids
    await run(
      "UPDATE registrations SET status = 'preregistered', order_id = NULL, hold_expires_at = NULL WHERE id = ?",
      wish,
    )
    const later = await shop.cart(promised)
    await shop.pay(promised, later, '', { checkout_method: 'offline', payment_source_id: undefined })
    expect(await sent('announcement')).toEqual([true, true, false])
    const others = await Promise.all([cart, interested, promised].map(subjectsTo))
    expect(others.map((subjects) => subjects.includes('announcement'))).toEqual([false, false, true])
    expect(await sent('newsletter')).toEqual([false, true, false])
    const [mail] = (await mailsTo(bench, booked.email)).filter(({ subject }) => subject === 'announcement')
    expect(mail?.headers).not.toHaveProperty('List-Unsubscribe')
    expect(mail?.sender).toContain('bookings@')
    expect(await call(shop.programId, '', { ...news, audience: 'event' })).toMatchObject({ type: 'required' })
    expect(await call(shop.programId, '', { ...news, audience: 'event', event_key: 'none' })).toMatchObject({
      type: 'not_found',
    })
  })

  it('a recipient who lost the place before the mail was sent gets none', async () => {
    const shop = await openShop(bench, { event: { startsAt: bench.now() + 30 * 86_400_000 } })
    const [stays, leaves] = [await shop.customer(), await shop.customer()]
    const [kept, ended] = [await shop.cart(stays), await shop.cart(leaves)]
    await shop.pay(stays, kept)
    await shop.pay(leaves, ended)
    const event_key = await bench.env.DB.prepare('SELECT key FROM events WHERE id = ?').bind(shop.eventId).first('key')
    const announce = (subject: string) =>
      write(shop.programId, { kind: 'announcement', audience: 'event', event_key, subject })
    const moved = await announce('Moved')
    await queue(shop.programId, moved)
    expect((await show(shop.programId, moved)).recipients.waiting).toBe(2)
    await bench.call(`/v1/profile/registrations/${ended.registration_ids[0]}/cancel`, leaves.json({}))
    await deliver()
    await bench.tick()
    expect(await show(shop.programId, moved)).toMatchObject({
      status: 'sent',
      recipients: { waiting: 0, sent: 1, no_place: 1, failed: 0 },
    })
    expect([(await subjectsTo(stays)).includes('Moved'), (await subjectsTo(leaves)).includes('Moved')]).toEqual([
      true,
      false,
    ])

    const bring = await announce('Bring boots')
    await queue(shop.programId, bring)
    await run("UPDATE events SET status = 'cancelled' WHERE id = ?", shop.eventId)
    await deliver()
    expect((await show(shop.programId, bring)).recipients).toMatchObject({ waiting: 0, sent: 0, no_place: 1 })
    expect(await subjectsTo(stays)).not.toContain('Bring boots')
  })
})

describe('the mail of a campaign', () => {
  it('E-02: hostile names and texts are escaped', async () => {
    const programId = await makeProgram(bench)
    await run('UPDATE programs SET name = ? WHERE id = ?', '{{7*7}} <a href="http://evil.example">Camp</a>', programId)
    const body = [
      '<script>alert(1)</script> {{7*7}}',
      '[click](javascript:alert(1)) [page](https://lake.example/a?b="c) ![pixel](https://evil.example/p.png)',
      '# Title <img src=x onerror=alert(1)>',
    ].join('\n\n')
    const id = await write(programId, { body, subject: 'Hello <b>you</b>' })
    const { html, text } = await call<CampaignPreview>(programId, `/${id}/preview`)
    expect(html).not.toMatch(/<script|<img|<b>|javascript:|href="http:\/\/evil|onerror=alert\(1\)>[^&]*</)
    expect(html).toContain('{{7*7}} &lt;a href=&quot;http://evil.example&quot;&gt;')
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('href="https://lake.example/a?b=%22c"')
    expect(text).toContain('{{7*7}}')
    const header = await call(programId, '', { ...news, subject: 'Hi\r\nBcc: x@evil.example' })
    expect(header).toMatchObject({ type: 'invalid_characters' })
  })
})
