// Over 250 lines: the data of one sample family is searched in every table after an erasure.
import { dayMs } from '../../contract/limits.ts'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Privacy } from '../../contract/records/privacy.ts'
import type { Attendee } from '../../contract/people/attendee.ts'
import { openExport } from './open-export.ts'
import { giveBalance } from '../../test-bench/balances.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person, unique } from '../../test-bench/people.ts'
import { newPushSubscription } from '../../test-bench/push-browsers.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeEvent, makeQuestion } from '../../test-bench/programs.ts'
import { clockContext } from '../../test-bench/registering.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo, post } from '../../test-bench/sign-ups.ts'
import { objectsOfBucket, placesOf as storedIn } from '../../test-bench/stored-text.ts'
import { unzip } from '../../test-bench/unzip.ts'
import { pdf, uploadOf } from '../../test-bench/uploads.ts'
import { openFile } from '../../people/uploads/show-file.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  bench = await openBench()
})
afterEach(() => vi.restoreAllMocks())

/** A family with unique words in every text, a paid order, answers, a report and an archive. */
async function plantedFamily() {
  shop = await openShop(bench, { program: { features: { communications: true } } })
  const mark = `zq${unique()}`
  const word = (field: string) => `${mark}${field}`
  const person = await shop.customer({
    firstName: word('first'),
    lastName: word('last'),
    email: `${word('mail')}@example.com`,
  })
  const send = async (path: string, body: unknown, method = 'POST') => {
    const answer = await bench.call(path, { ...person.json(body), method })
    expect([path, answer.status < 300 || (await answer.text())]).toEqual([path, true])
    return answer.json()
  }
  const health = {
    medical_history: `Allergic to ${word('medical')}`,
    dietary_restrictions: `No ${word('diet')}`,
    health_card_number: `QZ${mark.replace(/\D/g, '').padStart(10, '7')}`.slice(0, 18),
  }
  const child = (await send('/v1/profile/attendees', {
    first_name: word('child'),
    last_name: word('last'),
    date_of_birth: '2017-05-31',
    gender: 'female',
    emergency_contact_email: `${word('emergency')}@example.com`,
    relations: [{ relation: 'parent' }],
    program_ids: [shop.programId],
    ...health,
  })) as Attendee
  await send('/v1/profile/customer', { addresses: [], timezone: 'America/Toronto' }, 'PUT')
  await send('/v1/support', {
    reporter_name: word('reporter'),
    reporter_email: person.email,
    type: 'idea',
    summary: word('summary'),
    description: `${word('description')} is what I think.`,
  })
  await send('/v1/profile/subscriptions/notifications', newPushSubscription(`/${word('push')}`))
  await send('/v1/profile/subscriptions/notifications/test', {})
  const message = await send('/v1/profile/messages', {
    program_id: shop.programId,
    subject: word('subject'),
    body: word('message'),
  })
  await bench.env.DB.prepare(
    "INSERT INTO mail_reply_refusals (id, conversation_id, side, sender_email, reason, created) VALUES (?, ?, 'customer', ?, 'sender', 0)",
  )
    .bind(`mrr_${mark}`, (message as { conversation_id: string }).conversation_id, `${word('sender')}@example.com`)
    .run()
  const attendeeIds = [{ attendee_id: child.id, attendee_profile_id: child.profiles[0]?.id ?? '' }]
  const order = await shop.cart(person, { attendeeIds })
  expect((await shop.pay(person, order)).status).toBe(201)
  const answers = { landed_at: null, submitted_at: null, answers: [{ field_id: 'q', value: word('answer') }] }
  await bench.env.DB.batch([
    bench.env.DB.prepare('UPDATE registrations SET form_response = ? WHERE order_id = ?').bind(
      JSON.stringify(answers),
      order.order_id,
    ),
    bench.env.DB.prepare('UPDATE order_items SET attendee_name = ? WHERE order_id = ?').bind(
      word('item'),
      order.order_id,
    ),
  ])
  await giveBalance(bench, person, { programId: shop.programId, amount: 4_000, note: word('note') })
  const note = { method: 'POST', headers: organiserHeaders, body: JSON.stringify({ text: word('about') }) }
  const notes = `/v1/organiser/programs/${shop.programId}/people/${person.identity.customer_id}/notes`
  expect((await bench.call(notes, note)).status).toBe(201)
  const unsubscribed = { program_id: shop.programId, reason: 'other', reason_other: word('reason') }
  expect((await bench.call('/v1/profile/notifications/unsubscribe', person.json(unsubscribed))).status).toBe(200)
  return { mark, person, child, order, health }
}

