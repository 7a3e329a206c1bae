import { describe, expect, it } from 'vitest'
import { orderNumbers } from './search-terms.ts'
import { peopleTerms } from '../../platform/database/people-terms.ts'

const within = (typed: string) => peopleTerms('ab', typed)?.replace('program : "6162"', 'P')

describe('the terms of a search over people', () => {
  it.each([
    ['roy', 'P AND "roy"*'],
    ['Nadia  Roy', 'P AND "Nadia"* AND "Roy"*'],
    ['0177', 'P AND "0177"*'],
    ['613-555-0177', 'P AND (phones : "6135550177"* OR ("613"* AND "555"* AND "0177"*))'],
    ['06 12 34 56', 'P AND (phones : "06123456"* OR phones : "6123456"* OR ("06"* AND "12"* AND "34"* AND "56"*))'],
    ['roy 0177', 'P AND "roy"* AND "0177"*'],
    ['n.roy@example.ca', 'P AND "n roy example ca"*'],
    ['roy n.roy@', 'P AND "n roy" AND "roy"*'],
    ['n.roy@exam 0177', 'P AND "n roy exam"* AND "0177"*'],
    ['@', undefined],
    ['roy" OR names : "x', 'P AND "roy"* AND "OR"* AND "names"* AND "x"*'],
    ['NEAR(a b, 2) -^*{}', 'P AND "NEAR"* AND "a"* AND "b"* AND "2"*'],
    ['"*()', undefined],
    ['', undefined],
  ])('the typed text %s becomes %s', (typed, terms) => expect(within(typed)).toBe(terms))

  it('a text has at most twelve words', () => {
    expect(within('a '.repeat(50))?.match(/"a"/g)).toHaveLength(12)
  })
})

describe('the numbers of orders in a search', () => {
  it.each([
    ['2027-000742', { exact: ['2027-000742'], from: '2027-000742', until: '2027-000742:', id: null }],
    ['2027-74', { exact: ['2027-74', '2027-000074'], from: '2027-74', until: '2027-74:', id: null }],
    ['2027-', { exact: [], from: '2027-', until: '2027-:', id: null }],
    ['742', { exact: ['2027-000742', '2026-000742'], from: '', until: '', id: null }],
    ['ord_7mC4xY2vB9', { exact: [], from: '', until: '', id: 'ord_7mC4xY2vB9' }],
    ['ord_', null],
    ['roy', null],
    ['613-555-0177', null],
  ])('the typed text %s names %o', (typed, numbers) => expect(orderNumbers(typed, 2027)).toEqual(numbers))
})
