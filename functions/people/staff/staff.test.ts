import { beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '../../contract/limits.ts'
import type { StaffInvitation, StaffMember } from '../../contract/people/staff.ts'
import type { MachineClient } from '../../contract/people/machine-client.ts'
import type { List } from '../../contract/paging.ts'
import type { User } from '../../contract/people/account.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person, unique } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'
import { mailsTo, post } from '../../test-bench/sign-ups.ts'
import { makeStaff } from '../../test-bench/staff.ts'

let bench: Bench
let programId: string
let owner: Person
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
  owner = await makeStaff(bench, { programId, role: 'owner', firstName: 'Odile' })
})

const team = (rest = '', program = programId) => `/v1/organiser/programs/${program}/team${rest}`
const read = async <Body>(answer: Response | Promise<Response>) => (await (await answer).json()) as Body
const invite = (input: object = {}, by: { json: Person['json'] } = owner) =>
  bench.call(
    team(),
    by.json({ email: `sam${unique()}@example.com`, first_name: 'Sam', last_name: 'Tremblay', role: 'coach', ...input }),
  )
const put = (id: string, body: object, by = owner) => bench.call(team(`/${id}`), { ...by.json(body), method: 'PUT' })
const end = (id: string, by = owner) => bench.call(team(`/${id}`), { method: 'DELETE', headers: by.headers })
const codeTo = async (email: string) =>
  (await mailsTo(bench, email)).flatMap(({ text }) => /\/invitations\/([\w-]{43})/.exec(text)?.[1] ?? [])[0] ?? ''
const answer = (code: string, verb: 'accept' | 'decline', person?: Person) =>
  bench.call(`/v1/staff_invitations/${code}/${verb}`, person ? person.json({}) : post({}))

