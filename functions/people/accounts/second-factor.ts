import { dayMs } from '../../contract/limits.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { knownDeviceOf } from './account-keys.ts'
import { confirmedDevice, findUnconfirmed, insertConfirmedDevice, setSessionConfirmed } from './second-factor-rows.ts'

/** How long a browser in which a member of a team proved a second factor is remembered. */
const rememberedMs = 30 * dayMs

/** True for a browser in which the account proved a second factor within the last 30 days. */
export async function isConfirmedDevice(ctx: Ctx, user_id: string, device: string | null): Promise<boolean> {
  if (device === null) return false
  const [row] = await confirmedDevice(ctx, { user_id, device_id: device, since: ctx.now - rememberedMs })
  return row !== undefined
}

/** True in a session of a member of a team, or of a person who runs the site, that proved a password alone. */
export const isUnconfirmedStaff = async (ctx: Ctx, session_id: string): Promise<boolean> =>
  (await findUnconfirmed(ctx, session_id)).length > 0

/**
 * Statements after the owner proved that they read the mails of the account: the session has its second factor, and the
 * browser is remembered, except on a shared machine.
 */
export async function confirmSession(ctx: CustomerContext, email: string): Promise<Statement[]> {
  const { user_id, session_id } = ctx.actor
  const device_id = await knownDeviceOf(ctx, email)
  return [
    setSessionConfirmed(ctx, session_id),
    ...(device_id === null ? [] : [insertConfirmedDevice(ctx, { user_id, device_id, session_id })]),
  ]
}
