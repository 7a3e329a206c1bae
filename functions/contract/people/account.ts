// Over 250 lines: every body and answer of an account.
import * as z from 'zod/mini'
import { deskFormNames } from './desk-form-names.ts'
import { FieldError } from '../api-error.ts'
import { PersonRefusal } from '../person-refusal.ts'
import { StaffInvitation } from './staff.ts'
import { Invitation } from './invitation.ts'
import {
  code,
  plainCode,
  Email,
  GivenPassword,
  Id,
  Language,
  NewPassword,
  OptionalPictureUrl,
  PersonName,
  Phone,
  ProgramId,
  Timezone,
} from '../field-rules.ts'
import { LogInPlace } from './passkey.ts'

/**
 * The logged-in person. `title` and `program` are those of the desk that they opened last, null for a person in no team;
 * `is_admin` is true for a person who runs the site.
 */
export const User = z.strictObject({
  id: z.string(),
  object: z.literal('user'),
  user_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  pending_email: z.nullable(z.string()),
  picture_url: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  is_active: z.boolean(),
  is_email_verified: z.boolean(),
  is_email_bounced: z.boolean(),
  is_admin: z.boolean(),
  timezone: z.string(),
  language: z.string(),
  last_login: z.nullable(z.string()),
  title: z.nullable(z.string()),
  program: z.nullable(z.string()),
  pending_invite: z.nullable(z.union([Invitation, StaffInvitation])),
  created: z.string(),
  updated: z.string(),
})
export type User = z.infer<typeof User>

/** Tokens of a session; `expires_in` is the access token's life in seconds. */
export const Token = z.strictObject({
  access_token: z.string(),
  refresh_token: z.string(),
  id_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  /** The scopes of the access token (RFC 6749, 5.1), for a client only. */
  scope: z.optional(z.string()),
})
export type Token = z.infer<typeof Token>

/** The tokens as sent to a script: without the refresh token, which is in the cookie. */
export const EdgeToken = z.omit(Token, { refresh_token: true })
export type EdgeToken = z.infer<typeof EdgeToken>

/** Response of sign-up: User and Token in one object; User alone when already logged in. */
export const SignedUp = z.strictObject({ ...User.shape, ...Token.shape })
export const SignupAnswer = z.union([SignedUp, User])
export type SignedUp = z.infer<typeof SignedUp>

/** Body of POST signup. `language` is our addition; `goto` becomes a path in the verification mail. */
export const SignupRequest = z.strictObject({
  first_name: PersonName,
  last_name: PersonName,
  email: Email,
  phone: Phone,
  password: NewPassword,
  timezone: z._default(Timezone, 'UTC'),
  goto: z.nullish(z.string()),
  verify_email: z.nullish(z.boolean()),
  program_id: z.nullish(ProgramId),
  language: z.nullish(Language),
})
export type SignupRequest = z.infer<typeof SignupRequest>

/**
 * Sign-up while logged in: names, email and time zone change; the password confirms a new email and is otherwise
 * ignored.
 */
export const SignupAgainRequest = z.strictObject({
  ...SignupRequest.shape,
  phone: z.nullish(Phone),
  password: z.nullish(z.string()),
})

/** Body of POST login, with our additions. */
export const LoginRequest = z.strictObject({ username: Email, password: GivenPassword, ...LogInPlace.shape })
export type LoginRequest = z.infer<typeof LoginRequest>

/** Body of oauth/token and token/refresh, JSON or form. Without grant_type the fields mean a refresh. */
const tokenFields = {
  grant_type: z.nullish(z.string()),
  refresh_token: z.nullish(z.string()),
  access_token: z.nullish(z.string()),
  id_token: z.nullish(z.string()),
  token_type: z.nullish(z.string()),
  expires_in: z.nullish(z.union([z.number(), z.string()])),
  scope: z.nullish(z.string()),
}
/** Body of POST oauth/token, and of the deprecated token/refresh (RFC 6749). */
export const TokenRequest = z.strictObject({
  ...tokenFields,
  code: z.nullish(z.string()),
  redirect_uri: z.nullish(z.string()),
  code_verifier: z.nullish(z.string()),
  client_id: z.nullish(z.string()),
})
/** Body of oauth/revoke: the refresh token, or any field of the Token. */
export const RevokeRequest = z.strictObject({
  ...tokenFields,
  token: z.nullish(z.string()),
  token_type_hint: z.nullish(z.string()),
})

