import { expect, it } from 'vitest'
import { unlimitedSpots } from '../../offering/catalogue/places-left.ts'
import { placesFor, releasedOf } from './free-places.ts'

type Option = Parameters<typeof placesFor>[0][number]
const option = (id: string, left: number, pools: Option['pools'] = []): Option => ({
  id,
  spots_total: 10,
  spots_taken: 10 - left,
  pools,
})
const pool = (id: string, left: number) => ({ id, spots_total: 5, spots_taken: 5 - left })
const unlimited = { ...option('a', 0), spots_total: unlimitedSpots, spots_taken: 40 }
const sharing = (left: number) => [option('a', 3, [pool('p', left)]), option('b', 3, [pool('p', left)])]
const inTwoPools = [option('a', 3, [pool('p', 2), pool('q', 1)]), option('b', 3, [pool('p', 2)])]

it.each<[string, Option[], Record<string, number>, string[], boolean[]]>([
  ['the last place goes to the first person', [option('a', 1)], {}, ['a', 'a'], [true, false]],
  ['a full option has no place', [option('a', 0)], {}, ['a'], [false]],
  [
    'options without a shared pool do not take from each other',
    [option('a', 1), option('b', 1)],
    {},
    ['a', 'b'],
    [true, true],
  ],
  ['a full option leaves the others their places', [option('a', 0), option('b', 1)], {}, ['a', 'b'], [false, true]],
  ['an unlimited option always has a place', [unlimited], {}, ['a', 'a'], [true, true]],
  ['options of one pool share its last place', sharing(1), {}, ['a', 'b'], [true, false]],
  [
    'a full option takes nothing from its pool',
    [option('a', 0, [pool('p', 1)]), option('b', 1, [pool('p', 1)])],
    {},
    ['a', 'b'],
    [false, true],
  ],
  ['a place needs every pool of its option', inTwoPools, {}, ['a', 'a', 'b', 'b'], [true, false, true, false]],
  ['a lapsed hold frees its place', [option('a', 0)], { a: 1 }, ['a', 'a'], [true, false]],
  ['a lapsed hold frees its place for another option of the pool', sharing(0), { a: 1 }, ['b', 'b'], [true, false]],
  ['lapsed holds of two options of a pool add up', sharing(0), { a: 1, b: 1 }, ['a', 'a', 'b'], [true, true, false]],
  ['a lapsed hold of another option frees no place', [option('a', 0), option('b', 0)], { b: 1 }, ['a'], [false]],
  ['an option with more places taken than it has stays full', [option('a', -1)], { a: 1 }, ['a'], [false]],
  ['an unknown option has no place', [option('a', 1)], {}, ['x'], [false]],
])('%s', (_, options, lapsed, desired, expected) => {
  const poolsOf = new Map(options.map(({ id, pools }) => [id, pools.map((each) => each.id)]))
  const counts = Object.entries(lapsed).map(([id, holds]) => [id, { holds, extra: 0 }] as const)
  const released = releasedOf({ lapsed: new Map(counts), poolsOf }, [])
  expect(placesFor(options, released, desired)).toEqual(expected)
})

it.each<[string, [string, string[]][], boolean[]]>([
  ['a freed place of another event frees the pool of an option', [['other', ['p']]], [true, false]],
  ['a freed place of another event in another pool frees nothing', [['other', ['q']]], [false, false]],
  ['a freed place of a full option frees its place and its pool', [['b', ['p']]], [true, false]],
])('%s', (_, pools, expected) => {
  const freed = pools.map(([option_id]) => ({ registration: { option_id, is_extra: false } }))
  expect(placesFor(sharing(0), releasedOf({ lapsed: new Map(), poolsOf: new Map(pools) }, freed), ['a', 'b'])).toEqual(
    expected,
  )
})

it.each<[string, { holds: number; extra: number }, boolean[], number]>([
  ['a lapsed hold whose place an extra one takes', { holds: 1, extra: 1 }, [], 0],
  ['a second lapsed hold', { holds: 2, extra: 1 }, [], 1],
  ['a freed place that an extra one takes', { holds: 0, extra: 1 }, [false], 0],
  ['a freed extra place', { holds: 0, extra: 1 }, [true], 0],
  ['a freed extra place and a lapsed hold', { holds: 1, extra: 1 }, [true], 1],
])('%s counts as it does in the database', (_, counts, freed, expected) => {
  const places = freed.map((is_extra) => ({ registration: { option_id: 'a', is_extra } }))
  const released = releasedOf({ lapsed: new Map([['a', counts]]), poolsOf: new Map([['a', ['p']]]) }, places)
  expect([released.get('a'), released.get('p')]).toEqual([expected, expected])
})
