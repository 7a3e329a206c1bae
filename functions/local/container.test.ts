import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import packageFile from '../../package.json' with { type: 'json' }
import { readTrustedProxies } from './front-rules.ts'
import { missingSettings, realProviders } from './serve-settings.ts'

const folder = 'functions/local'
const lines = readFileSync(join(folder, 'Dockerfile'), 'utf8')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
const instructions = lines.map((line) => /^([A-Z]+) (.+)$/.exec(line)?.slice(1) ?? [line, ''])
const allOf = (name: string) => instructions.filter(([each]) => each === name).map(([, words = '']) => words)
const ignored = readFileSync(join(folder, 'Dockerfile.dockerignore'), 'utf8').split('\n').filter(Boolean)
const compose = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'))
const { site } = compose.services

describe('the Dockerfile', () => {
  it('every line of the Dockerfile is an instruction that Docker knows', () => {
    const known = ['FROM', 'RUN', 'USER', 'WORKDIR', 'COPY', 'ENV', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']
    expect(instructions.map(([name]) => name).filter((name) => !known.includes(name ?? ''))).toEqual([])
  })

  it('the container starts the same command as npm run serve', () => {
    expect(
      `node ${JSON.parse(allOf('CMD')[0] ?? '[]')
        .slice(1)
        .join(' ')}`,
    ).toBe(packageFile.scripts.serve)
  })

  it('the image holds the files that an installation needs, and no secrets or data', () => {
    const copied = allOf('COPY').flatMap((words) =>
      words
        .split(' ')
        .filter((word) => !word.startsWith('--'))
        .slice(0, -1),
    )
    expect(copied.filter((path) => !existsSync(path))).toEqual([])
    expect(ignored).toEqual(expect.arrayContaining(['.dev.vars*', '.wrangler', 'node_modules', 'backups', '.git']))
  })

  it('the container runs as a user without rights and keeps its data in a volume', () => {
    expect(allOf('USER')).toEqual(['node'])
    expect(allOf('VOLUME')).toEqual(['/data'])
    expect(allOf('ENV').join()).toContain('DATA=/data/')
    expect(allOf('RUN').join()).toContain('ln -s /data/.dev.vars .dev.vars')
  })

  it('the health check of the container uses a command that the image has', () => {
    const [, path = ''] = /from '\/site\/([^']+)'/.exec(allOf('HEALTHCHECK')[0] ?? '') ?? []
    expect(existsSync(path)).toBe(true)
  })
})

describe('compose.yaml', () => {
  it('compose.yaml builds the image from the root of the repository', () => {
    expect(existsSync(join(folder, site.build.context, site.build.dockerfile))).toBe(true)
    expect(join(folder, site.build.context)).toBe(join(dirname(folder), '..'))
  })

  it('compose.yaml has every setting that a start requires', () => {
    const settings = Object.fromEntries(
      Object.entries(site.environment as Record<string, string>).map(([name, value]) => [
        name,
        value.startsWith('$') ? samples[name] : value,
      ]),
    )
    expect(missingSettings(settings, realProviders())).toEqual([])
  })

  it('compose.yaml opens the port to this machine only, for the proxy that the site trusts', () => {
    expect(site.ports).toEqual(['127.0.0.1:8787:8787'])
    const [{ gateway }] = compose.networks.site.ipam.config
    expect(site.environment.TRUST_PROXY).toBe(gateway)
    expect(() => readTrustedProxies(gateway)).not.toThrow()
    expect(Object.keys(compose.volumes)).toEqual([site.volumes[0].split(':')[0]])
  })
})

const samples: Record<string, string> = {
  SITE_ORIGIN: 'https://camps.example',
  STRIPE_SECRET_KEY: `sk_live_${'a'.repeat(24)}`,
  STRIPE_PUBLISHABLE_KEY: `pk_live_${'a'.repeat(24)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'a'.repeat(24)}`,
  SMTP_URL: 'smtps://user:password@mail.example:465',
  OPERATOR_EMAIL: 'you@camps.example',
}
