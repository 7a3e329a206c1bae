import { dayMs } from '../../contract/limits.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { RegistrationAnswers } from '../../contract/booking/registration-answers.ts'
import type { Attendee } from '../../contract/people/attendee.ts'
import { database } from '../../platform/database/database.ts'
import { registrations } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeEvent, makeProgram, makeQuestion } from '../../test-bench/programs.ts'
import { clockContext } from '../../test-bench/registering.ts'
import { pdf, uploadOf } from '../../test-bench/uploads.ts'
import { openFile } from '../uploads/show-file.ts'
import { resealHealth } from './reseal-health.ts'

let bench: Bench
let programId: string
let nadia: Person
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
  nadia = await makeCustomer(bench, { programIds: [programId] })
})
afterEach(() => vi.restoreAllMocks())

const profiles = new Map<string, string>()
const notes = { medical_history: 'Bees', dietary_restrictions: 'No nuts', health_card_number: '1234567890' }
const put = async (path: string, body: unknown) => {
  const answer = await bench.call(path, { ...nadia.json(body), method: 'PUT' })
  expect(answer.status, await answer.clone().text()).toBe(200)
}
async function child(): Promise<string> {
  const { attendee_id, attendee_profile_id } = await makeAttendee(bench, nadia, { programId })
  profiles.set(attendee_id, attendee_profile_id)
  await put(`/v1/profile/attendees/${attendee_id}`, notes)
  return attendee_id
}
/** A sold place with a file answer and a changed text answer about health, all sealed with an old key. */
async function placeOf(attendee_profile_id: string): Promise<{ read: () => Promise<unknown> }> {
  const questionIds = [
    await makeQuestion(bench, programId, { title: 'Allergies' }),
    await makeQuestion(bench, programId, { title: 'Letter of the doctor', type: 'file' }),
  ]
  const { event_id, option_ids } = await makeEvent(bench, { programId, questionIds })
  const sent = await bench.call('/v1/files', uploadOf(nadia, { bytes: pdf('Wasps') }))
  const file = (await sent.json()) as { id: string; url: string }
  const answers = [
    { field_id: questionIds[0], value: 'Wasps' },
    { field_id: questionIds[1], value: file.id },
  ]
  const booked = await bench.call(
    '/v1/profile/registrations',
    nadia.json({
      event_id,
      option_id: option_ids[0],
      customer_profile_id: nadia.profileId(programId),
      attendee_profile_id,
      form_response: { answers },
    }),
  )
  const { id } = (await booked.json()) as { id: string }
  const db = database(bench.env.DB)
  await db.update(registrations).set({ status: 'confirmed' }).where(eq(registrations.id, id))
  await put(`/v1/profile/registrations/${id}`, {
    form_response: { answers: [{ ...answers[0], value: 'Wasps and bees' }, answers[1]] },
  })
  return {
    read: async () => {
      const place = await bench.call(`/v1/profile/registrations/${id}`, { headers: nadia.headers })
      const { form_response } = (await place.json()) as { form_response: { answers: { value: string }[] } }
      const { url } = (await (
        await bench.call(`/v1/files/${file.id}`, { headers: nadia.headers })
      ).json()) as typeof file
      const { object } = await openFile(clockContext(bench), { token: url.replace('/uploads/', '') })
      const bytes = Buffer.from(await new Response(object.body).arrayBuffer())
      const path = `/v1/profile/registrations/${id}/answers`
      const { changes } = (await (await bench.call(path, { headers: nadia.headers })).json()) as RegistrationAnswers
      const history = changes.flatMap((change) => change.answers.map(({ before, after }) => [before, after]))
      return [form_response.answers[0]?.value, bytes.equals(pdf('Wasps')), history]
    },
  }
}
/** Number of values that each key has sealed, in all tables. */
async function keysInUse(): Promise<string[]> {
  const rows = await bench.env.DB.batch([
    bench.env.DB.prepare(
      'SELECT medical_history_sealed AS a, dietary_restrictions_sealed AS b, health_card_sealed AS c FROM attendees',
    ),
    bench.env.DB.prepare(
      "SELECT before ->> '$.into.medical_history_sealed' AS a, before ->> '$.into.dietary_restrictions_sealed' AS b, before ->> '$.into.health_card_sealed' AS c FROM attendee_merges",
    ),
    bench.env.DB.prepare('SELECT key_sealed AS a FROM files'),
    bench.env.DB.prepare(
      "SELECT a.value ->> '$.sealed' AS a FROM registrations, json_each(form_response, '$.answers') AS a",
    ),
    bench.env.DB.prepare("SELECT before ->> '$.sealed' AS a, after ->> '$.sealed' AS b FROM answer_changes"),
  ])
  const seals = rows.flatMap(({ results }) => results.flatMap((row) => Object.values(row as Record<string, unknown>)))
  return [...new Set(seals.filter((each) => each !== null).map((each) => String(each).split('.')[0] ?? ''))].sort()
}
/** Repeats the scheduled run with this key setting, until a run finds nothing to do. */
async function rounds(setting: string): Promise<string[]> {
  const events: string[] = []
  for (let run = 0; run < 50 && events.at(-1) !== 'health_seals_current'; run += 1) {
    const ctx = clockContext(bench)
    ctx.env = { ...ctx.env, HEALTH_KEY: setting }
    ctx.log = (event) => void events.push(event)
    await resealHealth(ctx)
    if (events.includes('health_reseal_failed')) break
  }
  return events
}

