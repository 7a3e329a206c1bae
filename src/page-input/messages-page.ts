import type { MessagesQuery } from '#contract/site-pages'
import { readSkip } from './input-values.ts'

/** Conversations on one page. */
export const messagesPerPage = 20

/** Which conversations a page shows, and what a new message on it is about: `order:ord_1`, `membership`. */
export type MessagesPage = { search: string | null; about: string | null; skip: number }

export const readMessagesPage = (query: MessagesQuery): MessagesPage => ({
  search: query.get('search')?.trim().slice(0, 100) || null,
  about:
    /^(?:(?:order|registration|event):[\w-]{1,80}|membership|general)$/.exec(query.get('about') ?? '')?.[0] ?? null,
  skip: readSkip(query.get('skip')),
})
