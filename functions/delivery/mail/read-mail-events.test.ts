import { describe, expect, it } from 'vitest'
import { maxCpuMs, steadyCpuMsOf } from '../../test-bench/cpu-time.ts'
import { readMailEvents, readReturnedMail } from './read-mail-events.ts'

const email = 'nadia@example.com'
const bounce = { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: email, status: '5.1.1' }] }
const sns = (message: unknown) => ({ Type: 'Notification', MessageId: 'x', Message: JSON.stringify(message) })

describe('a notification from a mail provider', () => {
  it.each<[string, unknown, string[]]>([
    ['Amazon SES: a hard bounce', { notificationType: 'Bounce', bounce, mail: {} }, ['bounced']],
    ['Amazon SES through SNS', sns({ eventType: 'Bounce', bounce, mail: {} }), ['bounced']],
    ['Amazon SES: a full mailbox', { bounce: { ...bounce, bounceType: 'Transient' }, mail: {} }, []],
    [
      'Amazon SES: a complaint',
      sns({ complaint: { complainedRecipients: [{ emailAddress: email }] }, mail: {} }),
      ['complained'],
    ],
    ['Amazon SES: a delivery', sns({ notificationType: 'Delivery', mail: {} }), []],
    ['Postmark: a hard bounce', { RecordType: 'Bounce', Type: 'HardBounce', Email: email }, ['bounced']],
    ['Postmark: a soft bounce', { RecordType: 'Bounce', Type: 'SoftBounce', Email: email }, []],
    ['Postmark: a complaint', { RecordType: 'SpamComplaint', Email: email }, ['complained']],
    [
      'Mailgun: a hard bounce',
      { signature: {}, 'event-data': { event: 'failed', severity: 'permanent', recipient: email } },
      ['bounced'],
    ],
    ['Mailgun: a soft bounce', { 'event-data': { event: 'failed', severity: 'temporary', recipient: email } }, []],
    ['Mailgun: a complaint', { 'event-data': { event: 'complained', recipient: email } }, ['complained']],
    [
      'SendGrid: several',
      [
        { event: 'bounce', type: 'bounce', email },
        { event: 'bounce', type: 'blocked', email },
        { event: 'spamreport', email },
        { event: 'delivered', email },
      ],
      ['bounced', 'complained'],
    ],
    [
      'Amazon SES: a policy of the receiving server',
      { bounce: { ...bounce, bouncedRecipients: [{ emailAddress: email, status: '5.7.1' }] }, mail: {} },
      [],
    ],
    [
      'Amazon SES: a mail that its reader took out of the spam folder',
      { complaint: { complainedRecipients: [{ emailAddress: email }], complaintFeedbackType: 'not-spam' }, mail: {} },
      [],
    ],
    [
      'Postmark: a full mailbox that it calls hard',
      { RecordType: 'Bounce', Type: 'HardBounce', Email: email, Details: 'smtp;552 5.2.2 Over quota' },
      [],
    ],
    [
      'Mailgun: a policy of the receiving server',
      {
        'event-data': {
          event: 'failed',
          severity: 'permanent',
          recipient: email,
          'delivery-status': { code: 550, 'enhanced-code': '5.7.26', message: 'Not authenticated' },
        },
      },
      [],
    ],
    [
      'Mailgun: a mail that became too old',
      { 'event-data': { event: 'failed', severity: 'permanent', reason: 'old', recipient: email } },
      [],
    ],
    [
      'Mailgun: a dead address by its code',
      {
        'event-data': {
          event: 'failed',
          severity: 'permanent',
          recipient: email,
          'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: null },
        },
      },
      ['bounced'],
    ],
    [
      'SendGrid: by code and words',
      [
        { event: 'bounce', type: 'bounce', email, status: '5.7.1', reason: '550 5.7.1 blocked' },
        { event: 'bounce', type: 'bounce', email, status: '5.2.2' },
        { event: 'bounce', type: 'bounce', email, reason: 'Message is too old' },
        { event: 'bounce', type: 'bounce', email, status: '5.1.1' },
      ],
      ['bounced'],
    ],
    [
      'our own form with codes',
      {
        events: [
          { type: 'bounced', email, status: '5.7.1' },
          { type: 'bounced', email, status: '5.1.1' },
        ],
      },
      ['bounced'],
    ],
    [
      'our own form',
      {
        events: [
          { type: 'bounced', email },
          { type: 'complained', email },
        ],
      },
      ['bounced', 'complained'],
    ],
  ])('a notification from a mail provider is read: %s', (_, body, reasons) => {
    const report = readMailEvents(body)
    expect(report?.events.map(({ reason }) => reason)).toEqual(reasons)
    expect(report?.events.every((event) => event.email === email)).toBe(true)
  })

  it.each([
    null,
    1,
    'x',
    [],
    {},
    { RecordType: 'Bounce', Email: 'no address' },
    sns('x'),
    { Type: 'Notification', Message: '{' },
  ])('a body that is not a notification is ignored: %j', (body) =>
    expect(readMailEvents(body)?.events ?? []).toEqual([]),
  )

  it.each([
    ['https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=x', true],
    ['https://sns.eu-west-1.amazonaws.com.evil.example/?x', false],
    ['http://sns.eu-west-1.amazonaws.com/?x', false],
    ['https://evil.example/?sns.eu-west-1.amazonaws.com', false],
    ['no address', false],
  ])('a subscription to notifications is confirmed at %s: %s', (SubscribeURL, isTaken) => {
    const report = readMailEvents({ Type: 'SubscriptionConfirmation', SubscribeURL })
    expect(report?.confirm ?? null).toBe(isTaken ? SubscribeURL : null)
  })
})

