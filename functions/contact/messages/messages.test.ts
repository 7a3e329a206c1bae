// Over 250 lines: messages between customers and organisations, with one clock and one program.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Message, MessageThread } from '../../contract/contact/message.ts'
import { messageStates, transitions } from '../../contract/states/message-states.ts'
import type { Notification } from '../../contract/delivery/notification.ts'
import type { List } from '../../contract/paging.ts'
import { commit } from '../../platform/database/commit.ts'
import { deliverOutbox } from '../../deliver-outbox.ts'
import { openBudget } from '../../platform/run-budget.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person, unique } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { clockContext } from '../../test-bench/registering.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { pdf, uploadOf } from '../../test-bench/uploads.ts'
import { messageToCustomer } from './write-to-customer.ts'

let bench: Bench
let shop: Shop
const organisation = `camp${unique()}@lakeside.example`
const basic = { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` }
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { communications: true } } }))
  await bench.env.DB.prepare('UPDATE programs SET email = ? WHERE id = ?').bind(organisation, shop.programId).run()
})

const send = async (person: Person, body: Record<string, unknown>, headers: Record<string, string> = {}) => {
  const answer = await bench.call('/v1/profile/messages', person.json(body, headers))
  return { status: answer.status, body: (await answer.json()) as Message & { type: string; param: string | null } }
}
const thread = (person: Person, id: string) => shop.read<MessageThread>(person, `/v1/profile/messages/${id}`)
const listOf = (person: Person, query = '') => shop.read<List<Message>>(person, `/v1/profile/messages${query}`)
const organise = async <Answer>(path: string, body?: unknown, program = shop.programId) => {
  const answer = await bench.call(`/v1/organiser/programs/${program}/messages${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...basic, 'Content-Type': 'application/json' },
  })
  return { status: answer.status, body: (await answer.json()) as Answer }
}

