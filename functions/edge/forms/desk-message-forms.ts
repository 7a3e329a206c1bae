import { callerAsMember } from '../../contract/contact/message.ts'
import { filled, namesTicked, orNull, texts } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'

const messages = '/v1/organiser/programs/:program_id/messages'
const assign = `POST ${messages}/:message_id/assign`
const campaigns = '/v1/organiser/programs/:program_id/campaigns'
const messagePage = '/desk/:program_id/messages/:message_id'
const campaignPage = '/desk/:program_id/campaigns/:campaign_id'

/** The conditions of a group: a part of an event, some of its days, and what its people have in common. */
function groupOf(post: FormPost): object {
  const days = namesTicked(post, 'day.')
  return {
    kind: 'announcement',
    to: [
      ...(post.text('part') === '' ? [] : [post.text('part')]),
      ...(days.length === 0 ? [] : [`day:${days.join()}`]),
      ...namesTicked(post, 'only.'),
    ],
    ...texts(post, 'subject', 'body'),
  }
}

/** Forms of the desk about messages to families. */
export const deskMessageForms: readonly Form[] = [
  {
    path: messagePage,
    form: 'desk-answer',
    actions: [
      {
        when: { close: true },
        call: `POST ${messages}/:message_id/close`,
        body: (post) => filled(post, 'answers'),
        saved: 'closed',
        showsAgain: true,
      },
      {
        when: { take: true },
        call: assign,
        body: (post) => ({ staff_id: callerAsMember, ...orNull(post, 'instead_of') }),
        redraws: true,
        showsAgain: true,
      },
      {
        when: { assign: true },
        call: assign,
        body: (post) => ({ staff_id: post.text('assignee') || null, ...orNull(post, 'instead_of') }),
        redraws: true,
        showsAgain: true,
      },
      {
        when: { add_note: true },
        call: 'POST /v1/organiser/programs/:program_id/people/:customer_id/notes',
        body: (post) => ({ text: post.text('note'), ...filled(post, 'conversation_id') }),
        redraws: true,
        showsAgain: true,
      },
      {
        call: `POST ${messages}`,
        body: (post) => ({ ...filled(post, 'conversation_id', 'sender_name', 'answers'), ...texts(post, 'body') }),
        saved: 'sent',
        showsAgain: true,
      },
    ],
  },
  {
    path: '/desk/:program_id/write',
    form: 'desk-write',
    actions: [
      { when: { next: true }, redraws: true },
      {
        when: { contact_id: true },
        call: `POST ${messages}`,
        body: (post) => ({
          ...filled(post, 'contact_id', 'registration_id', 'sender_name', 'subject'),
          ...texts(post, 'body'),
        }),
        next: (post, answered: { id: string }) =>
          post.page(`/desk/:program_id/messages/${encodeURIComponent(answered.id)}`, { saved: 'sent' }),
        showsAgain: true,
      },
      {
        call: `POST ${campaigns}`,
        body: groupOf,
        // The draft that was shown before is replaced by this one.
        also: (post) => (post.text('draft') === '' ? null : post.also(`POST ${campaigns}/:draft/cancel`)),
        next: (post, answered: { id: string }) =>
          post.page(`/desk/:program_id/campaigns/${encodeURIComponent(answered.id)}`, { saved: 'drafted' }),
        showsAgain: true,
      },
    ],
  },
  {
    path: campaignPage,
    form: 'desk-campaign',
    actions: [
      { when: { send: true }, call: `POST ${campaigns}/:campaign_id/send`, saved: 'queued' },
      { when: { stop: true }, call: `POST ${campaigns}/:campaign_id/cancel`, saved: 'cancelled' },
    ],
  },
]
