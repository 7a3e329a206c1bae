import { beforeEach, describe, expect, it } from 'vitest'
import type { SampleSeason } from '../../contract/organisation/season.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCart } from '../../test-bench/orders.ts'
import { makeCustomer } from '../../test-bench/people.ts'
import { exportedFile, organiserHeaders, putFile, shortestFile } from '../../test-bench/program-file.ts'
import { firstMondayOfSummer, sampleEvents } from './sample-events.ts'

describe('the events of a sample season', () => {
  it.each([
    ['2027-01-04', '2027-07-05'],
    ['2027-05-31', '2027-07-05'],
    ['2027-06-01', '2028-07-03'],
    ['2028-12-31', '2029-07-02'],
    ['2030-02-01', '2030-07-01'],
  ])('on %s the next summer starts on Monday, %s', (today, monday) =>
    expect(firstMondayOfSummer(today).toString()).toBe(monday),
  )

  it('each event is a draft that says that it is a sample, in the language of the program', () => {
    expect(
      sampleEvents('2027-01-04', 'en').map(({ name, status }) => [/^Sample: /.test(String(name)), status]),
    ).toEqual(Array.from({ length: 3 }, () => [true, 'draft']))
    expect(sampleEvents('2027-01-04', 'fr').map(({ name }) => String(name).slice(0, 7))).toEqual(
      Array.from({ length: 3 }, () => 'Exemple'),
    )
  })
})

describe('POST and DELETE organiser/programs/{program_id}/season/sample', () => {
  let bench: Bench
  let program: string
  beforeEach(async () => {
    bench = await openBench()
    bench.setNow(Date.UTC(2027, 0, 4))
    const own = {
      key: 'own',
      type: 'camp' as const,
      name: 'Own camp',
      starts_at: '2027-08-02T09:00',
      ends_at: '2027-08-06T16:00',
    }
    const file = { ...shortestFile(), events: [own] }
    program = file.program
    expect((await putFile(bench, file)).status).toBe(200)
  })
  const call = async (method: 'POST' | 'DELETE') => {
    bench.pass(1)
    const path = `/v1/organiser/programs/${program}/season/sample`
    const answer = await bench.call(path, { method, headers: organiserHeaders })
    const body = (await answer.json()) as SampleSeason
    expect(answer.status, JSON.stringify(body)).toBe(200)
    return [body.message, ...body.events.map(({ action }) => action)]
  }
  const statuses = async () =>
    (await exportedFile(bench, program)).events?.map(({ key, status = 'draft' }) => `${key} ${status}`).toSorted()

  it('the samples are put in once and taken out alone, and return hidden with dates of the next summer', async () => {
    expect(await call('DELETE')).toEqual(['Nothing to change.'])
    expect(await call('POST')).toEqual(['Sample season added.', 'create', 'create', 'create'])
    expect(await statuses()).toEqual([
      'own draft',
      'sample-open-morning draft',
      'sample-otter-camp draft',
      'sample-pottery draft',
    ])
    expect(await call('POST')).toEqual(['Nothing to change.', 'keep', 'keep', 'keep'])
    expect(await call('DELETE')).toEqual(['Sample season removed.', 'archive', 'archive', 'archive'])
    expect(await statuses()).toEqual(['own draft'])
    bench.setNow(Date.UTC(2028, 0, 4))
    expect(await call('POST')).toEqual(['Sample season added.', 'restore', 'restore', 'restore'])
    const camp = (await exportedFile(bench, program)).events?.find(({ key }) => key === 'sample-otter-camp')
    expect(camp).toMatchObject({ status: 'unpublished', starts_at: '2028-07-03T09:00' })
  })

  it('a sample that someone is registered for stays', async () => {
    await call('POST')
    const open = "key = 'sample-open-morning' AND program_id = ?"
    await bench.env.DB.prepare(`UPDATE events SET status = 'published' WHERE ${open}`).bind(program).run()
    const row = await bench.env.DB.prepare(
      `SELECT id, event_id FROM event_options WHERE event_id IN (SELECT id FROM events WHERE ${open})`,
    )
      .bind(program)
      .first<{ id: string; event_id: string }>()
    const person = await makeCustomer(bench, { programIds: [program] })
    const option = { eventId: row?.event_id ?? '', optionId: row?.id ?? '' }
    const { order_id } = await makeCart(bench, person, { programId: program, ...option })
    await bench.env.DB.prepare("UPDATE registrations SET status = 'confirmed' WHERE order_id = ?").bind(order_id).run()
    const [, ...actions] = await call('DELETE')
    expect(actions.toSorted()).toEqual(['archive', 'archive', 'keep'])
    expect(await statuses()).toEqual(['own draft', 'sample-open-morning published'])
  })
})
