import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { EventForm, OrganiserVenue } from '../../contract/organisation/event-form.ts'
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
