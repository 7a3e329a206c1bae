import { describe, expect, it } from 'vitest'
import { fieldsOfEvent } from './event-fields.ts'
import { eventOfFields, optionKeys, sentRows } from './event-of-fields.ts'
import { FileEvent } from './file-events.ts'
import { UpdateEventRequest } from './organiser-event.ts'

const week = FileEvent.parse({
  ...{ key: 'otter', type: 'camp', name: { en: 'Otter', fr: 'Loutre' }, summary: 'Five days', overnight: true },
  ...{ starts_at: '2027-07-05T09:00', ends_at: '2027-07-09T16:00', venues: ['dock'], waitlist: true },
  ...{ waiver: 'water', questions: ['swim'], refund: { tiers: [{ until: 'P30D', percent: 50 }] } },
  options: [
    { key: 'full', name: 'Full day', cost: 345.5, spots_total: 14, minimum_age: 8, sale_starts_at: '2027-03-01T09:00' },
    { key: 'free', name: 'Visit', free: true, spots_total: 'unlimited' },
  ],
})
const series = FileEvent.parse({
  ...{ key: 'swim', type: 'class', name: 'Swim', online_event: true },
  series_dates: [
    { starts_at: '2027-07-05T09:00', ends_at: '2027-07-05T10:00' },
    { starts_at: '2027-07-12T22:00', ends_at: '2027-07-13T02:00' },
  ],
})

describe('the fields of the form of an event', () => {
  it.each([week, series])('an event whose fields are sent back unchanged stays as it is: %j', (event) => {
    const body = eventOfFields(fieldsOfEvent(event, 'en'))
    expect(UpdateEventRequest.safeParse(body).success).toBe(true)
    const { remove, options, refund, ...rest } = body as Record<string, unknown>
    expect(remove).toBeUndefined()
    expect(event).toMatchObject({ ...rest, ...(refund ? { refund } : {}) })
    for (const [at, option] of (options as object[]).entries())
      expect(event.options[at]).toMatchObject({ ...option, ...('cost' in option ? {} : { cost: null }) })
  })

  it('an option, place, question or date that is taken out of the form is named as removed', () => {
    const { 'question.swim': _, ...fields } = fieldsOfEvent(week, 'en')
    const body = eventOfFields({ ...fields, venue: 'online', 'option.1.remove': 'on' })
    expect(body).toMatchObject({
      ...{ online_event: true, venues: [], questions: [] },
      ...{ options: [{ key: 'full' }], remove: { options: ['free'], venues: ['dock'], questions: ['swim'] } },
    })
    const dates = fieldsOfEvent(series, 'en')
    const [first = ''] = (dates['dates'] ?? '').split('\n')
    expect(eventOfFields({ ...dates, dates: first, was_dates: dates['dates'] ?? '' })).toMatchObject({
      series_dates: [{ starts_at: '2027-07-05T09:00' }],
      remove: { series_dates: ['2027-07-12T22:00'] },
    })
  })

  it('chosen weekdays become the dates between the first and the last day', () => {
    const fields = { first_day: '2027-07-05', last_day: '2027-07-14', starts: '09:00', ends: '10:00' }
    expect(eventOfFields({ ...fields, 'day.1': 'on', 'day.3': 'on' })).toMatchObject({
      series_dates: ['05', '07', '12', '14'].map((day) => ({
        starts_at: `2027-07-${day}T09:00`,
        ends_at: `2027-07-${day}T10:00`,
      })),
    })
    expect(eventOfFields({ ...fields, last_day: '' })).toMatchObject({ ends_at: '2027-07-05T10:00' })
    expect(eventOfFields({ ...fields, first_day: 'x', 'day.1': 'on' })).toMatchObject({ series_dates: [] })
  })

  it('text that is no number, date or place count stays for the call to refuse', () => {
    const fields = { dates: 'soon', options: '1', 'option.0.name.en': 'Day', 'option.0.cost': '12 dollars' }
    expect(eventOfFields(fields)).toMatchObject({
      series_dates: [{ starts_at: 'soon', ends_at: 'soon' }],
      options: [{ key: 'day', cost: '12 dollars' }],
    })
  })

  it('an empty row adds no option, and two options of one name have two keys', () => {
    const name = (at: number, text: string) => ({ [`option.${at}.name.en`]: text })
    const fields = { options: '4', ...name(0, 'Day'), ...name(1, ' '), ...name(2, 'Day'), 'option.3.key': 'day-9' }
    expect(sentRows(fields)).toEqual([0, 2, 3])
    expect([...optionKeys(fields).values()]).toEqual(['day', 'day-3', 'day-9'])
    expect(eventOfFields({ ...name(0, 'x'), 'option.0.spots_total': 'illimité' }).options[0]).toMatchObject({
      spots_total: 'unlimited',
    })
  })
})
