import { describe, expect, it } from 'vitest'
import { amountOwed, placeDays, placeForHealth, rightsByPerson } from './family-view.ts'

const person = (id: string) => ({ id, first_name: 'Maya', last_name: 'Roy', date_of_birth: null, age: null })
const place = (id: string, of: string) =>
  ({ id, attendee_profile: person(of) }) as Parameters<typeof placeForHealth>[0]['upcoming']['data'][number]
const listed = <Item>(data: Item[], total = data.length) => ({
  ...{ count: data.length, total, page: 0, page_count: 1, access_limited: false },
  data,
})

describe("a family's page at the desk", () => {
  it('a place of one day has its hour, and a longer one its days', () => {
    const days = (starts_at: string, ends_at: string) =>
      placeDays(
        { id: 'reg_1', starts_at, ends_at, timezone: 'America/Toronto', attendee_profile: person('a') },
        'en-CA',
      )
    expect(days('2027-07-12T20:30:00Z', '2027-07-12T21:00:00Z')).toBe('Mon, July\u00a012, 4:30\u00a0pm')
    expect(days('2027-07-12T13:00:00Z', '2027-07-16T20:00:00Z')).toBe('July\u00a012 to 16, 2027')
  })

  it('health notes open by the next place of the person, otherwise by the last one', () => {
    const family = {
      upcoming: listed([place('next', 'maya')]),
      past: listed([place('old', 'maya'), place('last', 'tom')]),
    }
    expect(['maya', 'tom', 'eve'].map((id) => placeForHealth(family, id))).toEqual(['next', 'last', null])
  })

  it('the amount owed is unknown while some orders are not listed', () => {
    const order = (value: number) =>
      ({ amount_due: { value } }) as NonNullable<Parameters<typeof amountOwed>[0]['orders']>['data'][number]
    expect(amountOwed({ orders: listed([order(500), order(250)]) })).toBe(750)
    expect(amountOwed({ orders: listed([order(500)], 21) })).toBeNull()
    expect(amountOwed({ orders: null })).toBeNull()
  })

  it('people for whom an adult has the same rights are named together', () => {
    const of = (id: string, ...rights: ('view' | 'pickup')[]) => ({
      attendee_profile_id: id,
      relation: 'parent' as const,
      rights,
    })
    expect(rightsByPerson([of('a', 'view'), of('b', 'view', 'pickup'), of('c', 'view')])).toEqual([
      { ids: ['a', 'c'], rights: ['view'] },
      { ids: ['b'], rights: ['view', 'pickup'] },
    ])
  })
})
