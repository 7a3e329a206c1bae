import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildForProduction } from './build.ts'
import { startSettings } from './secrets.ts'

const folder = '.wrangler/production-build-test'
/** Texts that occur only in local tools and the sandbox provider, and their files. */
const localOnly: Record<string, string> = {
  pm_card_: 'functions/contract/money/sandbox-cards.ts',
  '4242424242424242': 'functions/contract/money/sandbox-cards.ts',
  '/dev/bank': 'functions/platform/cards/sandbox*.ts',
  'A test bank asks you to confirm': 'functions/local/sandbox-bank.ts',
  'A test payment page': 'functions/local/sandbox-pay.ts',
  'Confirm this card': 'functions/local/sandbox-bank.ts',
  'Mails of this local site': 'functions/local/*.ts',
  clock_offset_ms: 'functions/platform/database/clock-offset.ts',
  sandbox_next: 'functions/local/*.ts',
}
const textOf = (pattern: string) =>
  globSync(pattern)
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

describe('A-24, W-05: a production build', () => {
  let built = ''
  beforeAll(async () => {
    await buildForProduction(() => {}, folder)
    built = textOf(`${folder}/**/*.{js,mjs}`)
  }, 120_000)

  it.each(Object.entries(localOnly))('a production build does not contain %s, which is in %s', (word, source) => {
    expect(textOf(source).includes(word)).toBe(true)
    expect(built.includes(word)).toBe(false)
  })

  it('X-11: a production build contains no secret of this machine', () => {
    const secrets = Object.entries(startSettings({})).filter(([name]) => /SECRET|PEPPER|KEY|CLIENTS|URL/.test(name))
    expect(secrets.filter(([, value]) => value && built.includes(value)).map(([name]) => name)).toEqual([])
    expect(built.match(/\b(?:[sr]k_live_|whsec_)[A-Za-z0-9]{16,}|smtps?:\/\/[^\s"'`:]+:[^\s"'`@]+@/g) ?? []).toEqual([])
    expect(globSync(`${folder}/**/.dev.vars`)).toEqual([])
  })

  it("the card provider's script is loaded only for the card form or a bank step", () => {
    const scripts = globSync(`${folder}/client/**/*.js`).map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    const nameOf = ({ path }: { path: string }) => path.split('/').at(-1) ?? ''
    const bringing = (name: string, how: string) =>
      scripts
        .filter(({ text }) => new RegExp(`${how}["'\`]\\./${name.replaceAll('.', '\\.')}["'\`]`).test(text))
        .map(nameOf)
    const carriers = new Set(scripts.filter(({ text }) => text.includes('js.stripe.com')).map(nameOf))
    for (const name of carriers) for (const each of bringing(name, '(?:from|import) ?')) carriers.add(each)
    expect([...new Set([...carriers].map((name) => name.split('.')[0]))].sort()).toEqual(['StripeCard', 'pure'])
    const callers = [...carriers].flatMap((name) => bringing(name, 'import\\('))
    expect(callers.map((name) => name.split('.')[0]).sort()).toEqual(['AddCard', 'CardsToPayWith', 'bank-step'])
    for (const path of globSync(`${folder}/client/**/*.html`)) expect(readFileSync(path, 'utf8')).not.toMatch(/stripe/i)
  })

  it('a production build has strict limits by default', () => {
    const { vars } = JSON.parse(readFileSync(`${folder}/server/wrangler.json`, 'utf8')) as { vars: object }
    expect(Object.keys(vars)).not.toContain('RATE_LIMITS')
    expect(built).toMatch(/RATE_LIMITS: ?\w+\.RATE_LIMITS ?\|\| ?["'`]strict["'`]/)
  })

  it('a production build started by a test runner has no development tools', () => {
    expect(readFileSync(`${folder}/server/virtual_astro_middleware.mjs`, 'utf8')).toMatch(/status: ?(?:500|5e2)/)
  })

  it('a production build contains the API and the pages', () => {
    expect(built.includes('/v1/explore')).toBe(true)
    expect(built.includes('PAYMENT_PROVIDER')).toBe(true)
  })
})
