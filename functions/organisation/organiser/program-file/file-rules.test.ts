import { describe, expect, it } from 'vitest'
import { instantOf, isShownAgain, wallOf, wallTime } from './file-times.ts'
import { decimalOf, isPayable, minorUnits } from './file-amounts.ts'
import { planChanges } from './plan-changes.ts'
import { readYaml } from './yaml-file.ts'

const eventE = (cost: number) => ({
  key: 'e',
  name: 'E',
  tags: ['x'],
  options: [
    { key: 'o', cost },
    { key: 'q', cost: 4 },
  ],
})

describe('a time in a program file', () => {
  const at = { firstDay: '2026-11-21', timezone: 'America/Toronto' }
  it.each([
    ['2027-07-05T09:00', '2027-07-05T09:00'],
    ['2027-07-05T13:00:00Z', '2027-07-05T09:00'],
    ['2027-07-05T15:00+02:00', '2027-07-05T09:00'],
    ['+30d 09:00', '2026-12-21T09:00'],
    ['-10d', '2026-11-11T00:00'],
    ['2027-03-14T02:30', '2027-03-14T03:30'],
    ['2027-11-07T01:30', '2027-11-07T01:30'],
    ['+0d mon 09:00', '2026-11-23T09:00'],
    ['+2d mon 09:00', '2026-11-23T09:00'],
    ['+3d mon 09:00', '2026-11-30T09:00'],
    ['+226d mon 09:00', '2027-07-05T09:00'],
    ['+230d fri 16:00', '2027-07-09T16:00'],
  ])('the time %s in a program file means %s', (text, wall) => expect(wallTime(text, at)).toBe(wall))

  it.each([
    ['2027-11-07T01:30', false],
    ['2027-11-07T01:30-04:00', false],
    ['2027-11-07T05:30Z', false],
    ['2027-11-07T01:00-05:00', true],
    ['2027-11-07T01:30-05:00', true],
    ['2027-11-07T06:30:59.999Z', true],
    ['2027-11-07T01:59:59-05:00', true],
    ['2027-11-07T02:00-05:00', false],
    ['2027-11-07T00:59:59-04:00', false],
    ['2027-03-14T07:00:30Z', false],
    ['+350d 01:30', false],
  ])('the time %s is in the second of two equal hours: %s', (text, isSecond) =>
    expect(isShownAgain(text, at.timezone)).toBe(isSecond),
  )

  it('a week from Monday to Friday stays within one week for every first day', () => {
    for (let day = 1; day <= 28; day += 1) {
      const from = { ...at, firstDay: `2027-02-${String(day).padStart(2, '0')}` }
      const [monday, friday] = [wallTime('+30d mon 09:00', from), wallTime('+34d fri 09:00', from)].map((wall) =>
        instantOf(wall, 'UTC'),
      )
      expect((friday as number) - (monday as number)).toBe(4 * 86_400_000)
    }
  })

  it('a time is unchanged by converting it to an instant and back', () => {
    for (const wall of ['2027-03-14T03:30', '2027-07-05T09:00', '2027-11-07T01:30', '2027-12-31T23:59'])
      expect(wallOf(instantOf(wall, at.timezone), at.timezone)).toBe(wall)
  })
})

describe('an amount in a program file', () => {
  it.each([
    [320.15, 'CAD', 32_015],
    [0.1, 'CAD', 10],
    [1200, 'JPY', 1200],
    [1.23, 'KWD', 1230],
    [1.234, 'IQD', 1234],
  ] as const)(
    'the amount %d %s of a program file is %i minor units and is converted back',
    (amount, currency, minor) => {
      expect([minorUnits(amount, currency), decimalOf(minor, currency), isPayable(amount, currency)]).toEqual([
        minor,
        amount,
        true,
      ])
    },
  )
  it.each([
    [0.005, 'CAD'],
    [1.5, 'JPY'],
    [1.2345, 'KWD'],
    [1.234, 'KWD'],
  ] as const)('the amount %d %s of a program file is rejected', (amount, currency) =>
    expect(isPayable(amount, currency)).toBe(false),
  )
})

