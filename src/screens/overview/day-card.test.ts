import { describe, expect, it } from 'vitest'
import type { Registration } from '#contract/booking/registration'
import type { OthersBooking } from '../../api/load-others-bookings.ts'
import { dayCard, dayHeading, hoursOf } from './day-card.ts'

const words = { today: 'Today', tomorrow: 'Tomorrow' }
const place = (
  first_name: string,
  event: { id?: string; starts_at: string; ends_at: string },
  { status = 'confirmed', option_id = 'opt_1' }: { status?: string; option_id?: string } = {},
) =>
  ({
    event_id: event.id ?? 'evt_1',
    option_id,
    status,
    attendee_profile: { first_name },
    event: { timezone: 'America/Toronto', is_series: false, series_dates: [], ...event },
  }) as unknown as Registration
const camp = { starts_at: '2027-07-05T13:00:00Z', ends_at: '2027-07-09T20:00:00Z' }

describe('the day card', () => {
  it('the card is of today while a booking is still to come', () => {
    const card = dayCard([place('Maya', camp), place('Samuel', camp)], { now: Date.parse('2027-07-06T14:00:00Z') })
    expect(card).toMatchObject({ inDays: 0, bookings: [{ who: ['Maya', 'Samuel'] }] })
    expect(card && dayHeading(card, words, 'en-CA')).toBe('Today')
    expect(hoursOf(card?.bookings[0] as never, 'en-CA')).toBe('9\u00a0am – 4\u00a0pm (Toronto time)')
  })

  it('the card is of the next day with bookings once today is over', () => {
    const evening = dayCard([place('Maya', camp)], { now: Date.parse('2027-07-06T22:00:00Z') })
    expect(evening && dayHeading(evening, words, 'en-CA')).toBe('Tomorrow')
    const before = dayCard([place('Maya', camp)], { now: Date.parse('2027-07-01T12:00:00Z') })
    expect(before && dayHeading(before, words, 'en-CA')).toBe('Mon, July\u00a05')
    expect(dayCard([place('Maya', camp)], { now: Date.parse('2027-07-09T20:00:00Z') })).toBeNull()
  })

  it('the card has every confirmed booking of its day', () => {
    const afternoon = { id: 'evt_2', starts_at: '2027-07-06T20:30:00Z', ends_at: '2027-07-06T21:30:00Z' }
    const later = { id: 'evt_3', starts_at: '2027-07-07T13:00:00Z', ends_at: '2027-07-07T14:00:00Z' }
    const card = dayCard(
      [
        place('Samuel', afternoon),
        place('Maya', camp),
        place('Léa', camp, { option_id: 'opt_2' }),
        place('Théo', later),
        place('Noé', camp, { status: 'waitlisted' }),
      ],
      { now: Date.parse('2027-07-06T12:00:00Z') },
    )
    expect(card?.bookings.map(({ who }) => who)).toEqual([['Maya'], ['Léa'], ['Samuel']])
  })

  it('the card lists bookings by other adults separately', () => {
    const { event } = place('', camp)
    const other = (first_name: string, booked_by: string) =>
      ({
        ...event,
        status: 'confirmed',
        title: 'Canoe',
        option_title: 'Full day',
        first_name,
        booked_by,
      }) as unknown as OthersBooking
    const others = [other('Maya', 'Daniel Okafor'), other('Léa', 'Daniel Okafor'), other('Théo', 'Nadia Roy')]
    const now = Date.parse('2027-07-06T14:00:00Z')
    const card = dayCard([place('Samuel', camp)], { others, now })
    expect(card?.bookings.map(({ who, other: by }) => [by?.booked_by ?? null, ...who])).toEqual([
      [null, 'Samuel'],
      ['Daniel Okafor', 'Maya', 'Léa'],
      ['Nadia Roy', 'Théo'],
    ])
    expect(
      dayCard([], { others, now })?.bookings[0] && hoursOf(dayCard([], { others, now })?.bookings[0] as never, 'en-CA'),
    ).toContain('Toronto')
    expect(dayCard([], { others: [{ ...other('Maya', 'Daniel'), status: 'waitlisted' }], now })).toBeNull()
  })
})
