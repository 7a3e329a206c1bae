import { describe, expect, it } from 'vitest'
import { countQuery, countWords } from './live-form.ts'

describe('the live count of the filter form', () => {
  it('the count is requested for the filled fields, without the language of the page', () =>
    expect(
      countQuery([
        ['lang', 'fr'],
        ['search', ''],
        ['tags', 'Water'],
        ['tags', 'Arts & crafts'],
        ['for', 'att_1'],
      ]).toString(),
    ).toBe('tags=Water&tags=Arts+%26+crafts&for=att_1'))

  const words = { none: 'No events', one: 'Show 1 event', other: 'Show {count} events' }
  it.each([
    [{ total: 0 }, 'en', 'No events'],
    [{ total: 1 }, 'en', 'Show 1 event'],
    [{ total: 7, total_capped: false }, 'en', 'Show 7 events'],
    [{ total: 1000, total_capped: true }, 'en', 'Show 1,000+ events'],
    [{ total: 1234 }, 'fr', 'Show 1 234 events'],
  ])('%o in %s is “%s”', (found, language, text) =>
    expect(countWords(found, words, language).replaceAll('\u00a0', ' ')).toBe(text),
  )
})