describe('planChanges', () => {
  const file = (change: object) =>
    ({
      program: 'p',
      name: 'P',
      venues: [
        { key: 'a', name: 'A' },
        { key: 'b', name: 'B' },
      ],
      closed: [],
      resources: [],
      pools: [],
      waivers: [],
      questions: [],
      session_packages: [],
      membership_packages: [],
      events: [eventE(3)],
      coupons: [],
      appointment_types: [],
      categories: [],
      products: [],
      ...change,
    }) as never
  const paths = (change: object) =>
    planChanges(file({}), file(change))
      .filter(({ action }) => action !== 'keep')
      .map(({ action, path, from, to }) => [action, path, from, to])

  it.each<[string, object, unknown[]]>([
    ['no change', {}, []],
    ['a new name', { name: 'Q' }, [['update', 'name', 'P', 'Q']]],
    [
      'a new price with the keys of its event and option',
      {
        events: [eventE(5)],
      },
      [['update', 'events.e.options.o.cost', 3, 5]],
    ],
    [
      'the whole list of new tags',
      {
        events: [
          {
            key: 'e',
            name: 'E',
            tags: ['x', 'y'],
            options: [
              { key: 'o', cost: 3 },
              { key: 'q', cost: 4 },
            ],
          },
        ],
      },
      [['update', 'events.e.tags', ['x'], ['x', 'y']]],
    ],
    [
      'the removal of an option',
      { events: [{ key: 'e', name: 'E', tags: ['x'], options: [{ key: 'q', cost: 4 }] }] },
      [['remove', 'events.e.options.o', { key: 'o', cost: 3 }, null]],
    ],
    [
      'the new order of venues',
      {
        venues: [
          { key: 'b', name: 'B' },
          { key: 'a', name: 'A' },
        ],
      },
      [['update', 'venues', ['a', 'b'], ['b', 'a']]],
    ],
    [
      'the addition of a venue without new positions of the others',
      {
        venues: [
          { key: 'c', name: 'C' },
          { key: 'a', name: 'A' },
          { key: 'b', name: 'B' },
        ],
      },
      [['create', 'venues.c', null, { key: 'c', name: 'C' }]],
    ],
    ['the removal of an event', { events: [] }, [['remove', 'events.e', eventE(3), null]]],
  ])('the plan of a change contains %s', (_, change, expected) => expect(paths(change)).toEqual(expected))

  it('the plan counts the unchanged items', () =>
    expect(planChanges(file({}), file({})).map(({ action, path }) => `${action} ${path}`)).toEqual([
      'keep venues.a',
      'keep venues.b',
      'keep events.e',
    ]))
})

describe('readYaml', () => {
  const file = readYaml(
    'camp.yaml',
    'program: camp\nevents:\n  - key: canoe\n    options:\n      - { key: full,\n          cost: 3 }\n  - &other\n    key: kiln\n    name: Kiln\nmore: *other\n',
  )
  it.each([
    ['events[0].options[0].cost', 'camp.yaml:6:11'],
    ['events.canoe.options.full.cost', 'camp.yaml:6:11'],
    ['events.kiln.name', 'camp.yaml:9:5'],
    ['more.name', 'camp.yaml:9:5'],
    ['events.canoe.options.none', 'camp.yaml:4:5'],
    ['nothing', 'camp.yaml:1:1'],
  ])('the line and column of the field %s are found', (path, line) => expect(file.lineOf(path)).toBe(line))

  it('a syntax error is reported with its line', () =>
    expect(readYaml('camp.yaml', 'program: camp\nname: [one\n').mistakes[0]).toMatch(/^camp\.yaml:\d+:\d+ {2}/))
  it('a repeated field is refused', () => expect(readYaml('camp.yaml', 'name: a\nname: b\n').mistakes).toHaveLength(1))
})