describe('POST profile/messages', () => {
  it('a message about an order is mailed to the program with the name of the order', async () => {
    const person = await shop.customer()
    const order = await shop.cart(person)
    const { status, body } = await send(person, {
      order_id: order.order_id,
      body: 'May we bring a dog?\r\nCard 4242 4242 4242 4242.',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      object: 'message',
      type: 'conversation',
      context: 'order',
      order_id: order.order_id,
      program_id: shop.programId,
      sender: 'customer',
      sender_name: 'Nadia Roy',
      body: 'May we bring a dog?\nCard •••• 4242.',
      is_read: true,
      is_open: true,
      num_messages: 1,
    })
    expect(await thread(person, body.id)).toMatchObject({ state: 'sent', messages: [{ id: body.id }] })
    const [mail] = await mailsTo(bench, organisation)
    expect(mail?.subject).toBe('Nadia Roy: My order')
    expect(mail?.text).toContain('May we bring a dog?')
    expect(mail?.headers['Reply-To']).toMatch(/^reply\+o[0-9a-z]{44}@/)
    expect(JSON.stringify(mail)).not.toContain(person.email)
  })

  it('a message continues its conversation or starts one about the named object', async () => {
    const person = await shop.customer()
    const order = await shop.cart(person)
    const first = await send(person, { registration_id: order.registration_ids[0], body: 'One' })
    expect(first.body).toMatchObject({ context: 'registration', subject: expect.stringMatching(/, Maya$/) })
    const next = await send(person, { conversation_id: first.body.conversation_id, body: 'Two' })
    expect(next.body).toMatchObject({ conversation_id: first.body.conversation_id, num_messages: 2 })
    const about = await send(person, { event_id: shop.eventId, body: 'Is there shade?' })
    expect(about.body).toMatchObject({ context: 'event', event_id: shop.eventId })
    const general = await send(person, { program_id: shop.programId, body: 'Hello', subject: 'Lift' })
    expect(general.body).toMatchObject({ context: 'general', subject: 'Lift' })
    const membership = await send(person, { program_id: shop.programId, context: 'membership', body: 'Renew?' })
    expect(membership.body).toMatchObject({ context: 'membership', subject: 'My membership' })
  })

  it('returns 400 without a text or a program', async () => {
    const person = await shop.customer()
    const refused = async (body: Record<string, unknown>) => {
      const { status, body: error } = await send(person, body)
      return [status, error.type, error.param]
    }
    const program_id = shop.programId
    expect(await refused({ program_id, body: ' \n ' })).toEqual([400, 'required', 'body'])
    expect(await refused({ program_id })).toEqual([400, 'required', 'body'])
    expect(await refused({ program_id, body: 'x'.repeat(5001) })).toEqual([400, 'too_long', 'body'])
    expect(await refused({ body: 'Hello' })).toEqual([400, 'required', 'program_id'])
    expect(await refused({ program_id, body: 'Hello', context: 'order' })).toEqual([400, 'required', 'order_id'])
    expect(await refused({ program_id, body: 'Hello', medium: 'sms' })).toEqual([400, 'invalid_option', 'medium'])
    expect(await refused({ program_id, body: 'Hello', attachments: ['file_1'] })).toEqual([
      400,
      'file_not_found',
      'attachments',
    ])
  })

  it('the program opens the files of a message from its mail without a log-in', async () => {
    const person = await shop.customer()
    const file = (await (await bench.call('/v1/files', uploadOf(person, { bytes: pdf() }))).json()) as { id: string }
    const { body } = await send(person, { program_id: shop.programId, body: 'See this', attachments: [file.id] })
    expect(body.attachments).toMatchObject([{ id: file.id, content_type: 'application/pdf' }])
    const mail = (await mailsTo(bench, organisation)).find(({ text }) => text.includes('See this'))
    expect(mail?.text).toMatch(/\/uploads\/\S+/)
    const other = await shop.customer()
    const stolen = await send(other, { program_id: shop.programId, body: 'Mine', attachments: [file.id] })
    expect([stolen.status, stolen.body.type]).toEqual([400, 'file_not_found'])
  })

  it('new_customer_profile joins the program with the first message', async () => {
    const stranger = await makeCustomer(bench)
    const hello = { program_id: shop.programId, body: 'Hello' }
    expect((await send(stranger, hello)).body).toMatchObject({ type: 'required', param: 'new_customer_profile' })
    expect((await send(stranger, { ...hello, new_customer_profile: true })).status).toBe(201)
    const silent = await makeProgram(bench)
    const there = { program_id: silent, body: 'Hello', new_customer_profile: true }
    expect((await send(stranger, there)).body).toMatchObject({ type: 'feature_disabled' })
  })

  it('a customer can start ten conversations a day', async () => {
    const person = await shop.customer()
    const hello = (count: number) => send(person, { program_id: shop.programId, body: `Hello ${count}` })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, count) => hello(count)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 429, 429])
    const { conversation_id } = answers.find(({ status }) => status === 201)?.body ?? {}
    expect((await send(person, { conversation_id, body: 'More' })).status).toBe(201)
    bench.pass(86_400_001)
    await person.renew()
    expect((await hello(13)).status).toBe(201)
  })

  it('one idempotency key creates one message and one mail', async () => {
    const person = await shop.customer()
    const text = `Once ${unique()}`
    const key = { 'Idempotency-Key': `once-${unique()}` }
    const both = [
      await send(person, { program_id: shop.programId, body: text }, key),
      await send(person, { program_id: shop.programId, body: text }, key),
    ]
    expect(both[0]?.body.id).toBe(both[1]?.body.id)
    expect((await mailsTo(bench, organisation)).filter((mail) => mail.text.includes(text))).toHaveLength(1)
  })
})

