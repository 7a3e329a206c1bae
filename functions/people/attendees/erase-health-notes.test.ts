import { dayMs, hourMs } from '../../contract/limits.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { Attendee } from '../../contract/people/attendee.ts'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import { database } from '../../platform/database/database.ts'
import {
  attendeeMerges,
  attendees,
  files,
  fileUses,
  questions,
  registrations,
  statusHistory,
} from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person, unique } from '../../test-bench/people.ts'
import { makePlace } from '../../test-bench/places.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'
import { memoryD1 } from '../../test-bench/memory-d1.ts'
import { migrate } from '../../test-bench/migrate.ts'
import { scanOf } from '../../test-bench/query-plans.ts'
import * as rows from './health-erasure-rows.ts'

/** 13 July, 23:30 in Toronto; in UTC it is already 14 July. */
const lastEnd = Date.UTC(2031, 6, 14, 3, 30)
const erasedAt = lastEnd + 30 * dayMs

let bench: Bench
let programs: [string, string]
let nadia: Person
let questionIds: [string, string]
beforeAll(async () => {
  bench = await openBench()
  programs = [await makeProgram(bench), await makeProgram(bench)]
})

const db = () => database(bench.env.DB)
/** A scheduled run that begins with this person, regardless of others in the database. */
const tick = async ({ attendee_id }: { attendee_id: string }) => {
  await rows.moveCursor(db(), attendee_id.slice(0, -1), bench.now())
  await bench.tick()
}
const until = async (at: number, child: { attendee_id: string }) => {
  bench.pass(at - bench.now())
  await tick(child)
}
type Place = { end?: number; status?: RegistrationStatus; programId?: string; cancelledAt?: number }

/** Sets the test clock back to forty days before the last event, where every case begins. */
async function start() {
  bench.pass(lastEnd - 40 * dayMs - bench.now())
  nadia = await makeCustomer(bench, { programIds: [...programs] })
  questionIds = [`qst_${unique()}`, `qst_${unique()}`]
  const [programId] = programs
  await db()
    .insert(questions)
    .values([
      { id: questionIds[0], program_id: programId, key: questionIds[0], title: 'Any allergies?', type: 'long_text' },
      { id: questionIds[1], program_id: programId, key: questionIds[1], title: 'Shirt size', type: 'short_text' },
    ])
}

async function makeChild() {
  const child = await makeAttendee(bench, nadia, { programId: programs[0] })
  const body = { medical_history: 'Canary bees', dietary_restrictions: 'Canary nuts', health_card_number: '1234567890' }
  await write(child.attendee_id, body)
  return child
}
type Child = Awaited<ReturnType<typeof makeChild>>
const write = async (id: string, body: unknown) => {
  const answer = await bench.call(`/v1/profile/attendees/${id}`, { ...nadia.json(body), method: 'PUT' })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Attendee
}
const read = async (id: string) => {
  await nadia.renew()
  return (await (await bench.call(`/v1/profile/attendees/${id}`, { headers: nadia.headers })).json()) as Attendee
}
const answersOf = async (place: string) =>
  (await db().select().from(registrations).where(eq(registrations.id, place)))[0]?.form_response.answers.map(
    ({ field_id }) => field_id,
  )
const rowOf = async (id: string) => (await db().select().from(attendees).where(eq(attendees.id, id)))[0]
const hasNotes = async (id: string) => {
  const row = await rowOf(id)
  const columns = [row?.medical_history_sealed, row?.dietary_restrictions_sealed, row?.health_card_sealed]
  expect(new Set([...columns, row?.health_card_last4].map((value) => value === null)).size).toBe(1)
  return columns[0] !== null
}

async function book(
  child: Child,
  { end = lastEnd, status = 'confirmed', programId = programs[0], cancelledAt }: Place = {},
) {
  const { event_id, option_ids } = await makeEvent(bench, { programId, startsAt: end - 5 * hourMs, endsAt: end })
  let attendee_profile_id = child.attendee_profile_id
  if (programId !== programs[0]) {
    const connected = await bench.call(
      `/v1/profile/programs/${programId}/attendees`,
      nadia.json({ attendee_id: child.attendee_id }),
    )
    attendee_profile_id = ((await connected.json()) as { id: string }).id
  }
  const place = { programId, event_id, option_id: option_ids[0], attendee_id: child.attendee_id, attendee_profile_id }
  const id = await makePlace(bench, nadia, place)
  const answers = questionIds.map((field_id) => ({ field_id, value: 'Canary answer' }))
  await db()
    .update(registrations)
    .set({ status, form_response: { landed_at: null, submitted_at: null, answers }, cancelled_at: cancelledAt ?? null })
    .where(eq(registrations.id, id))
  return id
}

