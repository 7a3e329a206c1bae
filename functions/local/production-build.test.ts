import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildForProduction } from './build.ts'

const folder = '.wrangler/production-build-test'
/** Words that only the local helpers and the sandbox provider say, and where. */
const localOnly: Record<string, string> = {
  pm_card_: 'functions/contract/sandbox-cards.ts',
  '4242424242424242': 'functions/contract/sandbox-cards.ts',
  '/dev/bank': 'functions/payments/providers/sandbox*.ts',
  'Mails of this local site': 'functions/local/*.ts',
  clock_offset_ms: 'functions/local/*.ts',
  sandbox_next: 'functions/local/*.ts',
}
const textOf = (pattern: string) =>
  globSync(pattern)
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

describe('A-24: a production build', () => {
  let built = ''
  beforeAll(async () => {
    await buildForProduction(() => {}, folder)
    built = textOf(`${folder}/**/*.{js,mjs}`)
  }, 120_000)

  it.each(Object.entries(localOnly))('does not hold %s, which %s does', (word, source) => {
    expect(textOf(source).includes(word)).toBe(true)
    expect(built.includes(word)).toBe(false)
  })

  it('is no development build, though a test runner started it', () => {
    expect(readFileSync(`${folder}/server/virtual_astro_middleware.mjs`, 'utf8')).toMatch(/status: ?(?:500|5e2)/)
  })

  it('holds the API and the pages', () => {
    expect(built.includes('/v1/explore')).toBe(true)
    expect(built.includes('PAYMENT_PROVIDER')).toBe(true)
  })
})
