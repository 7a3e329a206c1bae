import { afterEach, describe, expect, it, vi } from 'vitest'
import { messageWords } from '../contract/sentences/message-words.ts'
import { ProviderUnreachable } from './cards/provider.ts'
import { detailOf, levelOf, type LogDetail, logLine, reasonOf, requestId, withRequestId } from './log-line.ts'

function lineOf(detail: Record<string, unknown>): Record<string, unknown> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  logLine('test', detail as LogDetail)
  return JSON.parse(String(log.mock.calls[0]?.[0])) as Record<string, unknown>
}
afterEach(() => void vi.restoreAllMocks())

const orderId = `ord_${'0123456789abcdef'.repeat(2)}`

describe('a log line', () => {
  it("a log line has the event, the request's number and the listed fields", () => {
    const facts = {
      route: '/api/v1/profile/orders/:order_id',
      method: 'GET',
      status: 200,
      ms: 12,
      order_id: orderId,
      reason: 'TypeError',
    }
    const line = lineOf(facts)
    expect(line).toMatchObject({ event: 'test', ...facts })
    expect(line['request_id']).toMatch(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}$/)
  })

  it.each([
    ['a name', { kind: 'Zoë Tremblay' }],
    ['an email address', { reason: 'zoe.tremblay@example.com' }],
    ['a field that is not on the list', { email: 'zoe' }],
    ['a path with its query', { route: '/calendar/abc?code=123456' }],
    ['a message with typed text', { reason: 'Unexpected token Z, "zoe" is not valid JSON' }],
    ['a card number in the field of an id', { order_id: '4242424242424242' }],
    ['a code in the field of a status', { status: '123456' }],
  ])('a log line withholds %s', (_, detail) => {
    const [name = ''] = Object.keys(detail)
    expect(lineOf(detail)[name]).toBe('withheld')
  })

  it.each([
    ...['automatic', 'bounce', 'calendar', 'list', 'no_sender', 'empty', 'spoofed', 'stranger', 'unreadable'],
    ...(Object.keys(messageWords.en.mail.refused.reasons) as string[]),
  ])('a log line gives the reason for refusing a mailed reply: %s', (reason) =>
    expect(lineOf({ reason })['reason']).toBe(reason),
  )

  it.each<[reason: string, said: string]>([
    [new ProviderUnreachable('network').code, 'network'],
    [new ProviderUnreachable('rate_limit').code, 'rate_limit'],
    [new ProviderUnreachable('lock_timeout').code, 'lock_timeout'],
    [reasonOf(new Error('D1_ERROR: database or disk is full: SQLITE_FULL')), 'database or disk is full'],
    [reasonOf(new Error("ENOSPC: no space left on device, write '/home/zoe'")), 'ENOSPC'],
    [reasonOf(new Error('connect ETIMEDOUT 10.0.0.1:25')), 'ETIMEDOUT'],
  ])('a log line gives the reason of an error: %s', (reason, said) => expect(lineOf({ reason })['reason']).toBe(said))

  it('a database error is logged without values', () => {
    expect(
      reasonOf(
        new Error('Failed query: insert … params: zoe@example.com', {
          cause: new Error('D1_ERROR: UNIQUE constraint failed: users.email_key: SQLITE_CONSTRAINT'),
        }),
      ),
    ).toBe('UNIQUE constraint failed: users.email_key')
    expect(reasonOf(new Error('no user named zoe'))).toBe('Error')
  })

  it("a stack is logged without the error's message", () => {
    const thrown = new Error('zoe\n    at zoe (secret.ts:1:1)')
    const { stack } = detailOf(thrown)
    expect(stack).toEqual(expect.arrayContaining([expect.stringMatching(/log-line\.test\.ts:\d+$/)]))
    expect(JSON.stringify(lineOf(detailOf(thrown)))).not.toMatch(/zoe|secret/)
  })

  it.each([
    ['error', 'error'],
    ['page_failed', 'error'],
    ['outbox_dead', 'error'],
    ['operator_alert', 'error'],
    ['database_retry', 'warn'],
    ['payment_not_settled', 'warn'],
    ['token_reused', 'warn'],
    ['request', 'info'],
  ])('the log level of the event %s is %s', (event, level) => expect(levelOf(event)).toBe(level))

  it('errors with the same stack have the same hash, regardless of the message', () => {
    const readName = (name: string) => detailOf(new Error(`no user named ${name}`)).hash
    const readAge = (name: string) => detailOf(new TypeError(`no user named ${name}`)).hash
    expect(readName('zoe')).toMatch(/^[0-9a-f]{8}$/)
    expect(readName('ada')).toBe(readName('zoe'))
    expect(readAge('zoe')).not.toBe(readName('zoe'))
    expect(detailOf(new Error('no such table: orders')).hash).not.toBe(detailOf(new Error('no such table: carts')).hash)
    expect(detailOf('zoe').hash).toBe(detailOf('ada').hash)
  })

  it('every line of a request has the same number', async () => {
    const ids = await withRequestId(async () => [requestId(), await Promise.resolve().then(requestId)])
    expect(ids[0]).toBe(ids[1])
    expect(requestId()).not.toBe(ids[0])
  })
})
