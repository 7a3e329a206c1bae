import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import type { MarketingSubscription } from '../../contract/contact/marketing.ts'
import { type Ctx, customerOf } from '../../platform/context.ts'
import { type Reader, readUnsubscribeToken } from '../../delivery/mail/news-list.ts'
import { marketingState } from '../../contract/states/marketing-states.ts'
import { findSubscription, type SubscriptionRow } from './subscription-rows.ts'

/** A program with a customer who has joined it. */
export type Subscription = SubscriptionRow & {
  profile: NonNullable<SubscriptionRow['profile']>
  user: NonNullable<SubscriptionRow['user']>
}

/** The reader of a call: the reader that the token names, otherwise the logged-in customer. */
export async function requireReader(
  ctx: Ctx,
  input: { program_id: string; token?: string | undefined },
): Promise<Reader> {
  if (input.token === undefined) {
    const customer_id = customerOf(ctx)?.customer_id
    if (!customer_id) throw new ApiError('not_authenticated')
    return { program_id: input.program_id, customer_id }
  }
  const reader = await readUnsubscribeToken(ctx.env, { ...input, token: input.token, now: ctx.now })
  if (!reader) throw new ApiError('token_invalid', { param: 'token' })
  return reader
}

/** The subscription of a reader. Throws for a program they have not joined and for a closed account. */
export function requireSubscription(row: SubscriptionRow | undefined, hasToken: boolean): Subscription {
  const { profile, user } = row ?? {}
  if (row && profile && user?.is_active) return { ...row, profile, user }
  throw hasToken
    ? new ApiError('token_invalid', { param: 'token' })
    : new ApiError('not_found', { param: 'program_id' })
}

/**
 * The page that a mail links to: the program, and the subscription if the token is valid. One database round trip;
 * nothing is written.
 */
export async function findSubscriptionPage(
  ctx: Ctx,
  input: { program_id: string; token: string },
): Promise<{ program: SubscriptionRow['program']; subscription: Subscription | null } | null> {
  const reader = await readUnsubscribeToken(ctx.env, { ...input, now: ctx.now })
  const [row] = await findSubscription(ctx, reader ?? { program_id: input.program_id, customer_id: '' })
  if (!row) return null
  const { program, profile, user } = row
  return { program, subscription: profile && user?.is_active ? { ...row, profile, user } : null }
}

/** A subscription in an API response. */
export function subscriptionOf({ program, profile, is_suppressed }: Subscription): MarketingSubscription {
  const state = stateOf({ profile, is_suppressed })
  return {
    object: 'marketing_subscription',
    program_id: program.id,
    state,
    is_subscribed: state === 'subscribed',
    reason: profile.unsubscribe_reason,
    reason_other: profile.unsubscribe_reason_other,
    unsubscribed: instant(profile.unsubscribed),
  }
}

/** The subscription state of a customer. */
export const stateOf = ({ profile, is_suppressed }: Pick<Subscription, 'profile' | 'is_suppressed'>) =>
  marketingState({ ...profile, is_suppressed: Boolean(is_suppressed) })
