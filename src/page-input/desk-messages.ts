import { callerAsMember } from '#contract/contact/message'
import type { DeskMessagesQuery, WriteQuery } from '#contract/site-pages'
import { readId, readSkip, readText } from './input-values.ts'

/** The conversations that a page of the desk shows: those that wait for an answer, the member’s own open ones, or all. */
export const deskInboxes = ['unanswered', 'mine', 'all'] as const
export type DeskInbox = { show: (typeof deskInboxes)[number]; q: string | null; skip: number }

export const conversationsPerPage = 25

export const readInbox = (query: DeskMessagesQuery): DeskInbox => ({
  show: deskInboxes.find((each) => each === query.get('show')) ?? 'unanswered',
  q: readText(query.get('q'), 100),
  skip: readSkip(query.get('skip')),
})

const ofInbox: Record<DeskInbox['show'], Record<string, string>> = {
  unanswered: { unanswered: 'true', order: 'asc' },
  mine: { assigned_to: callerAsMember, is_open: 'true', order: 'desc' },
  all: { order: 'desc' },
}

/**
 * The query of GET messages for a page: the newest message of each conversation with a family, the newest first, but
 * those that wait for an answer by how long they wait.
 */
export const inboxQuery = ({ show, q, skip }: DeskInbox): string =>
  new URLSearchParams({
    ...{ type: 'conversation', sort: 'created', ...ofInbox[show] },
    ...{ limit: String(conversationsPerPage), skip: String(skip) },
    ...(q === null ? {} : { search: q }),
  }).toString()

/** The query that only counts the conversations of an inbox. */
export const inboxCount = (show: DeskInbox['show']): string =>
  new URLSearchParams({ type: 'conversation', ...ofInbox[show], limit: '0' }).toString()

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
