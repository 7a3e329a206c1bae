import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataPaths } from './data-folder.ts'
import { refuseOutgoingRequest, isCopy, quietSettings } from './restored-copy.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const root = mkdtempSync(join(tmpdir(), 'copy-'))
const folder = join(root, 'state')
const secrets = join(root, '.dev.vars')
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The output of a command of the site. */
const said = (script: string, words: string[] = [], environment: Record<string, string> = {}) =>
  new Promise<string>((resolve) => {
    const env = { ...process.env, ...environment, DATA: folder }
    execFile(process.execPath, [`functions/local/${script}.ts`, ...words], { env }, (_error, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    )
  })
const selling = {
  SITE_ORIGIN: 'https://camps.example',
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_a',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_a',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
  MAIL_PROVIDER: 'smtp',
  SMTP_URL: 'smtps://user:password@mail.example:465',
}

describe('restored data', () => {
  let path = ''
  beforeAll(() => {
    const home = join(dataPaths(folder).data, 'd1/miniflare-D1DatabaseObject')
    mkdirSync(home, { recursive: true })
    const database = new DatabaseSync(join(home, '9ba2.sqlite'))
    database.exec('CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY, name TEXT)')
    database.close()
    path = writeBackup({ folder, into: join(root, 'backups'), secrets, now: new Date(Date.UTC(2027, 4, 1)) }).path
  })

  it('restored data is not served with real cards and mail until it is released', async () => {
    expect(isCopy(folder)).toBe(false)
    await restoreBackup({ backup: path, folder, secrets })
    expect(isCopy(folder)).toBe(true)
    expect(await said('serve', [], selling)).toMatch(/count as a copy.+npm run restore -- --live/)
    expect(existsSync(dataPaths(folder).build)).toBe(false)
    expect(await said('restore', ['--live'])).toMatch(/are the site’s own: from the next start on cards are charged/)
    expect(isCopy(folder)).toBe(false)
  })

  it('restored data is served at once with --live', async () => {
    await restoreBackup({ backup: path, folder, secrets })
    await restoreBackup({ backup: path, folder, secrets, isLive: true, now: new Date(Date.UTC(2027, 5, 1)) })
    expect(isCopy(folder)).toBe(false)
  })
})

it('a restored copy has no key of a card provider and no mail server', async () => {
  const settings = { ...selling, OPERATOR_EMAIL: 'operator@camps.example', HOST: '127.0.0.1', TOKEN_SECRET: 'k1:a' }
  expect(quietSettings(settings)).toEqual({
    SITE_ORIGIN: selling.SITE_ORIGIN,
    HOST: '127.0.0.1',
    TOKEN_SECRET: 'k1:a',
    PAYMENT_PROVIDER: 'sandbox',
    MAIL_PROVIDER: 'mailbox',
  })
  expect((await refuseOutgoingRequest()).status).toBe(503)
})
