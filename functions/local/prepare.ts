import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { applyProgramFile } from '../organiser/program-file/apply-file.ts'
import { makeCity } from '../organiser/program-file/make-city.ts'
import { putProgram } from '../organiser/program-file/program-calls.ts'
import { buildForProduction, buildWhenChanged, hashOf } from './build.ts'
import { dataOf } from './data-folder.ts'
import { type DemoLogin, demoLogin } from './demo.ts'
import { migrateSafely } from './migrate-safely.ts'
import { freePort } from './port.ts'
import { finishRestore } from './restore-backup.ts'
import { localSecrets, organiserClient, type Secrets } from './secrets.ts'
import { serveSite } from './serve-site.ts'
import { onlyTroubles } from './terminal-log.ts'

const demoFile = 'functions/organiser/program-file/programs/lakeside.yaml'
export const demoProgram = 'lakeside'
export type Prepared = {
  secrets: Secrets /** null without the demo */
  login: DemoLogin | null
  data: string
  config: string
  runningFile: string
}

type PrepareInput = {
  folder: string
  fresh: boolean
  withoutDemo?: boolean /** The large second demo too. */
  withCity?: boolean
  /** Without the development tools, and so without the demo. */
  isProduction?: boolean
  say: (line: string) => void
}

/** Everything before the site can be served: secrets, build, migrations, demo program and demo family. Repeats do only what is missing. */
export async function prepare(input: PrepareInput & { withoutDemo?: false }): Promise<Prepared & { login: DemoLogin }>
export async function prepare(input: PrepareInput): Promise<Prepared>
export async function prepare(input: PrepareInput): Promise<Prepared> {
  const { data, build, config, runningFile, loginFile, appliedFile, cityFile } = dataOf(input.folder)
  const { secrets, madeNew } = localSecrets()
  if (madeNew) input.say('Made new local secrets (.dev.vars).')
  if (input.fresh) {
    input.say('Starting with empty data: the local data is removed.')
    for (const path of [data, loginFile, appliedFile, cityFile]) rmSync(path, { recursive: true, force: true })
  }
  mkdirSync(input.folder, { recursive: true })
  finishRestore(input.folder)
  if (input.isProduction) await buildForProduction(input.say, build)
  else await buildWhenChanged(input.say, build)
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
      })
  return { secrets, login, data, config, runningFile }
}

async function prepareDemo(input: {
  say: (line: string) => void
  secrets: Secrets
  data: string
  config: string
  loginFile: string
  appliedFile: string /** null where no city is asked for */
  cityFile: string | null
}): Promise<DemoLogin> {
  const hash = hashOf([demoFile]) + hashOf(['functions/organiser'])
  const isApplied = existsSync(input.appliedFile) && readFileSync(input.appliedFile, 'utf8') === hash
  const { cityFile } = input
  const needsCity = cityFile !== null && !existsSync(cityFile)
  if (isApplied && existsSync(input.loginFile) && !needsCity)
    return JSON.parse(readFileSync(input.loginFile, 'utf8')) as DemoLogin
  const port = await freePort()
  const site = `http://localhost:${port}`
  const served = await serveSite({
    port,
    siteOrigin: site,
    data: input.data,
    config: input.config,
    bindings: input.secrets,
    say: onlyTroubles,
  })
  try {
    if (!isApplied) {
      input.say('Applying the demo program …')
      await applyProgramFile({ file: demoFile, site, client: organiserClient(input.secrets) })
      writeFileSync(input.appliedFile, hash)
    }
    if (needsCity) {
      input.say('Applying the city: 4,000 events …')
      const answer = await putProgram(
        { site, client: organiserClient(input.secrets) },
        { programId: 'city', file: makeCity(), isDryRun: false },
      )
      if (!answer.ok) throw new Error(answer.message)
      writeFileSync(cityFile, '')
    }
    if (!existsSync(input.loginFile)) input.say('Making the demo family …')
    return await demoLogin(site, { programId: demoProgram, file: input.loginFile })
  } finally {
    await served.stop()
  }
}
