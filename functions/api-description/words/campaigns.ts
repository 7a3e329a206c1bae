import type { ShapeWords } from '../field-words.ts'

const date = { format: 'date-time' }
const draftTo =
  'For an announcement, instead of `audience`: conditions that all hold. `event:KEY`, `option:KEY/OPTION`, `group:KEY/GROUP` and `day:YYYY-MM-DD,…` (one of up to 31 days) name places; `unpaid`, `waiver_missing` and `answers_missing` what is missing for one; `waitlist:KEY` and `membership:KEY` who waits and who is a member; `search:TEXT` whom the search over people finds. A cart is no place.'
const draft: ShapeWords = {
  kind: ['What it is; a newsletter or promotion needs the yes to news of everyone who gets it.', 'newsletter'],
  audience: ['Your subscribers, the people who hold a place of an event, or the group of `to`.', 'subscribers'],
  to: [draftTo, null],
  event_key: ['Key of the event, with the audience `event`; null else.', null],
  subject: ['Subject, and heading of the mail.', 'August at the lake'],
  body: [
    'The text in Markdown; raw HTML is shown as text, pictures stay out.',
    'Three programs still have **places**.',
  ],
}

export const campaignShapes: Record<string, ShapeWords> = {
  CreateCampaignRequest: {
    ...draft,
    to: [draftTo, ['event:canoe-week', 'waiver_missing']],
    event_key: ['Key of the event; needed with the audience `event`.', 'robotics'],
  },
  ScheduleCampaignRequest: {
    send_at: ['When it is sent: an instant in UTC, ahead of now.', '2027-07-15T13:00:00.000Z', date],
  },
  Campaign: {
    ...draft,
    id: ['Id of the campaign.', 'cmp_5nK2pQ8rT1'],
    program_id: ['Program that sends it.', 'lakeside'],
    status: ['How far it is: only forward; what has not left can be cancelled.', 'queued'],
    send_at: ['When it is sent; null if it was not scheduled.', null, date],
    queued_at: ['When it began to leave; null before.', '2027-07-15T13:00:04.000Z', date],
    sent_at: ['When the last mail had left; null before.', null, date],
    cancelled_at: ['When it was stopped; null if it was not.', null, date],
    recipients: 'What became of its mails.',
    'recipients.waiting': ['Mails that have not left yet.', 120],
    'recipients.sent': ['Mails that left.', 480],
    'recipients.unsubscribed': ['Readers who left the news before their mail had left.', 2],
    'recipients.suppressed': ['Addresses that mail stopped at meanwhile.', 1],
    'recipients.turned_off': ['Readers who turned such mail off.', 0],
    'recipients.no_place': [
      'People of the event who held no place any more, or whose event was cancelled meanwhile.',
      3,
    ],
    'recipients.undeliverable': ['Addresses that do not exist.', 1],
    'recipients.failed': ['Mails that were given up.', 0],
  },
  CampaignPreview: {
    subject: ['Subject of the mail.', 'August at the lake'],
    text: ['The mail as text.', 'August at the lake'],
    html: ['The mail as HTML.', '<!doctype html>'],
    recipients: 'The audience as it is now, by reason.',
    'recipients.sent_to': ['Who would get it.', 604],
    'recipients.never_asked': ['Who never said yes to news.', 210],
    'recipients.unsubscribed': ['Who left the news.', 31],
    'recipients.suppressed': ['Whose address mail stopped at.', 4],
    'recipients.unverified': ['Who never confirmed their address.', 12],
    'recipients.no_email': ['Who has no email.', 2],
    'recipients.closed': ['Whose account is closed.', 3],
  },
}
