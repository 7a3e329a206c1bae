import { expect, it } from 'vitest'
import type { OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import { openBench } from '../../test-bench/bench.ts'
import { organiserHeaders, putFile, shortestFile } from '../../test-bench/program-file.ts'
import { plainCanoe } from '../../test-bench/small-file.ts'

const open = { key: 'full', name: 'Full week', free: true, spots_total: 12 }
const ended = { ...open, key: 'late', name: 'Late', sale_ends_at: '2026-08-01T09:00' }

/** An event with one option that is on sale, and a change of its options. */
async function openEvent() {
  const bench = await openBench()
  const file = {
    ...shortestFile(),
    events: [{ ...plainCanoe, venues: [], online_event: true, options: [open as never] }],
  }
  await putFile(bench, file)
  bench.pass(1)
  const path = `/v1/organiser/programs/${file.program}/events/canoe`
  return {
    put: (options: object[]) =>
      bench.call(path, { method: 'PUT', headers: organiserHeaders, body: JSON.stringify({ options }) }),
    options: async () =>
      ((await (await bench.call(path, { headers: organiserHeaders })).json()) as OrganiserEvent).event.options,
  }
}

it('a new option of an existing event is refused when its sale has already ended', async () => {
  const { put, options } = await openEvent()
  const refused = await put([ended])
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { type: 'date_in_past', message: 'A new sale ends in the future.' },
  ])
  expect((await options())?.map(({ key }) => key)).toEqual(['full'])
})

it('the sale of an existing option may be given an end in the past', async () => {
  const { put } = await openEvent()
  expect((await put([{ key: 'full', sale_ends_at: '2026-08-01T09:00' }])).status).toBe(200)
})
