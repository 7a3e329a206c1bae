import type { NotificationFilter } from '../../page-input/notifications-page.ts'

/** The list of what a customer was told. */
export const notifications = {
  title: 'Notifications',
  description: (program: string) => `What’s new with your bookings at ${program}.`,
  show: 'Show',
  filters: {
    all: 'All',
    unread: 'Unread',
    bookings: 'Bookings',
    payments: 'Payments',
    messages: 'Messages',
    archived: 'Archived',
  } satisfies Record<NotificationFilter, string>,
  unread: 'Unread:',
  mark: 'Mark as read',
  unmark: 'Mark as unread',
  archive: 'Archive',
  unarchive: 'Move out of archive',
  markAll: 'Mark all as read',
  archiveAll: 'Archive all',
  newer: 'Show newer',
  older: 'Show older',
  choose: 'Choose what reaches you',
  none: {
    all: 'Nothing new',
    unread: 'You’ve read everything',
    bookings: 'Nothing about bookings',
    payments: 'Nothing about payments',
    messages: 'No messages',
    archived: 'Nothing archived',
  } satisfies Record<NotificationFilter, string>,
  noneText: 'When something happens with your bookings, you’ll see it here.',
  done: {
    mark: 'Marked as read.',
    unmark: 'Marked as unread.',
    archive: 'Archived.',
    unarchive: 'Moved out of the archive.',
    mark_all: 'All marked as read.',
    archive_all: 'All archived.',
  } as Record<string, string>,
  problem: 'That didn’t work',
}
