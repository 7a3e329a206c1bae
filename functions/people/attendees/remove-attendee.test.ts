import { dayMs } from '../../contract/limits.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Attendee, ProgramAttendeeProfile } from '../../contract/people/attendee.ts'
import { programAttendeeStatuses, mayTransition, transitions } from '../../contract/states/attendee-states.ts'
import type { List } from '../../contract/paging.ts'
import { database } from '../../platform/database/database.ts'
import {
  answerChanges,
  attendeeProfiles,
  attendees,
  files,
  fileUses,
  healthReads,
  questions,
  registrations,
  relations,
} from '../../platform/database/tables.ts'
import { statusHistory } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person, unique } from '../../test-bench/people.ts'
import { makePlace } from '../../test-bench/places.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'
import { pdf, uploadOf } from '../../test-bench/uploads.ts'

let bench: Bench
let programId: string
let ada: Person
let event: { event_id: string; option_id: string }

beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
  ada = await makeCustomer(bench, { programIds: [programId] })
  const made = await makeEvent(bench, { programId })
  event = { event_id: made.event_id, option_id: made.option_ids[0] }
})

const db = () => database(bench.env.DB)
const remove = (person: Person, id: string) =>
  bench.call(`/v1/profile/attendees/${id}`, { method: 'DELETE', headers: person.headers })
const restore = (person: Person, id: string) =>
  bench.call(`/v1/profile/attendees/${id}/restore`, { method: 'POST', headers: person.headers })
const disconnect = (person: Person, profileId: string, program = programId) =>
  bench.call(`/v1/profile/programs/${program}/attendees/${profileId}/disconnect`, person.json(undefined))
const connect = (person: Person, attendee_id: string) =>
  bench.call(`/v1/profile/programs/${programId}/attendees`, person.json({ attendee_id }))
const family = async (person: Person, query = '') =>
  ((await (await bench.call(`/v1/profile/attendees${query}`, { headers: person.headers })).json()) as List<Attendee>)
    .data
const typeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { type: string }).type]
const profileRow = async (id: string) =>
  (await db().select().from(attendeeProfiles).where(eq(attendeeProfiles.id, id)))[0]
const makeChild = () => makeAttendee(bench, ada, { programId })
type Child = Awaited<ReturnType<typeof makeChild>>
const book = (
  child: Child,
  status: 'confirmed' | 'cancelled' | 'pending' | 'attended' | 'waitlisted',
  heldMinutes = 15,
) => makePlace(bench, ada, { programId, ...event, ...child, status, heldMinutes })
const shareWith = async (person: Person, child: Child) =>
  db()
    .insert(relations)
    .values({
      customer_id: person.identity.customer_id,
      attendee_id: child.attendee_id,
      relation: 'parent',
      rights: ['view', 'register', 'pay', 'medical', 'pickup', 'manage'],
      created: bench.now(),
    })

describe('the states of a person in a program', () => {
  it('every state of a person in a program can be left again', () => {
    const reachable = new Set(Object.values(transitions).flat())
    expect([...reachable].sort()).toEqual([...programAttendeeStatuses].sort())
    expect(mayTransition('disconnected', 'archived')).toBe(false)
    expect(Object.values<readonly string[]>(transitions).every((moves) => moves.length > 0)).toBe(true)
  })
})

