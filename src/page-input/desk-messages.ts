import type { DeskMessagesQuery, WriteQuery } from '#contract/site-pages'
import { readId, readSkip, readText } from './input-values.ts'

/** The conversations that a page of the desk shows: open ones or all. */
export type DeskInbox = { show: 'open' | 'all'; q: string | null; skip: number }

export const conversationsPerPage = 25

export const readInbox = (query: DeskMessagesQuery): DeskInbox => ({
  show: query.get('show') === 'all' ? 'all' : 'open',
  q: readText(query.get('q'), 100),
  skip: readSkip(query.get('skip')),
})

/** The query of GET messages for a page: the newest message of each conversation with a family, the newest first. */
export const inboxQuery = ({ show, q, skip }: DeskInbox): string =>
  new URLSearchParams({
    ...{ type: 'conversation', sort: 'created', order: 'desc' },
    ...{ limit: String(conversationsPerPage), skip: String(skip) },
    ...(show === 'open' ? { is_open: 'true' } : {}),
    ...(q === null ? {} : { search: q }),
  }).toString()

/** The conditions that a group is chosen by at the desk, about the people of an event or of the program. */
export const deskConditions = ['unpaid', 'waiver_missing', 'answers_missing'] as const

/**
 * To whom a message is written: one family about a place, or people of an event or of a part of it; with neither, those
 * of all events. A draft fills in its text.
 */
export type WritingPage = {
  family: string | null
  place: string | null
  event: string | null
  part: string | null
  draft: string | null
}

/** Such as `group:canoe-week/herons`. */
const partLength = 140

export const readWriting = (query: WriteQuery): WritingPage => ({
  family: readId(query.get('family')),
  place: readId(query.get('place')),
  event: readId(query.get('event')),
  part: readText(query.get('part'), partLength),
  draft: readId(query.get('draft')),
})
