import type { Event } from '#contract/offering/event'
import type { Message } from '#contract/contact/message'
import type { Order } from '#contract/money/order'
import type { List } from '#contract/paging'
import type { Registration } from '#contract/booking/registration'
import { bookingsQuery } from '../page-input/bookings-page.ts'
import type { ReadProfile } from './page-request.ts'
import type { MessagesQuery } from '#contract/site-pages'
import { readSkip } from '../page-input/input-values.ts'

/**
 * The possible topics of a new message. The first is the topic for which the page was opened, then upcoming bookings.
 */
export type MessageTopics = {
  order: Order | null
  registration: Registration | null
  event: Event | null
  coming: Registration[]
}
export type Inbox = { conversations: List<Message> | null; topics: MessageTopics }

/** Loads the logged-in customer's conversations with one program, and the topics of a new one. */
export async function loadInbox(
  read: ReadProfile,
  about: { programId: string; page: MessagesPage; now: number },
): Promise<Inbox> {
  const { programId, page, now } = about
  const query = new URLSearchParams({
    program_id: programId,
    limit: String(messagesPerPage),
    skip: String(page.skip),
    ...(page.search ? { search: page.search } : {}),
  })
  const [kind = '', id = ''] = (page.about ?? '').split(':')
  const named = <Topic>(name: string, path: string) =>
    kind === name && id ? read<Topic>(`${path}/${encodeURIComponent(id)}`) : null
  const [conversations, order, registration, event, upcoming] = await Promise.all([
    read<List<Message>>(`/v1/profile/messages?${query}`),
    named<Order>('order', '/v1/profile/orders'),
    named<Registration>('registration', '/v1/profile/registrations'),
    named<Event>('event', '/v1/explore/events'),
    read<List<Registration>>(
      `/v1/profile/registrations?${bookingsQuery({ isPast: false, skip: 0, who: null }, { programId, now })}`,
    ),
  ])
  const isHere = (topic: { program_id?: string } | null) => topic?.program_id === programId
  return {
    conversations,
    topics: {
      order: isHere(order) ? order : null,
      registration: isHere(registration) ? registration : null,
      event: event?.program.id === programId ? event : null,
      coming: upcoming?.data ?? [],
    },
  }
}

export const messagesPerPage = 20

/** The selected conversations, and the topic of a new message: `order:ord_1`, `membership`. */
export type MessagesPage = { search: string | null; about: string | null; skip: number }

export const readMessagesPage = (query: MessagesQuery): MessagesPage => ({
  search: query.get('search')?.trim().slice(0, 100) || null,
  about:
    /^(?:(?:order|registration|event):[\w-]{1,80}|membership|general)$/.exec(query.get('about') ?? '')?.[0] ?? null,
  skip: readSkip(query.get('skip')),
})
