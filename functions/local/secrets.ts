import { createECDH, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Names of values that must never be in the repository. */
export type Secrets = Record<
  'TOKEN_SECRET' | 'PASSWORD_PEPPER' | 'HEALTH_KEY' | 'VAPID_KEYS' | 'ORGANISER_CLIENTS',
  string
>
export const secretsFile = '.dev.vars'

/** A new key pair for Web Push, `name:public:private` (delivery/push/vapid-keys.ts). */
export function newVapidKey(name: string): string {
  const keys = createECDH('prime256v1')
  const publicKey = keys.generateKeys('base64url')
  return `${name}:${publicKey}:${padded(keys.getPrivateKey())}`
}
// Leading zero bytes of the private key may be missing, so it is padded to 32 bytes.
const padded = (bytes: Buffer) => Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]).toString('base64url')

const random = (bytes: number) => randomBytes(bytes).toString('base64url')
const generators: { [Name in keyof Secrets]: () => string } = {
  TOKEN_SECRET: () => `k1:${random(32)}`,
  PASSWORD_PEPPER: () => random(32),
  HEALTH_KEY: () => `h1:${randomBytes(32).toString('base64')}`,
  VAPID_KEYS: () => newVapidKey('v1'),
  ORGANISER_CLIENTS: () => `local:${random(24)}:*`,
}

/**
 * The secrets of this checkout: those in the file, plus a new one for each that is missing. Only the owner can read the
 * file.
 */
export function localSecrets(file = secretsFile): { secrets: Secrets; madeNew: boolean } {
  const existing = existsSync(file) ? readVariables(readFileSync(file, 'utf8')) : {}
  const missing = (Object.keys(generators) as (keyof Secrets)[]).filter((name) => !existing[name])
  const added = Object.fromEntries(missing.map((name) => [name, generators[name]()]))
  if (missing.length > 0) {
    const before = existsSync(file) ? `${readFileSync(file, 'utf8').trimEnd()}\n` : ''
    writeFileSync(file, before.trimStart() + missing.map((name) => `${name}="${added[name]}"\n`).join(''), {
      mode: 0o600,
    })
  }
  chmodSync(file, 0o600)
  return { secrets: { ...existing, ...added } as Secrets, madeNew: missing.length > 0 }
}

/** Replaces a secret in the file, and returns the previous one. */
export function replaceSecret(name: keyof Secrets, change: (former: string) => string, file = secretsFile): string {
  const { secrets } = localSecrets(file)
  const value = change(secrets[name])
  const others = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !line.trimStart().startsWith(`${name}=`))
  writeFileSync(file, `${others.join('\n').trimEnd()}\n${name}="${value}"\n`, { mode: 0o600 })
  return value
}

/**
 * The settings of a start: from its environment, or else from the secrets file, so that a password is in no process
 * list.
 */
export function startSettings(
  environment: Record<string, string | undefined>,
  file = secretsFile,
): Record<string, string | undefined> {
  const inFile = existsSync(file) ? readVariables(readFileSync(file, 'utf8')) : {}
  return { ...inFile, ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value)) }
}

/** Parses `NAME=value` and `NAME="value"` lines; skips comments and empty lines. */
export function readVariables(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap((line) => {
    const match = /^\s*([A-Z_]+)\s*=(.*)$/.exec(line)
    return match ? [[match[1], (match[2] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2')]] : []
  })
  return Object.fromEntries(pairs)
}

/** Basic credentials of the first organiser client, which may change every program here. */
export function organiserClient(secrets: Secrets): { id: string; secret: string } {
  const [id = '', secret = ''] = secrets.ORGANISER_CLIENTS.split(/[\s,]+/)[0]?.split(':') ?? []
  return { id, secret }
}
