import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { applyProgramFile } from '../organiser/program-file/apply-file.ts'
import { makeCity } from '../organiser/program-file/make-city.ts'
import { putProgram } from '../organiser/program-file/program-calls.ts'
import { buildWhenChanged, hashOf } from './build.ts'
import { dataOf } from './data-folder.ts'
import { type DemoLogin, demoLogin } from './demo.ts'
import { migrateSafely } from './migrate-safely.ts'
import { freePort } from './port.ts'
import { finishRestore } from './restore-backup.ts'
import { localSecrets, organiserClient, type Secrets } from './secrets.ts'
import { serve } from './serve.ts'
import { onlyTroubles } from './to-terminal.ts'

const demoFile = 'functions/organiser/program-file/programs/lakeside.yaml'
export const demoProgram = 'lakeside'
export type Prepared = {
  secrets: Secrets /** null without the demo */
  login: DemoLogin | null
  data: string
  config: string
  runningFile: string
}

type Asked = {
  folder: string
  fresh: boolean
  withoutDemo?: boolean /** The large second demo too. */
  withCity?: boolean
  say: (line: string) => void
}

/** Everything before the site can be served: secrets, build, migrations, demo program and demo family. Repeats do only what is missing. */
export async function prepare(asked: Asked & { withoutDemo?: false }): Promise<Prepared & { login: DemoLogin }>
export async function prepare(asked: Asked): Promise<Prepared>
export async function prepare(asked: Asked): Promise<Prepared> {
  const { data, build, config, runningFile, loginFile, appliedFile, cityFile } = dataOf(asked.folder)
  const { secrets, madeNew } = localSecrets()
  if (madeNew) asked.say('Made new local secrets (.dev.vars).')
  if (asked.fresh) {
    asked.say('Beginning anew: the local data is removed.')
    for (const path of [data, loginFile, appliedFile, cityFile]) rmSync(path, { recursive: true, force: true })
  }
  mkdirSync(asked.folder, { recursive: true })
  finishRestore(asked.folder)
  await buildWhenChanged(asked.say, build)
  migrateSafely(asked)
  const login = asked.withoutDemo
    ? null
    : await prepareDemo({
        ...asked,
        secrets,
        data,
        config,
        loginFile,
        appliedFile,
        cityFile: asked.withCity ? cityFile : null,
      })
  return { secrets, login, data, config, runningFile }
}

async function prepareDemo(asked: {
  say: (line: string) => void
  secrets: Secrets
  data: string
  config: string
  loginFile: string
  appliedFile: string /** null where no city is asked for */
  cityFile: string | null
}): Promise<DemoLogin> {
  const hash = hashOf([demoFile]) + hashOf(['functions/organiser'])
  const isApplied = existsSync(asked.appliedFile) && readFileSync(asked.appliedFile, 'utf8') === hash
  const { cityFile } = asked
  const needsCity = cityFile !== null && !existsSync(cityFile)
  if (isApplied && existsSync(asked.loginFile) && !needsCity)
    return JSON.parse(readFileSync(asked.loginFile, 'utf8')) as DemoLogin
  const port = await freePort()
  const site = `http://localhost:${port}`
  const served = await serve({
    port,
    data: asked.data,
    config: asked.config,
    bindings: { ...asked.secrets, SITE_ORIGIN: site },
    say: onlyTroubles,
  })
  try {
    if (!isApplied) {
      asked.say('Applying the demo program …')
      await applyProgramFile({ file: demoFile, site, client: organiserClient(asked.secrets) })
      writeFileSync(asked.appliedFile, hash)
    }
    if (needsCity) {
      asked.say('Applying the city: 4,000 events …')
      const answer = await putProgram(
        { site, client: organiserClient(asked.secrets) },
        { programId: 'city', file: makeCity(), isDryRun: false },
      )
      if (!answer.ok) throw new Error(answer.message)
      writeFileSync(cityFile, '')
    }
    if (!existsSync(asked.loginFile)) asked.say('Making the demo family …')
    return await demoLogin(site, { programId: demoProgram, file: asked.loginFile })
  } finally {
    await served.stop()
  }
}
