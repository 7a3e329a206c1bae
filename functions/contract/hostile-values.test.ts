import { describe, expect, it } from 'vitest'
import { ProgramFile } from './organiser.ts'

const plain = {
  program: 'lakeside',
  name: 'Lakeside',
  timezone: 'America/Toronto',
  default_currency: 'CAD',
  country: 'CA',
}
const event = (change: object) => ({ events: [{ key: 'canoe', type: 'camp', name: 'Canoe', ...change }] })
const isTaken = (change: object) => ProgramFile.safeParse({ ...plain, ...change }).success

describe.each(['brand_accent_color', 'checkout_overlay_color'])('a colour of a program, %s,', (field) => {
  it.each(['#11696b', '#FFD400'])('may be %s', (colour) =>
    expect(isTaken({ preferences: { [field]: colour } })).toBe(true),
  )
  it.each([
    'red',
    '#fff',
    '#ffff',
    '#11696b80',
    'red;background:url(//e)',
    '#fff}</style>',
    '#11696b}</style><script>alert(1)</script>',
    '#11696b;}',
    '#11696b\n',
    ' #11696b',
    'rgb(1,2,3)',
    'var(--x)',
    'url(//evil.example)',
    '#11696g',
    'expression(alert(1))',
    '',
    '#１１６９６ｂ',
  ])('is never %j', (colour) => expect(isTaken({ preferences: { [field]: colour } })).toBe(false))
})

describe('an opacity of a program', () => {
  it.each([0, 30, 100, null])('may be %j', (opacity) =>
    expect(isTaken({ preferences: { checkout_overlay_opacity: opacity } })).toBe(true),
  )
  it.each([-1, 101, 0.5, '30', '30%', '1;background:url(//e)', Number.NaN, Number.POSITIVE_INFINITY, [], true])(
    'is never %j',
    (opacity) => expect(isTaken({ preferences: { checkout_overlay_opacity: opacity } })).toBe(false),
  )
})

describe('an address in a program', () => {
  const places: [string, (url: string) => object][] = [
    ['website', (url) => ({ website: url })],
    ['online_event_url', (url) => event({ online_event_url: url })],
    ['external_registration_url', (url) => event({ external_registration_url: url })],
    ['picture_url', (url) => ({ picture_url: url })],
    ['picture of an event', (url) => event({ picture_url: url })],
    ['logo', (url) => ({ preferences: { logo: url } })],
    ['icon', (url) => ({ preferences: { icon: url } })],
    ['checkout_background_url', (url) => ({ preferences: { checkout_background_url: url } })],
  ]
  const refused = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'javascript://camps.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'vbscript:x',
    'blob:https://camps.example/1',
    'file:///etc/passwd',
    'ftp://camps.example',
    'ws://camps.example',
    'view-source:https://camps.example',
    'http://camps.example',
    '//camps.example',
    '//camps.example/a.png',
    '\\\\camps.example\\a',
    'https:camps.example',
    'https:/camps.example',
    'https://',
    'https:',
    'camps.example',
    'https://camps example',
    'https://me@camps.example',
    'https://me:secret@camps.example',
    'https://camps.example@evil.example',
    'https://localhost',
    'https://localhost/a.png',
    'https://a.localhost',
    'https://intranet',
    'https://printer.local',
    'https://metadata.google.internal',
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://0177.0.0.1',
    'https://10.0.0.8',
    'https://192.168.1.1',
    'https://172.16.0.1',
    'https://169.254.169.254',
    'https://8.8.8.8',
    'https://[::1]',
    'https://[fd00::1]',
    'https://[::ffff:127.0.0.1]',
    'https://localhost.',
    'https://1.0.0.127.in-addr.arpa',
    'https://x;y.example',
    'https://*.example',
    `https://camps.example/${'a'.repeat(2048)}`,
  ]
  it.each(places)('as its %s is https, and open to anyone', (_, put) => {
    expect(
      ['https://camps.example', 'https://www.camps.example:8443/a/b.png?c=d#e', 'https://été.example/photo.jpg'].filter(
        (url) => !isTaken(put(url)),
      ),
    ).toEqual([])
    expect(refused.filter((url) => isTaken(put(url)))).toEqual([])
  })
  it.each(['/pictures/dock.svg', '/a.png'])('as its picture may be %s of this site', (path) =>
    expect(isTaken({ picture_url: path, preferences: { checkout_background_url: path } })).toBe(true),
  )
  it.each(['/../secret', '//evil.example/a.png', '/a b.png', '/"onerror="x', '/a?b', 'a.png', '/'])(
    'as its picture is never %j',
    (path) =>
      expect([isTaken({ picture_url: path }), isTaken({ preferences: { checkout_background_url: path } })]).toEqual([
        false,
        false,
      ]),
  )
})
