import { describe, expect, it } from 'vitest'
import { FileEvent } from '../../contract/organisation/file-events.ts'
import type { EventChanges } from '../../contract/organisation/organiser-event.ts'
import { changedEvent } from './merge-event.ts'

const sale = { sale_starts_at: '2026-12-01T09:00', sale_ends_at: '2027-06-01T09:00' }
const plan = { deposit_percent: 40, parts: [{ days_before: 30 }] }
const event = FileEvent.parse({
  key: 'canoe',
  type: 'camp',
  name: 'Canoe week',
  venues: ['dock', 'hall'],
  questions: ['shirt'],
  tags: ['water'],
  restrict_to: { session_packages: ['ten'], membership_packages: ['family'] },
  series_dates: [
    { starts_at: '2027-07-05T09:00', ends_at: '2027-07-05T16:00' },
    { starts_at: '2027-07-06T09:00', ends_at: '2027-07-06T16:00' },
  ],
  options: [
    { key: 'full', name: 'Full', cost: 320, spots_total: 50, payment_plan: plan, pools: ['bus'], ...sale },
    { key: 'half', name: 'Half', free: true, spots_total: 10 },
  ],
})
const [full, half] = event.options

describe('the lists of an event in a change', () => {
  it('a new price keeps the places, the sale, the payment plan and the other options', () => {
    expect(changedEvent(event, { options: [{ key: 'full', cost: 350 }] })).toEqual({
      ...event,
      options: [{ ...full, cost: 350 }, half],
    })
  })

  it('an option gets a price or becomes free', () => {
    const options = [
      { key: 'half', cost: 20 },
      { key: 'full', free: true },
    ]
    expect(changedEvent(event, { options }).options.map(({ key, free, cost }) => [key, free, cost])).toEqual([
      ['half', false, 20],
      ['full', true, null],
    ])
  })

  it.each<[string, EventChanges, Partial<FileEvent>]>([
    ['a removed option', { remove: { options: ['half'] } }, { options: [full] as FileEvent['options'] }],
    [
      'a question and a tag',
      { questions: ['allergies'], tags: ['lake'] },
      { questions: ['shirt', 'allergies'], tags: ['water', 'lake'] },
    ],
    ['a removed venue', { remove: { venues: ['dock'] } }, { venues: ['hall'] }],
    ['all venues in another order', { venues: ['hall', 'dock'] }, { venues: ['hall', 'dock'] }],
    [
      'a new end of one date and a removed date',
      {
        series_dates: [{ starts_at: '2027-07-06T09:00', ends_at: '2027-07-06T12:00' }],
        remove: { series_dates: ['2027-07-05T09:00'] },
      },
      { series_dates: [{ starts_at: '2027-07-06T09:00', ends_at: '2027-07-06T12:00' }] },
    ],
    [
      'another pool of an option',
      { options: [{ key: 'full', pools: ['lodge'] }] },
      { options: [{ ...full, pools: ['bus', 'lodge'] }, half] as FileEvent['options'] },
    ],
    [
      'a pool that an option leaves',
      { options: [{ key: 'full', pools: ['lodge'], remove: { pools: ['bus'] } }] },
      { options: [{ ...full, pools: ['lodge'] }, half] as FileEvent['options'] },
    ],
    [
      'another package and a removed one',
      { restrict_to: { session_packages: ['twenty'] }, remove: { membership_packages: ['family'] } },
      { restrict_to: { session_packages: ['ten', 'twenty'], membership_packages: [] } },
    ],
    ['no list', { name: 'Canoes' }, { name: 'Canoes' }],
  ])('a change of an event with %s leaves all other lists', (_, changes, expected) => {
    expect(changedEvent(event, changes)).toEqual({ ...event, ...expected })
  })

  it('a new option has the defaults of the file and needs a name', () => {
    expect(
      changedEvent(event, { options: [{ key: 'late', name: 'Late', cost: 90, spots_total: 'unlimited' }] }).options[2],
    ).toMatchObject({
      key: 'late',
      name: 'Late',
      cost: 90,
      pools: [],
      is_closed: false,
    })
    expect(() => changedEvent(event, { options: [{ key: 'late', cost: 90 }] })).toThrow(
      expect.objectContaining({ type: 'required', detail: expect.objectContaining({ param: 'options.late.name' }) }),
    )
  })

  it('a new option without a number of places is refused with the remedy, and an existing one keeps its number', () => {
    expect(() => changedEvent(event, { options: [{ key: 'late', name: 'Late', cost: 90 }] })).toThrow(
      expect.objectContaining({
        type: 'required',
        detail: expect.objectContaining({
          param: 'options.late.spots_total',
          message: 'This is new. Write spots_total: 12, or spots_total: unlimited.',
        }),
      }),
    )
    expect(changedEvent(event, { options: [{ key: 'half', cost: 20 }] }).options[1]).toMatchObject({ spots_total: 10 })
  })

  it.each<[string, EventChanges]>([
    ['remove.options', { remove: { options: ['none'] } }],
    ['remove.session_packages', { remove: { session_packages: ['none'] } }],
    ['options.full.remove.pools', { options: [{ key: 'full', remove: { pools: ['none'] } }] }],
  ])('the removal of an unknown key by %s is refused', (param, changes) => {
    expect(() => changedEvent(event, changes)).toThrow(
      expect.objectContaining({ type: 'invalid_option', detail: expect.objectContaining({ param }) }),
    )
  })
})