it.each<[string, { places: Place[]; edit?: number; at: number; notes: boolean; answers: boolean }]>([
  ['kept a minute before that time', { places: [{}], at: erasedAt - 60_000, notes: true, answers: true }],
  ['erased at the minute of the event’s end', { places: [{}], at: erasedAt, notes: false, answers: false }],
  [
    'erased after the person attended',
    { places: [{ status: 'attended' }], at: erasedAt, notes: false, answers: false },
  ],
  ['erased after a no-show', { places: [{ status: 'no_show' }], at: erasedAt, notes: false, answers: false }],
  [
    'kept with a later booking in the program',
    { places: [{}, { end: erasedAt + dayMs }], at: erasedAt, notes: true, answers: true },
  ],
  [
    'kept while the person is on a waitlist',
    { places: [{}, { end: erasedAt + dayMs, status: 'waitlisted' }], at: erasedAt, notes: true, answers: true },
  ],
  [
    'erased with a later booking that was cancelled before the last event',
    {
      places: [{}, { end: erasedAt + dayMs, status: 'cancelled', cancelledAt: lastEnd - dayMs }],
      at: erasedAt,
      notes: false,
      answers: false,
    },
  ],
  [
    'kept after the late cancellation of a later booking',
    {
      places: [{}, { end: erasedAt + dayMs, status: 'cancelled', cancelledAt: lastEnd + dayMs }],
      at: erasedAt,
      notes: true,
      answers: true,
    },
  ],
  [
    'kept with a booking in another program, but not the answers in this program',
    { places: [{}, { end: erasedAt + dayMs, programId: 'other' }], at: erasedAt, notes: true, answers: false },
  ],
  [
    'kept until thirty days after an edit',
    { places: [{}], edit: lastEnd + dayMs, at: erasedAt, notes: true, answers: false },
  ],
  [
    'erased thirty days after an edit',
    { places: [{}], edit: lastEnd + dayMs, at: erasedAt + dayMs, notes: false, answers: false },
  ],
  ['kept for a person who never registered', { places: [], at: erasedAt + 300 * dayMs, notes: true, answers: true }],
])('P-01: health notes are erased thirty days after the last event: %s', async (_, expected) => {
  await start()
  const child = await makeChild()
  const ids: string[] = []
  for (const place of expected.places)
    ids.push(await book(child, place.programId ? { ...place, programId: programs[1] } : place))
  if (expected.edit) {
    await until(expected.edit, child)
    await nadia.renew()
    await write(child.attendee_id, { medical_history: 'Canary wasps' })
  }
  await until(expected.at, child)
  expect(await hasNotes(child.attendee_id)).toBe(expected.notes)
  if (ids[0]) expect(await answersOf(ids[0])).toEqual(expected.answers ? questionIds : [questionIds[1]])
  const shown = await read(child.attendee_id)
  expect([shown.medical_history !== null, shown.health_card_last4 !== null]).toEqual([expected.notes, expected.notes])
})

it('P-01: the parent sees the date on which health notes are erased', async () => {
  await start()
  const child = await makeChild()
  expect(await read(child.attendee_id)).toMatchObject({ health_kept_until: null })
  await book(child)
  expect(await read(child.attendee_id)).toMatchObject({ health_kept_until: '2031-08-13T03:30:00.000Z' })
  const list = await bench.call('/v1/profile/attendees', { headers: nadia.headers })
  expect(JSON.stringify(await list.json())).toContain('"health_kept_until":"2031-08-13T03:30:00.000Z"')
  await until(erasedAt, child)
  const row = await rowOf(child.attendee_id)
  await tick(child)
  expect(await rowOf(child.attendee_id)).toEqual(row)
  expect(await read(child.attendee_id)).toMatchObject({ health_kept_until: null, first_name: 'Maya' })
  const steps = await db().select().from(statusHistory).where(eq(statusHistory.object, 'attendee_health'))
  for (const id of [child.attendee_id, child.attendee_profile_id])
    expect(steps.filter(({ object_id }) => object_id === id).map(({ step, at }) => [step, at])).toEqual([[1, erasedAt]])

  await write(child.attendee_id, { medical_history: 'Canary again' })
  expect(await hasNotesAgain(child.attendee_id)).toBe(true)
  await until(erasedAt + 30 * dayMs, child)
  expect(await hasNotes(child.attendee_id)).toBe(false)
})
const hasNotesAgain = async (id: string) => (await rowOf(id))?.medical_history_sealed !== null

it('P-01: a health answer is erased after its question was removed', async () => {
  await start()
  const child = await makeChild()
  const place = await book(child)
  const file_id = `fil_${unique()}`
  const at = bench.now()
  await bench.env.FILES.put(`health/${file_id}/full`, new Uint8Array([1]))
  await db()
    .insert(files)
    .values({
      ...{ id: file_id, customer_id: nadia.identity.customer_id, purpose: 'attachment', status: 'stored' },
      ...{ name: 'Plan.pdf', content_type: 'application/pdf', size: 1, storage_key: `health/${file_id}` },
      ...{ created: at, updated: at },
    })
  await db().insert(fileUses).values({ file_id, kind: 'registration', owner_id: place, created: at })
  const answers = [
    { field_id: questionIds[0], value: file_id },
    { field_id: questionIds[1], value: 'M' },
  ]
  await db()
    .update(registrations)
    .set({ form_response: { landed_at: null, submitted_at: null, answers } })
    .where(eq(registrations.id, place))
  await db().delete(questions).where(eq(questions.id, questionIds[0]))
  await until(erasedAt - 60_000, child)
  expect([await answersOf(place), await bench.env.FILES.get(`health/${file_id}/full`)]).toEqual([
    questionIds,
    expect.anything(),
  ])
  await until(erasedAt, child)
  expect(await answersOf(place)).toEqual([questionIds[1]])
  await tick(child)
  expect(await bench.env.FILES.get(`health/${file_id}/full`)).toBeNull()
})

