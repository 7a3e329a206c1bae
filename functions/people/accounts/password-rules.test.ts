import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startHashThreads } from '../../local/hash-in-threads.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isPasswordTooEasy } from './password-rules.ts'
import { unpackWords } from './plain-password.ts'
import published from './published-passwords.json' with { type: 'json' }
import { publishedPasswords } from './write-published-passwords.ts'

const owner = {
  email: 'nadia.roy@example.com',
  first_name: 'Nadia',
  last_name: 'Tremblay',
  program_name: 'Lakeside Camps',
}
const env = { PASSWORD_PEPPER: 'test-pepper-of-at-least-32-characters!' }

const notRefused = async (passwords: readonly string[]) => {
  const left: string[] = []
  for (const each of passwords) if (!(await isCommonPassword(each))) left.push(each)
  return left
}

describe('A-05: a new password', () => {
  it.each([
    'password1',
    'Password1!',
    'p@ssw0rd',
    'P@$$w0rd123',
    'qwertyuiop',
    'qwerty123',
    '12345678',
    '87654321',
    '1q2w3e4r',
    '1qaz2wsx',
    'iloveyou2',
    'letmein!!',
    'aaaaaaaa',
    'abcabcabc',
    'sunshine',
    'Summer2026',
    'motdepasse',
    'bonjour123',
    'azertyuiop',
    'football1',
    '31122010',
    '20101231',
    'passwordpassword',
    'trustno1!',
    'lakeside camps',
    'LakesideCamps1',
    'nadia.roy@example.com',
    'nadia.roy',
    'tremblay',
    'NadiaTremblay',
    'nadia tremblay 12',
    'asdfghjkl;',
    'welcome2026',
    'superman99',
  ])('A-05: the password %s is refused', async (password) => {
    expect(await isPasswordTooEasy(password, owner)).toBe(true)
  })

  it.each([
    'walrus kettle 7 violins',
    'correct horse battery staple',
    'Tr0ub4dor&3',
    'xkcd-936-rocks',
    ' leading space ok',
    '🦫🍁🏕️🛶🔥🌲🌙⭐',
    'пароль-длинный',
    'gZ8#kPq2',
    'mypasswordisverylongindeed',
    'lakeside swims at dawn',
  ])('A-05: the password %s is accepted', async (password) => {
    expect(await isPasswordTooEasy(password, owner)).toBe(false)
  })

  it('A-05: at least 3,000 of the most common passwords are refused', async () => {
    const bases =
      'password qwerty dragon monkey football baseball sunshine princess shadow superman michael jordan jennifer ashley charlie summer winter welcome letmein iloveyou batman pokemon hunter killer master computer internet cookie chocolate soleil bonjour azerty hockey toronto montreal'.split(
        ' ',
      )
    const suffixes = [
      '',
      '!',
      '!!',
      '123',
      '1234',
      '12',
      ...Array.from({ length: 10 }, (_, n) => `${n}`),
      ...Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0')),
      ...Array.from({ length: 60 }, (_, n) => `${1970 + n}`),
    ]
    const variants = new Set(
      bases
        .flatMap((base) =>
          suffixes.flatMap((suffix) => [base + suffix, base[0]?.toUpperCase() + base.slice(1) + suffix]),
        )
        .filter((each) => each.length >= 8),
    )
    expect(variants.size).toBeGreaterThan(3000)
    expect(await notRefused([...variants])).toEqual([])
  })

  it('S16: a published list of 10,000 common passwords is refused, each with its variations', async () => {
    const listed = [...unpackWords(published.packed)].filter((each) => each.length >= 8)
    expect(unpackWords(published.packed).size).toBeGreaterThan(40_000)
    expect(listed.length).toBeGreaterThan(10_000)
    const dressed = listed.slice(0, 2000).flatMap((each) => [`${each.toUpperCase()}!`, `${each}2026!`, `!${each}12`])
    expect(await notRefused([...listed, ...dressed])).toEqual([])
  })

  it.each([
    'zaq12wsx',
    '1234qwer',
    'qwer1234',
    'Winter2026!',
    'Hiver2026!!',
    'autumn_2025?',
    'Sunshine@1999',
    'asdf4321',
    'zxcv!1234',
    'azer1234',
    '1aqw2zsx',
    '4rfv5tgb',
    'Pa$$w0rd2026!',
    '8aseba11!',
    'Dr@gon2026#',
    'qwe123asd',
    'a1b2c3d4',
    'trustno1',
  ])('S16: the password %s is refused', async (password) => {
    expect(await isCommonPassword(password)).toBe(true)
  })

  it('S16: the stored list is the output of its script', () => {
    const file = readFileSync(new URL('published-passwords.json', import.meta.url), 'utf8')
    expect(file === publishedPasswords(), 'node functions/people/accounts/write-published-passwords.ts').toBe(true)
  })

  it('S16: random passwords and ordinary words are accepted', async () => {
    const random = Array.from({ length: 300 }, () => randomBytes(8).toString('base64url'))
    const honest = [
      'rainy-kayak-tuesday',
      'defrost the waffles',
      'popover stew 9',
      'Qk7 maple ledger',
      'hijinks at noon',
    ]
    expect(await notRefused([...random, ...honest])).toEqual([...random, ...honest])
  })
})

