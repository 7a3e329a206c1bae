import type { Scope } from '../../contract/people/oauth.ts'
import type { ShapeWords } from '../field-words.ts'

const user: ShapeWords = {
  id: ['Id of the user.', 'usr_2dF6gH9jK4'],
  user_id: ['The same as `id`.', 'usr_2dF6gH9jK4'],
  email: ['Email used to log in.', 'maya@example.com'],
  pending_email: ['New email that waits for its code; null when none does.', 'maya.roy@example.com'],
  phone: ['Phone in E.164; null without one.', '+14165550123'],
  is_active: ['False for a closed account.', true],
  is_email_verified: ['Whether the email was confirmed with a code.', true],
  is_email_bounced: [
    'Whether mail to the email came back for good. Until a code confirms it again, or another email takes its place, only codes are sent.',
    false,
  ],
  is_admin: ['Always false for customers; no right follows from it.', false],
  language: ['Language of mails, and of answers without `Accept-Language`: `en` or `fr`.', 'en'],
  last_login: ['When the user last logged in, in UTC; null if never.', '2027-05-02T14:03:11.000Z'],
  title: ['Title of a member of staff; null for customers.', null],
  program: ['Program of a member of staff; null for customers.', null],
  pending_invite: ['The open invitation to the email of this account; null when none is open.', null],
}

/** The scopes of the document’s `oauth`. */
export const scopeWords: Record<Scope, string> = {
  profile:
    'Read the customer’s phone and addresses; read, add and change the people they register with the program, with their notes about health.',
  bookings: 'Read, make, change and cancel bookings and orders; read passes and memberships.',
  pay: 'Pay, also with cards stored with the program; read payments; buy and change memberships; ask for money back.',
  messages: 'Read and write messages; read notifications.',
}

const token: ShapeWords = {
  access_token: [
    'Bearer token for calls of the customer: `Authorization: Bearer …`. Good for `expires_in` seconds.',
    'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbg',
  ],
  refresh_token: [
    'Single-use token for the next Token, from `POST /v1/oauth/token`. Good for 30 days, at most 90 from the log-in.',
    'Zr8sD3fG6hJ1kL4mN7pQ0tV3wX6yB9cE2gH5jM8nR1s',
  ],
  id_token: [
    'OpenID Connect token about the user: `sub`, `email`, `email_verified` and names.',
    'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbg',
  ],
  token_type: ['How to send `access_token`.', 'Bearer'],
  expires_in: ['Seconds until `access_token` expires.', 600, { minimum: 1 }],
  scope: [
    'What the client may do in its program, words with a space between; only in the Token of a client.',
    'profile bookings',
  ],
}

