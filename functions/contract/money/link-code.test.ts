import { describe, expect, it } from 'vitest'
import { linkCodeLine, noLinkCodeLine, readLinkCode } from './link-code.ts'

const site = 'https://camps.example'

describe('the discount code of a link', () => {
  it.each([
    ['/pg/lakeside?discount=FALL10', 'FALL10'],
    ['/pg/lakeside/evt/evt_1?lang=fr&discount=FALL10', 'FALL10'],
    ['/pg/lakeside', null],
    ['/pg/lakeside?discount=', null],
    ['/pg/lakeside?discount=a%3B%20Path=/', null],
    [`/pg/lakeside?discount=${'A'.repeat(65)}`, null],
    ['/?discount=FALL10', null],
    ['/pg/Lake;side?discount=FALL10', null],
  ])('%s keeps the code %s', (path, code) => {
    const line = linkCodeLine(site + path, true)
    expect(line === null ? null : readLinkCode(line.split(';')[0] ?? '')).toBe(code)
  })

  it('the cookie is for the pages of its program, and deleted by the same path', () => {
    expect(linkCodeLine(`${site}/pg/lakeside?discount=A`, true)).toBe(
      'link_code=A; Max-Age=604800; Path=/pg/lakeside; HttpOnly; SameSite=Lax; Secure',
    )
    expect(noLinkCodeLine('lakeside')).toContain('Max-Age=0; Path=/pg/lakeside;')
  })

  it.each([
    ['a=1; link_code=A_1', 'A_1'],
    ['my_link_code=A', null],
    ['link_code=<b>', null],
    [null, null],
  ])('the cookies %s have the code %s', (cookies, code) => expect(readLinkCode(cookies)).toBe(code))
})
