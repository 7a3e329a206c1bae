// The tables of users and their sign-in methods.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Language } from '../../../contract/field-rules.ts'

export const users = sqliteTable('users', {
  id: text().primaryKey(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  email: text().notNull(),
  email_key: text().notNull(),
  pending_email: text(),
  phone: text(),
  picture_url: text(),
  password_hash: text().notNull(),
  is_active: integer({ mode: 'boolean' }).notNull().default(true),
  is_email_verified: integer({ mode: 'boolean' }).notNull().default(false),
  is_admin: integer({ mode: 'boolean' }).notNull().default(false),
  timezone: text().notNull(),
  language: text().$type<Language>().notNull().default('en'),
  last_login: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  email_bounced_at: integer(),
  notifications_enabled: integer({ mode: 'boolean' }).notNull().default(true),
  /** The account does not accept device marks from before this time. */
  devices_known_since: integer().notNull().default(0),
  /** When this time changes, a trigger replaces every calendar URL of the account. */
  calendars_turned_at: integer().notNull().default(0),
})

export const mailSuppressions = sqliteTable(
  'mail_suppressions',
  {
    email_key: text().notNull(),
    reason: text().$type<'bounced' | 'complained'>().notNull(),
    code: text().notNull(),
    created: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.email_key, table.reason] })],
)

export const sessions = sqliteTable('sessions', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  created: integer().notNull(),
  expires_at: integer().notNull(),
  ended_at: integer(),
  ended_because: text(),
  browser: text(),
  system: text(),
  last_used_at: integer(),
  client_id: text(),
  /** The scopes of the client and its program; null in a customer's own session. */
  program_id: text(),
  scopes: text(),
  /** When the session proved a second factor; null before. */
  confirmed_at: integer(),
  /** True on a machine that several people use. */
  is_shared: integer({ mode: 'boolean' }).notNull().default(false),
})

/** The browsers in which an account proved a second factor. */
export const confirmedDevices = sqliteTable(
  'confirmed_devices',
  { user_id: text().notNull(), device_id: text().notNull(), confirmed_at: integer().notNull() },
  (table) => [primaryKey({ columns: [table.user_id, table.device_id] })],
)

export const refreshTokens = sqliteTable('refresh_tokens', {
  hash: text().primaryKey(),
  session_id: text().notNull(),
  issued_at: integer().notNull(),
  expires_at: integer().notNull(),
  used_at: integer(),
  successor_hash: text(),
})

export const authorizationCodes = sqliteTable('authorization_codes', {
  hash: text().primaryKey(),
  client_id: text().notNull(),
  redirect_uri: text().notNull(),
  code_challenge: text().notNull(),
  user_id: text().notNull(),
  allowed_in: text().notNull(),
  created: integer().notNull(),
  expires_at: integer().notNull(),
  used_at: integer(),
  session_id: text(),
  program_id: text(),
  scopes: text(),
})

export const passkeys = sqliteTable('passkeys', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  credential_id: text().notNull(),
  public_key: text().notNull(),
  counter: integer().notNull().default(0),
  transports: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  name: text().notNull(),
  created: integer().notNull(),
  last_used_at: integer(),
  removed_at: integer(),
})

export const passkeyChallenges = sqliteTable('passkey_challenges', {
  hash: text().primaryKey(),
  user_id: text(),
  session_id: text(),
  created: integer().notNull(),
  expires_at: integer().notNull(),
  used_at: integer(),
})

export const emailCodes = sqliteTable('email_codes', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  email: text().notNull(),
  code_sealed: text().notNull(),
  program_id: text(),
  goto: text(),
  language: text().notNull(),
  created: integer().notNull(),
  expires_at: integer().notNull(),
  attempts: integer().notNull().default(0),
  used_at: integer(),
})

export const emailChanges = sqliteTable('email_changes', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  old_email: text().notNull(),
  new_email: text().notNull(),
  created: integer().notNull(),
  expires_at: integer().notNull(),
  undone_at: integer(),
  old_email_key: text(),
  old_is_verified: integer({ mode: 'boolean' }).notNull().default(false),
})

export const recoveries = sqliteTable('recoveries', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  program_id: text().notNull(),
  email: text().notNull(),
  created: integer().notNull(),
  expires_at: integer().notNull(),
  opened_at: integer(),
  used_at: integer(),
  superseded_at: integer(),
})

export const attempts = sqliteTable(
  'attempts',
  {
    scope: text().notNull(),
    window_starts_at: integer().notNull(),
    n: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.scope, table.window_starts_at] })],
)
