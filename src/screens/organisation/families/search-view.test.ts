import { expect, it } from 'vitest'
import { markedParts, nextDays } from './search-view.ts'

const marked = (text: string, search: string) =>
  markedParts(text, search)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

it.each([
  ['Nadia Roy', 'roy', 'Nadia [Roy]'],
  ['Théo Roy', 'theo r', '[Théo] [R]oy'],
  ['Karen Leroy', 'roy', 'Karen Leroy'],
  ['Jean-Éric Roy', 'eric', 'Jean-[Éric] Roy'],
  ['2027-000742', '2027-0007', '[2027]-[0007]42'],
  ['Roy', 'royal', 'Roy'],
  ['Roy', '', 'Roy'],
  ['Roy Royal', 'r roy', '[Roy] [Roy]al'],
])('the parts of %j that the search %j found are marked as %j', (text, search, words) => {
  expect(marked(text, search)).toBe(words)
})

it('a booking that has begun is named by its last day, and one to come by its first', () => {
  const camp = { starts_at: '2027-07-12T13:00:00Z', ends_at: '2027-07-16T20:00:00Z', timezone: 'America/Toronto' }
  const at = (now: string) => nextDays(camp, { now: Date.parse(now), locale: 'en-CA' })
  expect(at('2027-07-01T12:00:00Z')).toEqual({ hasBegun: false, day: 'July\u00a012' })
  expect(at('2027-07-13T12:00:00Z')).toEqual({ hasBegun: true, day: 'July\u00a016' })
})
