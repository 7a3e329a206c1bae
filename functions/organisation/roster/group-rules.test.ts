import { describe, expect, it } from 'vitest'
import { groupsByAge, type PlacedPerson, placeWithFriends } from './group-rules.ts'

const herons = { key: 'herons', minimum_age: 8, maximum_age: 9 }
const otters = { key: 'otters', minimum_age: 10, maximum_age: 12 }
const loons = { key: 'loons', minimum_age: 8, maximum_age: 12 }
const open = { key: 'open', minimum_age: null, maximum_age: null }
const person = (id: string, age: number | null, more: Partial<PlacedPerson> = {}): PlacedPerson => ({
  registration_id: id,
  age,
  group: null,
  together: null,
  ...more,
})

describe('groups by age', () => {
  const cases: [string, PlacedPerson[], Parameters<typeof groupsByAge>[1], Record<string, number>, unknown[]][] = [
    [
      'a person goes to the group of their age',
      [person('a', 9), person('b', 10)],
      [herons, otters],
      {},
      ['herons', 'otters'],
    ],
    ['groups of one age fill evenly', [person('a', 9), person('b', 9)], [herons, loons], {}, ['herons', 'loons']],
    ['the people who stay in a group count', [person('a', 9)], [herons, loons], { herons: 3, loons: 2 }, ['loons']],
    ['an age without a group is reported', [person('a', 5)], [herons], {}, ['no_group_for_age']],
    ['an unknown age is reported', [person('a', null)], [herons], {}, ['date_of_birth_missing']],
    ['an unknown age fits a group without limits', [person('a', null)], [herons, open], {}, ['open']],
    [
      'friends go to the group that fits most of them',
      [person('a', 9, { together: 't' }), person('b', 10, { together: 't' }), person('c', 11, { together: 't' })],
      [herons, otters],
      {},
      ['otters', 'otters', 'otters'],
    ],
  ]
  it.each(cases)('%s', (_, people, groups, counts, expected) => {
    const choices = groupsByAge(people, groups, new Map(Object.entries(counts)))
    expect(choices.map(({ group, reason }) => group ?? reason)).toEqual(expected)
  })
})

describe('a place that is put into a group', () => {
  const a = person('a', 9, { group: 'herons', together: 'a' })
  const b = person('b', 9, { group: 'herons', together: 'a' })
  const c = person('c', 9, { group: 'otters' })
  const d = person('d', 9)
  const all = [a, b, c, d]
  const cases: [string, Parameters<typeof placeWithFriends>[1], string[] | null][] = [
    ['moves its friends too', { registration_id: 'a', group: 'otters' }, ['a otters a', 'b otters a']],
    ['moves alone without friends', { registration_id: 'd', group: 'otters' }, ['d otters null']],
    ['joins the group of a friend', { registration_id: 'd', kept_with: 'c' }, ['d otters c', 'c otters c']],
    [
      'brings its friends to the new friend’s group',
      { registration_id: 'a', kept_with: 'c' },
      ['a otters c', 'b otters c', 'c otters c'],
    ],
    [
      'brings its group to a friend without one',
      { registration_id: 'c', kept_with: 'd' },
      ['c otters d', 'd otters d'],
    ],
    ['leaves its friends', { registration_id: 'a', kept_with: null }, ['a herons null', 'b herons null']],
    [
      'leaves its friends for another group',
      { registration_id: 'a', kept_with: null, group: 'otters' },
      ['a otters null', 'b herons null'],
    ],
    ['is refused with an unknown friend', { registration_id: 'a', kept_with: 'x' }, null],
    ['is refused with itself as friend', { registration_id: 'd', kept_with: 'd' }, null],
  ]
  it.each(cases)('%s', (_, change, expected) => {
    const places = placeWithFriends(all, change)
    expect(places?.map((each) => `${each.registration_id} ${each.group} ${each.together}`) ?? null).toEqual(expected)
  })
})
