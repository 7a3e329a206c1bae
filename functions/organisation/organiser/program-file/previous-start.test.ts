import { expect, it } from 'vitest'
import { previousStart } from './previous-start.ts'

const [june, july, august] = [1, 2, 3]
const stored = { starts_at: july, previous_starts_at: null, series_dates: [], published: 0 }

it.each([
  ['a new event', undefined, july, null],
  ['an event that keeps its start', stored, july, null],
  ['an event that is rescheduled', stored, august, july],
  ['an event that was rescheduled before', { ...stored, previous_starts_at: june }, july, june],
  ['an event that is rescheduled again', { ...stored, previous_starts_at: june }, august, july],
  ['an event that is rescheduled back', { ...stored, previous_starts_at: june }, june, null],
  ['a draft', { ...stored, published: null }, august, null],
  ['a series that loses its first date', { ...stored, series_dates: ['2 July', '9 July'] }, august, null],
])('the previous start of %s is the one before its latest change', (_, before, starts_at, expected) =>
  expect(previousStart(before, { starts_at, series_dates: [] })).toBe(expected),
)
