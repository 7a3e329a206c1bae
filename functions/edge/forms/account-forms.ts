import type { User } from '../../contract/people/account.ts'
import type { Authorization } from '../../contract/people/oauth.ts'
import { authorizationParameters } from '../../contract/site-pages.ts'
import type { StoredFile } from '../../contract/file.ts'
import { mediaType } from '../../platform/middleware/read-upload.ts'
import { isTicked } from '../read-form.ts'
import { noSessionCookies } from '../session-cookies.ts'
import { credentialOf, filled, saveNews, texts } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'

const accountPage = '/pg/:program_id/profile/account'
const editPage = '/pg/:program_id/profile/edit'
const addressFields = ['address_line_1', 'address_line_2', 'city', 'region', 'postcode', 'country'] as const

/** Forms of the customer's account, and of other people's access to it. */
export const accountForms: readonly Form[] = [
  {
    path: accountPage,
    form: 'account',
    actions: [
      { when: { session_id: true }, call: 'DELETE /v1/profile/sessions/:session_id', saved: 'session' },
      { when: { other_sessions: true }, call: 'DELETE /v1/profile/sessions', saved: 'sessions' },
      {
        call: 'POST /v1/profile/programs/:program_id',
        body: ({ fields }) => ({ is_subscribed: isTicked(fields, 'is_subscribed') }),
        saved: '1',
      },
    ],
  },
  {
    path: `${accountPage}/passkeys`,
    form: 'passkey',
    page: accountPage,
    next: accountPage,
    actions: [
      {
        when: { options: true },
        call: 'POST /v1/profile/passkeys/options',
        body: (post) => filled(post, 'password'),
        answers: 'asIs',
      },
      {
        when: { remove: true },
        call: 'DELETE /v1/profile/passkeys/:passkey_id',
        body: (post) => filled(post, 'password'),
        saved: 'passkey_removed',
      },
      {
        when: { passkey_id: true },
        call: 'PUT /v1/profile/passkeys/:passkey_id',
        body: ['name'],
        saved: 'passkey_renamed',
      },
      {
        call: 'POST /v1/profile/passkeys',
        body: (post) => ({ credential: credentialOf(post) }),
        saved: 'passkey_added',
      },
    ],
  },
  {
    path: `${accountPage}/address`,
    form: 'address',
    back: ['address_id'],
    body: (post) => texts(post, ...addressFields),
    next: accountPage,
    saved: 'address',
    actions: [
      {
        when: { action: 'delete' },
        call: 'DELETE /v1/profile/customer_addresses/:address_id',
        body: () => null,
        saved: 'address_deleted',
      },
      { when: { address_id: true }, call: 'PUT /v1/profile/customer_addresses/:address_id' },
      { call: 'POST /v1/profile/customer_addresses' },
    ],
  },
  {
    path: editPage,
    form: 'edit-profile',
    saved: '1',
    actions: [
      {
        when: { part: 'email' },
        form: 'change-email',
        call: 'POST /v1/profile/email',
        body: ['email', 'password'],
        // The current email in another spelling is saved at once. A new email waits for its code.
        next: (post, { pending_email }: User) =>
          pending_email === null
            ? post.page(editPage, { saved: '1' })
            : post.page('/pg/:program_id/verify', { goto: post.page(editPage) }),
      },
      { when: { withdraw: true }, call: 'DELETE /v1/profile/email' },
      {
        call: 'PUT /v1/profile',
        body: ['first_name', 'last_name', 'phone', 'timezone', 'language'],
        also: saveNews,
      },
    ],
  },
  {
    path: '/pg/:program_id/profile/picture',
    form: 'picture',
    page: editPage,
    reads: 'stream',
    call: (post) => savePicture(post, 'PUT /v1/profile'),
    next: editPage,
    saved: 'picture',
  },
  {
    path: '/pg/:program_id/profile/family/:attendee_id/picture',
    form: 'picture',
    page: '/pg/:program_id/profile/family/:attendee_id/edit-personal',
    reads: 'stream',
    call: (post) => savePicture(post, 'PUT /v1/profile/attendees/:attendee_id'),
    next: '/pg/:program_id/profile/family/:attendee_id',
    saved: 'picture',
  },
  {
    path: '/pg/:program_id/profile/change-password',
    form: 'change-password',
    call: 'POST /v1/profile/password',
    body: ['old_password', 'password', 'confirm_password'],
    next: accountPage,
    saved: 'password',
  },
  {
    path: '/pg/:program_id/profile/privacy',
    form: 'privacy',
    actions: [
      {
        when: { leave: true },
        call: 'DELETE /v1/profile/customer',
        body: (post) => filled(post, 'password', 'program_id'),
        saved: 'leaving',
      },
      { when: { stay: true }, call: 'POST /v1/profile/customer/restore', saved: 'staying' },
      { call: 'POST /v1/profile/export', body: ['program_id'], saved: 'export' },
    ],
  },
  {
    path: '/pg/:program_id/authorize',
    form: 'authorize',
    back: authorizationParameters,
    call: 'POST /v1/oauth/authorize',
    // Only the Allow button grants access.
    body: (post) => ({ ...filled(post, ...authorizationParameters), is_allowed: post.text('answer') === 'allow' }),
    next: (_, { redirect_to }: Authorization) => redirect_to,
    taken({ c }) {
      c.header('Referrer-Policy', 'no-referrer')
      return []
    },
  },
  {
    path: '/not-me',
    form: 'not-me',
    sender: 'anonymous',
    back: ['token', 'about', 'program_id'],
    body: ['token'],
    next: (post) => post.page('/not-me', { done: '1', ...texts(post, 'about', 'program_id') }),
    taken: ({ c }) => noSessionCookies(c.req.raw),
    actions: [{ when: { about: 'login' }, call: 'POST /v1/logins/undo' }, { call: 'POST /v1/email_changes/undo' }],
  },
]

/** Uploads the form's file as the picture; a form without a file removes the picture. */
async function savePicture(post: FormPost, call: string): Promise<Response> {
  const { req } = post.c
  const isUpload = mediaType(req.header('Content-Type') ?? '') === 'multipart/form-data'
  // The call itself limits how much of the body is read.
  const uploaded = isUpload ? await post.send('POST /v1/files', req.raw.body) : null
  if (uploaded && !uploaded.ok) return uploaded
  const picture_url = uploaded && `/uploads/${((await uploaded.json()) as StoredFile).id}`
  return post.also(call, { picture_url })
}
