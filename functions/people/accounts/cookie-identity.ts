import { parse } from 'hono/utils/cookie'
import type { Language } from '../../contract/field-rules.ts'
import type { Identity, TeamsOfSession } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { refusalOfToken, hashOfToken, looksLikeRefreshToken } from './refresh-token.ts'
import { isTouchDue, touchSession } from './live-session-rows.ts'
import { readToken } from './session-rows.ts'

/** Name of the cookie that holds the refresh token. */
export const refreshCookie = '__Host-refresh'
/**
 * `last_used_at` is when a page of the session was last recorded. `isSpent` is true when the cookie was already rotated
 * and the response with its successor was lost.
 */
export type Visitor = {
  identity: Identity & { teams: TeamsOfSession }
  isSpent: boolean
  language: Language
  first_name: string
  last_name: string
  is_email_verified: boolean
  last_used_at: number | null
  isShared: boolean
  /** An account with rights of an organisation that logged in with a password alone. */
  needsSecondFactor: boolean
  /** Unread messages by program. */
  unread_messages: Record<string, number>
  /** Number of memberships, by program, whose customer must pay or choose a card. */
  memberships_to_mend: Record<string, number>
}

/** The value of one cookie of a request; null when it is missing. */
export const readCookie = (request: Request, name: string): string | null =>
  parse(request.headers.get('Cookie') ?? '', name)[name] ?? null

/**
 * The visitor of a page, by the refresh cookie. Reading never rotates it: a used token is only valid within its grace
 * period.
 */
export async function identityFromCookie(ctx: Ctx, request: Request): Promise<Visitor | null> {
  const token = readCookie(request, refreshCookie)
  if (token === null || !looksLikeRefreshToken(token)) return null
  const [tokenRow] = await readToken(ctx, hashOfToken(token))
  // A client's token is valid for API calls and never for pages.
  if (!tokenRow || tokenRow.client_id !== null || refusalOfToken(tokenRow, ctx.now)) return null
  const { user_id, customer_id, session_id, confirmed_at, is_admin, is_email_verified } = tokenRow
  const { language, first_name, last_name, last_used_at, is_shared } = tokenRow
  const places = JSON.parse(tokenRow.teams) as TeamsOfSession['places']
  return {
    identity: { user_id, customer_id, session_id, teams: { confirmed_at, is_admin, is_email_verified, places } },
    isSpent: tokenRow.used_at !== null,
    language,
    first_name,
    last_name,
    is_email_verified,
    last_used_at,
    isShared: is_shared,
    needsSecondFactor: Boolean(tokenRow.is_staff) && confirmed_at === null,
    unread_messages: JSON.parse(tokenRow.unread_messages) as Record<string, number>,
    memberships_to_mend: JSON.parse(tokenRow.memberships_to_mend) as Record<string, number>,
  }
}

/**
 * Records that a page of the visitor's session was opened, at most once an hour. If that fails, the next page tries
 * again.
 */
export async function recordVisit(ctx: Ctx, { identity, last_used_at, isShared }: Visitor): Promise<void> {
  if (!isTouchDue(last_used_at, { now: ctx.now, isShared })) return
  await touchSession(ctx, identity.session_id).catch(() => {})
}
