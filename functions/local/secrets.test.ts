import { globSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { vapidKeys } from '../delivery/push/vapid-keys.ts'
import { localSecrets, newVapidKey, organiserClient, readVariables, replaceSecret } from './secrets.ts'

const newFile = () => join(mkdtempSync(join(tmpdir(), 'secrets-')), '.dev.vars')

describe('localSecrets', () => {
  it('localSecrets creates all secrets once', () => {
    const file = newFile()
    const first = localSecrets(file)
    expect(first.madeNew).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(first.secrets.TOKEN_SECRET).toMatch(/^k1:[\w-]{43}$/)
    expect(first.secrets.PASSWORD_PEPPER).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(first.secrets.HEALTH_KEY.split(':')[1] ?? '', 'base64')).toHaveLength(32)
    expect(vapidKeys(first.secrets)).toHaveLength(1)
    expect(localSecrets(file)).toEqual({ secrets: first.secrets, madeNew: false })
  })

  it('localSecrets keeps existing secrets', () => {
    const file = newFile()
    writeFileSync(file, '# mine\nPASSWORD_PEPPER="a pepper of my own"\n', { mode: 0o644 })
    const { secrets } = localSecrets(file)
    expect(secrets.PASSWORD_PEPPER).toBe('a pepper of my own')
    expect(secrets.TOKEN_SECRET).toMatch(/^k1:/)
    expect(readFileSync(file, 'utf8')).toContain('# mine')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('replaceSecret replaces one secret and keeps the others', () => {
    const file = newFile()
    const { secrets } = localSecrets(file)
    const rolled = replaceSecret('VAPID_KEYS', (former) => `${newVapidKey('v2')},${former}`, file)
    expect(vapidKeys({ VAPID_KEYS: rolled })).toHaveLength(2)
    expect(localSecrets(file)).toEqual({ secrets: { ...secrets, VAPID_KEYS: rolled }, madeNew: false })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('two secrets are never equal', () => {
    expect(localSecrets(newFile()).secrets).not.toEqual(localSecrets(newFile()).secrets)
  })
})

describe('readVariables', () => {
  it.each([
    ['A=1', { A: '1' }],
    ['A="b c"\n\n# no\nB=\'x=y\'', { A: 'b c', B: 'x=y' }],
    ['HEALTH_KEY="h1:abc/+=="', { HEALTH_KEY: 'h1:abc/+==' }],
  ])('readVariables reads %j', (text, expected) => expect(readVariables(text)).toEqual(expected))
})

describe('organiserClient', () => {
  it('organiserClient returns the first client of the list', () => {
    expect(
      organiserClient({
        TOKEN_SECRET: '',
        PASSWORD_PEPPER: '',
        HEALTH_KEY: '',
        VAPID_KEYS: '',
        ORGANISER_CLIENTS: 'local:one:*,other:two:lakeside',
      }),
    ).toEqual({ id: 'local', secret: 'one' })
  })
})

/** The forms of real keys: of cards, webhooks, a cloud, private keys, our own, and a mail server's password. */
const secretForms =
  /\b[sr]k_live_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9]{24,}|-----BEGIN [A-Z ]*PRIVATE KEY|\bAKIA[0-9A-Z]{16}\b|\b(?:TOKEN_SECRET|HEALTH_KEY|PASSWORD_PEPPER)="?(?:[kh]\d:)?[\w+/-]{40,}|\bsmtps?:\/\/(?!user:)[\w.%+-]+:(?!password@|hunter2@)[^\s@"'`$]{6,}@/

describe('the search for secrets in the repository', () => {
  it.each([
    `sk_live_${'4'.repeat(20)}`,
    ['smtps://me', 'a1b2c3d4@mail.example'].join(':'),
    `TOKEN_SECRET="k1:${'x'.repeat(43)}"`,
  ])('the search would report %s', (secret) => expect(secretForms.test(secret)).toBe(true))

  it('the repository contains no secret', () => {
    const files = globSync(['*.{toml,json,md,mjs,ts}', '.ci/**/*', '{functions,src,e2e,public}/**/*.*'])
    const holding = files.filter((path) => statSync(path).isFile() && secretForms.test(readFileSync(path, 'latin1')))
    expect(holding).toEqual([])
    expect(files.length).toBeGreaterThan(1000)
    expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('.dev.vars*')
  })
})