const request = (person: Person) => bench.call('/v1/profile/export', person.json({ program_id: shop.programId }))
const privacyOf = async (person: Person) =>
  (await (await bench.call('/v1/profile/privacy', { headers: person.headers })).json()) as Privacy
const leave = (person: Person, body: object = {}) =>
  bench.call('/v1/profile/customer', { ...person.json({ program_id: shop.programId, ...body }), method: 'DELETE' })
/** Logs in again at the current time. */
async function logInAgain(person: Person): Promise<void> {
  await person.renew()
  await bench.env.DB.prepare('UPDATE sessions SET created = ? WHERE id = ?')
    .bind(bench.now(), person.identity.session_id)
    .run()
}
async function archiveOf(person: Person): Promise<Map<string, Buffer>> {
  const { data_export } = await privacyOf(person)
  const archive = await openExport(clockContext(bench), { export_id: data_export?.id ?? '', identity: person.identity })
  return unzip(new Uint8Array(await new Response(archive.body).arrayBuffer()))
}

const placesOf = (text: string) => storedIn(bench, text)

describe('POST profile/export', () => {
  it('an archive has all data about a customer', async () => {
    const { person, child, order, health, mark } = await plantedFamily()
    const answer = await request(person)
    expect(answer.status).toBe(202)
    expect(await answer.json()).toMatchObject({ object: 'data_export', status: 'requested', url: null })
    const { data_export } = await privacyOf(person)
    expect(data_export).toMatchObject({
      status: 'ready',
      url: expect.stringMatching(/\/profile\/privacy\/export\/exp_/),
    })
    const [mail] = await mailsTo(bench, person.email)
    expect(mail?.subject).toMatch(/^Your data from .+ is ready$/)
    expect(mail?.text).toContain(data_export?.url)

    const files = await archiveOf(person)
    expect([...files.keys()].filter((name) => !name.startsWith('receipts/'))).toEqual([
      'README.txt',
      'account.json',
      'notifications.json',
      'family.json',
      'bookings.json',
      'groups.json',
      'changed_answers.json',
      'signed_waivers.json',
      'orders.json',
      'card_charge_consents.json',
      'balances.json',
      'feedback.json',
      'notes_of_organisations.json',
      'messages.json',
      'support.json',
      'receipts.json',
      'calendar.ics',
    ])
    const json = (name: string) => JSON.parse(String(files.get(`${name}.json`)))
    expect(json('account')).toMatchObject({
      user: { email: person.email },
      programs: [
        { program_id: shop.programId, unsubscribe_reason: 'other', unsubscribe_reason_other: `${mark}reason` },
      ],
    })
    expect(json('family').find(({ id }: Attendee) => id === child.id)).toMatchObject(health)
    expect(json('bookings')[0].form_response.answers[0].value).toBe(`${mark}answer`)
    expect(json('orders')).toMatchObject([{ id: order.order_id, status: 'paid', payments: [{ status: 'succeeded' }] }])
    expect(json('receipts')).toMatchObject([{ kind: 'receipt', buyer: { email: person.email } }])
    expect(json('balances')).toMatchObject([{ kind: 'gift', amount: { value: 4_000 }, note: `${mark}note` }])
    expect(json('notes_of_organisations')).toEqual([
      {
        ...{ program_id: shop.programId, text: `${mark}about`, is_pinned: false, written_by: 'staff_member' },
        ...{ created: expect.any(String), updated: expect.any(String) },
      },
    ])
    expect(json('messages')).toMatchObject([{ subject: `${mark}subject`, body: `${mark}message` }])
    expect(json('notifications').push_subscriptions[0].endpoint).toContain(`${mark}push`)
    expect(json('support')[0].description).toContain(`${mark}description`)
    const receipt = [...files].find(([name]) => name.startsWith('receipts/'))
    expect(receipt?.[0]).toMatch(/^receipts\/\d{4}-\d{6}\.html$/)
    expect(String(receipt?.[1])).toContain('<!doctype html>')
    expect(String(files.get('calendar.ics'))).toContain('BEGIN:VEVENT')
    expect(String(files.get('README.txt'))).toContain('family.json')

    const other = await shop.customer()
    const input = { export_id: data_export?.id ?? '', identity: other.identity }
    await expect(openExport(clockContext(bench), input)).rejects.toMatchObject({ type: 'not_found' })
    await request(other)
    expect([...(await archiveOf(other)).values()].join('')).not.toContain(mark)
  })

  it('an archive is deleted after 7 days', async () => {
    shop = await openShop(bench)
    const person = await shop.customer()
    const answers = await Promise.all([request(person), request(person), request(person)])
    expect(answers.filter(({ status }) => status === 202).length).toBeGreaterThan(0)
    const count = await bench.env.DB.prepare('SELECT count(*) AS n FROM data_exports WHERE customer_id = ?')
      .bind(person.identity.customer_id)
      .first<{ n: number }>()
    expect(count?.n).toBe(1)
    const again = await request(person)
    expect([again.status, again.headers.get('Retry-After')]).toEqual([429, '3600'])
    const { data_export } = await privacyOf(person)
    bench.pass(7 * dayMs)
    await bench.tick()
    await person.renew()
    expect((await privacyOf(person)).data_export).toMatchObject({ status: 'expired', url: null })
    const input = { export_id: data_export?.id ?? '', identity: person.identity }
    await expect(openExport(clockContext(bench), input)).rejects.toMatchObject({ type: 'link_expired' })
    const row = await bench.env.DB.prepare('SELECT storage_key FROM data_exports WHERE id = ?')
      .bind(data_export?.id)
      .first<{ storage_key: string }>()
    expect(await bench.env.FILES.get(row?.storage_key ?? '')).toBeNull()
  })
})

