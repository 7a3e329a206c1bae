import { describe, expect, it } from 'vitest'
import { holding, member, openForm, refused, tickBoth } from './registration-form-fixture.ts'
import { weeksFrom } from './registration-sending.ts'
import { heldWeeks, type RefusedWeek, weeklyDates } from './weekly-dates.ts'

const start = '2027-07-06T13:00:00.000Z'
const weeks = (...spots: (number | null)[]) =>
  weeksFrom(start, 'America/Toronto')
    .slice(0, spots.length)
    .map((week, index) => ({ ...week, spots: spots[index] ?? null }))
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
})

describe('the dates of a weekly booking', () => {
  const people = [member('maya'), member('sam')]
  const values = { 'maya.comes': true, 'sam.comes': true, weeks: '4' }
  const datesOf = (refused: RefusedWeek[], ...spots: (number | null)[]) =>
    Object.fromEntries(
      [...weeklyDates({ weeks: weeks(...spots), refused, people, values })].map(([key, own]) => [
        key,
        own.map(({ starts_at }) => Math.round((Date.parse(starts_at) - Date.parse(start)) / (7 * 86_400_000))),
      ]),
    )

  it.each([
    {
      what: 'all of them when there are enough places',
      refused: [],
      spots: [2, 2, 2, 2, 2],
      maya: [0, 1, 2, 3],
      sam: [0, 1, 2, 3],
    },
    {
      what: 'given to the first person in the form when one place is left',
      refused: [],
      spots: [2, 1, 0, 2],
      maya: [0, 1, 3],
      sam: [0, 3],
    },
    {
      what: 'all of them when the availability is unknown',
      refused: [],
      spots: [null, null],
      maya: [0, 1],
      sam: [0, 1],
    },
    {
      what: 'those that were not refused, for each person separately',
      refused: [{ key: 'maya', starts_at: startOf(1), type: 'attendee_conflict' as const }],
      spots: [2, 1, 2, 2],
      maya: [0, 2, 3],
      sam: [0, 1, 2, 3],
    },
  ])('the dates of a weekly booking are $what', ({ refused, spots, maya, sam }) =>
    expect(datesOf(refused, ...spots)).toEqual({ maya, sam }),
  )

  it('dates are not listed for a single booking', () => {
    const once = { refused: [], people, values: { ...values, weeks: '1' } }
    expect([
      weeklyDates({ weeks: weeks(0, 1), ...once }).size,
      weeklyDates({ weeks: [], ...once, values }).size,
    ]).toEqual([0, 0])
  })

  it("dates follow the program's local time across a clock change", () => {
    expect(weeksFrom('2027-11-02T13:00:00.000Z', 'America/Toronto')[1]?.starts_at).toBe('2027-11-09T14:00:00.000Z')
    const held = [member('maya', { place: place(0), repeats: [place(1), place(3)] })]
    expect([heldWeeks(weeks(0, 0, 1, 0, 1), held), heldWeeks(weeks(1, 1), [])]).toEqual([4, 1])
  })
})

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
  const refusal = { person: 0, type: 'slot_taken', param: 'appointment.starts_at[1]', message: 'Taken.' }

  it('all people and dates are one booking', async () => {
    const { form, bookings, went } = openForm({}, part)
    tickBoth(form)
    await form.send()
    expect(bookings[0]).toMatchObject({
      appointment: { appointment_type_id: 'evt', starts_at: [0, 1, 2].map(startOf) },
      people: [{ attendee_id: 'maya' }, { attendee_id: 'sam' }],
    })
    expect(bookings[0]).not.toHaveProperty('event_id')
    expect(went).toEqual(['/checkout/ord'])
  })

  it('refused dates are left out when the form is sent again', async () => {
    const { form, bookings, went } = openForm({ book: [() => holding(['maya'], [refusal])] }, part)
    form.setValue('maya.comes', true)
    await form.send()
    expect([form.problems.get().map(({ name }) => name), went]).toEqual([['weeks'], []])
    expect(form.refusedWeeks.get()).toEqual([{ key: 'maya', starts_at: startOf(1), type: 'slot_taken' }])

    await form.send()
    expect(bookings[1]?.appointment?.starts_at).toEqual([0, 2].map(startOf))
    expect(went).toEqual(['/checkout/ord'])
  })

  it('a date that one sibling cannot have stays for the other', async () => {
    const book = [() => holding(['maya', 'sam'], [refusal]), () => holding(['maya', 'sam'], [refusal])]
    const { form, bookings, went } = openForm({ book }, part)
    tickBoth(form)
    await form.send()
    expect(went).toEqual([])
    await form.send()
    expect(bookings[1]?.appointment?.starts_at).toEqual([0, 1, 2].map(startOf))
    expect(went).toEqual(['/checkout/ord'])
  })

  it('a series that becomes a single booking has one date', async () => {
    const { form, bookings } = openForm({}, part)
    tickBoth(form)
    form.setValue('weeks', '1')
    await form.send()
    expect(bookings[0]?.appointment?.starts_at).toEqual([startOf(0)])
  })

  it('a taken time is reported with the nearest free times', async () => {
    const near = [{ starts_at: startOf(1) }]
    const taken = { code: 409, type: 'slot_taken', param: 'appointment.starts_at[0]', message: 'Taken.' }
    const { form } = openForm(
      { book: [() => refused(409, 'slot_taken', 'Taken.', { ...taken, errors: [taken], available_times: near })] },
      { appointment: { ...appointment, weeks: [], chosenWeeks: 1 } },
    )
    form.setValue('maya.comes', true)
    await form.send()
    expect([form.problems.get(), form.failure.get()?.message]).toEqual([[], 'Taken.'])
    expect(form.freeTimes.get()).toEqual(near)
  })
})
