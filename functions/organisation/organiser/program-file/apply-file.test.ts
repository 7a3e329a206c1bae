import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench } from '../../../test-bench/bench.ts'
import { overHttp } from '../../../test-bench/over-http.ts'
import { shortestFile } from '../../../test-bench/program-file.ts'
import { applyProgramFile, ProgramFileRefused } from './apply-file.ts'

describe('applyProgramFile', () => {
  let site = ''
  let server: Awaited<ReturnType<typeof overHttp>>
  const folder = mkdtempSync(join(tmpdir(), 'program-'))
  const client = { id: 'bench', secret: 'bench-secret-of-32-characters-x' }

  beforeAll(async () => {
    server = await overHttp(await openBench())
    site = server.site
  })
  afterAll(() => server.close())

  const write = (lines: string[]) => {
    const file = join(folder, `${shortestFile().program}.yaml`)
    writeFileSync(file, lines.join('\n'))
    return file
  }
  const refusalOf = async (lines: string[], secret = client.secret) => {
    const file = write(lines)
    const thrown = await applyProgramFile({ file, site, client: { ...client, secret } }).catch(
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(ProgramFileRefused)
    return (thrown as ProgramFileRefused).lines.map((line) => line.replace(`${file}:`, ''))
  }
  const head = () => [
    `program: ${shortestFile().program}`,
    'name: Camp',
    'timezone: America/Toronto',
    'default_currency: CAD',
    'country: CA',
  ]

  it('applying the same file again changes nothing', async () => {
    const file = write([...head(), 'pools: [{ key: bus, spots_total: 20 }]'])
    expect(
      (await applyProgramFile({ file, site, client })).changes.map(({ action, path }) => `${action} ${path}`),
    ).toEqual(['create program', 'create pools.bus'])
    expect((await applyProgramFile({ file, site, client })).changes.map(({ action }) => action)).toEqual(['keep'])
  })

  it('every mistake is shown with its line and field', async () => {
    expect(
      await refusalOf([...head(), 'email: nobody', 'pools:', '  - { key: bus, spots_total: many }', 'colour: red']),
    ).toEqual([
      '6:1  email: Enter an email like name@example.com.',
      '8:17  pools[0].spots_total: Enter a whole number.',
      '9:1  colour: Unknown parameter.',
    ])
  })

  it('contradictions in a file are shown with their line', async () => {
    expect(
      await refusalOf([
        ...head(),
        'events:',
        '  - key: canoe',
        '    type: camp',
        '    name: Canoe',
        '    starts_at: +9d 09:00',
        '    ends_at: +8d 09:00',
        '    venues: [dock]',
      ]),
    ).toEqual([
      '11:5  events.canoe.ends_at: The end must be after the start.',
      '12:5  events.canoe.venues: Nothing under venues has the key dock.',
    ])
  })

  it.each([
    ['missing', [], ['1:1  program: Say which program this is, like lakeside-camps.'], -1],
    ['a number', ['program: 12'], ['1:1  program: Say which program this is, like lakeside-camps.'], 0],
    ['not a valid key', ['program: My Camp'], ['1:1  program: Say which program this is, like lakeside-camps.'], 0],
  ])('every mistake is shown if the program is %s', async (_, first, words, moved) => {
    const rest = [
      'email: nobody',
      'pools:',
      '  - { key: bus, spots_total: 1 }',
      '  - { key: bus, spots_total: 2 }',
      'questions: [{ key: cap, title: Cap, type: dropdown }]',
      'colour: red',
    ]
    const line = (number: number) => number + moved
    expect(await refusalOf([...first, ...head().slice(1), ...rest])).toEqual([
      ...words,
      `${line(6)}:1  email: Enter an email like name@example.com.`,
      `${line(8)}:5  pools.bus: The key bus is listed twice.`,
      `${line(10)}:13  questions.cap.choices: Name at least one choice.`,
      `${line(11)}:1  colour: Unknown parameter.`,
    ])
  })

  it('wrong credentials are reported', async () => {
    expect((await refusalOf([...head(), 'name: Twice']))[0]).toMatch(/^6:1 /)
    expect(await refusalOf(head(), 'wrong-secret-of-32-characters-xx')).toEqual([
      'The site answered 401. The credentials are not right.',
    ])
    expect(await refusalOf(['# Nothing yet.'])).toContain(
      '1:1  program: Say which program this is, like lakeside-camps.',
    )
  })
})
