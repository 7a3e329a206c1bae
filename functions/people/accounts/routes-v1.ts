import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  Done,
  LoginRequest,
  RevokeRequest,
  SignedUp,
  SignupAgainRequest,
  SignupAnswer,
  SignupRequest,
  Token,
  TokenRequest,
  UndoEmailChangeRequest,
  UndoLogInRequest,
  User,
  VerifyRequest,
} from '../../contract/people/account.ts'
import { PasskeyLoginRequest, PasskeyRequestOptions } from '../../contract/people/passkey.ts'
import { isCustomer, type Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { formAsJson } from '../../platform/middleware/form-as-json.ts'
import { idempotent, idempotentFromStart, idempotentWithTokens } from '../../platform/middleware/idempotency.ts'
import { requireSupportedGrant } from '../../platform/middleware/require-supported-grant.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { requireTokenClient, tokenClient } from '../../platform/middleware/token-client.ts'
import { maybeSignedIn, signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { logIn } from './log-in.ts'
import { logInWithPasskey, startPasskeyLogIn } from './log-in-with-passkey.ts'
import { logOut, revokeToken } from './revoke-token.ts'
import { grantToken } from './refresh-session.ts'
import { resendCode } from './resend-code.ts'
import { signUp } from './sign-up.ts'
import { signUpAgain } from './sign-up-again.ts'
import { undoEmailChange } from './undo-email-change.ts'
import { undoLogIn } from './undo-log-in.ts'
import { verifyEmail } from './verify-email.ts'

const tag = 'Account'
const deprecated = createMiddleware(async (c, next) => {
  await next()
  c.header('Deprecation', 'true')
})

const firstTime = validate('json', SignupRequest)
const again = validate('json', SignupAgainRequest)
/** The fields of a sign-up depend on the caller: a logged-in user changes their own account. */
const validSignup = Object.assign(
  (async (c, next) =>
    (c as unknown as Context<Worker>).var.ctx.actor ? again(c as never, next) : firstTime(c, next)) as typeof firstTime,
  firstTime,
)

const describeGrant = (summary: string, { takesForm }: { takesForm: boolean }) =>
  describeRoute({
    summary,
    takesForm,
    tag,
    takesKey: true,
    isOauth: true,
    answers: { 200: Token },
    errors: [
      'required',
      'invalid_parameter',
      'token_invalid',
      'not_authenticated',
      'token_expired',
      'token_reused',
      'account_inactive',
    ],
  })
const grantGuards = [limitedByAddress('token'), formAsJson, requireSupportedGrant] as const

/** Sign-up, log-in, log-out, verification: `/v1/…`. */
export const accountsV1 = new Hono<Worker>()
  .post(
    '/signup',
    describeRoute({
      summary: 'Sign up, or update yourself while signed in',
      tag,
      takesKey: true,
      answers: { 200: SignupAnswer, 201: SignedUp },
      errors: [
        'required',
        'too_long',
        'too_short',
        'invalid_email',
        'invalid_phone',
        'password_too_common',
        'email_in_use',
        'invalid_timezone',
        'not_found',
        'account_inactive',
        'not_authenticated',
      ],
    }),
    limitedByAddress('signup'),
    maybeSignedIn,
    validSignup,
    idempotentWithTokens,
    async (c) => {
      const { ctx } = c.var
      if (isCustomer(ctx)) return c.json(await signUpAgain(ctx, c.req.valid('json')), 200)
      const { isNew, answer } = await signUp(ctx, c.req.valid('json'))
      return c.json(answer, isNew ? 201 : 200)
    },
  )
  .post(
    '/login',
    describeRoute({
      summary: 'Log in',
      tag,
      takesKey: true,
      answers: { 200: Token },
      errors: ['required', 'invalid_email', 'bad_credentials', 'account_locked', 'account_inactive'],
    }),
    limitedByAddress('login'),
    validate('json', LoginRequest),
    idempotentWithTokens,
    async (c) => c.json(await logIn(c.var.ctx, c.req.valid('json')), 200),
  )
  .post(
    '/login/passkey/options',
    describeRoute({
      summary: 'Start a log-in with a passkey',
      tag,
      takesKey: true,
      answers: { 200: PasskeyRequestOptions },
    }),
    limitedByAddress('passkey'),
    idempotent,
    async (c) => c.json(await startPasskeyLogIn(c.var.ctx), 200),
  )
  .post(
    '/login/passkey',
    describeRoute({
      summary: 'Log in with a passkey',
      tag,
      takesKey: true,
      answers: { 200: Token },
      errors: ['required', 'invalid_parameter', 'passkey_not_accepted', 'account_inactive', 'state_conflict'],
    }),
    limitedByAddress('login'),
    validate('json', PasskeyLoginRequest),
    idempotentWithTokens,
    async (c) => c.json(await logInWithPasskey(c.var.ctx, c.req.valid('json')), 200),
  )
  .post(
    '/logout',
    describeRoute({
      summary: 'Log out: end this session',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: Done },
    }),
    signedIn,
    idempotent,
    async (c) => c.json(await logOut(c.var.ctx), 200),
  )
  .post(
    '/verify',
    describeRoute({
      summary: 'Confirm the email with the code of the mail',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: User },
      errors: ['required', 'token_invalid', 'email_in_use', 'state_conflict'],
    }),
    signedIn,
    validate('json', VerifyRequest),
    idempotentFromStart,
    async (c) => c.json(await verifyEmail(c.var.ctx, c.req.valid('json')), 200),
  )
  .post(
    '/reverify',
    describeRoute({ summary: 'Send the code again', tag, caller: 'customer', takesKey: true, answers: { 200: Done } }),
    signedIn,
    idempotent,
    async (c) => c.json(await resendCode(c.var.ctx), 200),
  )
  .post(
    '/email_changes/undo',
    describeRoute({
      summary: 'Take back a change of email, with the link of the mail to the old address',
      tag,
      takesKey: true,
      answers: { 200: Done },
      errors: ['required', 'link_expired', 'state_conflict'],
    }),
    limitedByAddress('undo'),
    validate('json', UndoEmailChangeRequest),
    idempotent,
    async (c) => c.json(await undoEmailChange(c.var.ctx, c.req.valid('json')), 200),
  )
  .post(
    '/logins/undo',
    describeRoute({
      summary: 'Say that a log-in was not yours, with the link of the mail about it',
      tag,
      takesKey: true,
      answers: { 200: Done },
      errors: ['required', 'link_expired', 'state_conflict'],
    }),
    limitedByAddress('undo'),
    validate('json', UndoLogInRequest),
    idempotent,
    async (c) => c.json(await undoLogIn(c.var.ctx, c.req.valid('json')), 200),
  )
  .post(
    '/oauth/token',
    describeGrant('Exchange a refresh token or an authorization code for a Token (JSON or form)', { takesForm: true }),
    ...grantGuards,
    validate('json', TokenRequest),
    requireTokenClient,
    idempotentWithTokens,
    async (c) => c.json(await grantToken(c.var.ctx, await tokenClient(c), c.req.valid('json')), 200),
  )
  .post(
    '/token/refresh',
    describeGrant('Deprecated: the same as oauth/token', { takesForm: false }),
    ...grantGuards,
    deprecated,
    validate('json', TokenRequest),
    requireTokenClient,
    idempotentWithTokens,
    async (c) => c.json(await grantToken(c.var.ctx, await tokenClient(c), c.req.valid('json')), 200),
  )
  .post(
    '/oauth/revoke',
    describeRoute({
      summary: 'End the session of a token (JSON or form)',
      tag,
      takesKey: true,
      takesForm: true,
      isOauth: true,
      answers: { 200: Done },
      errors: ['required'],
    }),
    limitedByAddress('revoke'),
    formAsJson,
    validate('json', RevokeRequest),
    idempotent,
    async (c) => c.json(await revokeToken(c.var.ctx, c.req.valid('json')), 200),
  )
export type AccountsV1 = typeof accountsV1
