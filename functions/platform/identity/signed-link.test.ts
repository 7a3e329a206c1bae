import { describe, expect, it } from 'vitest'
import { readLink, signLink } from './signed-link.ts'

const keys = { TOKEN_SECRET: 'k2:second-secret-of-at-least-32-characters,k1:first-secret-of-at-least-32-characters!' }
const older = { TOKEN_SECRET: 'k1:first-secret-of-at-least-32-characters!' }
const other = { TOKEN_SECRET: 'k9:other-secret-of-at-least-32-characters!' }

describe('a signed link', () => {
  it('a signed link is valid for its purpose until it expires, to the millisecond', async () => {
    const token = await signLink(keys, { purpose: 'calendar', subject: 'ord_1', expiresAt: 1000 })
    expect(await readLink(keys, { purpose: 'calendar', token, now: 1000 })).toBe('ord_1')
    expect(await readLink(keys, { purpose: 'calendar', token, now: 1001 })).toBeNull()
    expect(await readLink(keys, { purpose: 'payment_return', token, now: 1 })).toBeNull()
  })

  it('a signed link stays valid after a new key was added', async () => {
    const token = await signLink(older, { purpose: 'calendar', subject: 'ord_1', expiresAt: 1000 })
    expect(await readLink(keys, { purpose: 'calendar', token, now: 1 })).toBe('ord_1')
    expect(await readLink(other, { purpose: 'calendar', token, now: 1 })).toBeNull()
  })

  it('a signed link is invalid with any character changed', async () => {
    const token = await signLink(keys, { purpose: 'calendar', subject: 'ord_1', expiresAt: 1000 })
    for (let at = 0; at < token.length; at += 1) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
      expect(await readLink(keys, { purpose: 'calendar', token: changed, now: 1 })).toBeNull()
    }
    // The last character has two unused bits, so other characters decode to the same signature.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const more of [1, 2, 3]) {
      const changed = `${token.slice(0, -1)}${letters[letters.indexOf(token.at(-1) ?? '') + more]}`
      expect(await readLink(keys, { purpose: 'calendar', token: changed, now: 1 })).toBeNull()
    }
    for (const token of ['', '~~', 'a'.repeat(5000), 'ord_1~zz~'])
      expect(await readLink(keys, { purpose: 'calendar', token, now: 1 })).toBeNull()
  })
})