describe('a stored password', () => {
  it('a hash names its algorithm and cost', async () => {
    const stored = await hashPassword(' walrus kettle\u0000🦫', env)
    expect(stored).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w-]{22}\$[\w-]{43}$/)
    expect(await verifyPassword(stored, ' walrus kettle\u0000🦫', env)).toEqual({ isRight: true, isOutdated: false })
    for (const wrong of ['walrus kettle\u0000🦫', ' walrus kettle', ' Walrus kettle\u0000🦫', ''])
      expect((await verifyPassword(stored, wrong, env)).isRight).toBe(false)
    expect(
      (await verifyPassword(stored, ' walrus kettle\u0000🦫', { PASSWORD_PEPPER: 'another pepper of 32 characters!!' }))
        .isRight,
    ).toBe(false)
  })

  it('each hash has its own salt', async () => {
    expect(await hashPassword('walrus kettle', env)).not.toBe(await hashPassword('walrus kettle', env))
  })

  it.each([null, '', 'none', '$scrypt$ln=14,r=8,p=5$x$y', '$2b$10$abc'])(
    'a broken stored hash %j matches no password',
    async (stored) => {
      expect((await verifyPassword(stored, 'none', env)).isRight).toBe(false)
    },
  )

  it('a hash is the same with and without a HASHER binding', async () => {
    const input: string[] = []
    const threads = startHashThreads(2)
    const HASHER = {
      fetch: async (_: string, { body }: { body: string }) => {
        input.push(body)
        return threads.fetch(new Response(body) as unknown as Request)
      },
    } as unknown as Fetcher
    const elsewhere = { ...env, HASHER }
    const [here, there] = [await hashPassword('walrus kettle', env), await hashPassword('walrus kettle', elsewhere)]
    expect(await verifyPassword(here, 'walrus kettle', elsewhere)).toEqual({ isRight: true, isOutdated: false })
    expect(await verifyPassword(there, 'walrus kettle', env)).toEqual({ isRight: true, isOutdated: false })
    expect((await verifyPassword(here, 'walrus kettles', elsewhere)).isRight).toBe(false)
    threads.stop()
    expect(input).toHaveLength(3)
    expect(input.join()).not.toContain('walrus')
  })

  it('a failing HASHER neither accepts nor refuses a password', async () => {
    const HASHER = { fetch: async () => new Response(null, { status: 500 }) } as unknown as Fetcher
    await expect(
      verifyPassword(await hashPassword('walrus kettle', env), 'walrus kettle', { ...env, HASHER }),
    ).rejects.toThrow('hasher')
  })
})