describe('an invitation to a team', () => {
  it('a client of the site invites the first owner, whose account then shows the team', async () => {
    const program = await makeProgram(bench)
    const person = await makeCustomer(bench)
    const sent = await bench.call(team('', program), {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify({
        ...{ email: person.email, first_name: 'Nadia', last_name: 'Roy', role: 'owner', title: 'Director' },
      }),
    })
    expect([sent.status, await sent.clone().json()]).toMatchObject([201, { status: 'invited', user_id: null }])
    const [mail] = await mailsTo(bench, person.email)
    expect(mail?.text).toMatch(/You’re invited to the team of [\s\S]*Your role will be: owner/)
    const me = () => read<User>(bench.call('/v1/profile', { headers: person.headers }))
    expect((await me()).pending_invite).toMatchObject({ object: 'staff_invitation', role: 'owner', invited_by: null })

    expect(await (await answer(await codeTo(person.email), 'accept', person)).json()).toMatchObject({
      status: 'active',
    })
    expect(await me()).toMatchObject({ title: 'Director', program, pending_invite: null, is_admin: false })
    const listed = await read<List<StaffMember>>(bench.call(team('', program), { headers: person.headers }))
    expect(listed.data).toMatchObject([{ role: 'owner', status: 'active', user_id: person.identity.user_id }])
  })

  it('only the confirmed account of its email accepts it, once', async () => {
    const person = await makeCustomer(bench, { verified: false })
    await invite({ email: person.email })
    const code = await codeTo(person.email)
    expect(await read(answer(code, 'accept'))).toMatchObject({ type: 'not_authenticated' })
    expect(await read(answer(code, 'accept', owner))).toMatchObject({ code: 403, param: 'email' })
    expect(await read(answer(code, 'accept', person))).toMatchObject({ type: 'email_not_verified' })
    await bench.env.DB.prepare('UPDATE users SET is_email_verified = 1 WHERE id = ?')
      .bind(person.identity.user_id)
      .run()
    const answers = await Promise.all([1, 2, 3].map(() => answer(code, 'accept', person)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await read(answer(code, 'decline'))).toMatchObject({ code: 409 })
    expect((await bench.call('/v1/staff_invitations/made-up')).status).toBe(404)
  })

  it('an invitation expires after ten days, and a new mail makes the former link invalid', async () => {
    const person = await makeCustomer(bench)
    const { id } = await read<StaffMember>(invite({ email: person.email }))
    const first = await codeTo(person.email)
    bench.pass(10 * dayMs + 1)
    await Promise.all([owner.renew(), person.renew()])
    expect(await read(answer(first, 'accept', person))).toMatchObject({ type: 'link_expired' })
    expect(
      (await read<List<StaffMember>>(bench.call(team('?status=expired'), { headers: owner.headers }))).data,
    ).toEqual([expect.objectContaining({ id, status: 'expired' })])
    expect(await read(bench.call(team(`/${id}/resend`), owner.json({})))).toMatchObject({ status: 'invited' })
    const second = await codeTo(person.email)
    expect([second === first, (await answer(first, 'accept', person)).status]).toEqual([false, 404])
    expect((await answer(second, 'decline')).status).toBe(200)
    expect(await read<StaffInvitation>(answer(second, 'decline'))).toMatchObject({ status: 'revoked' })
    expect((await answer(second, 'accept', person)).status).toBe(409)
  })

  it('a former member is invited again in the same row, and an active one is not', async () => {
    const coach = await makeStaff(bench, { programId, role: 'coach' })
    expect(await read(invite({ email: coach.email }))).toMatchObject({ code: 409, param: 'email' })
    expect(await read(end(coach.staff_id))).toMatchObject({ status: 'ended' })
    expect(await read(invite({ email: coach.email.toUpperCase() }))).toMatchObject({
      ...{ id: coach.staff_id, status: 'invited', user_id: null, ended_at: null },
    })
  })

  it.each([
    ['en', 'This person is already invited.', 'This person is already in the team.'],
    ['fr', 'Cette personne est déjà invitée.', 'Cette personne fait déjà partie de l’équipe.'],
  ])('a repeated invitation in %s is refused with what to do instead', async (language, invited, active) => {
    const person = await makeCustomer(bench, { isConfirmed: true })
    const { json, headers } = owner
    const again = async () => {
      const by = {
        json: (body: unknown) => ({
          ...json(body),
          headers: { ...headers, ...json(body).headers, 'Accept-Language': language },
        }),
      }
      return read<{ code: number; message: string }>(invite({ email: person.email.toUpperCase() }, by as never))
    }
    expect((await invite({ email: person.email })).status).toBe(201)
    const [first, second] = [await again(), await again()]
    expect([first.code, first.message]).toEqual([409, expect.stringContaining(invited)])
    expect(second.message).toBe(first.message)
    await answer(await codeTo(person.email), 'accept', person)
    expect((await again()).message).toContain(active)
    expect(await mailsTo(bench, person.email)).toHaveLength(1)
  })

  it('an event of another program is not found', async () => {
    const elsewhere = await makeEvent(bench, { programId: await makeProgram(bench) })
    const { event_id } = await makeEvent(bench, { programId })
    expect(await read(invite({ event_ids: [event_id, elsewhere.event_id] }))).toMatchObject({
      ...{ code: 404, param: 'event_ids[1]' },
    })
    expect((await invite({ event_ids: [event_id] })).status).toBe(201)
  })
})

describe('a member of a team', () => {
  it('an ended member is refused with their next request', async () => {
    const manager = await makeStaff(bench, { programId, role: 'manager' })
    const settings = () => bench.call(`/v1/organiser/programs/${programId}/settings`, { headers: manager.headers })
    expect((await settings()).status).toBe(200)
    await end(manager.staff_id)
    expect(await read(settings())).toMatchObject({ code: 404, type: 'not_found' })
  })

  it('a logged-out member is refused', async () => {
    const manager = await makeStaff(bench, { programId, role: 'manager' })
    await bench.env.DB.prepare('UPDATE sessions SET ended_at = 1 WHERE id = ?').bind(manager.identity.session_id).run()
    expect(
      (await bench.call(`/v1/organiser/programs/${programId}/settings`, { headers: manager.headers })).status,
    ).toBe(401)
  })

  it('a link to a roster ends with the place of its maker in the team', async () => {
    const { event_id } = await makeEvent(bench, { programId })
    const [own] = (
      await bench.env.DB.prepare('SELECT key FROM events WHERE id = ?').bind(event_id).all<{ key: string }>()
    ).results
    const coach = await makeStaff(bench, { programId, role: 'coach', event_ids: [event_id] })
    const make = (body: object) => bench.call(`/v1/organiser/programs/${programId}/roster_links`, coach.json(body))
    expect(await read(make({}))).toMatchObject({ type: 'not_allowed' })
    const { url } = await read<{ url: string }>(make({ event: own?.key }))
    const open = () => bench.call(`/v1/roster?program_id=${programId}&token=${new URL(url).searchParams.get('token')}`)
    expect((await open()).status).toBe(200)
    await end(coach.staff_id)
    expect(await read(open())).toMatchObject({ type: 'link_expired' })
  })

  it('the last owner keeps their role until there is another owner', async () => {
    const program = await makeProgram(bench)
    const first = await makeStaff(bench, { programId: program, role: 'owner' })
    const second = await makeStaff(bench, { programId: program, role: 'manager' })
    const of = (id: string, init: RequestInit, by = first) =>
      bench.call(team(`/${id}`, program), { headers: by.headers, ...init })
    const change = (id: string, role: string) => of(id, { ...first.json({ role }), method: 'PUT' })
    expect(await read(change(first.staff_id, 'manager'))).toMatchObject({ code: 409, type: 'last_owner' })
    expect(await read(of(first.staff_id, { method: 'DELETE' }))).toMatchObject({ type: 'last_owner' })
    expect((await change(second.staff_id, 'owner')).status).toBe(200)
    expect((await change(first.staff_id, 'coach')).status).toBe(200)
    expect(await read(of(second.staff_id, { method: 'DELETE' }, second))).toMatchObject({ type: 'last_owner' })
  })

  it('every change has a history row with its author', async () => {
    const { id } = await read<StaffMember>(invite())
    await put(id, { role: 'nurse' })
    await end(id)
    const { results } = await bench.env.DB.prepare(
      `SELECT h.from_status, h.to_status, h.reason, s.first_name FROM status_history AS h
        LEFT JOIN staff_members AS s ON s.id = h.actor_id WHERE h.object = 'staff_member' AND h.object_id = ? ORDER BY h.step`,
    )
      .bind(id)
      .all()
    expect(results.map((row) => Object.values(row))).toEqual([
      [null, 'invited', 'coach', 'Odile'],
      ['invited', 'invited', 'nurse', 'Odile'],
      ['invited', 'revoked', null, 'Odile'],
    ])
  })

  it('a person who runs the site sees every program and changes only contracts', async () => {
    const admin = await makeCustomer(bench, { isConfirmed: true })
    const of = (path: string, init: RequestInit = {}) =>
      bench.call(`/v1/organiser/${path}`, { headers: admin.headers, ...init })
    expect((await of('support_reports')).status).toBe(404)
    const made = await bench.call('/v1/organiser/admins', {
      ...{ method: 'POST', headers: organiserHeaders, body: JSON.stringify({ email: admin.email }) },
    })
    expect(await read(made)).toMatchObject({ is_admin: true })
    expect([(await of('support_reports')).status, (await of(`programs/${programId}/settings`)).status]).toEqual([
      200, 200,
    ])
    const change = (path: string, body: object) =>
      of(`programs/${programId}/${path}`, { ...admin.json(body), method: 'PUT' })
    expect(await read(change('settings', { name: 'Other' }))).toMatchObject({ type: 'not_allowed' })
    expect((await change('billing', { products: [{ name: 'Season plan', quantity: 1 }] })).status).toBe(200)
  })
})

describe('a client of the API that an owner made', () => {
  const clients = (rest = '') => `/v1/organiser/programs/${programId}/clients${rest}`
  const basic = (id: string, secret: string | null) => ({
    headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
  })

  it('it acts for its program with the secret that is shown once, until it is revoked', async () => {
    const { id, secret } = await read<MachineClient>(bench.call(clients(), owner.json({ name: 'Club' })))
    const settings = (program: string, by = secret) =>
      bench.call(`/v1/organiser/programs/${program}/settings`, basic(id, by))
    const elsewhere = await makeProgram(bench)
    expect([(await settings(programId)).status, (await settings(elsewhere)).status]).toEqual([200, 404])
    expect((await settings(programId, 'a guess of the secret')).status).toBe(401)
    expect((await read<List<MachineClient>>(bench.call(clients(), { headers: owner.headers }))).data).toMatchObject([
      { id, secret: null, name: 'Club', revoked_at: null, last_used_at: expect.any(String) },
    ])
    expect(await read(bench.call(team(), basic(id, secret)))).toMatchObject({ type: 'not_allowed' })
    const rows = await bench.env.DB.prepare('SELECT * FROM machine_clients').all()
    expect(JSON.stringify(rows.results)).not.toContain(secret)
    await bench.call(clients(`/${id}`), { method: 'DELETE', headers: owner.headers })
    expect((await settings(programId)).status).toBe(401)
  })
})
