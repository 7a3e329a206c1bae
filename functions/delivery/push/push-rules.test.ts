import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { NotificationReason } from '../../contract/delivery/notification.ts'
import { openPushBody } from '../../test-bench/push-browsers.ts'
import { readPushAnswer } from './push-answer.ts'
import { isPushEndpoint, pushHosts } from './push-endpoint.ts'
import { quietUntil, urgencyOf, uselessAt } from './push-timing.ts'

describe('a push endpoint', () => {
  const hosts = pushHosts('push.own.example *.wide.example not/a/host')

  it.each([
    'https://fcm.googleapis.com/fcm/send/cB1:APA91bH',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA_-',
    'https://web.push.apple.com/QGz',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2b%2b',
    'https://push.own.example/x',
    'https://a.wide.example/x',
  ])('C-03: the endpoint %s is allowed', (endpoint) => expect(isPushEndpoint(endpoint, hosts)).toBe(true))

  it.each([
    'http://fcm.googleapis.com/fcm/send/x',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://2130706433/x',
    'https://0x7f000001/x',
    'https://0177.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://10.0.0.1/x',
    'https://192.168.1.1/x',
    'https://169.254.169.254/latest/meta-data/',
    'https://metadata.google.internal/x',
    'https://localhost/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user:pass@fcm.googleapis.com/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://evil.example#fcm.googleapis.com/x',
    'https://evil.example\\@fcm.googleapis.com/x',
    'https://evil.example/fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilfcm.googleapis.com/x',
    'https://a.fcm.googleapis.com/x',
    'https://push.apple.com.evil.example/x',
    'https://.push.apple.com/x',
    'https://a.b.push.apple.com/x',
    'https://FCM.googleapis.com/x',
    'https://fcm.googleapis.com./x',
    'https://fcm.googleapis.com/x#y',
    'https://fcm.googleapis.com/a/../b',
    'https://fcm.googleapis.com',
    'https://ｆcm.googleapis.com/x',
    'https://not/a/host',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '',
  ])('C-03: the endpoint %s is rejected', (endpoint) => expect(isPushEndpoint(endpoint, hosts)).toBe(false))
})

describe('reading the response of a push service', () => {
  const now = Date.parse('2027-07-05T12:00:00Z')

  it.each([
    [201, null, { result: 'delivered' }],
    [202, null, { result: 'delivered' }],
    [404, null, { result: 'gone' }],
    [410, null, { result: 'gone' }],
    [429, '120', { result: 'later', code: 'push_429', retryAfterMs: 120_000, isFailure: false }],
    [429, '1', { result: 'later', code: 'push_429', retryAfterMs: 10_000, isFailure: false }],
    [
      429,
      'Mon, 05 Jul 2027 13:00:00 GMT',
      { result: 'later', code: 'push_429', retryAfterMs: 3_600_000, isFailure: false },
    ],
    [429, 'soon', { result: 'later', code: 'push_429', retryAfterMs: null, isFailure: false }],
    [503, '999999999', { result: 'later', code: 'push_503', retryAfterMs: 43_200_000, isFailure: true }],
    [500, null, { result: 'later', code: 'push_500', retryAfterMs: null, isFailure: true }],
    [408, null, { result: 'later', code: 'push_408', retryAfterMs: null, isFailure: true }],
    [307, null, { result: 'refused', code: 'push_307' }],
    [400, null, { result: 'refused', code: 'push_400' }],
    [403, null, { result: 'refused', code: 'push_403' }],
    [413, null, { result: 'refused', code: 'push_413' }],
  ])('the response %s of a push service with Retry-After %s is read', (status, retryAfter, outcome) =>
    expect(readPushAnswer(status, retryAfter, now)).toEqual(outcome),
  )
})

describe('when a push message is sent', () => {
  const toronto = (time: string) => Date.parse(`2027-07-05T${time}:00-04:00`)
  const hourMs = 3_600_000
  type Case = [NotificationReason, string, Partial<Record<'starts_in' | 'expires_in', number>>, string | null]

  it.each<Case>([
    ['message_received', '08:00', {}, null],
    ['message_received', '21:59', {}, null],
    ['message_received', '22:00', {}, '2027-07-06T08:00:00-04:00'],
    ['message_received', '07:59', {}, '2027-07-05T08:00:00-04:00'],
    ['message_received', '00:00', {}, '2027-07-05T08:00:00-04:00'],
    ['waitlist_offer', '23:00', { expires_in: 1.9 * hourMs }, null],
    ['waitlist_offer', '23:00', { expires_in: 2 * hourMs }, '2027-07-06T08:00:00-04:00'],
    ['waitlist_offer_expiring', '03:00', { expires_in: hourMs }, null],
    ['waitlist_offer', '23:00', {}, '2027-07-06T08:00:00-04:00'],
    ['event_changed', '23:00', { starts_in: 12 * hourMs }, null],
    ['event_cancelled', '23:00', { starts_in: 10 * hourMs }, null],
    ['event_changed', '23:00', { starts_in: 13 * hourMs }, '2027-07-06T08:00:00-04:00'],
    ['reminder_2h', '06:00', { starts_in: 2 * hourMs }, '2027-07-05T08:00:00-04:00'],
  ])(
    'a push message with the reason %s at %s, with the data %j, is sent at %s',
    (reason, time, { starts_in, expires_in }, until) => {
      const now = toronto(time)
      const starts_at = starts_in === undefined ? null : now + starts_in
      const expires_at = expires_in === undefined ? null : now + expires_in
      expect(quietUntil({ reason, now, timezone: 'America/Toronto', starts_at, expires_at })).toBe(
        until && Date.parse(until),
      )
    },
  )

  it('quiet hours end at eight local time on the day of a clock change', () => {
    const now = Date.parse('2027-03-13T23:00:00-05:00')
    const moment = { reason: 'message_received' as const, now, starts_at: null, expires_at: null }
    expect(quietUntil({ ...moment, timezone: 'America/Toronto' })).toBe(Date.parse('2027-03-14T08:00:00-04:00'))
    expect(quietUntil({ ...moment, timezone: 'Asia/Tokyo' })).toBe(null)
  })

  it.each<[NotificationReason, number, string]>([
    ['reminder_2h', 2 * hourMs, 'high'],
    ['reminder_24h', 2 * hourMs, 'normal'],
    ['waitlist_offer', hourMs, 'high'],
    ['message_received', 48 * hourMs, 'normal'],
    ['feedback_request', 48 * hourMs, 'low'],
  ])('a push message with the reason %s expires after %s ms and has urgency %s', (reason, ms, urgency) => {
    const now = toronto('12:00')
    expect(uselessAt({ reason, now, starts_at: now + 2 * hourMs, expires_at: now + hourMs }) - now).toBe(ms)
    expect(urgencyOf(reason)).toBe(urgency)
  })
})

it('a message encrypted with the keys of RFC 8291, appendix A, can be decrypted', () => {
  const keys = createECDH('prime256v1')
  keys.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  )
  expect(openPushBody(body, { keys, auth: Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url') })).toBe(
    'When I grow up, I want to be a watermelon',
  )
})
