import { describe, expect, it } from 'vitest'
import { ProgramFile } from './organisation/organiser.ts'

const plain = {
  program: 'lakeside',
  name: 'Lakeside',
  timezone: 'America/Toronto',
  default_currency: 'CAD',
  country: 'CA',
}
const isTaken = (change: object) => ProgramFile.safeParse({ ...plain, ...change }).success

describe.each(['brand_accent_color', 'checkout_overlay_color'])('X-02: the colour %s of a program', (field) => {
  it.each(['#11696b', '#FFD400'])('X-02: the colour of a program %s is accepted', (colour) =>
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
  ])('X-02: the colour of a program %j is rejected', (colour) =>
    expect(isTaken({ preferences: { [field]: colour } })).toBe(false),
  )
})

describe("X-02: the opacity of a program's overlay", () => {
  it.each([0, 30, 100, null])('X-02: the opacity %j of an overlay is accepted', (opacity) =>
    expect(isTaken({ preferences: { checkout_overlay_opacity: opacity } })).toBe(true),
  )
  it.each([-1, 101, 0.5, '30', '30%', '1;background:url(//e)', Number.NaN, Number.POSITIVE_INFINITY, [], true])(
    'X-02: the opacity %j of an overlay is rejected',
    (opacity) => expect(isTaken({ preferences: { checkout_overlay_opacity: opacity } })).toBe(false),
  )
})

describe('X-03: a picture URL of a program', () => {
  it.each(['/pictures/dock.svg', '/a.png'])('X-03: a picture of a program may be %s of this site', (path) =>
    expect(isTaken({ picture_url: path, preferences: { checkout_background_url: path } })).toBe(true),
  )
  it.each(['/../secret', '//evil.example/a.png', '/a b.png', '/"onerror="x', '/a?b', 'a.png', '/'])(
    'X-03: the picture URL %j of a program is rejected',
    (path) =>
      expect([isTaken({ picture_url: path }), isTaken({ preferences: { checkout_background_url: path } })]).toEqual([
        false,
        false,
      ]),
  )
})
