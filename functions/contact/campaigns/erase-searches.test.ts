import { describe, expect, it } from 'vitest'
import type { Selector } from '../../contract/contact/campaign.ts'
import { withoutSearchesFor } from './erase-searches.ts'

const none = { event_id: null, id: null }
const search = (text: string): Selector => ({ ...none, kind: 'search', text: `search:${text}` })
const camp: Selector = { ...none, kind: 'event', text: 'event:canoe', event_id: 'evt_1' }
const people = ['Éléna Roy elena@example.com 613-555-0168', 'Maya Roy']

describe('withoutSearchesFor', () => {
  it.each(['roy', 'ELENA roy', 'éléna', 'may', 'maya r', 'elena@example.com', '613-555-0168'])(
    'a search for %s is removed, and other conditions stay',
    (text) => {
      expect(withoutSearchesFor(people, [camp, search(text)])).toEqual([camp, search('erased')])
    },
  )

  it.each(['tremblay', 'maya elena', 'oy', '--'])('a search for %s finds none of them, so it stays', (text) => {
    expect(withoutSearchesFor(people, [camp, search(text)])).toBeNull()
  })
})
