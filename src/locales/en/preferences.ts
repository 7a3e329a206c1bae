import type { TableTopic } from '#contract/notification'

type TopicWords = { name: string; note: (program: string) => string }

/** The page on which a customer says what reaches them. */
export const preferences = {
  title: 'Preferences',
  description: 'Choose what reaches you, and how.',
  what: 'What reaches you',
  to: (email: string) => `To ${email}.`,
  enabled: 'Keep me posted',
  enabledText: 'Without the tick you only get what’s always sent.',
  caption: 'Topics and how they reach you',
  topic: 'Topic',
  channels: { email: 'Email', push: 'Push' },
  topics: {
    payments: { name: 'Payments and refunds', note: () => 'Receipts, refused payments, refunds' },
    bookings: { name: 'Bookings', note: () => 'Confirmed, cancelled, waivers to sign' },
    changes: { name: 'Changes and reminders', note: () => 'New time or place, 24 hours and 2 hours before' },
    cancelled_events: { name: 'Cancelled events', note: (program: string) => `When ${program} cancels` },
    waitlist: { name: 'Waitlist', note: () => 'A place is free for you' },
    memberships: { name: 'Passes and memberships', note: () => 'Renewals, memberships about to end' },
    messages: { name: 'Messages', note: (program: string) => `Answers from ${program}` },
    feedback: { name: 'Feedback', note: () => 'How was it?' },
    security: { name: 'Security', note: () => 'New log-in, changed email, your account' },
  } satisfies Record<TableTopic, TopicWords> as Record<TableTopic, TopicWords>,
  box: (topic: string, channel: string) => `${topic}: ${channel}`,
  always: (topic: string, channel: string) => `Always on. ${topic}: ${channel}`,
  locked: 'Always sent: these are about your money, your safety or a cancelled day.',
  news: 'News and offers',
  newsBox: (program: string) => `Email me news from ${program}`,
  newsText: 'Every one of these emails has an unsubscribe link.',
  save: 'Save preferences',
  saved: 'Your preferences are saved.',
  problem: 'Your preferences weren’t saved',
}