describe('DELETE profile/customer', () => {
  it.each([
    ['a customer of a program', true],
    ['a customer who joined none', false],
  ])('%s deletes the account without naming a program', async (_, isInProgram) => {
    const person = await makeCustomer(bench, isInProgram ? { programIds: [shop.programId] } : {})
    await logInAgain(person)
    const answer = await bench.call('/v1/profile/customer', { method: 'DELETE', headers: person.headers })
    expect(answer.status, await answer.clone().text()).toBe(202)
    expect(await answer.json()).toMatchObject({ object: 'account_deletion', status: 'scheduled' })
  })

  it('a deletion names the bookings that prevent it', async () => {
    const { person, order } = await plantedFamily()
    const refused = await leave(person)
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { type: 'has_future_registrations', param: order.registration_ids[0] },
    ])
    expect((await privacyOf(person)).upcoming).toMatchObject([{ registration_id: order.registration_ids[0] }])
    await bench.env.DB.prepare(
      `UPDATE events SET translations = '{"language":"en","fr":{"name":"Semaine de canot"}}' WHERE id IN (SELECT event_id FROM registrations WHERE id = ?)`,
    )
      .bind(order.registration_ids[0])
      .run()
    const inFrench = await bench.call('/v1/profile/privacy', {
      headers: { ...person.headers, 'Accept-Language': 'fr' },
    })
    expect(((await inFrench.json()) as Privacy).upcoming).toMatchObject([{ title: 'Semaine de canot' }])
    const other = await shop.customer()
    await giveBalance(bench, other, { programId: shop.programId, amount: 1200 })
    expect((await privacyOf(other)).balances).toMatchObject([{ program_id: shop.programId, amount: { value: 1200 } }])
    bench.pass(11 * 60_000)
    await other.renew()
    const old = await leave(other)
    expect([old.status, ((await old.json()) as { type: string }).type]).toEqual([400, 'required'])
  })

  it('a deletion can be withdrawn for 14 days', async () => {
    shop = await openShop(bench)
    const person = await shop.customer()
    const answers = await Promise.all([leave(person), leave(person)])
    expect(answers.map(({ status }) => status).filter((status) => status === 202).length).toBeGreaterThan(0)
    expect((await privacyOf(person)).account_deletion).toMatchObject({ status: 'scheduled' })
    expect((await mailsTo(bench, person.email))[0]?.subject).toMatch(/will be deleted$/)
    expect((await bench.call('/v1/profile/customer/restore', person.json({}))).status).toBe(200)
    expect((await mailsTo(bench, person.email))[0]?.subject).toMatch(/ stays$/)
    const again = await bench.call('/v1/profile/customer/restore', person.json({}))
    expect([again.status, await again.json()]).toMatchObject([200, { status: 'withdrawn' }])
    expect((await mailsTo(bench, person.email)).filter(({ subject }) => / stays$/.test(subject))).toHaveLength(1)
    bench.pass(15 * dayMs)
    await bench.tick()
    await logInAgain(person)
    expect((await bench.call('/v1/profile', { headers: person.headers })).status).toBe(200)
    expect((await leave(person)).status).toBe(202)
  })

  it('a deletion that was withdrawn before its mail was sent is not mailed', async () => {
    shop = await openShop(bench)
    const person = await shop.customer()
    const { deliver } = bench.env
    Object.assign(bench.env, { deliver: undefined })
    expect((await leave(person)).status).toBe(202)
    expect((await bench.call('/v1/profile/customer/restore', person.json({}))).status).toBe(200)
    Object.assign(bench.env, { deliver })
    await bench.tick()
    const subjects = (await mailsTo(bench, person.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => / stays$/.test(subject))).toHaveLength(1)
    expect(subjects.filter((subject) => /will be deleted$/.test(subject))).toEqual([])
  })

  it('P-03, S-10: no table has personal data 14 days after a deletion', async () => {
    const lines: string[] = []
    for (const name of ['log', 'warn', 'error'] as const)
      vi.spyOn(console, name).mockImplementation((line) => void lines.push(String(line)))
    const { person, mark, child, order } = await plantedFamily()
    const friend = await shop.customer()
    const shared = (await (
      await bench.call(
        '/v1/profile/attendees',
        person.json({ first_name: 'Shared', last_name: 'Child', relations: [{ relation: 'parent' }] }),
      )
    ).json()) as Attendee
    await bench.env.DB.prepare(
      `INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?, ?, 'grandparent', '["view"]', 0)`,
    )
      .bind(friend.identity.customer_id, shared.id)
      .run()
    await request(person)
    bench.pass(60 * dayMs)
    await logInAgain(person)
    expect(await placesOf(mark)).toEqual(expect.arrayContaining(['attendees.first_name', 'users.email']))
    expect(objectsOfBucket(bench).filter(({ name }) => name.startsWith('exports'))).not.toEqual([])
    const left = await leave(person)
    expect([left.status, await left.json()]).toMatchObject([202, { status: 'scheduled' }])
    bench.pass(14 * dayMs - 1)
    await bench.tick()
    expect((await placesOf(mark)).length).toBeGreaterThan(0)
    bench.pass(1)
    await bench.tick()

    expect(await placesOf(mark)).toEqual([])
    expect(await placesOf(person.email)).toEqual([])
    expect(objectsOfBucket(bench)).toEqual([])
    expect(lines.filter((line) => line.includes(mark))).toEqual([])
    expect(lines.filter((line) => line.includes('erasure_failed'))).toEqual([])
    const kept = await bench.env.DB.prepare('SELECT status, amount_paid, receipt_number FROM orders WHERE id = ?')
      .bind(order.order_id)
      .first()
    expect(kept).toMatchObject({ status: 'paid', receipt_number: expect.stringMatching(/^\d{4}-/) })
    const erased = await bench.env.DB.prepare('SELECT * FROM attendees WHERE id = ?').bind(child.id).first()
    expect(erased).toMatchObject({ first_name: 'Erased', health_card_sealed: null, date_of_birth: null })
    await friend.renew()
    const stays = await bench.call(`/v1/profile/attendees/${shared.id}`, { headers: friend.headers })
    expect(await stays.json()).toMatchObject({ first_name: 'Shared' })
    await person.renew().catch(() => {})
    expect((await bench.call('/v1/profile', { headers: person.headers })).status).toBeGreaterThanOrEqual(401)
    expect((await bench.call('/v1/login', post({ username: person.email, password: 'any password' }))).status).toBe(401)
  })

  it('P-03: a child of two parents is erased with the second parent', async () => {
    shop = await openShop(bench)
    const [first, second] = [await shop.customer(), await shop.customer()]
    const child = (await (
      await bench.call(
        '/v1/profile/attendees',
        first.json({ first_name: 'Shared', last_name: 'Child', relations: [{ relation: 'parent' }] }),
      )
    ).json()) as Attendee
    await bench.env.DB.prepare(
      `INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?, ?, 'parent', '["view","medical","manage"]', 0)`,
    )
      .bind(second.identity.customer_id, child.id)
      .run()
    const nameOf = async () =>
      (await bench.env.DB.prepare('SELECT first_name FROM attendees WHERE id = ?').bind(child.id).first())?.[
        'first_name'
      ]
    for (const [person, name] of [
      [first, 'Shared'],
      [second, 'Erased'],
    ] as [Person, string][]) {
      await logInAgain(person)
      expect((await leave(person)).status).toBe(202)
      bench.pass(14 * dayMs)
      await bench.tick()
      expect(await nameOf()).toBe(name)
    }
  })

  it('P-03: an own attendee is erased even when another adult sees it', async () => {
    shop = await openShop(bench)
    const [leaver, spouse] = [await shop.customer(), await shop.customer()]
    const mark = `zq${unique()}`
    const own = await makeAttendee(bench, leaver, { programId: shop.programId, relation: 'self', firstName: mark })
    const teen = await makeAttendee(bench, spouse, { programId: shop.programId, firstName: `${mark}teen` })
    const teenager = await shop.customer()
    bench.pass(1000)
    const relate = (person: Person, id: string, relation: string) =>
      bench.env.DB.prepare(
        `INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?, ?, ?, '["view","medical","manage"]', ?)`,
      )
        .bind(person.identity.customer_id, id, relation, bench.now())
        .run()
    await relate(spouse, own.attendee_id, 'spouse')
    await relate(teenager, teen.attendee_id, 'self')
    for (const person of [leaver, teenager]) {
      await logInAgain(person)
      expect((await leave(person)).status).toBe(202)
    }
    bench.pass(14 * dayMs)
    await bench.tick()
    await spouse.renew()
    const family = await (await bench.call('/v1/profile/attendees', { headers: spouse.headers })).json()
    expect((family as { data: Attendee[] }).data.map(({ first_name }) => first_name)).toEqual([`${mark}teen`])
    expect((await bench.call(`/v1/profile/attendees/${own.attendee_id}`, { headers: spouse.headers })).status).toBe(404)
    const row = await bench.env.DB.prepare('SELECT first_name FROM attendees WHERE id = ?')
      .bind(own.attendee_id)
      .first()
    expect(row).toEqual({ first_name: 'Erased' })
  })

  it('a booking made in the meantime postpones the erasure', async () => {
    shop = await openShop(bench)
    const person = await shop.customer()
    await leave(person)
    await shop.pay(person, await shop.cart(person))
    bench.pass(14 * dayMs)
    await bench.tick()
    await person.renew()
    expect((await privacyOf(person)).account_deletion).toMatchObject({ status: 'scheduled' })
  })
})

