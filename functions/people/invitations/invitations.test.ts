import { dayMs } from '../../contract/limits.ts'
import { transitions } from '../../contract/states/invitation-states.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../contract/people/account.ts'
import { rights } from '../../contract/people/attendee.ts'
import type {
  AttendeeBooking,
  AttendeeMember,
  Invitation,
  ReceivedInvitation,
} from '../../contract/people/invitation.ts'
import type { List } from '../../contract/paging.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person, unique } from '../../test-bench/people.ts'
import { makePlace } from '../../test-bench/places.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'
import { mailsTo, post, signupBody } from '../../test-bench/sign-ups.ts'
import { invitedRights, ownLogInFault } from './invitation-rules.ts'

let bench: Bench
let programId: string
let nadia: Person
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
  nadia = await makeCustomer(bench, { programIds: [programId] })
})

const child = async (firstName = 'Maya', bornOn: string | null = '2018-03-03') =>
  makeAttendee(bench, nadia, { programId, firstName, bornOn })
const get = async <Body>(person: Person, path: string) =>
  (await (await bench.call(path, { headers: person.headers })).json()) as Body
const send = (input: object, person = nadia) =>
  bench.call(
    '/v1/profile/invitations',
    person.json({ program_id: programId, first_name: 'Daniel', last_name: 'Okafor', relation: 'parent', ...input }),
  )
const codeTo = async (email: string) =>
  (await mailsTo(bench, email)).flatMap(({ text }) => /\/invitations\/([\w-]{43})/.exec(text)?.[1] ?? [])[0] ?? ''
const show = async (code: string) =>
  (await (await bench.call(`/v1/invitations/${code}/accept`)).json()) as ReceivedInvitation
const answer = (code: string, verb: 'accept' | 'decline', person?: Person) =>
  bench.call(`/v1/invitations/${code}/${verb}`, person ? person.json({}) : post({}))
const members = async (id: string, person = nadia) =>
  (await get<List<AttendeeMember>>(person, `/v1/profile/attendees/${id}/members`)).data

/** A customer who was invited to look after a child. */
async function invited(input: { rights?: string[]; verified?: boolean; ids?: string[]; relation?: string } = {}) {
  const daniel = await makeCustomer(bench, { firstName: 'Daniel', verified: input.verified ?? true })
  const ids = input.ids ?? [(await child()).attendee_id]
  const made = await send({
    attendee_ids: ids,
    email: daniel.email,
    rights: input.rights ?? ['register', 'pay'],
    ...(input.relation ? { relation: input.relation } : {}),
  })
  expect(made.status, await made.clone().text()).toBe(201)
  return { daniel, ids, invitation: (await made.json()) as Invitation, code: await codeTo(daniel.email) }
}

describe('the rules of an invitation', () => {
  it('an answered invitation can only be revoked, and only if it was accepted', () => {
    const reached = new Set(Object.values(transitions).flat())
    expect(reached).toEqual(new Set(['accepted', 'declined', 'expired', 'revoked']))
    for (const state of reached) expect(transitions[state]).toEqual(state === 'accepted' ? ['revoked'] : [])
  })

  it.each([
    [['register'], rights, ['view', 'register']],
    [[], ['view'], ['view']],
    [['medical'], ['view', 'manage'], null],
  ] as const)('a request for the rights %j by an inviter with the rights %j grants %j', (requested, own, result) =>
    expect(invitedRights(requested, own)).toEqual(result),
  )

  it.each([
    ['self', ['2013-07-12'], null],
    ['self', ['2013-07-13'], 'attendee_too_young'],
    ['self', [null], 'attendee_dob_required'],
    ['self', ['2010-01-01', '2010-01-01'], 'invalid_option'],
    ['parent', ['2020-01-01'], null],
  ] as const)('the error of an invitation as %s for people born on %j is %s', (relation, born, fault) => {
    const people = born.map((date_of_birth) => ({ date_of_birth }))
    expect(ownLogInFault(relation, people, '2027-07-12')).toBe(fault)
  })
})