/** Body of POST verify: the six digits of the mail. */
export const VerifyRequest = z.strictObject({
  code: z
    .string({ error: code('required') })
    .check(z.overwrite(plainCode), z.minLength(1, code('required')), z.maxLength(40, code('too_long'))),
})

/** Response of calls that only return a confirmation. */
export const Done = z.strictObject({ object: z.literal('done'), type: z.string(), message: z.string() })
export type Done = z.infer<typeof Done>

/** A field that only the server sets: accepted and ignored. */
const ignored = z.optional(z.unknown())
/**
 * Body of PUT profile: present fields change, missing fields stay. `password`, the current password, confirms a new
 * email.
 */
export const UpdateUserRequest = z.strictObject({
  first_name: z.optional(PersonName),
  last_name: z.optional(PersonName),
  email: z.optional(Email),
  phone: z.nullish(Phone),
  picture_url: z.nullish(OptionalPictureUrl),
  timezone: z.optional(Timezone),
  language: z.optional(Language),
  password: z.optional(GivenPassword),
  id: ignored,
  object: ignored,
  user_id: ignored,
  pending_email: ignored,
  is_active: ignored,
  is_email_verified: ignored,
  is_email_bounced: ignored,
  is_admin: ignored,
  last_login: ignored,
  title: ignored,
  program: ignored,
  pending_invite: ignored,
  created: ignored,
  updated: ignored,
})
export type UpdateUserRequest = z.infer<typeof UpdateUserRequest>

/** Body of POST profile/email. Without the current password the log-in must be at most ten minutes old. */
export const ChangeEmailRequest = z.strictObject({ email: Email, password: z.optional(GivenPassword) })
export type ChangeEmailRequest = z.infer<typeof ChangeEmailRequest>

/** `/pg/{program_id}/…` in a path. */
export const InProgram = z.strictObject({ program_id: Id })

/** The state of a refused form for its page: the failure and the typed `values` by field name, never a password. */
export const FormFailure = z.strictObject({
  form: z.enum([
    ...deskFormNames,
    'login',
    'signup',
    'verify',
    'not-me',
    'account',
    'forgot-password',
    'recovery',
    'change-password',
    'passkey',
    'overview',
    'appointment',
    'move',
    'answers',
    'edit-profile',
    'picture',
    'change-email',
    'order',
    'receipt',
    'checkout',
    'calendar',
    'refund',
    'balance',
    'cart',
    'membership',
    'desk',
    'desk-notes',
    'desk-health',
    'desk-payment',
    'desk-settings',
    'desk-notices',
    'desk-team',
    'desk-member',
    'desk-register',
    'desk-order',
    'desk-season',
    'desk-event',
    'desk-import',
    ...(['desk-notes', 'desk-health', 'desk-team', 'desk-member'] as const),
    'desk-first-day',
    ...(['desk-notes', 'desk-health', 'desk-privacy', 'desk-team', 'desk-member'] as const),
    ...(['desk-payment', 'desk-settings', 'desk-notices', 'desk-access'] as const),
    'roster',
    'registration',
    'waitlist',
    'offer',
    'support',
    'message',
    'privacy',
    'family-merge',
    'invite',
    'invitation',
    'address',
    'family',
    'family-add',
    'family-personal',
    'family-emergency',
    'family-connect',
    'authorize',
    'payment-methods',
    'preferences',
    'push',
    'notifications',
  ]),
  type: z.string(),
  message: z.string(),
  param: z.nullable(z.string()),
  errors: z.array(FieldError),
  /** The refusals of a booking, with what each person can have instead. Only for a page that shows the whole form again. */
  refusals: z.optional(z.array(PersonRefusal)),
  values: z.record(z.string(), z.string()),
})
export type FormFailure = z.infer<typeof FormFailure>

/** Body of POST email_changes/undo and logins/undo: the token of the mail "this was not me". */
const LinkToken = z
  .string({ error: code('required') })
  .check(z.minLength(1, code('required')), z.maxLength(400, code('too_long')))
/** Body of POST email_changes/undo: the token of the mail to the old address. */
export const UndoEmailChangeRequest = z.strictObject({ token: LinkToken })
/** Body of POST logins/undo: the token of the mail about a new device. */
export const UndoLogInRequest = z.strictObject({ token: LinkToken })
