import { expect, it } from 'vitest'
import type { OrganiserWaiver } from '../../contract/booking/registration.ts'
import { dayMs } from '../../contract/limits.ts'
import { openBench } from '../../test-bench/bench.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeWaiver } from '../../test-bench/programs.ts'
import { made, openFamily } from '../../test-bench/registering.ts'

it('the organisation reads a waiver as it was signed: by whom, for whom, in which language and from where', async () => {
  const bench = await openBench()
  const f = await openFamily(bench)
  const waiver_id = await makeWaiver(bench, f.programId)
  const camp = await f.event({}, { waiverId: waiver_id })
  const { id } = await made(await f.placeFor(camp, { body: { waiver: { waiver_id, version: 1 } } }))
  const confirm = (id: string) =>
    bench.bareDb.prepare(`UPDATE registrations SET status = 'confirmed' WHERE id = ?`).bind(id).run()
  await confirm(id)
  const path = `/v1/organiser/programs/${f.programId}/registrations/${id}/waiver`
  const signed = (await (await bench.call(path, { headers: organiserHeaders })).json()) as OrganiserWaiver
  expect(signed).toMatchObject({
    object: 'organiser_waiver',
    version: 1,
    title: 'Water safety',
    text: 'Canoeing has risks.',
    accepted_at: new Date(bench.now()).toISOString(),
    relation: 'parent',
    language: 'en',
  })
  expect(Object.keys(signed)).toContain('address_prefix')
  expect(signed.accepted_by.first_name).not.toBe('')
  expect(signed.attendee.first_name).not.toBe('')
  const unsigned = await made(await f.placeFor(await f.event({}, { startsAt: bench.now() + 60 * dayMs }), {}))
  await confirm(unsigned.id)
  const none = await bench.call(path.replace(id, unsigned.id), { headers: organiserHeaders })
  expect(none.status).toBe(404)
})
