import { describe, expect, it } from 'vitest'
import { authenticationOf } from './reply-authentication.ts'
import { partsOfHtml, partsOfReply } from './reply-text.ts'

const sender = 'jo@camp.example'
const of = (values: readonly string[], settings: Parameters<typeof authenticationOf>[0] = {}) =>
  authenticationOf(settings, { sender, headers: values.map((value) => ({ key: 'authentication-results', value })) })

describe('the sender of a mailed reply, with a configured mail server', () => {
  it.each([
    ['mx.camps.example; dmarc=pass header.from=camp.example', 'pass'],
    ['MX.camps.example 1; spf=pass smtp.mailfrom=bounces.camp.example', 'pass'],
    ['mx.camps.example; dkim=pass (2048-bit; x) header.d=camp.example', 'pass'],
    ['mx.camps.example; dmarc=pass header.from=evil.example', 'none'],
    ['mx.camps.example; dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=notcamp.example', 'none'],
    ['mx.camps.example; spf=pass smtp.mailfrom="x; dmarc=pass header.from=camp.example"@evil.example', 'none'],
    ['mx.camps.example; spf=none (a; dmarc=pass header.from=camp.example)', 'none'],
    ['mx.evil.example; dmarc=pass header.from=camp.example', 'none'],
    ['mx.camps.example; dmarc=fail header.from=camp.example', 'fail'],
  ])('the sender is decided by the header “%s”: %s', (value, expected) =>
    expect(of([value], { MAIL_REPLY_AUTHSERV_ID: 'mx.camps.example' })).toBe(expected),
  )

  it('the topmost Authentication-Results header decides', () =>
    expect(
      of(['mx.camps.example; dmarc=none', 'mx.camps.example; dmarc=pass header.from=camp.example'], {
        MAIL_REPLY_AUTHSERV_ID: 'mx.camps.example',
      }),
    ).toBe('none'))
})

it('no header proves a sender without a configured mail server', () => {
  expect(of(['mx.example; dmarc=pass header.from=camp.example'])).toBe('none')
  expect(of(['mx.example; spf=none'])).toBe('none')
  expect(of([])).toBe('none')
  expect(of([], { MAIL_REPLY_SERVER_CHECKS: 'on' })).toBe('pass')
  expect(of(['mx.example; dmarc=fail'], { MAIL_REPLY_SERVER_CHECKS: 'on' })).toBe('fail')
})

const size = 1_000_000
it.each([
  ['spaces', `x${' '.repeat(size)}x`],
  ['spaces after who wrote', `On 1 he wrote${' '.repeat(size)}x`],
  ['unbreakable spaces', `x${'\u00a0'.repeat(size)}x`],
  ['open tags', '<'.repeat(size)],
  ['open line ends', '<br'.repeat(size / 4)],
  ['open divisions', '<div class='.repeat(size / 10)],
  ['open scripts', '<script>'.repeat(size / 8)],
  ['open comments', '<!--'.repeat(size / 4)],
  ['addresses', '<a@'.repeat(size / 4)],
  ['at signs', `${`<${'@'.repeat(390)}\n`.repeat(size / 400)}`],
])('a hostile text of %s is parsed in linear time', (_, text) => {
  const before = process.cpuUsage()
  partsOfReply(text)
  partsOfHtml(text)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(1000)
})
