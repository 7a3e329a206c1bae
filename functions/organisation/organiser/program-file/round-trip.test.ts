import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { largestFileBytes, maxEventsPerProgram } from '../../../contract/limits.ts'
import { ProgramFile } from '../../../contract/organisation/organiser.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { endlessChoices, findFailure, seededChoices } from '../../../test-bench/choices.ts'
import { mismatches, type Schema } from '../../../test-bench/matches-schema.ts'
import { unique } from '../../../test-bench/people.ts'
import { organiserHeaders, putFile, type WrittenFile } from '../../../test-bench/program-file.ts'
import { randomProgram } from '../../../test-bench/random-program.ts'
import { completeFile } from './complete-file.ts'
import { programFileSchema } from './file-schema.ts'
import { makeCity } from './make-city.ts'
import { shortFile } from './short-file.ts'

const folder = new URL('programs/', import.meta.url)
const demos = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
const rounds = process.env.LONG === '1' ? 200 : 5
const seeds = Array.from({ length: rounds }, (_, at) => at + 1)
const nothing = { message: 'Nothing to change.', changes: [], refusals: [] }

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
const exported = async (program: string) =>
  (await (await bench.call(`/v1/organiser/programs/${program}`, { headers: organiserHeaders })).json()) as ProgramFile
/** The plan for a file, computed without applying it. */
const planned = async (file: WrittenFile) => {
  const { plan } = await putFile(bench, file, { isDryRun: true })
  return {
    message: plan.message,
    changes: plan.changes?.filter(({ action }) => action !== 'keep'),
    refusals: plan.refusals,
  }
}

/**
 * Applies a file and checks that a second apply changes nothing, and that its export equals it in long form, in short
 * form, and as YAML.
 */
async function staysItself(file: WrittenFile): Promise<void> {
  const applied = await putFile(bench, file)
  expect(applied.status, JSON.stringify(applied.error).slice(0, 1000)).toBe(200)
  bench.pass(1)
  expect(await planned(file)).toEqual(nothing)

  const long = await exported(file.program)
  const short = shortFile(long) as WrittenFile
  expect(parse(stringify(short, { lineWidth: 160 }))).toEqual(short)
  expect(mismatches(short, programFileSchema() as unknown as Schema, null)).toEqual([])
  expect(await planned(long)).toEqual(nothing)
  expect(await planned(short)).toEqual(nothing)
  // The same file under another name makes an equal program.
  const twin = `twin-${unique()}`
  const copied = await putFile(bench, { ...short, program: twin })
  expect(copied.status, JSON.stringify(copied.error).slice(0, 1000)).toBe(200)
  expect(await exported(twin)).toEqual({ ...long, program: twin })
}

describe('export, then apply', () => {
  it.each(demos)('applying the export of %s changes nothing', async (name) => {
    await staysItself({ ...parse(readFileSync(new URL(name, folder), 'utf8')), program: `demo-${unique()}` })
  })

  it.each(seeds)('applying the export of a random program (%i) changes nothing', async (seed) => {
    const failure = await findFailure({
      arbitrary: endlessChoices,
      seed,
      runs: 1,
      test: async (choices) => {
        const first = randomProgram(`chance-${unique()}`, choices)
        await staysItself(first)
        await staysItself(randomProgram(first.program, choices, first))
      },
    })
    expect(failure).toBeNull()
  })

  // Exporting and applying the whole city takes a minute, so only the length of its export is checked.
  it('the export of a program with the maximum of events is not too long to be applied', () => {
    const city = makeCity({ events: maxEventsPerProgram / 5 })
    const written = completeFile(ProgramFile.parse(city), '2026-11-21')
    expect(Buffer.byteLength(JSON.stringify(written))).toBeLessThan(largestFileBytes / 5)
  })

  it('applying the export of a small city changes nothing', async () => {
    await staysItself(makeCity({ program: `city-${unique()}`, events: 60, venues: 12 }))
  })

  it('the random programs cover every section of a file', () => {
    const files = seeds.flatMap((seed) => [
      randomProgram('a', seededChoices(seed)),
      randomProgram('a', seededChoices(seed + 10_000)),
    ])
    for (const section of [
      'venues',
      'pools',
      'waivers',
      'questions',
      'events',
      'coupons',
      'appointment_types',
      'categories',
      'products',
      'session_packages',
      'membership_packages',
    ] as const)
      expect(
        files.some((file) => (file[section]?.length ?? 0) > 1),
        section,
      ).toBe(true)
  })
})