describe('DELETE attendees/{attendee_id}', () => {
  it('removing a person without records erases every row', async () => {
    const child = await makeChild()
    await bench.call(`/v1/profile/attendees/${child.attendee_id}`, { headers: ada.headers })
    const answer = await remove(ada, child.attendee_id)
    expect(await answer.json()).toEqual({ id: child.attendee_id, object: 'removed_attendee', result: 'erased' })
    const counts = await Promise.all([
      db().select().from(attendees).where(eq(attendees.id, child.attendee_id)),
      db().select().from(relations).where(eq(relations.attendee_id, child.attendee_id)),
      db().select().from(attendeeProfiles).where(eq(attendeeProfiles.attendee_id, child.attendee_id)),
      db().select().from(healthReads).where(eq(healthReads.attendee_id, child.attendee_id)),
    ])
    expect(counts.map(({ length }) => length)).toEqual([0, 0, 0, 0])
    expect((await remove(ada, child.attendee_id)).status).toBe(404)
  })

  it('removing a person with past records archives them', async () => {
    const child = await makeChild()
    await book(child, 'cancelled')
    expect(await (await remove(ada, child.attendee_id)).json()).toMatchObject({ result: 'archived' })
    expect(await (await remove(ada, child.attendee_id)).json()).toMatchObject({ result: 'archived' })
    const ids = async (query: string) => (await family(ada, query)).map(({ id }) => id)
    expect(await ids('?limit=100')).not.toContain(child.attendee_id)
    expect(await ids('?limit=100&is_archived=true')).toContain(child.attendee_id)
    expect(await profileRow(child.attendee_profile_id)).toMatchObject({ status: 'archived', is_archived: true })
    const register = await bench.call(
      '/v1/profile/registrations',
      ada.json({
        ...event,
        customer_profile_id: ada.profileId(programId),
        attendee_profile_id: child.attendee_profile_id,
      }),
    )
    expect(register.status).toBe(404)
    expect(await typeOf(await connect(ada, child.attendee_id))).toEqual([409, 'state_conflict'])
    await expect(book(child, 'confirmed')).rejects.toThrow()

    const back = (await (await restore(ada, child.attendee_id)).json()) as Attendee
    expect(back).toMatchObject({ is_archived: false, profiles: [{ status: 'active', is_archived: false }] })
    expect((await restore(ada, child.attendee_id)).status).toBe(200)
    const steps = await db()
      .select()
      .from(statusHistory)
      .where(and(eq(statusHistory.object, 'attendee_profile'), eq(statusHistory.object_id, child.attendee_profile_id)))
    expect(steps.map(({ from_status, to_status }) => [from_status, to_status])).toEqual([
      ['active', 'archived'],
      ['archived', 'active'],
    ])
  })

  it.each([
    ['confirmed', 15, 409],
    ['waitlisted', 15, 409],
    ['pending', 15, 409],
    ['pending', -1, 200],
  ] as const)(
    'removing a person whose place is %s and held for %i more minutes returns %i',
    async (status, held, expected) => {
      const child = await makeChild()
      await book(child, status, held)
      const answer = await remove(ada, child.attendee_id)
      expect(answer.status).toBe(expected)
      if (expected === 409) expect(await answer.json()).toMatchObject({ type: 'has_future_registrations' })
    },
  )

  it('returns 403 for the customer’s own attendee and for a child they do not manage', async () => {
    const { id } = (await (
      await bench.call(
        '/v1/profile/attendees',
        ada.json({ first_name: 'Nadia', last_name: 'Roy', relations: [{ relation: 'self' }] }),
      )
    ).json()) as Attendee
    expect(await typeOf(await remove(ada, id))).toEqual([403, 'transition_not_allowed'])
    const seen = await makeAttendee(bench, ada, { programId, relation: 'friend', rights: ['view'] })
    expect((await remove(ada, seen.attendee_id)).status).toBe(403)
  })

  it('a shared child is hidden from the caller only', async () => {
    const ben = await makeCustomer(bench, { programIds: [programId] })
    const child = await makeChild()
    await shareWith(ben, child)
    expect(await (await remove(ada, child.attendee_id)).json()).toMatchObject({ result: 'archived' })
    expect((await family(ben)).map(({ id }) => id)).toEqual([child.attendee_id])
    expect(await profileRow(child.attendee_profile_id)).toMatchObject({ status: 'active' })
    await remove(ben, child.attendee_id)
    expect(await profileRow(child.attendee_profile_id)).toMatchObject({ status: 'archived' })
  })

  it('a person is hidden in the program only when no adult sees them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ben = await makeCustomer(bench, { programIds: [programId] })
      const child = await makeChild()
      await shareWith(ben, child)
      await remove(ada, child.attendee_id)
      const answers = await Promise.all([restore(ada, child.attendee_id), remove(ben, child.attendee_id)])
      for (const { status } of answers) expect([200, 409]).toContain(status)
      const isSeen = [...(await family(ada)), ...(await family(ben))].some(({ id }) => id === child.attendee_id)
      expect(await profileRow(child.attendee_profile_id)).toMatchObject({ status: isSeen ? 'active' : 'archived' })
    }
  })

  it('one of a concurrent removal and registration of a person succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const child = await makeChild()
      const [removed, registered] = await Promise.all([
        remove(ada, child.attendee_id),
        bench.call(
          '/v1/profile/registrations',
          ada.json({
            ...event,
            customer_profile_id: ada.profileId(programId),
            attendee_profile_id: child.attendee_profile_id,
          }),
        ),
      ])
      expect([removed.status === 200, registered.status === 201].filter(Boolean)).toHaveLength(1)
      expect(removed.status).toBeLessThan(500)
      expect(registered.status).toBeLessThan(500)
    }
  })
})