describe('an invitation', () => {
  it('an accepted invitation shows both adults the bookings', async () => {
    const maya = await child()
    const { daniel, code, invitation } = await invited({ ids: [maya.attendee_id] })
    expect(invitation).toMatchObject({ status: 'pending', rights: ['view', 'register', 'pay'], invite_code: null })
    expect((await get<User>(daniel, '/v1/profile')).pending_invite?.id).toBe(invitation.id)
    const received = { status: 'pending', invited_by: 'Nadia Roy', attendees: ['Maya'], relation: 'parent' }
    expect(await show(code)).toMatchObject(received)
    expect(await show(code)).toMatchObject(received)
    expect((await bench.call(`/v1/profile/attendees/${maya.attendee_id}`, { headers: daniel.headers })).status).toBe(
      404,
    )

    const { event_id, option_ids } = await makeEvent(bench, { programId })
    const place = { programId, event_id, option_id: option_ids[0], ...maya, status: 'confirmed' as const }
    await makePlace(bench, nadia, place)
    // Adults are listed in the order in which they joined.
    bench.pass(1000)
    expect(await (await answer(code, 'accept', daniel)).json()).toMatchObject({ status: 'accepted' })
    const again = await answer(code, 'accept', daniel)
    expect([again.status, (await get<User>(daniel, '/v1/profile')).pending_invite]).toEqual([200, null])
    expect((await members(maya.attendee_id)).map(({ first_name, is_caller }) => [first_name, is_caller])).toEqual([
      ['Nadia', true],
      ['Daniel', false],
    ])
    const path = `/v1/profile/attendees/${maya.attendee_id}/bookings`
    const [theirs, hers] = [
      await get<List<AttendeeBooking>>(daniel, path),
      await get<List<AttendeeBooking>>(nadia, path),
    ]
    expect(theirs.data).toMatchObject([{ title: 'Canoe Week', booked_by: 'Nadia Roy', is_mine: false }])
    expect(hers.data).toMatchObject([{ is_mine: true }])
    const { starts_at = '', ends_at = '' } = hers.data[0] ?? {}
    const found = async (query: string) => (await get<List<unknown>>(nadia, `${path}?${query}`)).total
    expect([
      await found(`program_id=${programId}&event_ends_gt=${new Date(Date.parse(ends_at) - 1).toISOString()}`),
      await found(`event_ends_gt=${ends_at}`),
      await found(`event_scheduled_lt=${starts_at}`),
      await found('program_id=elsewhere'),
    ]).toEqual([1, 0, 0, 0])
    expect((await get<List<unknown>>(daniel, '/v1/profile/registrations')).total).toBe(0)
    const [accepted] = await mailsTo(bench, nadia.email)
    expect(accepted?.subject).toMatch(/was accepted$/)
    expect(accepted?.text).toMatch(/Daniel can now see \w+’s bookings\./)

    const other = await makeEvent(bench, { programId, startsAt: bench.now() + 60 * dayMs })
    const [profile] = (
      await bench.env.DB.prepare('SELECT id FROM customer_profiles WHERE customer_id = ?1')
        .bind(daniel.identity.customer_id)
        .all<{ id: string }>()
    ).results
    const booked = await bench.call(
      '/v1/profile/registrations',
      daniel.json({
        event_id: other.event_id,
        option_id: other.option_ids[0],
        customer_profile_id: profile?.id,
        attendee_profile_id: maya.attendee_profile_id,
      }),
    )
    expect(booked.status, await booked.clone().text()).toBe(201)
  })

  it('E-04: an invitation needs the confirmed email that it was sent to', async () => {
    const { daniel, code, ids } = await invited({ verified: false })
    const other = await makeCustomer(bench)
    expect(await (await answer(code, 'accept', other)).json()).toMatchObject({ code: 403, param: 'email' })
    expect(await (await answer(code, 'accept', daniel)).json()).toMatchObject({ type: 'email_not_verified' })
    expect(await (await answer(code, 'accept')).json()).toMatchObject({ type: 'not_authenticated' })
    for (const guess of [`${code.slice(0, -1)}_`, 'x', code.toUpperCase()])
      expect((await bench.call(`/v1/invitations/${guess}/accept`)).status).toBe(404)
    const rows = await bench.env.DB.prepare('SELECT * FROM invitations').all()
    const outbox = await bench.env.DB.prepare("SELECT * FROM outbox WHERE kind LIKE '%invitation%'").all()
    expect(JSON.stringify([rows.results, outbox.results.map(({ body }) => body)])).not.toContain(code)
    await bench.env.DB.prepare('UPDATE users SET is_email_verified = 1 WHERE id = ?1')
      .bind(daniel.identity.user_id)
      .run()
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(code, 'accept', daniel)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await members(ids[0] ?? '')).toHaveLength(2)
    expect(await (await answer(code, 'decline')).json()).toMatchObject({ code: 409, param: 'accepted' })
  })

  it('E-04: one of a concurrent acceptance and refusal succeeds', async () => {
    const { daniel, code, ids } = await invited()
    const answers = await Promise.all([answer(code, 'accept', daniel), answer(code, 'decline')])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { status } = await show(code)
    expect(await members(ids[0] ?? '')).toHaveLength(status === 'accepted' ? 2 : 1)
  })

  it('E-02: the mail names its sender and the child, and says nothing that the sender typed for it', async () => {
    const ids = [(await child('Zaphodine')).attendee_id]
    const email = `stranger${unique()}@example.com`
    await send({ attendee_ids: ids, email, first_name: 'Buy', last_name: 'Pills' })
    const [mail] = await mailsTo(bench, email)
    expect(mail?.subject).toMatch(/^Nadia Roy invited you to /)
    expect(mail?.text).toMatch(/Nadia Roy invited you to help look after Zaphodine at /)
    expect(JSON.stringify(mail)).not.toMatch(/Buy|Pills/)
    const bad = await send({ attendee_ids: ids, email, first_name: 'http://evil.example' })
    expect(await bad.json()).toMatchObject({ code: 400, param: 'first_name' })
  })

  it('an invitation can be declined, withdrawn and replaced, and expires after ten days', async () => {
    const declined = await invited()
    expect(await (await answer(declined.code, 'decline')).json()).toMatchObject({ status: 'declined', attendees: [] })
    expect((await answer(declined.code, 'decline')).status).toBe(200)
    expect(await (await answer(declined.code, 'accept', declined.daniel)).json()).toMatchObject({ param: 'declined' })

    const revoked = await invited()
    const path = `/v1/profile/invitations/${revoked.invitation.id}/revoke`
    expect((await bench.call(path, declined.daniel.json({}))).status).toBe(404)
    expect(await (await bench.call(path, nadia.json({}))).json()).toMatchObject({ status: 'revoked' })
    expect(await (await answer(revoked.code, 'accept', revoked.daniel)).json()).toMatchObject({ param: 'revoked' })
    await send({ attendee_ids: revoked.ids, email: revoked.daniel.email })
    bench.pass(1)
    const replaced = await codeTo(revoked.daniel.email)
    await send({ attendee_ids: revoked.ids, email: revoked.daniel.email })
    expect([(await show(replaced)).status, await codeTo(revoked.daniel.email)]).toEqual([
      'revoked',
      expect.not.stringContaining(replaced),
    ])

    const late = await invited()
    bench.pass(10 * dayMs + 1)
    await Promise.all([nadia.renew(), late.daniel.renew()])
    expect((await show(late.code)).status).toBe('expired')
    expect((await answer(late.code, 'accept', late.daniel)).status).toBe(410)
    const list = await get<List<Invitation>>(nadia, `/v1/profile/invitations?attendee_id=${late.ids[0]}`)
    expect(list.data).toMatchObject([{ status: 'expired' }])
  })

  it('an invitation ends when the inviter no longer manages the person', async () => {
    const [kept, gone] = [await child(), await child()]
    const { daniel, code } = await invited({ ids: [gone.attendee_id] })
    const body = { merge_from: gone.attendee_id, merge_into: kept.attendee_id }
    await bench.call(`/v1/profile/attendees/${kept.attendee_id}/merge`, { ...nadia.json(body), method: 'PUT' })
    expect((await answer(code, 'accept', daniel)).status).toBe(200)
    expect(await members(kept.attendee_id)).toHaveLength(2)
    const orphan = await invited()
    await bench.env.DB.prepare('UPDATE users SET is_active = 0 WHERE id = ?1').bind(nadia.identity.user_id).run()
    expect(await show(orphan.code)).toMatchObject({ status: 'revoked', attendees: [] })
    await bench.env.DB.prepare('UPDATE users SET is_active = 1 WHERE id = ?1').bind(nadia.identity.user_id).run()
  })

  it.each(['pending', 'accepted'])(
    'the page of a %s invitation names no child after its sender was removed',
    async (status) => {
      const { daniel, ids, code } = await invited()
      if (status === 'accepted') expect((await answer(code, 'accept', daniel)).status).toBe(200)
      expect((await show(code)).attendees).toEqual(['Maya'])
      const [id = ''] = ids
      const grandmother = await makeCustomer(bench)
      const run = (statement: string, ...values: string[]) =>
        bench.env.DB.prepare(statement)
          .bind(...values)
          .run()
      await run(
        `INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?, ?, 'legal_guardian', '["view","manage"]', 1)`,
        grandmother.identity.customer_id,
        id,
      )
      const path = `/v1/profile/attendees/${id}/members/${nadia.identity.customer_id}`
      expect((await bench.call(path, { ...grandmother.json({}), method: 'DELETE' })).status).toBe(200)
      expect(await show(code)).toMatchObject({ attendees: [], status: status === 'pending' ? 'revoked' : 'accepted' })
    },
  )

  it('an invitation grants no right that its sender has lost', async () => {
    const { daniel, ids, code } = await invited({ rights: ['register', 'medical'] })
    const setRights = (list: string) =>
      bench.env.DB.prepare('UPDATE relations SET rights = ?1 WHERE customer_id = ?2 AND attendee_id = ?3')
        .bind(list, nadia.identity.customer_id, ids[0] ?? '')
        .run()
    await setRights('["view","register","manage"]')
    expect(await (await answer(code, 'accept', daniel)).json()).toMatchObject({ param: 'revoked' })
    await setRights('["view","register","medical","manage"]')
    expect((await answer(code, 'accept', daniel)).status).toBe(200)
  })

  it('an adult keeps only the invited rights, even after changing their own relation', async () => {
    const { daniel, ids, code } = await invited({ rights: ['manage'], relation: 'friend' })
    await answer(code, 'accept', daniel)
    const path = `/v1/profile/attendees/${ids[0]}`
    const call = (relation: string) =>
      bench.call(path, { ...daniel.json({ relations: [{ relation }] }), method: 'PUT' })
    expect((await call('parent')).status).toBe(403)
    expect((await call('caregiver')).status).toBe(200)
    const [own] = (await members(ids[0] ?? '')).filter(({ customer_id }) => customer_id === daniel.identity.customer_id)
    expect([own?.relation, own?.rights]).toEqual(['caregiver', ['view']])
  })

  it('E-04: no code is stored in plain text, even after a call with an Idempotency-Key', async () => {
    const { daniel, code } = await invited()
    const accept = () =>
      bench.call(`/v1/invitations/${code}/accept`, daniel.json({}, { 'Idempotency-Key': `accept-${code.slice(0, 8)}` }))
    expect((await accept()).status).toBe(200)
    expect((await accept()).headers.get('Idempotency-Replayed')).toBe('true')
    const { results } = await bench.env.DB.prepare('SELECT * FROM idempotency_keys').all()
    expect(results.length).toBeGreaterThan(0)
    expect(JSON.stringify(results)).not.toContain(code)
  })

  it('an invitation cannot grant more than the inviter’s own rights', async () => {
    const { attendee_id } = await child()
    const seen = await makeAttendee(bench, nadia, { programId, rights: ['view', 'manage'] })
    const daniel = await makeCustomer(bench)
    const unverified = await makeCustomer(bench, { verified: false })
    const own = await makeAttendee(bench, unverified, { programId })
    const to = (email: string, ids = [attendee_id]) => ({ attendee_ids: ids, email })
    expect((await send(to('a@example.com'), daniel)).status).toBe(404)
    expect(await (await send(to(nadia.email))).json()).toMatchObject({ code: 400, param: 'email' })
    const medical = await send({ ...to('a@example.com', [seen.attendee_id]), rights: ['medical'] })
    expect(await medical.json()).toMatchObject({ code: 400, param: 'rights' })
    expect((await send(to('a@example.com', [own.attendee_id]), unverified)).status).toBe(403)
    expect((await send({ ...to('a@example.com'), relation: 'self' })).status).toBe(422)
    const bob = await makeCustomer(bench, { programIds: [programId] })
    const bobs = (await makeAttendee(bench, bob, { programId })).attendee_id
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => send(to(`many${index}@example.com`, [bobs]), bob)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  it("a child of 14 can get a log-in and becomes that account's own attendee", async () => {
    const teen = await child('Lou', '2010-05-05')
    const email = `teen${unique()}@example.com`
    expect((await send({ ...{ attendee_ids: [teen.attendee_id], email }, relation: 'self' })).status).toBe(201)
    const code = await codeTo(email)
    const user = (await (await bench.call('/v1/signup', post(signupBody({ email })))).json()) as {
      id: string
      access_token: string
    }
    await bench.env.DB.prepare('UPDATE users SET is_email_verified = 1 WHERE id = ?1').bind(user.id).run()
    const headers = { Authorization: `Bearer ${user.access_token}`, 'Content-Type': 'application/json' }
    const accepted = await bench.call(`/v1/invitations/${code}/accept`, { method: 'POST', headers, body: '{}' })
    expect(accepted.status, await accepted.clone().text()).toBe(200)
    const family = (await (await bench.call('/v1/profile/attendees', { headers })).json()) as List<{ id: string }>
    expect(family.data.map(({ id }) => id)).toEqual([teen.attendee_id])
    const adult = await invited({ ids: [teen.attendee_id] })
    await makeAttendee(bench, adult.daniel, { programId, relation: 'self' })
    expect((await members(teen.attendee_id)).map(({ relation }) => relation).sort()).toEqual(['parent', 'self'])
  })
})

describe('the adults of a child', () => {
  it('the last manager of a child can neither leave nor be removed', async () => {
    const { daniel, code, ids } = await invited()
    await answer(code, 'accept', daniel)
    const path = (person: Person) => `/v1/profile/attendees/${ids[0]}/members/${person.identity.customer_id}`
    const call = (person: Person, method: string, whom: Person, body?: object) =>
      bench.call(path(whom), { ...person.json(body ?? {}), method, ...(body ? {} : { body: null }) })
    const changed = await call(nadia, 'PUT', daniel, { rights: ['pickup'] })
    expect(await changed.json()).toMatchObject({ rights: ['view', 'pickup'] })
    expect((await call(daniel, 'PUT', nadia, { rights: [] })).status).toBe(403)
    expect((await call(daniel, 'DELETE', nadia)).status).toBe(403)
    expect((await call(nadia, 'PUT', nadia, { rights: [] })).status).toBe(400)
    expect(await (await call(nadia, 'DELETE', nadia)).json()).toMatchObject({ code: 409, param: 'last_manager' })
    expect(await (await call(daniel, 'DELETE', daniel)).json()).toMatchObject({ rights: [] })
    expect((await call(nadia, 'DELETE', daniel)).status).toBe(404)
    expect(await members(ids[0] ?? '')).toHaveLength(1)
  })

  it('one of two managers who remove each other at once stays', async () => {
    const remove = (person: Person, id: string, whom: Person) =>
      bench.call(`/v1/profile/attendees/${id}/members/${whom.identity.customer_id}`, {
        ...person.json({}),
        method: 'DELETE',
        body: null,
      })
    const managers = async (id: string) =>
      (
        await bench.env.DB.prepare(
          "SELECT count(*) AS n FROM relations AS r JOIN customers AS c ON c.id = r.customer_id JOIN users AS u ON u.id = c.user_id WHERE r.attendee_id = ?1 AND u.is_active = 1 AND r.rights LIKE '%manage%'",
        )
          .bind(id)
          .first<{ n: number }>()
      )?.n
    for (let round = 0; round < 6; round += 1) {
      const { daniel, code, ids } = await invited({ rights: ['manage'] })
      const id = ids[0] ?? ''
      await answer(code, 'accept', daniel)
      const leaves = round % 2 === 0
      const answers = await Promise.all([
        remove(nadia, id, leaves ? nadia : daniel),
        remove(daniel, id, leaves ? daniel : nadia),
      ])
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
      expect(await managers(id)).toBe(1)
    }

    const { daniel, code, ids } = await invited({ rights: ['manage'] })
    await answer(code, 'accept', daniel)
    await bench.env.DB.prepare('UPDATE users SET is_active = 0 WHERE id = ?').bind(daniel.identity.user_id).run()
    expect((await remove(nadia, ids[0] ?? '', nadia)).status).toBe(409)
    const drop = bench.env.DB.prepare('DELETE FROM relations WHERE attendee_id = ? AND customer_id = ?')
    await expect(drop.bind(ids[0], nadia.identity.customer_id).run()).rejects.toThrow(/last_manager/)
  })

  it('a child with a log-in keeps an adult who manages them', async () => {
    const teen = await child('Lou', '2011-05-05')
    const lou = await makeCustomer(bench)
    await bench.env.DB.prepare(
      `INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?, ?, 'self', '["view","manage"]', 0)`,
    )
      .bind(lou.identity.customer_id, teen.attendee_id)
      .run()
    const path = `/v1/profile/attendees/${teen.attendee_id}/members/${nadia.identity.customer_id}`
    const left = await bench.call(path, { ...nadia.json({}), method: 'DELETE', body: null })
    expect(await left.json()).toMatchObject({ code: 409, param: 'last_manager' })
  })
})
