import { describe, expect, it } from 'vitest'
import type { Health } from '../platform/health/health-rules.ts'
import { type BackupSeal, newSeal, readBackupKeys } from './backup-seal.ts'
import * as checks from './doctor-checks.ts'

const key = `b1:${Buffer.alloc(32, 1).toString('base64')}`
const [{ encryption }] = readBackupKeys(key).map(newSeal) as [BackupSeal]
const now = Date.UTC(2027, 5, 1)
const hours = (count: number) => now - count * 3_600_000
const health = (status: Health['status'], problems: Health['problems'] = []) => ({ status, problems }) as Health
const origin = 'https://camps.example'
const own = { runs: origin, meant: origin }
const served = { status: 200, isHealth: true, hasHsts: true }

describe('the table of the doctor command', () => {
  it.each<[string, checks.Finding, checks.Finding['state'], RegExp]>([
    ['a site that is well', checks.checkHealth(health('ok'), own), 'ok', /camps.example runs, its clock too/],
    ['no site', checks.checkNoSite('.wrangler/state'), 'look', /npm run serve/],
    ['a site that is stuck', checks.checkHealth(null, own), 'stop', /does not answer/],
    [
      'the site of other settings',
      checks.checkHealth(health('ok'), { ...own, meant: 'https://a.example' }),
      'stop',
      /a.example/,
    ],
    ['a site without settings', checks.checkHealth(health('ok'), { ...own, meant: null }), 'ok', /camps.example runs/],
    ['a clock that stopped', checks.checkHealth(health('degraded', ['clock_stopped']), own), 'look', /clock_stopped/],
    [
      'a database that is gone',
      checks.checkHealth(health('failing', ['database_unreachable']), own),
      'stop',
      /database_un/,
    ],
    ['an address that leads here', checks.checkPublicAddress(origin, served), 'ok', /leads here/],
    ['no certificate', checks.checkPublicAddress(origin, { failure: 'CERT_HAS_EXPIRED' }), 'stop', /CERT_HAS_EXPIRED/],
    ['a proxy without Host', checks.checkPublicAddress(origin, { ...served, status: 421 }), 'stop', /Host/],
    ['a proxy without site', checks.checkPublicAddress(origin, { ...served, status: 502 }), 'stop', /does not reach/],
    ['another site', checks.checkPublicAddress(origin, { ...served, isHealth: false }), 'stop', /not with this site/],
    ['no HSTS', checks.checkPublicAddress(origin, { ...served, hasHsts: false }), 'look', /Strict-Transport/],
    ['a right clock', checks.checkTime(-4_000), 'ok', /right/],
    ['a wrong clock', checks.checkTime(-90_000), 'stop', /90 s off/],
    ['no other clock', checks.checkTime(null), 'look', /timedatectl/],
    ['room', checks.checkDisk({ free: 50e9, total: 100e9 }), 'ok', /50.0 of 100.0 GB/],
    ['little room', checks.checkDisk({ free: 3e9, total: 100e9 }), 'look', /soon/],
    ['no room', checks.checkDisk({ free: 0.1e9, total: 100e9 }), 'stop', /Make room before/],
    ['no backup', checks.checkBackups(null, now), 'stop', /npm run backup/],
    ['an old backup', checks.checkBackups({ madeAt: hours(72), isOnSameDisk: false }, now), 'look', /3 days old/],
    [
      'a backup on one disk',
      checks.checkBackups({ madeAt: hours(1), isOnSameDisk: true }, now),
      'look',
      /another machine/,
    ],
    ['a good backup', checks.checkBackups({ madeAt: hours(1), isOnSameDisk: false }, now), 'ok', /1 h old/],
    ['backups in clear', checks.checkBackupKey(undefined, null), 'look', /BACKUP_KEY is not set/],
    ['a key and a backup before it', checks.checkBackupKey(key, { encryption: null }), 'look', /not encrypted yet/],
    ['a key that opens the backup', checks.checkBackupKey(key, { encryption }), 'ok', /encrypted with b1/],
    ['another key', checks.checkBackupKey(`b2${key.slice(2, -5)}AAAA=`, { encryption }), 'stop', /does not open/],
    ['what is no key', checks.checkBackupKey('secret', null), 'stop', /must be a name and 32/],
    ['open secrets', checks.checkSecrets(0o100644), 'stop', /chmod 600/],
    ['closed secrets', checks.checkSecrets(0o100600), 'ok', /owner alone/],
    ['a mail server', checks.checkSender(null), 'ok', /lets this site in/],
    ['a wrong password', checks.checkSender('smtp_535_5_7_8'), 'stop', /user or password/],
    ['no mail server', checks.checkSender('smtp_unreachable'), 'stop', /host and port/],
    ['a live card key', checks.checkCards('sk_live_x', { customers: 200, refunds: 200 }), 'ok', /knows the key/],
    ['a card key for tests', checks.checkCards('sk_test_x', { customers: 200 }), 'look', /no real card/],
    [
      'an unknown card key',
      checks.checkCards('sk_live_x', { customers: 401 }),
      'stop',
      /does not know STRIPE_SECRET_KEY/,
    ],
    [
      'a card key without a right',
      checks.checkCards('rk_live_x', { customers: 200, refunds: 403 }),
      'stop',
      /may not reach refunds/,
    ],
    ['a card provider that is ill', checks.checkCards('sk_live_x', { customers: 500 }), 'look', /answers 500/],
    ['no card provider', checks.checkCards('sk_live_x', { customers: null }), 'stop', /cannot be reached/],
  ])('the doctor command reports the state of %s', (_, finding, state, words) => {
    expect(finding.state).toBe(state)
    expect(finding.words).toMatch(words)
  })

  it('the doctor command names each missing setting', () => {
    expect(checks.checkSettings(['A is missing.', 'B is missing.']).map(({ state }) => state)).toEqual(['stop', 'stop'])
    expect(checks.checkSettings([]).map(({ state }) => state)).toEqual(['ok'])
    expect(checks.checkOperation({ SITE_ORIGIN: origin }).map(({ state }) => state)).toEqual(['look', 'stop'])
    const settings = { SITE_ORIGIN: origin, TRUST_PROXY: 'loopback', OPERATOR_EMAIL: 'op@camps.example' }
    expect(checks.checkOperation(settings).map(({ state }) => state)).toEqual(['ok'])
    const replies = { ...settings, MAIL_REPLY: 'reply@camps.example' }
    expect(checks.checkOperation(replies).map(({ words }) => words)).toContainEqual(
      expect.stringMatching(/^MAIL_REPLY is set alone/),
    )
    expect(checks.checkOperation({ ...replies, MAIL_REPLY_SERVER_CHECKS: 'on' })).toHaveLength(1)
  })

  it('the doctor command prints necessary fixes in capitals', () => {
    expect(
      checks.tableOf([
        { what: 'Disk', state: 'ok', words: 'Room.' },
        { what: 'Backups', state: 'stop', words: 'None.' },
      ]),
    ).toBe('Disk     ok    Room.\nBackups  STOP  None.\n')
  })
})
