import { expect, it } from 'vitest'
import type { OrganiserEvent, OrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { openBench } from '../../test-bench/bench.ts'
import { organiserHeaders, putFile, shortestFile, type WrittenFile } from '../../test-bench/program-file.ts'
import { plainCanoe } from '../../test-bench/small-file.ts'

it('a change based on an outdated version of an event is refused with both versions', async () => {
  const bench = await openBench()
  const full = { key: 'full', name: 'Full week', cost: 320, spots_total: 50 }
  const canoe = { ...plainCanoe, venues: [], online_event: true, options: [full] }
  const file: WrittenFile = { ...shortestFile(), events: [canoe] }
  await putFile(bench, file)
  const call = async <Body>(path: string, body?: object) => {
    bench.pass(1)
    const answer = await bench.call(`/v1/organiser/programs/${file.program}${path}`, {
      headers: organiserHeaders,
      ...(body && { method: 'PUT', body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Body & { code?: number; type?: string; param?: string; message: string }
  }
  const conflict = (read: string, current: string) => ({
    code: 409,
    type: 'state_conflict',
    param: 'version',
    message: expect.stringMatching(new RegExp(`version ${read}, and it is now ${current}`)),
  })

  const read = await call<OrganiserEvent>('/events/canoe')
  const settings = await call<OrganiserProgram>('/settings')
  const { plan } = await putFile(bench, file, { isDryRun: true })
  bench.pass(1)
  await putFile(bench, { ...file, events: [{ ...canoe, options: [{ ...full, cost: 350 }] }] })

  const now = await call<OrganiserEvent>('/events/canoe')
  const change = { options: [{ key: 'full', cost: 300 }] }
  expect(now.version).not.toBe(read.version)
  expect(await call('/events/canoe', { ...change, version: read.version })).toMatchObject(
    conflict(read.version, now.version),
  )
  const changed = await call<OrganiserEvent>('/events/canoe', { ...change, version: now.version })
  expect(changed.event.options).toMatchObject([{ ...full, cost: 300 }])
  expect((await call<OrganiserEvent>('/events/canoe')).version).toBe(changed.version)

  // Two changes in one millisecond have two versions.
  const versions = [changed.version]
  for (const cost of [310, 320]) {
    const init = {
      headers: organiserHeaders,
      method: 'PUT',
      body: JSON.stringify({ options: [{ key: 'full', cost }] }),
    }
    const answer = await bench.call(`/v1/organiser/programs/${file.program}/events/canoe`, init)
    expect(answer.status).toBe(200)
    versions.push(((await answer.json()) as OrganiserEvent).version)
  }
  expect(new Set(versions).size).toBe(3)

  const { version } = await call<OrganiserProgram>('/settings')
  expect(await call('/settings', { summary: 'Lake', version: settings.version })).toMatchObject(
    conflict(settings.version, version),
  )
  expect(await call(`?version=${plan.version}`, file)).toMatchObject(conflict(plan.version ?? '', version))
  expect((await call<OrganiserProgram>('/settings', { summary: 'Lake', version })).message).toBe('Program updated.')
})