it('P-01: a booking made during the run keeps the notes', async () => {
  await start()
  const child = await makeChild()
  const place = await book(child)
  bench.pass(erasedAt - bench.now())
  const ids = [child.attendee_id]
  const results = await rows.questionsOfDuePrograms(db(), ids, bench.now())
  expect(results.map(({ id }) => id)).toContain(questionIds[0])
  await book(child, { end: erasedAt + dayMs, status: 'pending' })
  expect(await rows.eraseNotes(db(), ids, bench.now())).toEqual([])
  const late = { attendee_ids: ids, question_ids: [questionIds[0]], now: bench.now() }
  expect(await rows.eraseDueAnswers(db(), late)).toEqual([])
  expect([await hasNotes(child.attendee_id), await answersOf(place)]).toEqual([true, questionIds])
})

it.each([
  ['undone', true],
  ['too old to be undone', false],
] as const)('P-01: the health notes that a merge stored are erased once the merge is %s', async (_, isUndone) => {
  await start()
  const [from, into] = [await makeChild(), await makeChild()]
  await book(from, { end: erasedAt + 400 * dayMs })
  const pair = { merge_from: from.attendee_id, merge_into: into.attendee_id }
  const path = `/v1/profile/attendees/${into.attendee_id}/merge`
  const merged = await bench.call(path, { ...nadia.json(pair), method: 'PUT' })
  expect(merged.status).toBe(200)
  const before = async () =>
    (await db().select().from(attendeeMerges).where(eq(attendeeMerges.merge_into, into.attendee_id)))[0]?.before ?? ''
  expect(await before()).toMatch(/"medical_history_sealed":"/)
  await tick(from)
  expect(await before()).toMatch(/"medical_history_sealed":"/)

  if (isUndone) {
    expect((await bench.call(`${path}/undo`, nadia.json({}))).status).toBe(200)
    await tick(from)
  } else {
    await until(bench.now() + 30 * dayMs, from)
    expect([await hasNotes(from.attendee_id), /_sealed":"/.test(await before())]).toEqual([true, true])
    bench.pass(1)
    await tick(from)
  }
  expect(await before()).not.toMatch(/_sealed":"|last4":"/)
  expect([await hasNotes(from.attendee_id), await hasNotes(into.attendee_id)]).toEqual([isUndone, true])
})

it('P-01: the run continues where the previous one stopped', async () => {
  await start()
  const ids = [await makeChild(), await makeChild(), await makeChild()].map(({ attendee_id }) => attendee_id).sort()
  await rows.moveCursor(db(), ids[0] ?? '', bench.now())
  expect(await rows.nextPeople(db(), 1)).not.toEqual([{ id: ids[0] }])
  const seen = (await rows.nextPeople(db(), 200)).map(({ id }) => id)
  expect(seen).toEqual(expect.arrayContaining(ids.slice(1)))
  expect(seen).not.toContain(ids[0])
  await rows.moveCursor(db(), 'b', bench.now())
  expect(await rows.nextPeople(db(), 200)).toEqual([])
  await bench.tick()
  expect((await rows.nextPeople(db(), 1)).map(({ id }) => id <= (ids[0] ?? ''))).toEqual([true])
})

it('P-01: no statement of the run scans a whole table', async () => {
  // The database is separate and empty: with statistics of the few rows of the tests, SQLite might prefer a scan.
  const empty = memoryD1()
  await migrate(empty)
  const input = { attendee_ids: ['att_1'], question_ids: ['qst_1'], now: 1 }
  const { results } = await empty.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{
    name: string
  }>()
  const tables = new Set(results.map(({ name }) => name))
  const queries = [
    rows.nextPeople(db(), 200),
    rows.questionsOfDuePrograms(db(), ['att_1'], 1),
    rows.eraseNotes(db(), ['att_1'], 1),
    rows.eraseMergedNotes(db(), ['att_1'], 1),
    rows.eraseDueAnswers(db(), input),
    rows.recordNotesErased(db(), ['att_1'], 1),
    rows.recordAnswersErased(db(), input),
  ] as unknown as { toSQL: () => { sql: string; params: unknown[] } }[]
  for (const query of queries) {
    const { sql, params } = query.toSQL()
    const plan = await empty
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...params)
      .all<{ detail: string }>()
    expect(plan.results.flatMap(({ detail }) => scanOf(detail, sql, tables) ?? [])).toEqual([])
  }
})
