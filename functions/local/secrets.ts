import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

/** What must never be in the repository, by name. */
export type Secrets = Record<'TOKEN_SECRET' | 'PASSWORD_PEPPER' | 'HEALTH_KEY' | 'ORGANISER_CLIENTS', string>
export const secretsFile = '.dev.vars'

const random = (bytes: number) => randomBytes(bytes).toString('base64url')
const generators: { [Name in keyof Secrets]: () => string } = {
  TOKEN_SECRET: () => `k1:${random(32)}`,
  PASSWORD_PEPPER: () => random(32),
  HEALTH_KEY: () => `h1:${randomBytes(32).toString('base64')}`,
  ORGANISER_CLIENTS: () => `local:${random(24)}:*`,
}

/** The secrets of this checkout: what the file has, and a new one for each that it lacks. The file is the owner's alone. */
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

/** The settings of a start: what its environment says, and the file of the secrets for what that leaves open. A password there stands in no list of processes. */
export function startSettings(
  environment: Record<string, string | undefined>,
  file = secretsFile,
): Record<string, string | undefined> {
  const inFile = existsSync(file) ? readVariables(readFileSync(file, 'utf8')) : {}
  return { ...inFile, ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value)) }
}

/** `NAME=value` and `NAME="value"` lines; comments and empty lines are skipped. */
export function readVariables(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap((line) => {
    const match = /^\s*([A-Z_]+)\s*=\s*(.*?)\s*$/.exec(line)
    return match ? [[match[1], (match[2] ?? '').replace(/^(["'])(.*)\1$/, '$2')]] : []
  })
  return Object.fromEntries(pairs)
}

/** Basic credentials of the first organiser client, which sees every program here. */
export function organiserClient(secrets: Secrets): { id: string; secret: string } {
  const [id = '', secret = ''] = secrets.ORGANISER_CLIENTS.split(/[\s,]+/)[0]?.split(':') ?? []
  return { id, secret }
}
