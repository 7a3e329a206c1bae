import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import { database } from '../../platform/database/database.ts'
import { eventOptions, events, outbox, registrations } from '../../platform/database/tables.ts'
import { openBench } from '../../test-bench/bench.ts'
import { makeCart } from '../../test-bench/orders.ts'
import { makeCustomer } from '../../test-bench/people.ts'
import { organiserHeaders, putFile, shortestFile, type WrittenFile } from '../../test-bench/program-file.ts'
import { plainCanoe } from '../../test-bench/small-file.ts'

it('an event that began is not cancelled as a whole, and once it is over it is archived without a mail or refund', async () => {
  const bench = await openBench()
  const db = database(bench.env.DB)
  const file: WrittenFile = {
    ...shortestFile(),
    events: [
      {
        ...plainCanoe,
        venues: [],
        online_event: true,
        options: [{ key: 'full', name: 'Week', free: true, spots_total: 'unlimited' }],
      },
    ],
  }
  await putFile(bench, file)
  const [event] = await db.select().from(events).where(eq(events.key, 'canoe'))
  const eventId = event?.id ?? ''
  const [option] = await db.select().from(eventOptions).where(eq(eventOptions.event_id, eventId))
  const person = await makeCustomer(bench, { programIds: [file.program] })
  const cart = await makeCart(bench, person, { programId: file.program, eventId, optionId: option?.id ?? '' })
  await db.update(registrations).set({ status: 'confirmed' }).where(eq(registrations.order_id, cart.order_id))

  const call = async (verb: string, body: object = {}) => {
    const path = `/v1/organiser/programs/${file.program}/events/canoe/${verb}`
    const answer = await bench.call(path, { method: 'POST', headers: organiserHeaders, body: JSON.stringify(body) })
    return (await answer.json()) as OrganiserEvent & { code?: number; type?: string; param?: string }
  }
  const refusalsWithoutEvents = async () => {
    const { plan } = await putFile(bench, { ...file, events: [] }, { isDryRun: true })
    return plan.refusals.map(({ type, path }) => [type, path])
  }
  const passUntil = (moment: string) => bench.pass(Date.parse(moment) - bench.now())

  for (const moment of ['2027-07-04T12:00:00Z', '2027-07-05T13:00:00Z', '2027-07-08T12:00:00Z']) {
    passUntil(moment)
    expect(await call('archive')).toMatchObject({ type: 'has_future_registrations', param: 'status' })
    expect(await refusalsWithoutEvents()).toEqual([['has_future_registrations', 'events.canoe']])
  }
  expect(await call('cancel', { text: 'Storm.' })).toMatchObject({
    code: 409,
    type: 'already_started',
    param: 'status',
    message: expect.stringContaining('archive it'),
  })

  passUntil('2027-07-10T12:00:00Z')
  expect(await refusalsWithoutEvents()).toEqual([])
  const before = (await db.select().from(outbox)).length
  for (const changes of [1, 0]) {
    const archived = await call('archive')
    expect([archived.message, archived.changes.length]).toEqual(['Event archived.', changes])
  }
  expect((await db.select().from(outbox)).length).toBe(before)
  expect((await bench.call(`/v1/explore/events/${eventId}`)).status).toBe(404)
})
