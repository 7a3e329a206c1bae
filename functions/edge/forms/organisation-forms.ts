import { kindOfDeskToken } from '../../contract/organisation/desk.ts'
import { filled, texts, ownKey } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'

const deskPage = '/pg/:program_id/desk'
const rosterPage = '/pg/:program_id/roster'
const fieldPage = '/desk/:program_id/field'
const rosterQuery = (post: FormPost) => ({
  token: post.text('token'),
  by: post.text('marked_by'),
  text: post.text('text'),
})

/** Forms on the pages that an organisation's mails link to. The link authenticates the person who sends the form. */
export const organisationForms: readonly Form[] = [
  {
    path: deskPage,
    form: 'desk',
    sender: 'anonymous',
    back: ['token'],
    next: (post) => post.page(deskPage, { token: post.text('token'), done: '1' }),
    actions: [
      {
        when: (post) => kindOfDeskToken(post.text('token')) === 'conversation',
        call: 'POST /v1/desk/conversation',
        body: (post) => ({
          ...texts(post, 'program_id', 'token', 'body', 'sender_name'),
          ...filled(post, 'answers'),
        }),
        showsAgain: true,
      },
      { call: 'POST /v1/desk', body: decisionOf },
    ],
  },
  {
    path: rosterPage,
    form: 'roster',
    sender: 'anonymous',
    back: rosterQuery,
    call: 'POST /v1/roster',
    body: (post) => ({
      ...texts(post, 'program_id', 'token', 'registration_id', 'status'),
      ...filled(post, 'marked_by'),
    }),
    key: keyOfMark,
    next: (post) => atPerson(post, post.page(rosterPage, rosterQuery(post))),
  },
  {
    path: fieldPage,
    form: 'desk-field',
    back: ['text'],
    actions: [
      // The page reads the information itself, so that the typed reason is in no address.
      { when: { health: true }, redraws: true },
      {
        call: 'POST /v1/organiser/programs/:program_id/registrations/:registration_id/check_in',
        body: (post) => ({ ...texts(post, 'status', 'day'), ...filled(post, 'marked_by') }),
        key: keyOfMark,
        next: (post) => atPerson(post, post.page(fieldPage, { text: post.text('text') })),
      },
    ],
  },
]

/** One form has several buttons: each makes its own request. */
function keyOfMark(post: FormPost): string {
  const key = ownKey(post)
  return key && `${key}:${post.text('status').replace(/\W/g, '')}`.slice(0, 64)
}

/** Scrolls back to the marked person. */
const atPerson = (post: FormPost, page: string): string => `${page}#${encodeURIComponent(post.text('registration_id'))}`

/** The fields of the chosen decision. The page always has the fields of the other decisions, too. */
function decisionOf(post: FormPost): object {
  const decision = post.text('decision')
  const text = post.text(decision === 'approve' ? 'note' : 'text')
  return {
    ...texts(post, 'program_id', 'token', 'decided_by'),
    ...filled(post, 'decision'),
    ...(decision === 'approve' || decision === 'record' ? texts(post, 'amount') : {}),
    ...(text ? { text } : {}),
    ...(decision === 'record' ? filled(post, 'received_as', 'reference', 'payment_id') : {}),
  }
}