describe('a returned mail', () => {
  const returned = (...recipients: string[]) => ({
    attachments: [
      {
        mimeType: 'message/delivery-status',
        content: ['Reporting-MTA: dns; mx.example.net\r\nArrival-Date: x', ...recipients].join('\r\n\r\n'),
      },
    ],
  })
  const failed = (status: string, action = 'failed') =>
    `Final-Recipient: rfc822;\r\n ${email}\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 x`

  it.each([
    ['5.1.1', 'failed', 1],
    ['5.1.2 (bad domain)', 'Failed', 1],
    ['5.2.1', 'failed', 1],
    ['5.2.2', 'failed', 0],
    ['5.7.1', 'failed', 0],
    ['4.4.7', 'delayed', 0],
    ['5.1.1', 'delayed', 0],
  ])('a report of returned mail with status %s and action %s names %i addresses', (status, action, count) =>
    expect(readReturnedMail(returned(failed(status, action))).map((event) => event.email)).toEqual(
      Array(count).fill(email),
    ),
  )

  it('a report may name several addresses', () => {
    const forwarded = `Original-Recipient: rfc822;${email}\r\nFinal-Recipient: RFC822; <other@example.net>\r\nAction: failed\r\nStatus: 5.1.1`
    expect(readReturnedMail(returned(failed('5.1.1'), forwarded)).map((event) => event.email)).toEqual([
      email,
      email,
      'other@example.net',
    ])
  })

  it('a spam complaint in a report is recognised', () => {
    const report = (type: string) => ({
      attachments: [
        {
          mimeType: 'message/feedback-report',
          content: `Feedback-Type: ${type}\r\nOriginal-Mail-From: <bounces+x@book.example>\r\nOriginal-Rcpt-To: <${email}>`,
        },
      ],
    })
    expect(readReturnedMail(report('abuse'))).toMatchObject([
      { email, reason: 'complained', returnPath: 'bounces+x@book.example' },
    ])
    expect(readReturnedMail(report('not-spam'))).toEqual([])
  })

  it('an ordinary mail is not a report', () => {
    expect(readReturnedMail({ attachments: [{ mimeType: 'text/plain', content: failed('5.1.1') }] })).toEqual([])
  })
})

describe('an oversized report of returned mail', () => {
  const status = (extra: string) =>
    `Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; ${email}\nAction: failed\nStatus: 5.1.1\n${extra}`
  it.each([
    ['many spaces in a line', status(`X-Note: ${' '.repeat(160_000)}x`)],
    ['many folded lines', status(`X-Note: ${'a\n \t '.repeat(60_000)}x`)],
    ['many colons', status(':'.repeat(300_000))],
    ['many recipients', status(`\n\nFinal-Recipient: rfc822; ${email}\nAction: failed\nStatus: 5.1.1`.repeat(5000))],
    ['an address without end', `Final-Recipient: rfc822; ${'a@'.repeat(150_000)}\nAction: failed\nStatus: 5.1.1`],
  ])('an oversized report of returned mail with %s is parsed within 100 ms of CPU', async (_, content) => {
    const read = () => readReturnedMail({ attachments: [{ mimeType: 'message/delivery-status', content }] })
    read()
    expect(await steadyCpuMsOf(read)).toBeLessThan(maxCpuMs)
    expect(read().length).toBeLessThanOrEqual(50)
  })
})