describe('an answer from an organisation', () => {
  it('an answer is mailed and listed as unread', async () => {
    const person = await shop.customer({ language: 'fr' })
    const asked = await send(person, { program_id: shop.programId, body: 'Quelle heure?' })
    await send(person, { program_id: shop.programId, body: 'Autre chose' })
    const { conversation_id } = asked.body
    const answer = await organise<Message>('', { conversation_id, body: 'À 9 h.', sender_name: 'Jo Tremblay' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ sender: 'organiser', sender_name: 'Jo Tremblay', is_read: false })
    const [mail] = await mailsTo(bench, person.email)
    expect(mail?.subject).toBe('Message de Lakeside Camps\u00a0: Question générale')
    expect(mail?.text).toContain('À 9 h.')
    expect(mail?.headers['Reply-To']).toMatch(/^reply\+c/)

    const { data, total } = await listOf(person)
    expect([total, data[0]?.id, data[0]?.num_unread]).toEqual([2, answer.body.id, 1])
    const read = await thread(person, asked.body.id)
    expect(read.messages.map(({ body, is_read }) => [body, is_read])).toEqual([
      ['Quelle heure?', true],
      ['À 9 h.', false],
    ])
    expect((await thread(person, asked.body.id)).messages.map(({ is_read }) => is_read)).toEqual([true, true])
    expect((await listOf(person)).data.map(({ num_unread }) => num_unread)).toEqual([0, 0])
  })

  it('an answer is among the notifications of its customer', async () => {
    const person = await shop.customer()
    const contact_id = person.profileId(shop.programId)
    const { body: message } = await organise<Message>('', { contact_id, body: 'Private' })
    const read = (language: string) =>
      bench.call(`/v1/programs/${shop.programId}/notifications`, {
        headers: { ...person.headers, 'Accept-Language': language },
      })
    const { data } = (await (await read('en')).json()) as List<Notification>
    expect(data).toMatchObject([
      {
        reason: 'message_received',
        topic_group: 'messages',
        title: 'You have a new message',
        text: '',
        url: `/pg/${shop.programId}/profile/messages`,
        is_read: false,
      },
    ])
    const french = (await (await read('fr')).json()) as List<Notification>
    expect(french.data[0]?.title).toBe('Vous avez un nouveau message')
    await send(person, { program_id: shop.programId, body: 'Hello' })
    await bench.call(`/v1/profile/messages/${message.id}`, { headers: person.headers })
    expect(await (await read('en')).json(), 'whoever reads the message has seen the notification').toMatchObject({
      total: 1,
      data: [{ is_read: true }],
    })
  })

  it('a new message reopens a closed conversation', async () => {
    const person = await shop.customer()
    const word = `Zwölf${unique()}`
    const { body } = await send(person, { program_id: shop.programId, body: `${word} Kinder` })
    const results = await organise<List<Message>>(`?search=${word.toUpperCase().replace('Ö', 'O')}`)
    expect(results.body.data.map(({ id }) => id)).toEqual([body.id])
    expect((await organise<MessageThread>(`/${body.id}`)).body.messages).toHaveLength(1)
    expect((await organise<MessageThread>(`/${body.id}/close`, {})).body.is_open).toBe(false)
    expect((await organise<MessageThread>(`/${body.id}/close`, {})).status).toBe(200)
    expect((await listOf(person, '?is_open=true')).total).toBe(0)
    await send(person, { conversation_id: body.conversation_id, body: 'One more thing' })
    expect((await listOf(person, '?is_open=true')).total).toBe(1)
  })

  it('an organisation can start a conversation only with a customer of its own program', async () => {
    const person = await shop.customer()
    const contact_id = person.profileId(shop.programId)
    const order = await shop.cart(person)
    const first = await organise<Message>('', { contact_id, order_id: order.order_id, body: 'Please bring boots.' })
    expect(first.body).toMatchObject({ context: 'order', contact_id, num_unread: 1 })
    expect((await listOf(person, `?contact_id=${contact_id}`)).total).toBe(1)
    const other = await makeProgram(bench)
    expect((await organise('', { contact_id, body: 'Hello' }, other)).status).toBe(404)
    expect((await organise(`/${first.body.id}`, undefined, other)).status).toBe(404)
    const { conversation_id } = first.body
    expect((await organise('', { conversation_id, body: 'Hello' }, other)).status).toBe(404)
  })
})

describe('GET profile/messages', () => {
  it('messages can be searched and filtered', async () => {
    const person = await shop.customer()
    const order = await shop.cart(person)
    const [profile] = (
      await bench.env.DB.prepare('SELECT attendee_profile_id AS id FROM registrations WHERE order_id = ?')
        .bind(order.order_id)
        .all<{ id: string }>()
    ).results
    const first = await send(person, { order_id: order.order_id, body: 'Où est la forêt enchantée?' })
    await send(person, { conversation_id: first.body.conversation_id, body: 'Merci' })
    await send(person, { program_id: shop.programId, body: 'Something else' })
    const total = async (query: string) => (await listOf(person, query)).total
    expect(await total('?search=foret%20OU')).toBe(1)
    expect(await total('?search=nothing')).toBe(0)
    expect(await total(`?program_attendee_id=${profile?.id}`)).toBe(1)
    expect(await total('?type=campaign')).toBe(0)
    expect(await total('?type=campaign&type=conversation')).toBe(2)
    expect(await total(`?conversation_id=${first.body.conversation_id}`)).toBe(2)
    expect(await total('?campaign_id=cmp_1')).toBe(0)
    expect(await total(`?program_id=${shop.programId}`)).toBe(2)
  })
})

