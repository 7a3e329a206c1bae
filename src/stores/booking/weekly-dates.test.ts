import { describe, expect, it } from 'vitest'
import { member, openForm, tickBoth } from './registration-form-fixture.ts'
import { weeklyStarts } from '../../page-input/booked-time.ts'
import { addressWithWeeks, heldWeeks, weeklyDates } from './weekly-dates.ts'

const start = '2027-07-06T13:00:00.000Z'
const weeks = (...spots: (number | null)[]) =>
  weeklyStarts(Date.parse(start), 'America/Toronto')
    .slice(0, spots.length)
    .map((at, index) => ({
      starts_at: new Date(at).toISOString(),
      words: null,
      times: null,
      spots: spots[index] ?? null,
    }))
const startOf = (week: number) => new Date(Date.parse(start) + week * 7 * 86_400_000).toISOString()
const place = (week: number) => ({
  registration_id: `reg_${week}`,
  option_id: 'opt',
  status: 'pending' as const,
  order_id: null,
  hold_expires_at: '2026-11-21T12:15:00.000Z',
  answers: [],
  starts_at: startOf(week),
  session_credit_id: null,
  waiver: null,
})

describe('the dates of a weekly booking', () => {
  const people = [member('maya'), member('sam')]
  const values = { 'maya.comes': true, 'sam.comes': true, weeks: '4' }
  const datesOf = (...spots: (number | null)[]) =>
    Object.fromEntries(
      [...weeklyDates({ weeks: weeks(...spots), people, values })].map(([key, own]) => [
        key,
        own.map(({ starts_at }) => Math.round((Date.parse(starts_at) - Date.parse(start)) / (7 * 86_400_000))),
      ]),
    )

  it.each([
    {
      what: 'all of them when there are enough places',
      spots: [2, 2, 2, 2, 2],
      maya: [0, 1, 2, 3],
      sam: [0, 1, 2, 3],
    },
    {
      what: 'given to the first person in the form when one place is left',
      spots: [2, 1, 0, 2],
      maya: [0, 1, 3],
      sam: [0, 3],
    },
    {
      what: 'all of them when the availability is unknown',
      spots: [null, null],
      maya: [0, 1],
      sam: [0, 1],
    },
  ])('the dates of a weekly booking are $what', ({ spots, maya, sam }) =>
    expect(datesOf(...spots)).toEqual({ maya, sam }),
  )

  it('dates are not listed for a single booking', () => {
    const once = { people, values: { ...values, weeks: '1' } }
    expect([
      weeklyDates({ weeks: weeks(0, 1), ...once }).size,
      weeklyDates({ weeks: [], ...once, values }).size,
    ]).toEqual([0, 0])
  })

  it("dates follow the program's local time across a clock change", () => {
    const [, second] = weeklyStarts(Date.parse('2027-11-02T13:00:00.000Z'), 'America/Toronto')
    expect(second).toBe(Date.parse('2027-11-09T14:00:00.000Z'))
    const held = [member('maya', { place: place(0), repeats: [place(1), place(3)] })]
    expect([heldWeeks(weeks(0, 0, 1, 0, 1), held), heldWeeks(weeks(1, 1), [])]).toEqual([4, 1])
  })
})

it.each([
  ['/register?start=2027-07-06&lang=fr', 3, '/register?start=2027-07-06&lang=fr&weeks=3'],
  ['https://camp.example/register?weeks=3#who', 2, '/register?weeks=2#who'],
  ['/register?weeks=3', 1, '/register'],
])('the address %s for %d weeks is %s', (address, weeks, expected) =>
  expect(addressWithWeeks(address, weeks)).toBe(expected),
)

describe('sending the form for several weeks', () => {
  const appointment = {
    starts_at: start,
    places: 2,
    tooMany: '',
    times: '/times',
    weeks: weeks(2, 2, 2),
    chosenWeeks: 3,
  }
  const part = { appointment }

  it.each([
    ['all dates of a series', '3', [0, 1, 2]],
    ['one date when the series becomes a single booking', '1', [0]],
  ])('a booking has %s', async (_, count, dates) => {
    const { form, sent, went } = openForm([], part)
    tickBoth(form)
    form.setValue('weeks', count)
    await form.send()
    expect(sent.map(({ starts_at }) => starts_at)).toEqual([dates.map(startOf).join(' ')])
    expect(went).toEqual(['/checkout/ord'])
  })

  it('a date without a free place is left out', async () => {
    const { form, sent } = openForm([], { appointment: { ...appointment, weeks: weeks(2, 0, 2) } })
    form.setValue('maya.comes', true)
    await form.send()
    expect(sent.map(({ starts_at }) => starts_at)).toEqual([[0, 2].map(startOf).join(' ')])
  })
})
