import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { readMark } from '../../platform/identity/known-device.ts'
import { emailKey } from '../../contract/field-rules.ts'
import { closeCodes } from './code-rows.ts'
import { removePasskeysSince } from './passkey-rows.ts'
import { supersedeRecoveriesOf } from './recovery-rows.ts'
import { deniedBecause, endSessionsOf } from './session-rows.ts'
import { findUserByKey, updateUser } from './user-rows.ts'

type Key = 'sessions' | 'codes' | 'recoveries' | 'passkeys' | 'devices' | 'calendars'

/**
 * The keys of an account that each event replaces. In addition, a changed password ends the other sessions and every
 * recovery link, an undone change of email removes the passkeys made since, and a trigger replaces the calendar URLs
 * when the session of a client ends.
 */
export const replacedKeys = {
  password_reset: ['sessions', 'recoveries', 'passkeys', 'devices', 'calendars'],
  log_in_undone: ['sessions', 'codes', 'recoveries', 'passkeys', 'devices', 'calendars'],
  email_change_undone: ['sessions', 'codes', 'recoveries', 'devices', 'calendars'],
} as const satisfies Record<string, readonly Key[]>

const reasons = {
  password_reset: 'password_reset',
  log_in_undone: deniedBecause,
  email_change_undone: 'email_change_undone',
} as const

/** Statements that replace the keys of an account after an event of the list. */
export function replaceKeys(ctx: Ctx, user_id: string, event: keyof typeof replacedKeys): Statement[] {
  const replace: Record<Key, () => Statement> = {
    sessions: () => endSessionsOf(ctx, user_id, reasons[event]),
    codes: () => closeCodes(ctx, user_id),
    recoveries: () => supersedeRecoveriesOf(ctx, user_id),
    passkeys: () => removePasskeysSince(ctx, user_id, 0),
    devices: () => updateUser(ctx, user_id, { devices_known_since: ctx.now }),
    calendars: () => updateUser(ctx, user_id, { calendars_turned_at: ctx.now }),
  }
  return replacedKeys[event].map((key) => replace[key]())
}

/**
 * The id of the browser that a request sends, if the account knows it; null after the account's device marks were
 * replaced.
 */
export async function knownDeviceOf(ctx: Ctx, email: string): Promise<string | null> {
  const mark = readMark(ctx.env, ctx.deviceMark, email)
  if (mark === null) return null
  const [account] = await findUserByKey(ctx, emailKey(email))
  return account && mark.marked_at >= account.user.devices_known_since ? mark.id : null
}
