import { expect, it } from 'vitest'
import { isLikelyDuplicate } from './merge-rows.ts'

const record = (first_name: string, date_of_birth: string | null = null) => ({
  first_name,
  last_name: 'Roy',
  date_of_birth,
})

it.each([
  [record('Maya', '2017-05-31'), record('maya', '2017-05-31'), true],
  [record('Zoé', '2017-05-31'), record('Zoe'), true],
  [record('Sam'), record('Samuel', '2017-05-31'), true],
  [record('Jean-Luc'), record('Jean Luc'), true],
  [record('Amara', '2017-05-31'), record('Tobi', '2017-05-31'), false],
  [record('Maya', '2017-05-31'), record('Maya', '2015-02-02'), false],
  [record('Al'), record('Alice'), false],
])('the records %j and %j may be one person: %s', (a, b, isLikely) =>
  expect([isLikelyDuplicate(a, b), isLikelyDuplicate(b, a)]).toEqual([isLikely, isLikely]),
)
