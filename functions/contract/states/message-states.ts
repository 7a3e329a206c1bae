import { inTable, statusSet, type Transitions } from './status-set.ts'

export const messageStates = [
  'draft',
  'scheduled',
  'queued',
  'sent',
  'delivered',
  'opened',
  'bounced',
  'failed',
  'cancelled',
] as const
export type MessageState = (typeof messageStates)[number]

/** The transitions of a message: forward only. Opened, bounced, failed and cancelled are final. */
export const transitions = {
  draft: ['scheduled', 'queued', 'cancelled'],
  scheduled: ['queued', 'cancelled'],
  queued: ['sent', 'delivered', 'opened', 'bounced', 'failed', 'cancelled'],
  sent: ['delivered', 'opened', 'bounced', 'failed'],
  delivered: ['opened', 'bounced'],
  opened: [],
  bounced: [],
  failed: [],
  cancelled: [],
} as const satisfies Transitions<MessageState>
export const mayTransition = inTable<MessageState>(transitions)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends MessageState>(...statuses: Status[]) => statusSet<MessageState, Status>(statuses)
/** Statuses of a message that the mail server accepted. */
export const accepted = set('sent', 'delivered')
/** Statuses of a message that did not arrive. */
export const undelivered = set('bounced', 'failed')
/** Statuses that are outcomes of the mail with a message. */
export const ofMail = set('sent', 'delivered', 'bounced', 'failed')
