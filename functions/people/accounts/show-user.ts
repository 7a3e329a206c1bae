import { pendingInvite } from '../invitations/show-invitation.ts'
import { currentDesk, pendingStaffInvite } from '../staff/show-staff.ts'
import { instant } from '../../contract/instant.ts'
import type { User, Done } from '../../contract/people/account.ts'
import { type PersonRow, type UserRow, personById } from './user-rows.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext, Ctx } from '../../platform/context.ts'
import { accountWords, type DoneName } from '../../contract/sentences/account-words.ts'

/** Builds the user of the API. */
export function showUser({ user }: Pick<UserRow, 'user'>): User {
  return {
    id: user.id,
    object: 'user',
    user_id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    pending_email: user.pending_email,
    picture_url: user.picture_url,
    phone: user.phone,
    is_active: user.is_active,
    is_email_verified: user.is_email_verified,
    is_email_bounced: user.email_bounced_at !== null,
    is_admin: user.is_admin,
    timezone: user.timezone,
    language: user.language,
    last_login: instant(user.last_login),
    title: null,
    program: null,
    pending_invite: null,
    created: instant(user.created),
    updated: instant(user.updated),
  }
}

/** The user of the request; throws for a closed account. */
export async function requireUser(ctx: CustomerContext): Promise<PersonRow> {
  const [account] = await personById(ctx.db).execute({ user_id: ctx.actor.user_id })
  if (!account) throw new ApiError('not_authenticated')
  if (!account.user.is_active) throw new ApiError('account_inactive')
  return account
}

/** GET profile: the current user. */
export async function readUser(ctx: CustomerContext): Promise<User> {
  const account = await requireUser(ctx)
  const { is_email_verified, email_key } = account.user
  // An invitation to an address is shown only after the address was confirmed. A client never sees it.
  const isShown = is_email_verified && !ctx.actor.delegation
  const toFamily = isShown && account.is_invited ? await pendingInvite(ctx, email_key) : null
  const toTeam = isShown && account.is_invited_to_team ? await pendingStaffInvite(ctx, email_key) : null
  const desk = account.is_in_team && !ctx.actor.delegation ? await currentDesk(ctx, account.user.id) : null
  return { ...showUser(account), ...desk, pending_invite: toTeam ?? toFamily }
}

/** The response of a call that only has a message. */
export function done(ctx: Ctx, what: DoneName): Done {
  return { object: 'done', type: what, message: accountWords[ctx.language].done[what] }
}