describe('POST profile/messages/{message_id}/track', () => {
  const track = (id: string, headers: Record<string, string> = {}) =>
    bench.call(`/v1/profile/messages/${id}/track`, { method: 'POST', headers })
  const stateOf = (id: string) =>
    bench.env.DB.prepare('SELECT state, opened FROM messages WHERE id = ?')
      .bind(id)
      .first<{ state: string; opened: number | null }>()

  it('the first opening of an answer is recorded unless the browser asks not to be tracked', async () => {
    const person = await shop.customer()
    const { body } = await organise<Message>('', { contact_id: person.profileId(shop.programId), body: 'Hello' })
    for (const name of ['DNT', 'Sec-GPC']) {
      expect((await track(body.id, { [name]: '1' })).status).toBe(204)
      expect(await stateOf(body.id)).toMatchObject({ state: 'sent', opened: null })
    }
    const openedAt = bench.now()
    expect((await track(body.id)).status).toBe(204)
    bench.pass(60_000)
    await Promise.all(Array.from({ length: 5 }, () => track(body.id)))
    expect(await stateOf(body.id)).toEqual({ state: 'opened', opened: openedAt })
    const { results } = await bench.env.DB.prepare(
      "SELECT to_status, actor_type, actor_id FROM status_history WHERE object = 'message' AND object_id = ? ORDER BY step",
    )
      .bind(body.id)
      .all()
    expect(results).toEqual([
      { to_status: 'sent', actor_type: 'system', actor_id: null },
      { to_status: 'opened', actor_type: 'system', actor_id: null },
    ])
  })

  it("an unknown message gets the same response as a customer's own", async () => {
    const person = await shop.customer()
    const { body } = await send(person, { program_id: shop.programId, body: 'Hello' })
    for (const id of [body.id, 'msg_made_up']) expect((await track(id)).status).toBe(204)
    expect(await stateOf(body.id)).toMatchObject({ opened: null })
  })
})

it('I-07: another family’s messages look like missing ones', async () => {
  const [owner, other] = [await shop.customer(), await shop.customer()]
  const order = await shop.cart(owner)
  const { body } = await send(owner, { order_id: order.order_id, body: 'Private' })
  const answer = await organise<Message>('', { conversation_id: body.conversation_id, body: 'Private too' })
  const read = async (id: string) => {
    const response = await bench.call(`/v1/profile/messages/${id}`, { headers: other.headers })
    const { type, param } = (await response.json()) as { type: string; param: string }
    return [response.status, type, param]
  }
  expect(await read(body.id)).toEqual(await read('msg_00000000000000000000000000000000'))
  expect(await read(answer.body.id)).toEqual([404, 'not_found', 'message_id'])
  expect((await listOf(other)).total).toBe(0)
  expect((await listOf(other, `?conversation_id=${body.conversation_id}`)).total).toBe(0)
  for (const about of [
    { order_id: order.order_id },
    { registration_id: order.registration_ids[0] },
    { conversation_id: body.conversation_id },
  ]) {
    const refused = await send(other, { ...about, body: 'Let me in' })
    expect([refused.status, refused.body.type, refused.body.param]).toEqual([404, 'not_found', Object.keys(about)[0]])
  }
  // Tracking always returns 204, and unread messages of the owner stay unread.
  const track = await bench.call(`/v1/profile/messages/${answer.body.id}/track`, {
    method: 'POST',
    headers: other.headers,
  })
  expect([track.status, await track.text()]).toEqual([204, ''])
  expect((await listOf(owner)).data[0]).toMatchObject({ num_unread: 1 })
})

describe('several messages within ten minutes', () => {
  const runClock = () => deliverOutbox(openBudget(bench.env, 50_000))
  const bodies = async (to: string) =>
    (await mailsTo(bench, to))
      .flatMap(({ text }) => [text.match(/\bpart \d/g) ?? []])
      .filter(({ length }) => length > 0)
      .reverse()

  it('messages after the first are sent together in one mail, in order', async () => {
    const person = await shop.customer()
    const { body: first } = await send(person, { program_id: shop.programId, body: 'The question, part 0' })
    const { conversation_id } = first
    const before = (await bodies(organisation)).length
    for (const part of [1, 2]) await send(person, { conversation_id, body: `part ${part}` })
    for (const part of [3, 4, 5]) {
      bench.pass(60_000)
      await organise('', { conversation_id, body: `part ${part}` })
    }
    expect([(await bodies(organisation)).length, await bodies(person.email)]).toEqual([before, [['part 3']]])
    bench.pass(7 * 60_000)
    await runClock()
    expect((await bodies(organisation)).slice(before)).toEqual([['part 1', 'part 2']])
    bench.pass(3 * 60_000)
    await runClock()
    const all = [['part 3'], ['part 4', 'part 5']]
    expect(await bodies(person.email)).toEqual(all)
    expect((await mailsTo(bench, person.email))[0]?.html).toContain('2 messages from Lakeside Camps')
    await person.renew()
    const { messages } = await thread(person, first.id)
    expect(messages.map(({ state }) => state)).toEqual(Array(6).fill('sent'))

    // The mail was sent, and its runner crashed before it recorded that.
    const ids = messages.slice(-2).map(({ id }) => `'${id}'`)
    await bench.bareDb.batch([
      bench.bareDb.prepare(`DELETE FROM status_history WHERE object_id IN (${ids})`),
      bench.bareDb.prepare(`UPDATE messages SET state = 'queued', step = 0, read_at = NULL WHERE id IN (${ids})`),
      bench.bareDb
        .prepare("UPDATE outbox SET done_at = NULL, leased_until = ? WHERE kind = 'mail.message_received' AND ref = ?")
        .bind(bench.now() + 60_000, messages.at(-2)?.id),
    ])
    bench.pass(60_001)
    await runClock()
    expect(await bodies(person.email)).toEqual(all)
    expect((await thread(person, first.id)).messages.map(({ state }) => state)).toEqual(Array(6).fill('sent'))
    // A later message is sent at once.
    bench.pass(600_000)
    await organise('', { conversation_id, body: 'part 6' })
    expect((await bodies(person.email)).at(-1)).toEqual(['part 6'])
  })
})

