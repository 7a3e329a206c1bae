import type { ChangeQuery } from '#contract/site-pages'
import { readId, readText } from './input-values.ts'

/** What the page that changes a booking shows: a move with its camps, or the cancellation. */
export type ChangePage = {
  isMove: boolean
  /** The event to move to; null for the event of the place. */
  event: string | null
  find: string | null
  /** Whether full camps are listed, too. */
  all: boolean
}

const maxSearch = 100

export const readChangePage = (query: ChangeQuery): ChangePage => ({
  isMove: query.get('do') === 'move',
  event: readId(query.get('event')),
  find: readText(query.get('find'), maxSearch),
  all: query.get('all') === '1',
})
