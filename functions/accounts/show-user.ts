import { instant } from '../contract/instant.ts'
import type { User } from '../contract/account.ts'
import type { UserRow } from './user-rows.ts'

/** A person on the wire. */
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
    // No right follows from it.
    is_admin: false,
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
