import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RegistrationAnswers } from '../../contract/booking/registration-answers.ts'
import { dayMs } from '../../contract/limits.ts'
import { database } from '../../platform/database/database.ts'
import { answerChanges, programs, questions, registrations, relations } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee } from '../../test-bench/people.ts'
import { makeStaff } from '../../test-bench/staff.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeQuestion, plainPreferences } from '../../test-bench/programs.ts'
import { clockContext, type Family, made, openFamily, refused, stepsOf } from '../../test-bench/registering.ts'
import { erasePerson } from '../../records/privacy/erasure-rows.ts'
import { eraseHealthNotes } from '../../people/attendees/erase-health-notes.ts'

let bench: Bench
let f: Family
let shirt: string
let allergies: string
let camp: Awaited<ReturnType<Family['event']>>

const startsIn = 10 * dayMs
beforeEach(async () => {
  bench = await openBench()
  f = await openFamily(bench)
  shirt = await makeQuestion(bench, f.programId, { title: 'T-shirt size' })
  allergies = await makeQuestion(bench, f.programId, { title: 'Allergies', required: false })
  const startsAt = bench.now() + startsIn
  camp = await f.event({}, { startsAt, endsAt: startsAt + dayMs, questionIds: [shirt, allergies] })
})

const answersOf = (values: Record<string, string>) => ({
  answers: Object.entries(values).map(([field_id, value]) => ({ field_id, value })),
})

/** A sold place of Ada's child, booked with these answers. */
async function soldPlace(values: Record<string, string>, attendee = f.maya): Promise<string> {
  const { id } = await made(await f.placeFor(camp, { attendee, body: { form_response: answersOf(values) } }))
  await database(bench.env.DB).update(registrations).set({ status: 'confirmed' }).where(eq(registrations.id, id))
  return id
}

const change = (id: string, values: Record<string, string>) => f.put(f.ada, id, { form_response: answersOf(values) })
const history = async (id: string): Promise<RegistrationAnswers> =>
  (await f.get(f.ada, `/v1/profile/registrations/${id}/answers`)).json()
const ofOrganiser = async (id: string): Promise<RegistrationAnswers> =>
  (
    await bench.call(`/v1/organiser/programs/${f.programId}/registrations/${id}/answers`, { headers: organiserHeaders })
  ).json()
/** Leaves these rights to Ada. Another adult then manages the child. */
async function setRights(attendee_id: string, rights: ('view' | 'register')[]) {
  const db = database(bench.env.DB)
  const ofAda = and(eq(relations.attendee_id, attendee_id), eq(relations.customer_id, f.ada.identity.customer_id))
  const [relation] = await db.select().from(relations).where(ofAda)
  if (relation) await db.insert(relations).values({ ...relation, customer_id: f.ben.identity.customer_id })
  await db.update(relations).set({ rights }).where(ofAda)
}
const attendeeOf = async (id: string) =>
  (await database(bench.env.DB).select().from(registrations).where(eq(registrations.id, id)))[0]?.attendee_id ?? ''