describe('POST programs/{program_id}/attendees/{program_attendee_id}/disconnect', () => {
  it("P-01: disconnecting keeps the name and erases the program's health answers with their history", async () => {
    const child = await makeChild()
    const [health, shirt] = [`qst_${unique()}`, `qst_${unique()}`]
    await db()
      .insert(questions)
      .values([
        { id: health, program_id: programId, key: health, title: 'Any allergies?', type: 'long_text' },
        { id: shirt, program_id: programId, key: shirt, title: 'Shirt size', type: 'short_text' },
      ])
    const place = await book(child, 'cancelled')
    const answers = [
      { field_id: health, value: 'Canary nuts' },
      { field_id: shirt, value: 'M' },
    ]
    await db()
      .update(registrations)
      .set({ form_response: { landed_at: null, submitted_at: null, answers } })
      .where(eq(registrations.id, place))
    await db()
      .insert(answerChanges)
      .values(
        answers.map((after) => ({ registration_id: place, step: 1, field_id: after.field_id, before: null, after })),
      )

    const answer = await disconnect(ada, child.attendee_profile_id)
    expect((await answer.json()) as ProgramAttendeeProfile).toMatchObject({
      status: 'disconnected',
      is_archived: true,
      first_name: 'Maya',
    })
    const [row] = await db().select().from(registrations).where(eq(registrations.id, place))
    expect(row?.form_response.answers).toEqual([{ field_id: shirt, value: 'M' }])
    const history = await db().select().from(answerChanges).where(eq(answerChanges.registration_id, place))
    expect(history.map(({ field_id }) => field_id)).toEqual([shirt])
    expect((await disconnect(ada, child.attendee_profile_id)).status).toBe(200)

    const again = await connect(ada, child.attendee_id)
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({ id: child.attendee_profile_id, status: 'active', is_archived: false })
  })

  it('P-01: disconnecting erases answers to removed health questions', async () => {
    const child = await makeChild()
    const [dropped, renamed, shirt] = [`qst_${unique()}`, `qst_${unique()}`, `qst_${unique()}`]
    const plan = (id: string, title: string) => ({ id, program_id: programId, key: id, title, type: 'file' as const })
    await db()
      .insert(questions)
      .values([plan(dropped, 'Medication plan'), plan(renamed, 'Any allergies?'), plan(shirt, 'Shirt size')])
    const place = await book(child, 'cancelled')
    const uploads = await Promise.all(
      [dropped, renamed, shirt].map(async (field_id) => {
        const file = await bench.call('/v1/files', uploadOf(ada, { bytes: pdf(field_id) }))
        return { field_id, value: ((await file.json()) as { id: string }).id }
      }),
    )
    const row = await bench.env.DB.prepare('SELECT created FROM files WHERE id = ?').bind(uploads[0]?.value).first()
    await db()
      .insert(fileUses)
      .values(
        uploads.map(({ value }) => ({
          file_id: value,
          kind: 'registration' as const,
          owner_id: place,
          created: Number(row?.['created']),
        })),
      )
    await db()
      .update(registrations)
      .set({ form_response: { landed_at: null, submitted_at: null, answers: uploads } })
      .where(eq(registrations.id, place))
    await db().delete(questions).where(eq(questions.id, dropped))
    await db().update(questions).set({ title: 'Anything else?' }).where(eq(questions.id, renamed))

    expect((await disconnect(ada, child.attendee_profile_id)).status).toBe(200)
    const [left] = await db().select().from(registrations).where(eq(registrations.id, place))
    expect(left?.form_response.answers.map(({ field_id }) => field_id)).toEqual([shirt])
    const uses = await db().select().from(fileUses).where(eq(fileUses.owner_id, place))
    expect(uses.map(({ file_id }) => file_id)).toEqual([uploads[2]?.value])
    bench.pass(2 * dayMs)
    await bench.tick()
    await ada.renew()
    const kept = await db()
      .select({ id: files.id })
      .from(files)
      .where(
        inArray(
          files.id,
          uploads.map(({ value }) => value),
        ),
      )
    expect(kept).toEqual([{ id: uploads[2]?.value }])
  })

  it('returns 409 with upcoming bookings', async () => {
    const child = await makeChild()
    await book(child, 'confirmed')
    expect(await typeOf(await disconnect(ada, child.attendee_profile_id))).toEqual([409, 'has_future_registrations'])
    bench.pass(400 * dayMs)
    await ada.renew()
    expect((await disconnect(ada, child.attendee_profile_id)).status).toBe(200)
  })

  it('returns 404 under another program and for another family', async () => {
    const child = await makeChild()
    const ben = await makeCustomer(bench, { programIds: [programId] })
    expect((await disconnect(ada, child.attendee_profile_id, await makeProgram(bench))).status).toBe(404)
    expect((await disconnect(ben, child.attendee_profile_id)).status).toBe(404)
  })
})
