import { beforeAll, describe, expect, it } from 'vitest'
import type { ProgramFile } from '../../../contract/organisation/organiser.ts'
import type { Program, ProgramFeatures } from '../../../contract/offering/program.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { organiserHeaders, putFile, shortestFile } from '../../../test-bench/program-file.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})

describe('X-04: visitor tracking of a program', () => {
  it('X-04: tracking ids are removed with their fields', async () => {
    const file = {
      ...shortestFile(),
      meta_pixel_id: '1234567890',
      gtm_id: 'GTM-ABC123',
      features: { meta_pixel: true, gtm: true },
    }
    const shown = async (path = '') =>
      (await bench.call(`/v1/explore/programs/${file.program}${path}`)).json() as Promise<Program & ProgramFeatures>
    expect((await putFile(bench, file)).status).toBe(200)
    expect(await shown()).toMatchObject({ meta_pixel_id: '1234567890', gtm_id: 'GTM-ABC123' })
    expect(await shown('/features')).toMatchObject({ meta_pixel_enabled: true, gtm_enabled: true })
    const exported = await bench.call(`/v1/organiser/programs/${file.program}`, { headers: organiserHeaders })
    expect((await exported.json()) as ProgramFile).toMatchObject({ meta_pixel_id: '1234567890', gtm_id: 'GTM-ABC123' })
    const { meta_pixel_id: _, gtm_id: __, features: ___, ...without } = file
    expect((await putFile(bench, without)).status).toBe(200)
    expect(await shown()).toMatchObject({ meta_pixel_id: null, gtm_id: null })
  })

  it.each([
    ['gtm_id', "GTM-X');alert(1)//"],
    ['gtm_id', 'gtm-abc123'],
    ['gtm_id', 'GTM-ABC'],
    ['gtm_id', 'GTM-ABCDEFGHIJK'],
    ['gtm_id', 'UA-123456-1'],
    ['gtm_id', ''],
    ['meta_pixel_id', "1234567890');alert(1)//"],
    ['meta_pixel_id', '12345'],
    ['meta_pixel_id', '1'.repeat(21)],
    ['meta_pixel_id', '١٢٣٤٥٦٧'],
    ['meta_pixel_id', '1234567890\n'],
  ])('X-04: %s is rejected as %j', async (param, id) => {
    const { status, error } = await putFile(bench, { ...shortestFile(), [param]: id })
    expect([status, error?.errors.map((each) => each.param)]).toEqual([400, [param]])
  })

  it.each([
    ['meta_pixel', 'meta_pixel_id'],
    ['gtm', 'gtm_id'],
  ])('X-04: %s cannot be switched on without an id', async (feature, param) => {
    const { error } = await putFile(bench, { ...shortestFile(), features: { [feature]: true } })
    expect(error?.errors).toMatchObject([{ type: 'required', param }])
  })
})
