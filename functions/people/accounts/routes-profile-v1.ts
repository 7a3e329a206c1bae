import { Hono } from 'hono'
import { ChangeEmailRequest, Done, UpdateUserRequest, User } from '../../contract/people/account.ts'
import { ChangePasswordRequest } from '../../contract/people/recovery.ts'
import { listOf } from '../../contract/paging.ts'
import { InSession, Session, SessionListQuery } from '../../contract/people/session.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotentFromStart } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { changePassword } from './change-password.ts'
import { endOneSession, endSessionsElsewhere, listSessions, readOneSession } from './own-sessions.ts'
import { readUser } from './show-user.ts'
import { requestEmailChange, updateProfile } from './update-profile.ts'
import { withdrawEmailChange } from './withdraw-email-change.ts'

const tag = 'Account'

/** The current user: `/v1/profile`. */
export const profileV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({ summary: 'Show who is signed in', tag, caller: 'customer', answers: { 200: User } }),
    signedIn,
    async (c) => c.json(await readUser(c.var.ctx), 200),
  )
  .put(
    '/',
    describeRoute({
      summary: 'Change names, email, phone, picture, time zone, language',
      tag,
      caller: 'customer',
      answers: { 200: User },
      errors: [
        'required',
        'too_long',
        'invalid_email',
        'invalid_phone',
        'invalid_url',
        'invalid_timezone',
        'invalid_option',
        'unknown_parameter',
        'email_not_verified',
        'password_incorrect',
        'too_many_requests',
      ],
    }),
    signedIn,
    validate('json', UpdateUserRequest),
    async (c) => c.json(await updateProfile(c.var.ctx, c.req.valid('json')), 200),
  )
  .post(
    '/email',
    describeRoute({
      summary: 'Change the email: the new one waits until its code is entered',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: User },
      errors: ['required', 'invalid_email', 'email_not_verified', 'password_incorrect', 'too_many_requests'],
    }),
    signedIn,
    validate('json', ChangeEmailRequest),
    idempotentFromStart,
    async (c) => c.json(await requestEmailChange(c.var.ctx, c.req.valid('json')), 200),
  )
  .post(
    '/password',
    describeRoute({
      summary: 'Change the password: every other session ends',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: Done },
      errors: [
        'required',
        'too_short',
        'too_long',
        'password_incorrect',
        'password_mismatch',
        'password_too_common',
        'too_many_requests',
      ],
    }),
    signedIn,
    validate('json', ChangePasswordRequest),
    idempotentFromStart,
    async (c) => c.json(await changePassword(c.var.ctx, c.req.valid('json')), 200),
  )
  .get(
    '/sessions',
    describeRoute({
      summary: 'List where you are logged in',
      tag,
      caller: 'customer',
      answers: { 200: listOf(Session) },
    }),
    signedIn,
    validate('query', SessionListQuery),
    async (c) => c.json(await listSessions(c.var.ctx, c.req.valid('query')), 200),
  )
  .delete(
    '/sessions',
    describeRoute({
      summary: 'Log out everywhere but here',
      tag,
      caller: 'customer',
      answers: { 200: Done },
    }),
    signedIn,
    async (c) => c.json(await endSessionsElsewhere(c.var.ctx), 200),
  )
  .get(
    '/sessions/:session_id',
    describeRoute({
      summary: 'Show where you are logged in, one device',
      tag,
      caller: 'customer',
      answers: { 200: Session },
    }),
    signedIn,
    validate('param', InSession),
    async (c) => c.json(await readOneSession(c.var.ctx, c.req.valid('param')), 200),
  )
  .delete(
    '/sessions/:session_id',
    describeRoute({
      summary: 'Log out on one device',
      tag,
      caller: 'customer',
      answers: { 200: Done },
    }),
    signedIn,
    validate('param', InSession),
    async (c) => c.json(await endOneSession(c.var.ctx, c.req.valid('param')), 200),
  )
  .delete(
    '/email',
    describeRoute({
      summary: 'Withdraw a change of email that waits for its code',
      tag,
      caller: 'customer',
      answers: { 200: User },
    }),
    signedIn,
    async (c) => c.json(await withdrawEmailChange(c.var.ctx), 200),
  )
export type ProfileV1 = typeof profileV1
