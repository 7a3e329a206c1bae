import { beforeAll, describe, expect, it } from 'vitest'
import type { ProgramFile } from '../../contract/organiser.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { unique } from '../../test-bench/people.ts'
import { organiserHeaders, putFile, shortestFile, type WrittenFile } from '../../test-bench/program-file.ts'

describe('paying later in a program file', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })

  const offline_instructions = 'Pay at the office.'
  const stored = async (offline: NonNullable<WrittenFile['selling']>['offline']) => {
    const file = { ...shortestFile(), program: `later-${unique()}`, selling: { offline, offline_instructions } }
    expect((await putFile(bench, file)).status).toBe(200)
    const answer = await bench.call(`/v1/organiser/programs/${file.program}`, {
      headers: organiserHeaders,
    })
    return ((await answer.json()) as ProgramFile).selling
  }

  it.each<[string, NonNullable<WrittenFile['selling']>['offline'], unknown]>([
    ['off', false, false],
    ['on, within the usual limits', true, true],
    ['the usual limits written out', { days: 7, places: 4, verified_email: true }, true],
    ['a limit of its own', { places: 10 }, { days: 7, places: 10, verified_email: true }],
  ])('S5: %s', async (_, written, read) => {
    expect(await stored(written)).toMatchObject({ offline: read, offline_instructions })
  })
})
