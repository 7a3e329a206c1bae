import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { applyProgramFile } from '../organisation/organiser/program-file/apply-file.ts'
import { makeCity } from '../organisation/organiser/program-file/make-city.ts'
import { putProgram } from '../organisation/organiser/program-file/program-calls.ts'
import { buildForProduction, buildWhenChanged, hashOf } from './build.ts'
import { dataPaths } from './data-folder.ts'
import { type DemoLogin, demoLogin, readDemoLogin } from './demo.ts'
import { makeDemoTeam } from './demo-team.ts'
import { keptDemoEvents } from './demo-events.ts'
import { makeDemoDay, needsDemoDay } from './demo-week.ts'
import { migrateSafely } from './migrate-safely.ts'
import { freePort } from './port.ts'
import { finishRestore } from './restore-backup.ts'
import { localSecrets, organiserClient, type Secrets } from './secrets.ts'
import type { RuntimeInput } from './runtime.ts'
import { serveSite } from './serve-site.ts'

const demoFile = 'functions/organisation/organiser/program-file/programs/lakeside.yaml'
export const demoProgram = 'lakeside'
export type Prepared = {
  secrets: Secrets /** The log-in of the demo family; null without the demo. */
  login: DemoLogin | null
  data: string
  config: string
  runningFile: string
}

type PrepareInput = {
  folder: string
  fresh: boolean
  withoutDemo?: boolean /** True to add the large second demo. */
  withCity?: boolean
  /** True for a camp and a class of this week in the demo. */
  withWeek?: boolean
  /** True for a build without the development tools, and so without the demo. */
  isProduction?: boolean
  before?: RuntimeInput['before']
  startHasher?: RuntimeInput['startHasher']
  report: (line: string) => void
}

/**
 * Prepares everything for serving: secrets, build, migrations, demo program and demo family. Repeated calls only do
 * what is missing.
 */
export async function prepare(input: PrepareInput & { withoutDemo?: false }): Promise<Prepared & { login: DemoLogin }>
export async function prepare(input: PrepareInput): Promise<Prepared>
export async function prepare(input: PrepareInput): Promise<Prepared> {
  const { data, build, config, runningFile, loginFile, appliedFile, cityFile, weekFile, copyMark } = dataPaths(
    input.folder,
  )
  const { secrets, madeNew } = localSecrets()
  if (madeNew) input.report('Made new local secrets (.dev.vars).')
  if (input.fresh) {
    input.report('Starting with empty data: the local data is removed.')
    for (const path of [data, loginFile, appliedFile, cityFile, weekFile, copyMark])
      rmSync(path, { recursive: true, force: true })
  }
  mkdirSync(input.folder, { recursive: true })
  finishRestore(input.folder)
  if (input.isProduction) await buildForProduction(input.report, build)
  else await buildWhenChanged(input.report, build)
  migrateSafely(input)
  const login = input.withoutDemo
    ? null
    : await prepareDemo({
        ...input,
        secrets,
        data,
        config,
        loginFile,
        appliedFile,
        cityFile: input.withCity ? cityFile : null,
        weekFile: input.withWeek ? weekFile : null,
      })
  return { secrets, login, data, config, runningFile }
}

async function prepareDemo(input: {
  report: (line: string) => void
  before?: RuntimeInput['before']
  startHasher?: RuntimeInput['startHasher']
  secrets: Secrets
  data: string
  config: string
  loginFile: string
  appliedFile: string /** The second demo; null without the city. */
  cityFile: string | null
  /** What was made of the demo’s week; null without it. */
  weekFile: string | null
}): Promise<DemoLogin> {
  const hash = hashOf([demoFile]) + hashOf(['functions/organisation/organiser'])
  const isApplied = existsSync(input.appliedFile) && readFileSync(input.appliedFile, 'utf8') === hash
  const { cityFile, weekFile } = input
  const now = Date.now()
  const needsDay = weekFile !== null && needsDemoDay(weekFile, now)
  const needsCity = cityFile !== null && !existsSync(cityFile)
  const login = readDemoLogin(input.loginFile)
  if (isApplied && login?.hasTeam && !needsCity && !needsDay) return login
  const client = organiserClient(input.secrets)
  const port = await freePort()
  const site = `http://localhost:${port}`
  const server = await serveSite({
    port,
    siteOrigin: site,
    data: input.data,
    config: input.config,
    bindings: input.secrets,
    report: reportTroubles,
    before: input.before,
    startHasher: input.startHasher,
  })
  try {
    if (!isApplied) {
      input.report('Applying the demo program …')
      const moreEvents = await keptDemoEvents({ site, client }, demoProgram)
      await applyProgramFile({ file: demoFile, site, client, moreEvents })
      writeFileSync(input.appliedFile, hash)
    }
    if (needsCity) {
      input.report('Applying the city: 4,000 events …')
      const response = await putProgram({ site, client }, { programId: 'city', file: makeCity(), isDryRun: false })
      if (!response.ok) throw new Error(response.message)
      writeFileSync(cityFile, '')
    }
    if (!login?.hasTeam) input.report('Making the demo family and team …')
    const made = await demoLogin(site, {
      programId: demoProgram,
      file: input.loginFile,
      makeTeam: (password) => makeDemoTeam(site, { programId: demoProgram, password, client }),
    })
    if (needsDay) await fillDemo(site, { ...input, client, login: made, file: weekFile, now })
    return made
  } finally {
    await server.stop()
  }
}

type FillInput = Omit<Parameters<typeof makeDemoDay>[1], 'programId'> & { report: (line: string) => void }
/** Makes the demo of the day. The site starts without it when that fails, and the next start continues it. */
async function fillDemo(site: string, { report, ...input }: FillInput): Promise<void> {
  report('Making the camp and class of this week …')
  try {
    await makeDemoDay(site, { ...input, programId: demoProgram })
  } catch (error) {
    report(`They are not complete, and the next start continues them. ${String(error)}`)
  }
}

/** Writes only problems, because no one reads the other lines of the site that applies the demo. */
function reportTroubles(line: string, level: string): void {
  if (level === 'error' || level === 'warn') console.error(line)
}
