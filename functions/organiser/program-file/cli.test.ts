import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench } from '../../test-bench/bench.ts'
import { overHttp } from '../../test-bench/over-http.ts'
import { unique } from '../../test-bench/people.ts'

const cli = new URL('cli.ts', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'program-'))
let server: Awaited<ReturnType<typeof overHttp>>

/** Types a command as an organisation would. */
const type = (words: string[], site = server.site) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = {
      ...process.env,
      SITE: site,
      ORGANISER_CLIENT: 'bench:bench-secret-of-32-characters-x',
      NODE_OPTIONS: '',
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    }
    execFile(process.execPath, [cli, ...words], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })

describe('npm run program', () => {
  const program = `program-${unique()}`
  const write = (name: string, more: string) => {
    const file = join(folder, name)
    writeFileSync(
      file,
      `program: ${program}\nname: Camp\ntimezone: America/Toronto\ndefault_currency: CAD\ncountry: CA\n${more}`,
    )
    return file
  }
  beforeAll(async () => {
    server = await overHttp(await openBench())
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
    return server.close()
  })

  it('plans, applies and exports; the exported file changes nothing', async () => {
    const file = write('camp.yaml', 'pools: [{ key: bus, spots_total: 20 }]\n')
    expect(await type(['plan', file])).toEqual({
      code: 0,
      err: '',
      out: `  + program: ${program}\n  + pools.bus\n2 to create, 0 to change, 0 to remove, 0 as they are.\n`,
    })
    expect((await type(['apply', file])).out).toContain(`Applied to ${server.site}.`)
    expect((await type(['plan', write('more.yaml', 'pools: [{ key: bus, spots_total: 30 }]\n')])).out).toBe(
      '  ~ pools.bus.spots_total: 20 → 30\n0 to create, 1 to change, 0 to remove, 0 as they are.\n',
    )
    const exported = join(folder, 'exported.yaml')
    const { out } = await type(['export', program])
    expect(out.split('\n')[0]).toBe(`# yaml-language-server: $schema=${server.site}/program-file.schema.json`)
    writeFileSync(exported, out)
    expect((await type(['plan', exported])).out).toBe('Nothing to change.\n')
  })

  it('says where the mistake is, and that nothing was changed', async () => {
    const file = write('broken.yaml', 'pools: [{ key: bus, spots_total: -1 }]\n')
    expect(await type(['apply', file])).toEqual({
      code: 1,
      out: '',
      err: `${file}:6:21  pools[0].spots_total: Enter a number of 0 or more.\nNothing was changed: 1 to put right.\n`,
    })
  })

  it('says how it is used, which file is missing, which program, which site', async () => {
    const [nothing, noFile, noProgram, noSite] = await Promise.all([
      type([]),
      type(['apply', 'none.yaml']),
      type(['export', 'no-such-program']),
      type(['export', program], 'http://127.0.0.1:9'),
    ])
    expect(nothing.err).toContain('npm run program -- plan FILE')
    expect(noFile).toEqual({ code: 2, out: '', err: 'There is no file none.yaml.\n' })
    expect(noProgram.code).toBe(1)
    expect(noSite).toEqual({ code: 2, out: '', err: 'No site answers at http://127.0.0.1:9. Is it running?\n' })
  })
})
