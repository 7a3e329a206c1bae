import { describe, expect, it } from 'vitest'
import { exampleEvent } from '../../example-program.ts'
import { refundDeadline } from './refund-deadline.ts'
import { asSentence, refundPlace, refundWords } from './refund-words.ts'

const plain = (words: string | null | undefined) => words?.replaceAll(/[\u00a0\u202f]/g, ' ')
const sellsFor = (fee: number) => ({
  fee: { percent: 0, fixed: fee, included: false },
  taxes: [{ name: 'HST', percent: 1300, included: false }],
  show_prices: 'all_in' as const,
})
/** A moment of reading, for a program without a fee. */
const on = (day: string) => ({ now: Date.parse(day), selling: sellsFor(0) })
const before = on('2027-05-01T12:00:00Z')
const withFee = { ...before, selling: sellsFor(1000) }
const ofClass = {
  free_until: 'PT24H',
  late_fee: 1000,
  no_show: 'keep_credit_used' as const,
  move_until: 'PT12H',
}

describe('refund deadlines', () => {
  it.each([
    { until: 'P14D', day: [6, 21, 9] },
    { until: 'P2W', day: [6, 21, 9] },
    { until: 'PT36H', day: [7, 3, 21] },
    { until: 'P1DT1H', day: [7, 4, 8] },
  ])('the refund deadline is $until before the start, in local time', ({ until, day }) => {
    const clock = refundDeadline('2027-07-05T13:00:00Z', until, 'America/Toronto')?.clock
    expect([clock?.month, clock?.day, clock?.hour]).toEqual(day)
  })
  it('a deadline counts calendar days across a clock change', () => {
    expect([
      refundDeadline('2027-03-15T13:00:00Z', 'P2D', 'America/Toronto')?.clock.hour,
      refundDeadline('2027-03-15T13:00:00Z', 'PT48H', 'America/Toronto')?.clock.hour,
    ]).toEqual([9, 8])
  })
  it.each(['', 'P', 'P1DT', '14 days', 'P1Y'])('an invalid duration %j has no deadline', (until) =>
    expect(refundDeadline('2027-07-05T13:00:00Z', until, 'America/Toronto')).toBeNull(),
  )
})