/** Tables with personal data, each erased above, and tables without personal data. */
const tablesOfPeople = [
  'account_balance_entries',
  'account_deletions',
  'answer_changes',
  'attendee_merges',
  'attendee_profiles',
  'attendees',
  'authorization_codes',
  'card_charge_consents',
  'card_setups',
  'customer_notes',
  'customer_profiles',
  'customers',
  'data_exports',
  'email_changes',
  'email_codes',
  'feedback',
  'file_uses',
  'files',
  'group_places',
  'health_reads',
  'invitations',
  'mailbox',
  'notification_settings',
  'notifications',
  'order_items',
  'orders',
  'receipts',
  'passkey_challenges',
  'passkeys',
  'payment_sources',
  'confirmed_devices',
  'conversations',
  'messages',
  'mail_reply_refusals',
  'payments',
  'push_subscriptions',
  'push_tests',
  'recoveries',
  'refresh_tokens',
  'refund_requests',
  'registrations',
  'relations',
  'sessions',
  'staff_members',
  'support_reports',
  'users',
  'waitlist_entries',
  'waiver_acceptances',
]

describe('the tables that an erasure covers', () => {
  it('every table that references a customer or a user is listed', async () => {
    const personal = /\b(?:customer_id|user_id|recipient|email|accepted_by_customer_id|reporter_email) TEXT/
    const tables = await bench.env.DB.prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'table'`).all<{
      name: string
      sql: string | null
    }>()
    const named = tables.results.filter(({ sql }) => personal.test(sql ?? ''))
    const idsAlone = ['account_balances', 'card_declines', 'discounts', 'programs', 'session_credits', 'memberships']
    // Names and address are deleted from this table once the mail was sent.
    const untilSent = ['program_invites']
    const ofSandbox = ['sandbox_intents', 'sandbox_setups', 'sandbox_sources']
    expect(
      named
        .map(({ name }) => name)
        .filter((name) => ![...tablesOfPeople, ...idsAlone, ...untilSent, ...ofSandbox].includes(name)),
    ).toEqual([])
  })
})

describe('where health data is stored and sent', () => {
  it('P-01, S-10: health data is in plain text only in the archive of a person who may see it', async () => {
    const lines: string[] = []
    for (const name of ['log', 'warn', 'error'] as const)
      vi.spyOn(console, name).mockImplementation((line) => void lines.push(String(line)))
    const { person, child, health } = await plantedFamily()
    const values = [
      /Allergic to (\w+)/.exec(health.medical_history)?.[1] ?? '',
      health.dietary_restrictions.slice(3),
      health.health_card_number,
    ]
    const [answered, written] = [`zq${unique()}`, `zq${unique()}`]
    const fields = [
      await makeQuestion(bench, shop.programId, { title: 'Allergies' }),
      await makeQuestion(bench, shop.programId, { title: 'Form of the doctor', type: 'file' }),
    ]
    const { event_id, option_ids } = await makeEvent(bench, {
      programId: shop.programId,
      questionIds: fields,
      startsAt: bench.now() + 50 * dayMs,
    })
    const sent = await bench.call('/v1/files', uploadOf(person, { bytes: pdf(written) }))
    const { id: file_id, url } = (await sent.json()) as { id: string; url: string }
    const place = { event_id, option_id: option_ids[0], customer_profile_id: person.profileId(shop.programId) }
    const booked = await bench.call(
      '/v1/profile/registrations',
      person.json({
        ...place,
        attendee_profile_id: child.profiles[0]?.id,
        form_response: {
          answers: [
            { field_id: fields[0], value: answered },
            { field_id: fields[1], value: file_id },
          ],
        },
      }),
    )
    expect([booked.status, await booked.json()]).toMatchObject([
      201,
      { form_response: { answers: [{ value: answered }, { value: file_id }] } },
    ])
    for (const value of [answered, written]) expect([value, await placesOf(value)]).toEqual([value, []])
    const opened = await openFile(clockContext(bench), { token: url.replace('/uploads/', '') })
    expect(Buffer.from(await new Response(opened.object.body).arrayBuffer())).toEqual(Buffer.from(pdf(written)))
    expect(opened.object.size).toBe(pdf(written).length)
    for (const value of values) expect([value, await placesOf(value)]).toEqual([value, []])

    const stranger = await shop.customer()
    const program = { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` }
    const read = async (path: string, headers: Record<string, string>) => (await bench.call(path, { headers })).text()
    const seen = [
      await read(`/v1/profile/attendees/${child.id}`, stranger.headers),
      await read('/v1/profile/attendees', person.headers),
      await read('/v1/profile/registrations', person.headers),
      await read('/v1/profile/orders?expand=items,registrations', person.headers),
      await read(`/v1/organiser/programs/${shop.programId}`, program),
      await read('/v1/profile/privacy', person.headers),
      ...lines,
    ].join('\n')
    for (const value of values) expect(seen).not.toContain(value)

    await request(person)
    const own = [...(await archiveOf(person)).values()].join('')
    for (const value of [...values, answered, written]) {
      expect(own).toContain(value)
      expect([value, await placesOf(value)]).toEqual([value, []])
    }
  })
})