const tokenInput: ShapeWords = {
  grant_type: ['`refresh_token`, which is also what leaving it out means, or `authorization_code`.', 'refresh_token'],
  refresh_token: ['The refresh token to exchange or to end.', 'Zr8sD3fG6hJ1kL4mN7pQ0tV3wX6yB9cE2gH5jM8nR1s'],
  access_token: ['Accepted, so that a Token may be sent back whole; not read.', 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbg'],
  id_token: ['Accepted, so that a Token may be sent back whole; not read.', 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbg'],
  token_type: ['Accepted, so that a Token may be sent back whole; not read.', 'Bearer'],
  expires_in: ['Accepted, so that a Token may be sent back whole; not read.', 600],
  scope: [
    'For a client: scopes of the next access token, at most those it was allowed; without it, all of them.',
    'bookings',
  ],
}

const person: ShapeWords = {
  email: ['Email: one @, a domain with a dot; kept as typed, compared without case.', 'maya@example.com'],
  phone: ['Phone with area code, read with the program’s country and kept in E.164.', '+1 416 555 0123'],
  language: ['Language of mails.', 'en'],
}

/** The parameters of an authorization request, in a query or a body. */
export const authorizationWords: ShapeWords = {
  response_type: ['Always `code`.', 'code'],
  client_id: ['Id of a client that the site is set up with.', 'lake-app'],
  redirect_uri: ['Address of the client, letter by letter as the site is set up with it.', 'https://lake.example/back'],
  code_challenge: [
    'SHA-256 of the client’s `code_verifier` in base64url (RFC 7636).',
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ],
  code_challenge_method: ['Always `S256`.', 'S256'],
  state: ['Any text of the client; it comes back as it is.', 'af0ifjsldkj'],
  scope: [
    'What the client may do, words with a space between: `profile`, `bookings`, `pay`, `messages`; without it, all four. `openid`, `email` and `offline_access` are accepted and open no call.',
    'profile bookings',
  ],
  program_id: [
    'Program that the access is for, under whose pages the customer is asked: one of the client’s, the first without it; needed by a client of all programs.',
    'lakeside',
  ],
}

/** The fields that a log-in with a password and one with a passkey have in common. */
export const logInPlace = {
  program_id: ['Program in whose name a mail about a new device is sent: the `id` of a Program.', 'lakeside'],
  shared_device: [
    'Whether several people use this machine: the session then ends after 30 minutes without use.',
    false,
  ],
} satisfies ShapeWords

export const accountShapes: Record<string, ShapeWords> = {
  User: user,
  Token: token,
  SignedUp: { ...user, ...token },
  SignupRequest: {
    ...person,
    first_name: ['First name.', 'Maya'],
    last_name: ['Last name.', 'Roy'],
    password: ['New password: any characters, not a common one, not the email or a name.', 'a quiet lake at dawn'],
    timezone: ['IANA time zone of the user.', 'America/Toronto'],
    goto: [
      'Path of this site that the verification mail leads back to; anything else is ignored.',
      '/pg/lakeside/schedule',
    ],
    verify_email: ['Whether to mail a verification code now; with false, POST reverify mails one later.', true],
    program_id: ['Program whose name and country the sign-up uses: the `id` of a Program.', 'lakeside'],
  },
  LoginRequest: {
    username: ['Email of the account.', 'maya@example.com'],
    password: ['Password of the account.', 'a quiet lake at dawn'],
    ...logInPlace,
  },
  TokenRequest: {
    ...tokenInput,
    code: ['Authorization code, as the client’s address received it.', 'kV3wX6yB9cE2gH5jM8nR1sZr8sD3fG6hJ1kL4mN7pQ0'],
    redirect_uri: ['The address that the code was sent to.', 'https://lake.example/back'],
    code_verifier: [
      'The text whose SHA-256 was the `code_challenge` (RFC 7636).',
      'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    ],
    client_id: ['Id of the client; one with a secret sends Basic credentials instead.', 'lake-app'],
  },
  AuthorizeRequest: {
    ...authorizationWords,
    is_allowed: ['Whether the customer lets the client in.', true],
  },
  Authorization: {
    redirect_to: [
      'Address of the client to open next, with `code` or `error`, `state` and `iss`.',
      'https://lake.example/back?code=kV3wX6yB9cE2gH5jM8nR1sZr8sD3fG6hJ1kL4mN7pQ0&iss=https%3A%2F%2Fcamps.example',
    ],
  },
  RevokeRequest: {
    ...tokenInput,
    grant_type: ['Accepted and not read.', 'refresh_token'],
    token: [
      'The refresh token to end (RFC 7009); `refresh_token` means the same.',
      'Zr8sD3fG6hJ1kL4mN7pQ0tV3wX6yB9cE2gH5jM8nR1s',
    ],
    token_type_hint: ['Accepted and not read (RFC 7009).', 'refresh_token'],
  },
  VerifyRequest: { code: ['The six digits of the mail; good for 15 minutes and 5 attempts.', '123456'] },
  UndoEmailChangeRequest: {
    token: [
      'The `token` of the link in the mail to the old address; good for 7 days.',
      '8sD3fG6hJ1kL4mN7pQ0tV3wX6yB9cE2g',
    ],
  },
  UndoLogInRequest: {
    token: [
      'The `token` of the link in the mail about the log-in; good for 7 days.',
      '8sD3fG6hJ1kL4mN7pQ0tV3wX6yB9cE2g',
    ],
  },
  Session: {
    id: ['Id of the session.', 'ses_5f0c7d1e'],
    browser: ['Name of the browser; null where it cannot be told.', 'Firefox'],
    system: ['Name of the system or device; null where it cannot be told.', 'Android'],
    is_current: ['Whether this call was made in it.', true],
    program_id: ['The program that a client acts in; null in your own log-in.', 'lakeside'],
    scopes: ['What a client may do there; null in your own log-in.', ['bookings']],
    created: ['When it began: the log-in, in UTC.', '2027-05-02T14:03:11.000Z'],
    last_used: ['When it was last used, in UTC, to the hour.', '2027-05-04T09:12:00.000Z'],
    expires_at: ['When it ends at the latest, in UTC: 90 days after the log-in.', '2027-07-31T14:03:11.000Z'],
  },
  UpdateUserRequest: {
    ...person,
    first_name: ['First name.', 'Maya'],
    last_name: ['Last name.', 'Roy'],
    picture_url: [
      'Address of a picture of the user: https, or `/uploads/{file_id}` of an uploaded one of their own; null removes it.',
      'https://example.com/maya.jpg',
    ],
    timezone: ['IANA time zone of the user.', 'America/Toronto'],
    password: [
      'Current password, needed with a new `email` unless the log-in is of the last 10 minutes; refused without one.',
      'a quiet lake at dawn',
    ],
  },
  Recovery: {
    id: ['Id of the recovery, as in the link of the mail.', 'rec_5f0c7d1e'],
    program_id: ['Program that the link leads to.', 'lakeside'],
    status: ['State of the link; `requested` and `opened` can still set a password.', 'opened'],
    sent_to: ['Email that the link was sent to, masked.', 'm…@example.com'],
    email: [
      'Email of the account, for the password manager; null for a link that cannot set a password.',
      'maya@example.com',
    ],
    expires_at: ['When the link expires, in UTC: one hour after it was requested.', '2027-05-02T15:03:11.000Z'],
    used_at: ['When the password was set with it, in UTC; null if it was not.', null],
    superseded_at: ['When a newer link took its place, in UTC; null if none did.', null],
  },
  RecoveryRequest: {
    email: ['Email of the account.', 'maya@example.com'],
    program_id: ['Program whose pages the link opens: the `id` of a Program.', 'lakeside'],
  },
  ResetPasswordRequest: {
    password: ['New password: any characters, not a common one, not the email or a name.', 'a quiet lake at dawn'],
  },
  ChangePasswordRequest: {
    old_password: ['Current password; five wrong ones wait 15 minutes.', 'a quiet lake at dawn'],
    password: ['New password: any characters, not a common one, not the email or a name.', 'nine herons over water'],
    confirm_password: ['The new password once more.', 'nine herons over water'],
  },
  ChangeEmailRequest: {
    email: ['The new email; the present one withdraws a change that waits.', 'maya.roy@example.com'],
    password: ['Current password; may be left out within 10 minutes of the log-in.', 'a quiet lake at dawn'],
  },
}
