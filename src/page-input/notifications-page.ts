import type { TopicGroup } from '#contract/delivery/notification'
import type { NotificationsQuery } from '#contract/site-pages'
import { readSkip } from './input-values.ts'

export const notificationsPerPage = 20
export const notificationFilters = ['all', 'unread', 'bookings', 'payments', 'messages', 'archived'] as const
export type NotificationFilter = (typeof notificationFilters)[number]

export type NotificationsPage = { show: NotificationFilter; skip: number }

const groupsOf: Partial<Record<NotificationFilter, readonly TopicGroup[]>> = {
  bookings: ['registrations', 'schedule', 'waitlist'],
  payments: ['orders', 'memberships'],
  messages: ['messages', 'feedback'],
}

export const readNotificationsPage = (query: NotificationsQuery): NotificationsPage => ({
  show: notificationFilters.find((name) => name === query.get('show')) ?? 'all',
  skip: readSkip(query.get('skip')),
})

/**
 * The query of GET notifications for a page of notifications, newest first. Archived notifications have their own
 * page.
 */
export function notificationsQuery({ show, skip }: NotificationsPage): string {
  const query = new URLSearchParams({
    limit: String(notificationsPerPage),
    skip: String(skip),
    is_archived: String(show === 'archived'),
    ...(show === 'unread' ? { is_read: 'false' } : {}),
  })
  for (const group of groupsOf[show] ?? []) query.append('topic_group', group)
  return query.toString()
}