describe('the mail of a message', () => {
  const stateOf = (id: string) =>
    bench.env.DB.prepare('SELECT state FROM messages WHERE id = ?').bind(id).first<string>('state')
  const deliver = () => deliverOutbox(openBudget(bench.env, 50_000))
  /** A program that receives its mails at this address. */
  const shopAt = async (email: string) => {
    const own = await openShop(bench, { program: { features: { communications: true } } })
    await bench.env.DB.prepare('UPDATE programs SET email = ? WHERE id = ?').bind(email, own.programId).run()
    return own
  }

  it('a very long subject is shortened', async () => {
    const person = await shop.customer()
    const contact_id = person.profileId(shop.programId)
    const { body } = await organise<Message>('', { contact_id, subject: '🏕'.repeat(120), body: 'Hello' })
    expect(await stateOf(body.id)).toBe('sent')
    const [mail] = await mailsTo(bench, person.email)
    expect(mail?.subject).toMatch(/^Message from Lakeside Camps: (?:🏕)+…$/u)
  })

  it('a message whose mail finally failed is shown as failed', async () => {
    const own = await shopAt('no address')
    const person = await own.customer()
    const { body } = await send(person, { program_id: own.programId, body: 'Hello' })
    expect(await stateOf(body.id)).toBe('queued')
    await bench.env.DB.prepare("UPDATE outbox SET attempts = 7, due_at = ? WHERE ref = ? AND kind LIKE 'mail.%'")
      .bind(bench.now(), body.id)
      .run()
    await deliver()
    expect(await thread(person, body.id)).toMatchObject({ state: 'failed' })
  })

  it('a message to a customer without an email address fails', async () => {
    const own = await shopAt('no address')
    const person = await own.customer()
    const { body } = await send(person, { program_id: own.programId, body: 'Hello' })
    await bench.env.DB.prepare('UPDATE programs SET email = NULL WHERE id = ?').bind(own.programId).run()
    await bench.env.DB.prepare("UPDATE outbox SET due_at = ? WHERE ref = ? AND kind LIKE 'mail.%'")
      .bind(bench.now(), body.id)
      .run()
    await deliver()
    expect(await stateOf(body.id)).toBe('failed')
  })

  it('a message read on the page before its mail was sent counts as delivered', async () => {
    const person = await shop.customer()
    const ctx = clockContext(bench)
    const { message_id, statements } = messageToCustomer(ctx, {
      program_id: shop.programId,
      customer_id: person.identity.customer_id,
      body: 'Hello',
      sender_name: 'Jo Tremblay',
    })
    await commit(ctx, statements)
    expect(await thread(person, message_id)).toMatchObject({ state: 'queued' })
    await deliver()
    expect([await stateOf(message_id), await mailsTo(bench, person.email)]).toEqual(['delivered', []])
  })
})

describe('the states of a message', () => {
  it('every state of a message is reachable and final states have no transition', async () => {
    const reached = new Set(['draft', ...Object.values(transitions).flat()])
    expect([...reached].sort()).toEqual([...messageStates].sort())
    const rank = (state: string) => messageStates.indexOf(state as Message['state'])
    for (const [from, moves] of Object.entries(transitions))
      for (const to of moves) expect(rank(to)).toBeGreaterThan(rank(from))
    const person = await shop.customer()
    const { body } = await send(person, { program_id: shop.programId, body: 'Hello' })
    const set = (state: string) =>
      bench.env.DB.prepare('UPDATE messages SET state = ? WHERE id = ?').bind(state, body.id).run()
    await set('cancelled')
    await expect(set('queued')).rejects.toThrow('message_state_ends')
  })
})
