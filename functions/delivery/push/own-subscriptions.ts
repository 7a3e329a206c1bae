import { deviceName } from '../../platform/identity/device-name.ts'
import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import { list, type List, type Page } from '../../contract/paging.ts'
import type {
  AddPushSubscriptionRequest,
  PushPreload,
  PushRemoval,
  PushSubscription,
} from '../../contract/delivery/push-subscription.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { isPushEndpoint, pushHosts } from './push-endpoint.ts'
import {
  countOwnSubscriptions,
  hasBookingAhead,
  keepSubscription,
  listOwnSubscriptions,
  ownSubscription,
  type PushSubscriptionRow,
  pushProgram,
  removeOwn,
  replaceEndpoint,
  subscriptionOfSession,
} from './push-rows.ts'
import { newestPublicKey, vapidKeys } from './vapid-keys.ts'

function showSubscription(ctx: CustomerContext, row: PushSubscriptionRow): PushSubscription {
  const { id, endpoint, p256dh, auth, public_key, status, browser, system } = row
  return {
    id,
    object: 'push_subscription',
    endpoint,
    keys: { p256dh, auth },
    public_key,
    status,
    browser,
    system,
    is_current: row.session_id !== null && row.session_id === ctx.actor.session_id,
    created: instant(row.created),
    reached_at: instant(row.reached_at),
  }
}

/** GET profile/subscriptions/notifications/preload: the key for a new subscription, and whether to ask the user now. */
export async function preloadPush(ctx: CustomerContext): Promise<PushPreload> {
  const public_key = newestPublicKey(ctx.env)
  const [[own], [booking]] = await ctx.db.batch([subscriptionOfSession(ctx), hasBookingAhead(ctx)])
  const isFormer = own !== undefined && own.public_key !== public_key
  const unsubscribed = booking?.is_ahead && public_key !== null ? 'ask' : 'wait'
  return {
    object: 'push_preload',
    public_key,
    has_subscription: own !== undefined,
    permission_hint: own === undefined ? unsubscribed : isFormer || own.status === 'stale' ? 'renew' : 'granted',
  }
}

/** GET profile/subscriptions/notifications: the caller's subscribed browsers. */
export async function listSubscriptions(ctx: CustomerContext, page: Page): Promise<List<PushSubscription>> {
  const [rows, totals] = await ctx.db.batch([listOwnSubscriptions(ctx, page), countOwnSubscriptions(ctx)])
  return list(
    rows.map((row) => showSubscription(ctx, row)),
    totals[0]?.total ?? 0,
    page,
  )
}

/**
 * POST profile/subscriptions/notifications: subscribes this browser, or renews it. An endpoint of another account moves
 * to the caller, because a browser has one reader at a time.
 */
export async function addSubscription(
  ctx: CustomerContext,
  input: AddPushSubscriptionRequest,
): Promise<{ subscription: PushSubscription; isNew: boolean }> {
  const newest = newestPublicKey(ctx.env)
  if (newest === null) throw new ApiError('feature_disabled')
  if (!isPushEndpoint(input.endpoint, pushHosts(ctx.env.PUSH_HOSTS)))
    throw new ApiError('invalid_url', { param: 'endpoint' })
  if (!(await isPointOfCurve(input.keys.p256dh))) throw new ApiError('invalid_parameter', { param: 'keys.p256dh' })
  const public_key = unpadded(input.public_key ?? newest)
  if (!vapidKeys(ctx.env).some(({ publicKey }) => publicKey === public_key))
    throw new ApiError('invalid_option', { param: 'public_key' })
  const [former] = await ownSubscription(ctx, input.renews ?? input.endpoint)
  if (input.renews && !former) throw new ApiError('not_found', { param: 'renews' })
  const [program] = input.program_id ? await pushProgram(ctx, input.program_id) : []

  const { user_id, session_id } = ctx.actor
  const [[row]] = await commit(
    ctx,
    [
      ...(input.renews && input.renews !== input.endpoint ? replaceEndpoint(ctx, input.renews, input.endpoint) : []),
      keepSubscription(ctx, {
        id: ctx.newId('psb'),
        user_id,
        session_id: session_id || null,
        program_id: program?.id ?? former?.program_id ?? null,
        endpoint: input.endpoint,
        p256dh: unpadded(input.keys.p256dh),
        auth: unpadded(input.keys.auth),
        public_key,
        ...deviceName(ctx.userAgent),
      }),
    ],
    ownSubscription(ctx, input.endpoint),
  )
  return { subscription: showSubscription(ctx, row as PushSubscriptionRow), isNew: former === undefined }
}

/** DELETE profile/subscriptions/notifications/{endpoint}: unsubscribes that browser. */
export async function removeSubscription(ctx: CustomerContext, input: { endpoint: string }): Promise<PushRemoval> {
  const [removed] = await commit(ctx, [], removeOwn(ctx, input.endpoint))
  if (removed.length === 0) throw new ApiError('not_found')
  return { object: 'push_removal', removed: removed.length }
}

/** DELETE profile/subscriptions/notifications: unsubscribes all of the caller's browsers. */
export async function removeSubscriptions(ctx: CustomerContext): Promise<PushRemoval> {
  const [removed] = await commit(ctx, [], removeOwn(ctx, null))
  return { object: 'push_removal', removed: removed.length }
}

const unpadded = (text: string) => text.replaceAll('=', '')

async function isPointOfCurve(text: string): Promise<boolean> {
  try {
    const point = Buffer.from(text, 'base64url')
    await crypto.subtle.importKey('raw', point, { name: 'ECDH', namedCurve: 'P-256' }, false, [])
    return true
  } catch {
    return false
  }
}