describe('the refund policy in words', () => {
  const withPolicy = (change: Partial<typeof exampleEvent.refund_policy>) => ({
    ...exampleEvent,
    refund_policy: { ...exampleEvent.refund_policy, ...change },
  })
  it('every refund step has a cup and the last one is empty', () => {
    const words = refundWords(exampleEvent, 'en-CA', before)
    expect(words.refundSteps.map(({ until, words: part, fill }) => [plain(until), part, fill])).toEqual([
      ['Mon, June 21, 9 am', 'Everything', 'all'],
      ['Fri, July 2, 9 am', 'Half', 'half'],
      [undefined, 'No refund', null],
    ])
    expect(plain(words.summary)).toBe('Full refund until Mon, June 21')
  })
  it('each step shows the refund of a place', () => {
    const read = (name: string | null, change = {}) =>
      refundWords(withPolicy(change), 'en-CA', { ...withFee, place: { cost: 34_500, name } })
    expect(read('Full day').refundSteps.map(({ amount }) => amount)).toEqual(['$389.85', '$194.93', '$0.00'])
    expect([read('Full day'), read(null)].map(({ notes }) => notes[0])).toEqual([
      'Toronto time, amounts for Full day.',
      'Toronto time, amounts for one place.',
    ])
    const byContact = { is_automated_camp_refund_allowed: false, is_camp_refund_request_allowed: false }
    expect(read('Full day', byContact).refundSteps.map(({ amount }) => amount)).toEqual([null, null, null])
  })
  it('the amounts are those of the cheapest place on sale', () => {
    const option = (id: string, value: number) =>
      ({ id, name: id, cost: { cost: { value } } }) as Parameters<typeof refundPlace>[0][number]
    const rows = (...onSale: string[]) =>
      ['a', 'b', 'c'].map((id) => ({ id, register: onSale.includes(id) ? '/' : null }))
    const options = [option('a', 300), option('b', 200), option('c', 0)]
    expect([
      refundPlace(options, rows('a', 'b', 'c')),
      refundPlace(options, rows('a')),
      refundPlace(options, rows()),
      refundPlace([option('a', 300), option('b', 300)], rows('a', 'b')),
      refundPlace([option('c', 0)], rows('c')),
    ]).toEqual([
      { cost: 200, name: 'b' },
      { cost: 300, name: 'a' },
      { cost: 200, name: 'b' },
      { cost: 300, name: null },
      null,
    ])
  })
  it('the first step shown is the one that applies now', () => {
    expect(
      ['2027-06-21T13:00:00Z', '2027-06-21T13:01:00Z', '2027-07-04T12:00:00Z'].map((day) =>
        plain(refundWords(exampleEvent, 'en-CA', on(day)).summary),
      ),
    ).toEqual([
      'Full refund until Mon, June 21',
      '50% back until Fri, July 2',
      'No refund is promised, but you can ask us',
    ])
  })
  it('a class says what is kept of a refund, as an event does', () => {
    const kept = withPolicy({
      camp_refund_retention_policy: { fixed: 2500, percent: 0, keep_fees: true },
      session_cancellation_policy: {
        ...{
          free_until: 'PT24H',
          move_until: 'PT24H',
          late: 'return_credit',
          late_fee: 0,
          no_show: 'keep_credit_used',
        },
      },
      is_session_cancellation_request_allowed: true,
    } as never)
    const { notes } = refundWords({ ...kept, type: 'class' }, 'en-CA', { ...before, selling: sellsFor(300) })
    expect(notes.map(plain).slice(0, 2)).toEqual([
      'Cancel by Sun, July 4, 9 am (Toronto time) and get back all but $25.00 and the booking fee.',
      'After that, you still get back all but $25.00 and the booking fee.',
    ])
  })
  it('a full refund is not promised when a part is kept', () => {
    const kept = withPolicy({ camp_refund_retention_policy: { fixed: 2500, percent: 0, keep_fees: true } })
    expect(refundWords(kept, 'en-CA', before).refundSteps.map(({ words }) => words)).toEqual([
      'All but $25.00',
      '50% of the rest after $25.00',
      'No refund',
    ])
    expect(plain(refundWords(kept, 'en-CA', before).summary)).toBe('Cancel by Mon, June 21 and get back all but $25.00')
  })
  it('the policy says whether the fee is kept', () => {
    const returned = withPolicy({ camp_refund_retention_policy: { fixed: 0, percent: 0, keep_fees: false } })
    expect(
      [
        refundWords(returned, 'en-CA', withFee),
        refundWords(exampleEvent, 'en-CA', withFee),
        refundWords(exampleEvent, 'en-CA', before),
      ].map(({ summary, refundSteps, notes }) => [plain(summary), refundSteps[0]?.words, notes.at(-1)]),
    ).toEqual([
      [
        'Full refund until Mon, June 21',
        'Everything',
        'A full refund includes the booking fee. If we cancel, you get everything back.',
      ],
      [
        'Cancel by Mon, June 21 and get back all but the booking fee',
        'All but the booking fee',
        'We keep the booking fee. If we cancel, you get everything back, fee included.',
      ],
      ['Full refund until Mon, June 21', 'Everything', 'If we cancel, you get everything back.'],
    ])
  })
  it.each([
    {
      automatic: true,
      request: true,
      summary: 'Full refund until Mon, June 21',
      notes: ['Later than that? Ask us.'],
    },
    { automatic: true, request: false, summary: 'Full refund until Mon, June 21', notes: [] },
    {
      automatic: false,
      request: true,
      summary: 'Full refund until Mon, June 21, on request',
      notes: ['Ask for it on your order’s page. The organiser decides.', 'Later than that? Ask us.'],
    },
    {
      automatic: false,
      request: false,
      summary: 'For a refund, contact the organiser',
      notes: ['Refunds for this event aren’t made on this site. Contact us and we’ll look at it together.'],
    },
  ])(
    'the refund policy says who decides: automatic $automatic, on request $request',
    ({ automatic, request, summary, notes }) => {
      const words = refundWords(
        withPolicy({ is_automated_camp_refund_allowed: automatic, is_camp_refund_request_allowed: request }),
        'en-CA',
        before,
      )
      expect([plain(words.summary), words.notes.slice(0, -1)]).toEqual([summary, ['Toronto time.', ...notes]])
    },
  )
  it('there are no steps without refunds', () => {
    expect(refundWords(withPolicy({ camp_refund_policy: [] }), 'en-CA', before)).toEqual({
      summary: 'No refund is promised, but you can ask us',
      refundSteps: [],
      notes: ['You can still ask us. We can’t promise a refund.', 'If we cancel, you get everything back.'],
    })
    expect(
      refundWords(
        withPolicy({ camp_refund_policy: [{ until: 'P7D', percent: 0 }], is_camp_refund_request_allowed: false }),
        'en-CA',
        before,
      ),
    ).toEqual({
      summary: 'This event is non-refundable',
      refundSteps: [],
      notes: ['If we cancel, you get everything back.'],
    })
  })
  it('the steps are in the order of their deadlines', () => {
    const words = refundWords(
      withPolicy({
        camp_refund_policy: [
          { until: 'P3D', percent: 50 },
          { until: 'P14D', percent: 100 },
          { until: 'P7D', percent: 0 },
        ],
      }),
      'en-CA',
      on('2027-06-29T12:00:00Z'),
    )
    expect(words.refundSteps.map(({ until, words: part, isPast }) => [plain(until), part, isPast])).toEqual([
      ['Mon, June 21, 9 am', 'Everything', true],
      ['Mon, June 28, 9 am', 'No refund', true],
      ['Fri, July 2, 9 am', 'Half', false],
      [undefined, 'No refund', false],
    ])
    expect(plain(words.summary)).toBe('50% back until Fri, July 2')
  })
  it('a day in another year than the event’s names its year', () => {
    const winter = { ...exampleEvent, starts_at: '2027-01-09T14:00:00Z' }
    expect([
      plain(refundWords(winter, 'en-CA', before).refundSteps[0]?.until),
      plain(refundWords(winter, 'fr-CA', on('2026-12-01T12:00:00Z')).summary),
    ]).toEqual(['Sat, December 26, 2026, 9 am', 'Remboursement complet jusqu’au sam. 26 déc. 2026'])
  })
  it('the deadlines of a series count from its first date', () => {
    const date = (starts_at: string) => ({
      starts_at,
      ends_at: new Date(Date.parse(starts_at) + 3_600_000).toISOString(),
    })
    const series = {
      ...exampleEvent,
      is_series: true,
      series_dates: [date('2027-07-05T13:00:00Z'), date('2027-07-12T13:00:00Z')],
    }
    expect(plain(refundWords(series, 'en-CA', before).notes[1])).toBe(
      'The dates are booked together: deadlines count back from the first one, July 5.',
    )
    expect(refundWords(series, 'en-CA', before).refundSteps).toEqual(
      refundWords(exampleEvent, 'en-CA', before).refundSteps,
    )
  })
  it.each([
    {
      late: 'keep_credit_used',
      isAllowed: true,
      notes: ['Cancel by Sun, July 4, 9 am (Toronto time) and get everything back.', 'After that, there’s no refund.'],
    },
    {
      late: 'return_credit',
      isAllowed: true,
      notes: [
        'Cancel by Sun, July 4, 9 am (Toronto time) and get everything back.',
        'After that, you still get everything back.',
        'If you don’t come, there’s no refund.',
      ],
    },
    {
      late: 'charge_fee',
      isAllowed: true,
      notes: [
        'Cancel by Sun, July 4, 9 am (Toronto time) and get everything back.',
        'After that, we keep a late fee of $10.00 and refund the rest.',
        'If you don’t come, there’s no refund.',
      ],
    },
    {
      late: 'charge_fee',
      isAllowed: false,
      notes: ['Refunds for this event aren’t made on this site. Contact us and we’ll look at it together.'],
    },
  ] as const)(
    'the rule of a class with the late rule $late and requests allowed ($isAllowed) is described',
    ({ late, isAllowed, notes }) => {
      const session_cancellation_policy = { ...ofClass, late }
      const words = refundWords(
        {
          ...withPolicy({ session_cancellation_policy, is_session_cancellation_request_allowed: isAllowed }),
          type: 'class',
        },
        'en-CA',
        before,
      )
      expect([words.refundSteps, words.notes.map(plain)]).toEqual([[], notes])
    },
  )
  it.each([
    ['keep_credit_used', 'It’s too late to cancel for a refund'],
    ['return_credit', 'Cancel before it starts and get everything back'],
    ['charge_fee', 'If you cancel now, we keep a late fee of $10.00'],
  ] as const)('the current rule is shown after the free period of a class: %s', (late, summary) => {
    const session_cancellation_policy = { ...ofClass, late }
    const event = {
      ...withPolicy({ session_cancellation_policy, is_session_cancellation_request_allowed: true }),
      type: 'class' as const,
    }
    const hour = 3_600_000
    const at = (hours: number) => ({ ...before, now: Date.parse(event.starts_at) - hours * hour })
    expect(refundWords(event, 'en-CA', at(25)).summary).toContain('Cancel by')
    const words = refundWords(event, 'en-CA', at(23))
    expect(plain(words.summary)).toBe(summary)
    expect(words.notes.map(plain)).not.toContainEqual(expect.stringContaining('After that'))
  })
})

it('a note ends with one full stop, even after an abbreviated month', () => {
  expect(asSentence('Remboursement complet jusqu’au sam. 16 janv.')).toBe(
    'Remboursement complet jusqu’au sam. 16 janv.',
  )
  expect(asSentence('Full refund until Sat, January 16')).toBe('Full refund until Sat, January 16.')
})
