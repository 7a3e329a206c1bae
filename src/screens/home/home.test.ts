import { describe, expect, it } from 'vitest'
import { homeAddress } from '../../routes.ts'
import { exampleProgram } from '../example-program.ts'
import { chosenSearch, programAddress, programTypeLabel } from './program-labels.ts'
import { isSearched, readProgramSearch } from '../../page-input/program-search.ts'

const nothing = { search: null, place_name: null, type: null, tags: [], skip: 0 }
const input = (query: string) => readProgramSearch(new URLSearchParams(query))

describe('the search on the home page', () => {
  it.each([
    { query: '', search: {} },
    {
      query: 'search=+camp+&place_name=Perth&type=camp&tags=Water&tags=Arts&tags=Water&skip=20',
      search: { search: 'camp', place_name: 'Perth', type: 'camp', tags: ['Water', 'Arts'], skip: 20 },
    },
    { query: 'search=&place_name=&type=&tags=&skip=-1', search: {} },
    { query: 'skip=99999999&featured=true', search: {} },
  ])('the query string “$query” is read as a search', ({ query, search }) =>
    expect(input(query)).toEqual({ ...nothing, ...search }),
  )

  it('a search is cut at the length that the API accepts', () => {
    const long = input(
      `search=${'x'.repeat(300)}&place_name=${'x'.repeat(300)}&type=${'x'.repeat(300)}&tags=${'x'.repeat(300)}${'&tags=a&tags=b'.repeat(9)}`,
    )
    expect([long.search, long.place_name, long.type, long.tags[0]].map((text) => text?.length)).toEqual([
      200, 100, 60, 60,
    ])
    expect(long.tags).toHaveLength(3)
  })

  it('a search is read back from its own URL', () => {
    const search = input('search=a+%26+b&place_name=Perth&tags=x%2Cy&tags=z&skip=40')
    expect(input(homeAddress('fr', search).slice(2))).toEqual(search)
    expect([homeAddress(), homeAddress('fr'), homeAddress(null, { ...nothing, skip: 0 })]).toEqual([
      '/',
      '/?lang=fr',
      '/',
    ])
  })

  it('removing one part of a search returns to the first page', () => {
    const words = {
      quoted: (text: string) => `“${text}”`,
      near: (place: string) => `in ${place}`,
      programTypeLabel: (type: string) => programTypeLabel(type, 'en'),
    }
    const chosen = chosenSearch(input('search=swim&place_name=Perth&type=camp&tags=Water&tags=Arts&skip=20'), words)
    expect(chosen.map((filter) => filter.words)).toEqual(['“swim”', 'in Perth', 'Camps', 'Water', 'Arts'])
    expect(chosen.map(({ without }) => without.skip)).toEqual([0, 0, 0, 0, 0])
    expect([chosen[1]?.without.place_name, chosen[3]?.without.tags]).toEqual([null, ['Arts']])
    expect([isSearched(input('skip=20')), isSearched(input('tags=a'))]).toEqual([false, true])
  })
})

describe('programs of the home page', () => {
  it.each([
    { type: 'camp', en: 'Camps', fr: 'Camps' },
    { type: 'class', en: 'Classes', fr: 'Cours' },
    { type: 'music school', en: 'Music school', fr: 'Music school' },
    { type: 'constructor', en: 'Constructor', fr: 'Constructor' },
  ])('the program type $type is called “$en”', ({ type, en, fr }) => {
    expect([programTypeLabel(type, 'en'), programTypeLabel(type, 'fr')]).toEqual([en, fr])
  })

  it('a program is linked in the reader’s language if it supports that language', () => {
    expect([
      programAddress(exampleProgram, 'en'),
      programAddress(exampleProgram, 'fr'),
      programAddress({ ...exampleProgram, languages: ['en'] }, 'fr'),
    ]).toEqual(['/pg/lakeside', '/pg/lakeside?lang=fr', '/pg/lakeside'])
  })
})
