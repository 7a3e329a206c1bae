import type { ShapeWords } from '../field-words.ts'

const program_id = ['Program whose news it is.', 'lakeside'] as const
const token = [
  'Token of a mail’s link, good for two years; it opens this one list of one reader. Without it the caller’s own log-in counts.',
  'lakeside.cus_3hJ8kL5wN0.news~m9z~mac',
] as const

export const marketingShapes: Record<string, ShapeWords> = {
  MarketingSubscription: {
    program_id: [...program_id],
    state: [
      'How the customer stands to the news; `suppressed` while mail to their address is stopped.',
      'unsubscribed',
    ],
    is_subscribed: ['Whether news is sent.', false],
    reason: ['Why it was stopped; null if it was not.', 'normal'],
    reason_other: ['The reader’s own words; null without.', null],
    unsubscribed: ['When it was stopped; null if it was not.', '2027-04-12T18:36:00.000Z', { format: 'date-time' }],
  },
  SubscribeRequest: { program_id: [...program_id], token: [...token] },
  UnsubscribeRequest: {
    program_id: [...program_id],
    token: [...token],
    reason: ['Why; `bounced` is the mail system’s own and not taken here.', 'normal'],
    reason_other: ['The reason in the reader’s words; needed with `other`.', 'Too many of them.'],
  },
}
