import { beforeAll, describe, expect, it } from 'vitest'
import type { ProgramFile } from '../../../contract/organisation/organiser.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { unique } from '../../../test-bench/people.ts'
import { organiserHeaders, putFile, shortestFile, type WrittenFile } from '../../../test-bench/program-file.ts'

describe('offline payment in a program file', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })

  const offline_instructions = 'Pay at the office.'
  const putOf = async (selling: WrittenFile['selling']) => {
    const file = { ...shortestFile(), program: `later-${unique()}`, selling }
    expect((await putFile(bench, file)).status).toBe(200)
    return file
  }
  const stored = async (offline: NonNullable<WrittenFile['selling']>['offline']) => {
    const file = { ...shortestFile(), program: `later-${unique()}`, selling: { offline, offline_instructions } }
    expect((await putFile(bench, file)).status).toBe(200)
    const answer = await bench.call(`/v1/organiser/programs/${file.program}`, {
      headers: organiserHeaders,
    })
    return ((await answer.json()) as ProgramFile).selling
  }

  it.each<[string, NonNullable<WrittenFile['selling']>['offline'], unknown]>([
    ['switched off', false, false],
    ['with the default limits', true, true],
    ['with the default limits written out', { days: 7, places: 4, verified_email: true }, true],
    ['with its own limit', { places: 10 }, { days: 7, places: 10, verified_email: true, until_start: false }],
    ['offered until the start', { until_start: true }, { days: 7, places: 4, verified_email: true, until_start: true }],
  ])('S5: a file with offline payment %s is stored and exported', async (_, written, read) => {
    expect(await stored(written)).toMatchObject({ offline: read, offline_instructions })
  })

  it('C2: instructions for offline payment cannot be removed', async () => {
    const { program } = await putOf({ offline: true, offline_instructions })
    await bench.env.DB.prepare(
      `UPDATE programs SET selling = json_remove(selling, '$.offline_instructions') WHERE id = ?`,
    )
      .bind(program)
      .run()
    const path = `/v1/organiser/programs/${program}`
    const own = (await (await bench.call(path, { headers: organiserHeaders })).json()) as WrittenFile
    expect((await putFile(bench, own)).status).toBe(200)
    expect((await putFile(bench, { ...own, name: 'Another name' })).status).toBe(200)

    expect((await putFile(bench, { ...own, selling: { offline: true, offline_instructions } })).status).toBe(200)
    const refused = await putFile(bench, { ...own, selling: { offline: true } })
    expect(refused).toMatchObject({
      status: 400,
      error: { errors: [{ type: 'required', param: 'selling.offline_instructions' }] },
    })
  })
})
