import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { EventForm, OrganiserQuestion, OrganiserVenue } from '../../contract/organisation/event-form.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { countTrips } from '../../test-bench/counted-trips.ts'
import { exportedFile, organiserHeaders, putFile, shortestFile } from '../../test-bench/program-file.ts'

const address = { address_line_1: '1 Lake Rd', city: 'Toronto', region: 'CA-ON', postcode: 'M5V 2T6', country: 'CA' }

let bench: Bench
let program: string
beforeEach(async () => {
  bench = await openBench()
  bench.setNow(Date.UTC(2027, 0, 4))
  const file = {
    ...shortestFile(),
    questions: [
      { key: 'swim', title: 'Can you swim?', type: 'yes_no' },
      { key: 'allergy', title: 'Any allergies?', type: 'long_text' },
    ],
  }
  program = file.program
  expect((await putFile(bench, file as Parameters<typeof putFile>[1])).status).toBe(200)
})

async function call<Body>(path: string, body?: object, headers = {}) {
  const answer = await bench.call(`/v1/organiser/programs/${program}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...organiserHeaders, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Body & ErrorBody }
}

describe('POST organiser/programs/{program_id}/venues', () => {
  it('two places of one name have two keys, and a program with them is unchanged by its own file', async () => {
    const [first, second] = [
      await call<OrganiserVenue>('venues', { name: 'North Dock', address }),
      await call<OrganiserVenue>('venues', { name: 'North Dock', address }),
    ]
    expect([first.status, first.body.key, second.body.key]).toEqual([201, 'north-dock', 'north-dock-2'])
    const file = await exportedFile(bench, program)
    expect(file.venues?.map(({ key }) => key)).toEqual(['north-dock', 'north-dock-2'])
    expect((await putFile(bench, file, { isDryRun: true })).plan.message).toBe('Nothing to change.')
  })

  it('a repeated call with its key adds one place', async () => {
    const send = () => call<OrganiserVenue>('venues', { name: 'Dock', address }, { 'Idempotency-Key': 'dock' })
    expect(await send()).toEqual(await send())
    expect((await exportedFile(bench, program)).venues?.length).toBe(1)
  })

  it('an address that its country does not have is refused by its field', async () => {
    const { status, body } = await call('venues', { name: 'Dock', address: { ...address, region: 'CA-ZZ' } })
    expect([status, body.errors.map(({ param }) => param)]).toEqual([400, ['address.region']])
    expect((await exportedFile(bench, program)).venues).toEqual([])
  })
})

describe('the questions of a program', () => {
  const size = { title: 'T-shirt size?', type: 'single_choice', choices: ['S', 'M'], required: true }
  const send = async (method: string, path: string, body?: object) => {
    const answer = await bench.call(`/v1/organiser/programs/${program}/questions${path}`, {
      ...{ method, headers: organiserHeaders },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as OrganiserQuestion & ErrorBody }
  }
  const questionOf = async (key: string) =>
    (await exportedFile(bench, program)).questions?.find((question) => question.key === key)

  it('an added question has a key of its own, and a program with it is unchanged by its own file', async () => {
    const [first, second] = [await send('POST', '', size), await send('POST', '', size)]
    expect([first.status, first.body.key, second.body.key]).toEqual([201, 't-shirt-size', 't-shirt-size-2'])
    expect(first.body).toMatchObject({ required: true, is_health: false, choices: [{ value: 'S', label: 'S' }, {}] })
    const file = await exportedFile(bench, program)
    expect((await putFile(bench, file, { isDryRun: true })).plan.message).toBe('Nothing to change.')
  })

  it('a change replaces the words and choices of a question, and keeps its other rules', async () => {
    const { body } = await send('PUT', '/swim', { title: 'How well do you swim?', type: 'short_text' })
    expect(body).toMatchObject({ key: 'swim', title: 'How well do you swim?', type: 'short_text' })
    expect(await questionOf('swim')).toMatchObject({ title: 'How well do you swim?' })
    expect((await send('PUT', '/unknown', size)).status).toBe(404)
  })

  it('a change of a question that changed since it was read is refused, and a change back is none', async () => {
    const read = async () => (await call<EventForm>('event_form')).body.questions.find(({ key }) => key === 'swim')
    const [swim, change] = [await read(), { title: 'How well?', type: 'short_text' }]
    const changed = await send('PUT', '/swim', { ...change, version: swim?.version })
    expect([changed.status, changed.body.version]).toEqual([200, (await read())?.version])
    const refused = await send('PUT', '/swim', { ...change, title: 'Typed', version: swim?.version })
    expect([refused.status, refused.body.type, refused.body.param]).toEqual([409, 'state_conflict', 'version'])
    expect((await read())?.title).toBe('How well?')
    expect((await send('PUT', '/swim', { title: swim?.title, type: swim?.type })).body.version).toBe(swim?.version)
    expect((await send('PUT', '/swim', { ...change, version: swim?.version })).status).toBe(200)
  })

  it('a question that is marked as health tells families about it, until the mark is taken away', async () => {
    const title = 'What helps at bedtime?'
    const marked = await send('POST', '', { title, type: 'long_text', is_health: true })
    expect(marked.body.is_health).toBe(true)
    const { key } = marked.body
    expect(JSON.stringify((await questionOf(key))?.help)).toContain('Health note')
    expect((await send('PUT', `/${key}`, { title, type: 'long_text' })).body.is_health).toBe(false)
    expect((await questionOf(key))?.help ?? null).toBe(null)
  })

  it.each([
    [{ ...size, choices: [] }, 'choices'],
    [{ ...size, choices: ['S', 'S'] }, 'choices'],
    [{ ...size, type: 'yes_no' }, 'choices'],
    [{ ...size, title: '' }, 'title'],
  ])('the question %j is refused by its field', async (question, param) => {
    const { status, body } = await send('POST', '', question)
    expect([status, body.errors.map((error) => error.param)]).toEqual([400, [param]])
  })

  it('a deleted question leaves the events that had it', async () => {
    const times = { starts_at: '2027-07-05T09:00', ends_at: '2027-07-09T16:00' }
    const otter = { key: 'otter', type: 'camp', name: 'Otter', ...times, questions: ['swim'] }
    expect((await call('events', otter)).status).toBe(201)
    expect((await send('DELETE', '/swim')).status).toBe(200)
    const file = await exportedFile(bench, program)
    expect([file.questions?.map(({ key }) => key), file.events?.[0]?.questions ?? []]).toEqual([['allergy'], []])
    expect((await send('DELETE', '/swim')).status).toBe(404)
  })
})

describe('GET organiser/programs/{program_id}/event_form', () => {
  it('the form of a new event has the places and questions of the program, in two trips after the check', async () => {
    await call('venues', { name: 'North Dock', address })
    expect((await call<EventForm>('event_form')).body).toMatchObject({
      event: null,
      venues: [{ key: 'north-dock', name: 'North Dock' }],
      questions: [
        { key: 'allergy', is_health: true },
        { key: 'swim', name: 'Can you swim?', type: 'yes_no', required: false, is_health: false },
      ],
    })
    const path = `/v1/organiser/programs/${program}/event_form`
    const { trips } = await countTrips(bench, path, { headers: organiserHeaders })
    expect(trips).toBeLessThanOrEqual(3)
  })

  it('an event is found by its id, and an unknown id finds none', async () => {
    const times = { starts_at: '2027-07-05T09:00', ends_at: '2027-07-09T16:00' }
    const made = await call<{ id: string }>('events', { key: 'otter', type: 'camp', name: 'Otter', ...times })
    const form = await call<EventForm>(`event_form?event_id=${made.body.id}`)
    expect(form.body.event).toMatchObject({ id: made.body.id, event: { key: 'otter' }, version: expect.any(String) })
    expect((await call('event_form?event_id=evt_none')).status).toBe(404)
  })
})