it('P-01: all health texts are resealed with the first key', async () => {
  const [first, from, into] = [await child(), await child(), await child()]
  await put(`/v1/profile/attendees/${into}/merge`, { merge_from: from, merge_into: into })
  const place = await placeOf(profiles.get(first) ?? '')
  const old = bench.env.HEALTH_KEY
  const [oldName = ''] = old.split(':')
  const added = `zz9:${Buffer.alloc(32, 9).toString('base64')}`
  expect(await keysInUse()).toEqual([oldName])

  expect(await rounds(`${added},${old}`)).toEqual(['health_resealed', 'health_seals_current'])
  expect(await keysInUse()).toEqual(['zz9'])
  const shown = await bench.call(`/v1/profile/attendees/${first}`, { headers: nadia.headers })
  expect(shown.status).toBe(500)
  bench.env.HEALTH_KEY = added
  const open = async (id: string) =>
    (await (await bench.call(`/v1/profile/attendees/${id}`, { headers: nadia.headers })).json()) as Attendee
  expect(await open(first)).toMatchObject(notes)
  expect(await place.read()).toEqual(['Wasps and bees', true, [['Wasps', 'Wasps and bees']]])
  expect((await bench.call(`/v1/profile/attendees/${into}/merge/undo`, nadia.json({}))).status).toBe(200)
  for (const id of [from, into]) expect(await open(id)).toMatchObject(notes)

  // Within a day nothing is read again; after it, values sealed by an isolate with the old setting are found.
  bench.env.HEALTH_KEY = `${old},${added}`
  await put(`/v1/profile/attendees/${first}`, { medical_history: 'Wasps' })
  bench.env.HEALTH_KEY = `${added},${old}`
  const ctx = clockContext(bench)
  await resealHealth(ctx)
  expect(await keysInUse()).toEqual([oldName, 'zz9'].sort())
  bench.pass(dayMs)
  await nadia.renew()
  expect(await rounds(`${added},${old}`)).toEqual(['health_resealed', 'health_seals_current'])
  expect(await keysInUse()).toEqual(['zz9'])
  expect(await open(first)).toMatchObject({ ...notes, medical_history: 'Wasps' })
  bench.env.HEALTH_KEY = old
})

it('texts that no key opens stay unchanged', async () => {
  await bench.env.DB.prepare('UPDATE attendees SET medical_history_sealed = ? WHERE id = ?')
    .bind('gone.AAAA.AAAA', await child())
    .run()
  const lines: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)))
  for (let run = 0; run < 50 && lines.length === 0; run += 1) {
    const ctx = clockContext(bench)
    ctx.env = { ...ctx.env, HEALTH_KEY: `zz8:${Buffer.alloc(32, 8).toString('base64')},${bench.env.HEALTH_KEY}` }
    await resealHealth(ctx)
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'health_reseal_failed', why: 'key_gone', rows: expect.any(Number) },
  ])
  expect(await keysInUse()).toContain('gone')
})
