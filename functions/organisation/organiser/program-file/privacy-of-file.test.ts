import { beforeAll, describe, expect, it } from 'vitest'
import type { ProgramFile } from '../../../contract/organisation/organiser.ts'
import type { Program } from '../../../contract/offering/program.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { organiserHeaders, putFile, shortestFile } from '../../../test-bench/program-file.ts'

describe('the privacy texts of a program', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })

  it('U14: privacy texts are shown in the reader’s language', async () => {
    const file = {
      ...shortestFile(),
      languages: ['en' as const, 'fr' as const],
      preferences: {
        privacy_text: { en: 'Ask Robin.', fr: 'Écrivez à Robin.' },
        health_access_text: { en: 'Only your coaches.', fr: 'Seulement vos moniteurs.' },
      },
      selling: { tax_number: '81234 5678 RT0001' },
    }
    expect((await putFile(bench, file)).status).toBe(200)

    const shown = await bench.call(`/v1/explore/programs/${file.program}`, { headers: { 'Accept-Language': 'fr' } })
    expect((await shown.json()) as Program).toMatchObject({
      preferences: { privacy_text: 'Écrivez à Robin.', health_access_text: 'Seulement vos moniteurs.' },
      selling: { tax_number: '81234 5678 RT0001' },
    })
    const exported = await bench.call(`/v1/organiser/programs/${file.program}`, { headers: organiserHeaders })
    expect((await exported.json()) as ProgramFile).toMatchObject({
      preferences: file.preferences,
      selling: file.selling,
    })
  })

  it('U14: a program without privacy texts shows none', async () => {
    const file = shortestFile()
    await putFile(bench, file)
    const program = (await (await bench.call(`/v1/explore/programs/${file.program}`)).json()) as Program
    expect([program.preferences.privacy_text, program.preferences.health_access_text]).toEqual([null, null])
    expect(program.selling.tax_number).toBeNull()
  })
})