describe('the answers of a sold place', () => {
  it('a change keeps who made it, when, and the answers before and after it', async () => {
    const id = await soldPlace({ [shirt]: 's', [allergies]: 'Nuts' })
    bench.pass(60_000)
    const changed = await made(await change(id, { [shirt]: 'm', [allergies]: 'Nuts' }))
    expect(changed.form_response.answers).toEqual([
      { field_id: shirt, value: 'm' },
      { field_id: allergies, value: 'Nuts' },
    ])
    const { answers, changes } = await history(id)
    expect(answers.map(({ title, value }) => [title, value])).toEqual([
      ['T-shirt size', 'm'],
      ['Allergies', 'Nuts'],
    ])
    expect(changes).toEqual([
      {
        changed_at: new Date(bench.now()).toISOString(),
        changed_by: { type: 'customer', first_name: expect.any(String), last_name: expect.any(String) },
        answers: [{ field_id: shirt, title: 'T-shirt size', before: 's', after: 'm' }],
      },
    ])
    expect(await stepsOf(bench, id)).toContain('1 confirmed')
  })

  it('answers that are sent again unchanged leave no history', async () => {
    const id = await soldPlace({ [shirt]: 's', [allergies]: 'Nuts' })
    await change(id, { [shirt]: 's', [allergies]: 'Nuts' })
    expect((await history(id)).changes).toEqual([])
  })

  it('a consent that does not change keeps its time', async () => {
    const photos = await makeQuestion(bench, f.programId, { title: 'Photos?', type: 'consent' })
    const startsAt = bench.now() + startsIn
    camp = await f.event({}, { startsAt, endsAt: startsAt + dayMs, questionIds: [shirt, photos] })
    const withConsent = (size: string) => ({
      answers: [...answersOf({ [shirt]: size }).answers, { field_id: photos, value: true }],
    })
    const { id } = await made(await f.placeFor(camp, { body: { form_response: withConsent('s') } }))
    const db = database(bench.env.DB)
    await db.update(registrations).set({ status: 'confirmed' }).where(eq(registrations.id, id))
    const consentedAt = bench.now()
    bench.pass(60_000)
    await f.put(f.ada, id, { form_response: withConsent('m') })
    const [row] = await db.select().from(registrations).where(eq(registrations.id, id))
    expect(row?.form_response.answers.find(({ field_id }) => field_id === photos)?.at).toBe(consentedAt)
  })

  it('two changes at the same time both stay in the history', async () => {
    const id = await soldPlace({ [shirt]: 's' })
    const answers = await Promise.all(['m', 'l'].map((size) => change(id, { [shirt]: size })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { changes } = await history(id)
    expect(changes.map(({ answers: [first] }) => first?.before)).toHaveLength(2)
    expect(changes[0]?.answers[0]?.before).toBe(changes[1]?.answers[0]?.after)
  })

  it('answers change until the time that the program sets, and the refusal names it', async () => {
    const preferences = { ...plainPreferences, answers_until: 'P3D' }
    await database(bench.env.DB).update(programs).set({ preferences }).where(eq(programs.id, f.programId))
    const id = await soldPlace({ [shirt]: 's' })
    const until = bench.now() + startsIn - 3 * dayMs
    const shown = await made(await f.get(f.ada, `/v1/profile/registrations/${id}`))
    expect(shown.answers_until).toBe(new Date(until).toISOString())

    bench.setNow(until)
    await f.ada.renew()
    expect((await change(id, { [shirt]: 'm' })).status).toBe(200)
    bench.setNow(until + 1)
    await f.ada.renew()
    const late = await change(id, { [shirt]: 'l' })
    expect(await refused(late)).toMatchObject({
      type: 'transition_not_allowed',
      param: 'form_response',
      message: expect.stringMatching(/^Answers could be changed until Mon, January\s11, .+ \(Toronto time\)\./),
    })
    expect((await made(await f.get(f.ada, `/v1/profile/registrations/${id}`))).answers_until).toBeNull()
  })

  it('without a setting the answers of a place change until its start', async () => {
    const id = await soldPlace({ [shirt]: 's' })
    const shown = await made(await f.get(f.ada, `/v1/profile/registrations/${id}`))
    expect(shown.answers_until).toBe(new Date(bench.now() + startsIn).toISOString())
  })
})

describe('answers about health', () => {
  it('an adult without the right to health information neither sees nor changes them, and they stay', async () => {
    const id = await soldPlace({ [shirt]: 's', [allergies]: 'Nuts' })
    await change(id, { [shirt]: 's', [allergies]: 'Nuts and eggs' })
    await setRights(await attendeeOf(id), ['view', 'register'])
    const shown = await made(await f.get(f.ada, `/v1/profile/registrations/${id}`))
    expect(shown.form_response.answers).toEqual([{ field_id: shirt, value: 's' }])
    const hidden = await history(id)
    expect([hidden.answers.map(({ field_id }) => field_id), hidden.changes]).toEqual([[shirt], []])

    const refusal = await change(id, { [shirt]: 's', [allergies]: 'None' })
    expect(await refused(refusal)).toMatchObject({
      type: 'transition_not_allowed',
      param: `form_response.answers[${allergies}]`,
    })
    expect((await change(id, { [shirt]: 'm' })).status).toBe(200)
    const [row] = await database(bench.env.DB).select().from(registrations).where(eq(registrations.id, id))
    expect(row?.form_response.answers.map(({ field_id }) => field_id)).toEqual([shirt, allergies])
  })

  it('a change by staff of a place that is not paid is in its history', async () => {
    const { id } = await made(await f.placeFor(camp, { body: { form_response: answersOf({ [shirt]: 's' }) } }))
    const order_id = await f.makeOrder(f.ada, 'pending')
    await database(bench.env.DB).update(registrations).set({ order_id }).where(eq(registrations.id, id))
    await bench.call(`/v1/organiser/programs/${f.programId}/registrations/${id}/answers`, {
      method: 'PUT',
      headers: organiserHeaders,
      body: JSON.stringify({ form_response: answersOf({ [shirt]: 'm' }) }),
    })
    const [changed] = (await ofOrganiser(id)).changes
    expect([changed?.changed_by.type, changed?.answers[0]?.before]).toEqual(['organiser', 's'])
  })

  it('staff see which member changed an answer, and the family sees the organisation', async () => {
    const id = await soldPlace({ [shirt]: 's', [allergies]: 'Nuts' })
    const member = await makeStaff(bench, { programId: f.programId, role: 'front_desk', firstName: 'Félix' })
    const path = `/v1/organiser/programs/${f.programId}/registrations/${id}/answers`
    const body = { form_response: answersOf({ [shirt]: 'm' }) }
    const changed = (await (
      await bench.call(path, { ...member.json(body), method: 'PUT' })
    ).json()) as RegistrationAnswers
    const author = { type: 'organiser', first_name: 'Félix', last_name: 'Tremblay' }
    expect(changed.changes[0]?.changed_by).toEqual(author)
    const own = await bench.call(`/v1/profile/registrations/${id}/answers`, { headers: f.ada.headers })
    const { changes } = (await own.json()) as RegistrationAnswers
    expect(changes[0]?.changed_by).toEqual({ ...author, first_name: null, last_name: null })
  })

  it('staff change answers after the deadline, but none about health', async () => {
    const preferences = { ...plainPreferences, answers_until: 'P3D' }
    await database(bench.env.DB).update(programs).set({ preferences }).where(eq(programs.id, f.programId))
    const id = await soldPlace({ [shirt]: 's', [allergies]: 'Nuts' })
    bench.setNow(bench.now() + startsIn - dayMs)
    const put = (values: Record<string, string>) =>
      bench.call(`/v1/organiser/programs/${f.programId}/registrations/${id}/answers`, {
        method: 'PUT',
        headers: organiserHeaders,
        body: JSON.stringify({ form_response: answersOf(values) }),
      })
    expect(await refused(await put({ [shirt]: 'm', [allergies]: 'None' }))).toMatchObject({
      type: 'transition_not_allowed',
    })
    const changed = (await (await put({ [shirt]: 'm' })).json()) as RegistrationAnswers
    expect(changed.answers.map(({ value }) => value)).toEqual(['m'])
    expect(changed.changes[0]?.changed_by.type).toBe('organiser')
    const [row] = await database(bench.env.DB).select().from(registrations).where(eq(registrations.id, id))
    expect(row?.form_response.answers.map(({ field_id }) => field_id).sort()).toEqual([shirt, allergies].sort())
  })

  it('a health answer stays hidden and unchanged after its question is reworded', async () => {
    const id = await soldPlace({ [shirt]: 's', [allergies]: 'Nuts' })
    const db = database(bench.env.DB)
    await db.update(questions).set({ title: 'Anything else?' }).where(eq(questions.id, allergies))
    await setRights(await attendeeOf(id), ['view', 'register'])
    expect(await refused(await change(id, { [shirt]: 's', [allergies]: 'None' }))).toMatchObject({
      param: `form_response.answers[${allergies}]`,
    })
    expect((await change(id, { [shirt]: 'm' })).status).toBe(200)
    const [row] = await db.select().from(registrations).where(eq(registrations.id, id))
    expect(row?.form_response.answers.map(({ field_id, sealed }) => [field_id, sealed !== undefined])).toEqual([
      [shirt, false],
      [allergies, true],
    ])
  })

  it('an adult who may no longer register the person changes no answer', async () => {
    const id = await soldPlace({ [shirt]: 's' })
    await setRights(await attendeeOf(id), ['view'])
    expect(await refused(await change(id, { [shirt]: 'm' }))).toMatchObject({ type: 'transition_not_allowed' })
    expect((await made(await f.get(f.ada, `/v1/profile/registrations/${id}`))).answers_until).toBeNull()
  })

  it('the history is stored encrypted and is shown to the organisation without health', async () => {
    const id = await soldPlace({ [shirt]: 's', [allergies]: 'Nuts' })
    await change(id, { [shirt]: 'm', [allergies]: 'Milk' })
    const { results } = await bench.env.DB.prepare('SELECT before, after FROM answer_changes WHERE registration_id = ?')
      .bind(id)
      .all()
    expect(JSON.stringify(results)).not.toMatch(/Nuts|Milk/)
    const read = await ofOrganiser(id)
    expect(read.answers.map(({ field_id }) => field_id)).toEqual([shirt])
    expect(read.changes.map(({ answers }) => answers.map(({ before, after }) => [before, after]))).toEqual([
      [['s', 'm']],
    ])
  })

  it('earlier answers about health are erased with the present ones', async () => {
    const id = await soldPlace({ [shirt]: 's', [allergies]: 'Nuts' })
    await change(id, { [shirt]: 'm' })
    bench.pass(startsIn + 40 * dayMs)
    await eraseHealthNotes(clockContext(bench))
    const rows = await database(bench.env.DB).select().from(answerChanges).where(eq(answerChanges.registration_id, id))
    expect(rows.map(({ field_id }) => field_id)).toEqual([shirt])
  })
})

it('the erasure of a customer erases the history of the answers they gave', async () => {
  const child = (await makeAttendee(bench, f.ada, { programId: f.programId })).attendee_profile_id
  const id = await soldPlace({ [shirt]: 's' }, child)
  await change(id, { [shirt]: 'm' })
  const ctx = clockContext(bench)
  const { user_id, customer_id } = f.ada.identity
  const [first, ...rest] = erasePerson(ctx, { user_id, customer_id })
  if (first) await ctx.db.batch([first, ...rest])
  const kept = database(bench.env.DB).select().from(answerChanges).where(eq(answerChanges.registration_id, id))
  expect(await kept).toEqual([])
})

it('another customer and another program read no answers', async () => {
  const id = await soldPlace({ [shirt]: 's' })
  expect((await f.get(f.ben, `/v1/profile/registrations/${id}/answers`)).status).toBe(404)
  const other = await openFamily(bench)
  const path = `/v1/organiser/programs/${other.programId}/registrations/${id}/answers`
  expect((await bench.call(path, { headers: organiserHeaders })).status).toBe(404)
})
